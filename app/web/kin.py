"""The sheets shown with one: those on a table, or the tables on which it lies and who else is there."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from app.rules.sheet import Sheet
from app.store import members
from app.store.engine import Database
from app.store.entries import Live
from app.store.members import Laid
from app.web import history
from app.web.history import Line
from app.web.words import Words


@dataclass(frozen=True)
class Beside:
    """Another sheet, as it is shown beside one: its words, what its own pages show, its last line."""

    n: int
    sheet: Sheet
    words: Words
    shows: Any
    line: Line | None


@dataclass(frozen=True)
class Seat:
    """A table on which the sheet lies: what it tells this sheet, and the last lines there."""

    n: int
    sheet: Sheet
    told: Any
    lines: tuple[Beside, ...]


class Kin:
    """Looked up only as far as a page shows it."""

    def __init__(self, db: Database, live: Live) -> None:
        self._db, self._live = db, live

    @cached_property
    def mark(self) -> str:
        """Changes whenever a sheet shown here does, or comes or goes."""
        return members.around(self._db, self._live).mark

    @cached_property
    def members(self) -> list[Beside]:
        """The sheets laid on this one."""
        if not self._live.series.takes:
            return []
        return [self._beside(laid) for laid in members.on_table(self._db, self._live)]

    @cached_property
    def seats(self) -> list[Seat]:
        """The tables on which this sheet lies; none where it is seen by its read-only link."""
        if self._live.series.key not in members.LAID or self._live.read_only:
            return []
        return [self._seat(laid) for laid in members.tables_of(self._db, self._live)]

    def _seat(self, laid: Laid) -> Seat:
        table = laid.live
        others = [other for other in members.on_table(self._db, table) if other.n != laid.n]
        lines = tuple(self._beside(one) for one in (Laid(0, table), *others))
        return Seat(laid.n, table.sheet, table.series.tells(table.sheet, laid.n), lines)

    def _beside(self, laid: Laid) -> Beside:
        live, words = laid.live, Words.of(laid.live.series.key)
        return Beside(laid.n, live.sheet, words, live.series.shows(live.sheet), history.last(self._db, live))
