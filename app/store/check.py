"""What must hold of every sheet: its journal, followed from nothing, gives it, line by line."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError, InternalError

from app.rules.books import SERIES
from app.rules.changes import Changes
from app.rules.series import FIRST
from app.rules.sheet import Box, Path
from app.store import sheets
from app.store.engine import Database
from app.store.entries import Entry, later
from app.store.journal import CHARACTER
from app.store.undo import GESTURES, RETURN, UNDO

NUMBERED = ("item", "note", "fight", "offer")
"""Tables whose numbers are given once in a sheet's life."""


@dataclass(frozen=True)
class Whole:
    """A sheet as it is stored, or as a file tells it."""

    series: str
    seq: int
    fresh: int
    boxes: Mapping[Path, Box]
    entries: Sequence[Entry]


@dataclass(frozen=True)
class Report:
    """What a check found: how much there is, and every fault in a sentence.

    `damaged` where the database itself could not read all that it holds; `live` where it is of a database
    that may have changed since a copy of it was made.
    """

    sheets: int
    entries: int
    faults: tuple[str, ...]
    damaged: bool = False
    live: bool = False


class _Found:
    """What a check has found so far."""

    def __init__(self) -> None:
        self.entries = 0
        self.faults: list[str] = []
        self.damaged = False

    @contextmanager
    def looking(self, at: str) -> Iterator[None]:
        """Whatever cannot be read here is a fault, and the check goes on; a server that is away is raised."""
        try:
            yield
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            self.faults.append(f"{at}: cannot be read ({type(error).__name__}: {error})")
        except DBAPIError as error:
            if not isinstance(error.orig, sqlite3.Error) and not isinstance(error, InternalError):
                raise
            self.damaged = True
            self.faults.append(f"{at}: cannot be read ({error.orig})")


def check(db: Database) -> Report:
    """Look at every sheet, each as of one moment; others may play meanwhile."""
    found, ids = _Found(), list[int]()
    with found.looking("file"):
        for fault in _file(db):
            found.faults.append(fault)
    with found.looking("the list of sheets"), db.reading() as connection:
        ids += connection.execute(select(CHARACTER.c.id).order_by(CHARACTER.c.id)).scalars()
    for n in ids:
        with found.looking(f"sheet {n}"):
            whole = load(db, n)
            if whole:
                found.entries += len(whole.entries)
                found.faults += [f"sheet {n}: {fault}" for fault in faults_of(whole)]
    return Report(len(ids), found.entries, tuple(found.faults), found.damaged)


def load(db: Database, character_id: int) -> Whole | None:
    """A sheet with all its entries; None where it has been deleted meanwhile."""
    with db.reading() as connection:
        row = connection.execute(select(CHARACTER).where(CHARACTER.c.id == character_id)).first()
        if row is None:
            return None
        sheet = sheets.load(connection, row.id, row.fresh)
        return Whole(row.series, row.seq, row.fresh, sheet.boxes, later(connection, row.id, 0))


def faults_of(whole: Whole) -> Iterator[str]:
    """Everything that is wrong with a sheet."""
    if whole.series not in SERIES:
        yield f"its book, {whole.series!r}, is none of these: {', '.join(SERIES)}"
    numbers = [entry.seq for entry in whole.entries]
    if not numbers or numbers != list(range(1, whole.seq + 1)):
        yield f"its journal should count from 1 to {whole.seq}, and has {len(numbers)} entries{_gap(numbers)}"
        return
    if whole.entries[0].move != FIRST:
        yield "its journal does not begin with a hero's creation"
    if not all(_undoes_rightly(entry) for entry in whole.entries):
        yield "an entry undoes what it cannot"
        return
    yield from _replayed(whole)
    yield from _struck(whole)


def _gap(numbers: Sequence[int]) -> str:
    missing = sorted(set(range(1, max(numbers, default=0))) - set(numbers))
    return f": {missing[0]} is missing" if missing else ""


