"""Entries of the journal: their rows, and the questions asked of them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, bindparam, or_, select
from sqlmodel import SQLModel

import app.store.tables  # noqa: F401  the tables register themselves
from app.rules.changes import Changes, decode, encode
from app.rules.dice import Throw, Verdict
from app.rules.series import Series
from app.rules.sheet import Sheet
from app.rules.table import Point
from app.store.engine import Database

JOURNAL = SQLModel.metadata.tables["journal_entry"]
SPENT = select(JOURNAL).where(JOURNAL.c.character_id == bindparam("mine"), JOURNAL.c.once == bindparam("key"))


PLAIN = ("seq", "at", "attempt", "move", "args", "names", "undoes", "knowledge", "by")
"""What stands in a column as it is in an entry."""


@dataclass(frozen=True)
class Entry:
    """One line of the journal. `knowledge` says that it changed notes alone: no return undoes it."""

    seq: int
    at: datetime
    attempt: int
    move: str
    args: dict[str, Any]
    throws: tuple[Throw, ...]
    changes: Changes
    names: dict[str, str]
    undoes: int | None = None
    undone_by: int | None = None
    knowledge: bool = False
    by: str = ""


@dataclass(frozen=True)
class Live:
    """A sheet and where it stands; `read_only` where it was opened by the link that only shows it."""

    id: int
    series: Series
    sheet: Sheet
    seq: int
    created_at: datetime
    read_counter: int = 0
    read_only: bool = False


@dataclass(frozen=True)
class Order:
    """What the reader asks: a move, its fields as sent, and what they saw when they asked.

    `seen` is the fingerprint of what an absolute move overwrites, or for `revenir` the last entry seen;
    `drawn_at` the entry at which the tray that holds the faces was drawn.
    """

    move: str
    args: Mapping[str, object] = field(default_factory=dict)
    once: str | None = None
    seen: str | None = None
    drawn_at: int | None = None
    by: str = ""


@dataclass(frozen=True)
class Played:
    """A move on disk: the sheet before and after, its entry, and whether it had been played already."""

    before: Live
    after: Live
    entry: Entry
    again: bool = False


def entry_of_turn(db: Database, live: Live, move: str, asked: Mapping[str, str]) -> Entry | None:
    """The standing entry that last played this move for this `turn`, of this `combat` where one is named."""
    where = (JOURNAL.c.character_id == live.id, JOURNAL.c.move == move, JOURNAL.c.undone_by.is_(None))
    query = select(JOURNAL).where(*where).order_by(JOURNAL.c.seq.desc()).limit(50)
    with db.reading() as connection:
        rows = (entry_of(row) for row in connection.execute(query))
        fields = [name for name in ("turn", "combat") if name in asked]
        return next((e for e in rows if all(str(e.args.get(f)) == asked[f] for f in fields)), None)


def _as_of(live: Live) -> tuple[ColumnElement[bool], ...]:
    """The entries there were when this sheet was read, whatever has been written meanwhile."""
    return JOURNAL.c.character_id == live.id, JOURNAL.c.seq <= live.seq


def _unstruck(entry: Entry, live: Live) -> Entry:
    """The entry without a stroke made since."""
    return replace(entry, undone_by=None) if (entry.undone_by or 0) > live.seq else entry


def lines(db: Database, live: Live, *, before: int | None = None, most: int = 20) -> list[Entry]:
    """Entries, newest first, from before a number."""
    query = select(JOURNAL).where(*_as_of(live))
    if before is not None:
        query = query.where(JOURNAL.c.seq < before)
    with db.reading() as connection:
        rows = connection.execute(query.order_by(JOURNAL.c.seq.desc()).limit(most))
        return [_unstruck(entry_of(row), live) for row in rows]


def whole(db: Database, live: Live) -> list[Entry]:
    """Every entry, oldest first."""
    query = select(JOURNAL).where(*_as_of(live)).order_by(JOURNAL.c.seq)
    with db.reading() as connection:
        return [_unstruck(entry_of(row), live) for row in connection.execute(query)]


def since(db: Database, live: Live, seq: int, most: int) -> list[Entry] | None:
    """Entries after this one, oldest first; None where there are more than `most`, or it is yet to come."""
    if not 0 <= live.seq - seq <= most:
        return None
    with db.reading() as connection:
        return later(connection, live.id, seq)


def standing(db: Database, live: Live, *moves: str) -> list[Entry]:
    """Entries of these moves that have not been undone, oldest first."""
    stands = or_(JOURNAL.c.undone_by.is_(None), JOURNAL.c.undone_by > live.seq)
    query = select(JOURNAL).where(*_as_of(live), JOURNAL.c.move.in_(moves), stands).order_by(JOURNAL.c.seq)
    with db.reading() as connection:
        return [_unstruck(entry_of(row), live) for row in connection.execute(query)]


def later(connection: Connection, character_id: int, n: int, most: int | None = None) -> list[Entry]:
    """Entries after this one, oldest first."""
    where = (JOURNAL.c.character_id == character_id, JOURNAL.c.seq > n)
    query = select(JOURNAL).where(*where).order_by(JOURNAL.c.seq).limit(most)
    return [entry_of(row) for row in connection.execute(query)]


def spent(connection: Connection, character_id: int, once: str) -> Entry | None:
    """The entry that used this key up."""
    row = connection.execute(SPENT, {"mine": character_id, "key": once}).first()
    return None if row is None else entry_of(row)


def row(character_id: int, entry: Entry, once: str | None) -> dict[str, Any]:
    """The entry as columns."""
    plain = {key: getattr(entry, key) for key in PLAIN}
    throws = [_fields(throw) for throw in entry.throws]
    return {
        **plain,
        "character_id": character_id,
        "once": once,
        "throws": throws,
        "changes": encode(entry.changes),
    }


def entry_of(row: Row[Any]) -> Entry:
    """The entry of a row."""
    throws = tuple(_throw(*fields) for fields in row.throws)
    return Entry(
        row.seq,
        row.at,
        row.attempt,
        row.move,
        row.args,
        throws,
        decode(row.changes),
        row.names,
        row.undoes,
        row.undone_by,
        row.knowledge,
        row.by,
    )


def _fields(throw: Throw) -> list[Any]:
    """A throw as it is written, without the empty fields at its end: a journal holds many."""
    fields = list(asdict(throw).values())
    while fields[-1] in ("", (), None):  # never past `sides`, a number
        fields.pop()
    return fields


def _throw(
    why: str,
    faces: list[int],
    who: str,
    plus: list[tuple[str, int]],
    against: int | None,
    sides: int,
    at: str = "",
    pointed: Sequence[tuple[int, str]] = (),
    won: int | None = None,
    verdict: Verdict = "",
) -> Throw:
    added = tuple((reason, n) for reason, n in plus)
    points = tuple(Point(cell, grid) for cell, grid in pointed)
    return Throw(why, tuple(faces), who, added, against, sides, at, points, won, verdict)