def _undoes_rightly(entry: Entry) -> bool:
    if not _is_undo(entry):
        return entry.undoes is None
    return entry.undoes is not None and 1 <= entry.undoes < entry.seq


def _is_undo(entry: Entry) -> bool:
    return entry.move in GESTURES


def _replayed(whole: Whole) -> Iterator[str]:
    """All changes in order, each from the value that stood there, give the sheet."""
    boxes: dict[Path, Box] = {}
    highest = 0
    for entry in whole.entries:
        wrong = next((path for path, (before, _) in entry.changes.items() if boxes.get(path) != before), None)
        if wrong:
            yield f"entry {entry.seq} changes {_path(wrong)} from a value that did not stand there"
            return
        _follow(boxes, entry.changes)
        highest = max([highest, *(int(key) for table, key in entry.changes if table in NUMBERED)])
    if boxes != whole.boxes:
        yield f"its journal gives another {_path(_differing(boxes, whole.boxes))} than it has"
    if highest >= whole.fresh:
        yield f"the number {whole.fresh} has been given already"


def _follow(boxes: dict[Path, Box], delta: Changes) -> None:
    for path, (_, after) in delta.items():
        if after is None:
            boxes.pop(path, None)
        else:
            boxes[path] = after


def _differing(one: Mapping[Path, Box], other: Mapping[Path, Box]) -> Path:
    return next(path for path in sorted({*one, *other}) if one.get(path) != other.get(path))


def _path(path: Path) -> str:
    return "/".join(path)


def _struck(whole: Whole) -> Iterator[str]:
    """The strokes are those of the undos in force, and the lines that stand give the sheet."""
    strokes = struck(whole.entries)
    for entry in whole.entries:
        if entry.undone_by != strokes.get(entry.seq):
            yield f"entry {entry.seq} is undone by {strokes.get(entry.seq)}, and says {entry.undone_by}"
            return
    standing: dict[Path, Box] = {}
    for entry in whole.entries:
        if entry.undone_by is None and not _is_undo(entry):
            _follow(standing, entry.changes)
    if standing != whole.boxes:
        path = _path(_differing(standing, whole.boxes))
        yield f"the lines that stand give another {path} than it has"


def struck(entries: Iterable[Entry]) -> dict[int, int]:
    """Which entry strikes each line through, worked out from nothing but what was undone in what order.

    An undo counts unless a later one that counts undoes it; a line is struck by the first that names it.
    """
    lines = {entry.seq: entry for entry in entries}
    counting: list[Entry] = []
    single: set[int] = set()
    floor = len(lines) + 1  # returns that count name every line from here on, but for notes
    for entry in reversed(lines.values()):
        if not _is_undo(entry) or entry.undoes is None or entry.seq in single:
            continue
        if entry.seq >= floor and not entry.knowledge:
            continue
        counting.append(entry)
        if entry.move == UNDO:
            single.add(entry.undoes)
        else:
            floor = min(floor, entry.undoes)
    found: dict[int, int] = {}
    for undo in reversed(counting):
        for n in _named(undo, lines):
            found.setdefault(n, undo.seq)
    return found


def _named(undo: Entry, lines: Mapping[int, Entry]) -> Iterator[int]:
    assert undo.undoes is not None
    if undo.move == UNDO:
        yield undo.undoes
    elif undo.move == RETURN:
        yield from (n for n in range(undo.undoes, undo.seq) if not lines[n].knowledge)


def _file(db: Database) -> Iterator[str]:
    """What SQLite itself finds wrong with its file; PostgreSQL keeps its own house."""
    if not db.lite:
        return
    with db.reading() as connection:
        for (said,) in connection.exec_driver_sql("PRAGMA integrity_check"):
            if said != "ok":
                yield f"file: {said}"
        for row in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield f"file: a row of {row[0]} belongs to no sheet"


def count(db: Database) -> int:
    """How many sheets there are."""
    with db.reading() as connection:
        return connection.execute(select(func.count()).select_from(CHARACTER)).scalar_one()
