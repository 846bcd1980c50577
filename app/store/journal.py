"""The journal: the only writer. One transaction a move; undo is one more entry."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update
from sqlmodel import SQLModel

from app.rules.books import SERIES
from app.rules.changes import Changes, apply, changes, compose, decode, encode, invert
from app.rules.dice import Dice, Throw
from app.rules.refusal import Refusal
from app.rules.series import Series
from app.rules.sheet import Encounter, Item, Path, Sheet
from app.store import sheets
from app.store.engine import Database
from app.store.keys import hashed, read_key
from app.store.seen import Conflict, fingerprint

CHARACTER = SQLModel.metadata.tables["character"]
JOURNAL = SQLModel.metadata.tables["journal_entry"]

# The hot path's statements, built once.
FIND = select(CHARACTER).where(CHARACTER.c.edit_hash == bindparam("hash"))
SPENT = select(JOURNAL).where(JOURNAL.c.character_id == bindparam("mine"), JOURNAL.c.once == bindparam("key"))
ADVANCE = (
    update(CHARACTER)
    .where(CHARACTER.c.id == bindparam("mine"))
    .values(seq=bindparam("at"), fresh=bindparam("next"))
)
APPEND = insert(JOURNAL)

UNDO, RETURN = "annuler", "revenir"
GESTURES = (UNDO, RETURN)
"""What the journal itself does; each takes `entree`, the number of an entry."""


@dataclass(frozen=True)
class Entry:
    """One line of the journal."""

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
    by: str = ""


@dataclass(frozen=True)
class Live:
    """A sheet and where it stands."""

    id: int
    series: Series
    sheet: Sheet
    seq: int
    created_at: datetime
    read_counter: int = 0


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


class Redrawn(Exception):
    """The sheet moved on while the reader threw: faces meant for one foe are never read as another's."""


@dataclass(frozen=True)
class Played:
    """A move on disk: the sheet before and after, its entry, and whether it had been played already."""

    before: Live
    after: Live
    entry: Entry
    again: bool = False


def find(connection: Connection, key: str) -> Row[Any] | None:
    """The character row of an edit key."""
    return connection.execute(FIND, {"hash": hashed(key)}).first()


def open_sheet(db: Database, key: str) -> Live | None:
    """The sheet of an edit key, or None."""
    with db.reading() as connection:
        row = find(connection, key)
        return None if row is None else _live(db, connection, row)


def create(db: Database, key: str, series: Series, order: Order, dice: Dice) -> None:
    """A new sheet under this key; its first move throws the hero. Asked twice, it is made once.

    Raises as `Series.play` does.
    """
    after, args = series.play(Sheet(), order.move, order.args, dice)
    now = datetime.now(UTC)
    row = {
        "series": series.key,
        "edit_hash": hashed(key),
        "read_hash": hashed(read_key(key, 0)),
        "read_counter": 0,
        "created_at": now,
        "seq": 0,
        "fresh": 1,
    }
    with db.writing() as connection:
        if find(connection, key):
            return
        inserted = connection.execute(insert(CHARACTER), row).inserted_primary_key
        assert inserted is not None
        before = Live(inserted[0], series, Sheet(), 0, now)
        _write(connection, before, after, order, args, dice.thrown)


def play(db: Database, key: str, order: Order, dice: Callable[[Sheet], Dice]) -> Played | None:
    """Play a move, or undo, in one transaction. None if no sheet has this key.

    `dice` gives the dice for the sheet as it stands. Raises Refusal, BadInput, DiceNeeded as the rules do,
    Redrawn, and Conflict where an absolute move would write over something the reader had not seen.
    Whatever is raised, nothing is written.
    """
    with db.writing() as connection:
        row = find(connection, key)
        if row is None:
            return None
        played = _played(connection, _live(db, connection, row), order, dice)
    db.shelf.put(played.after.id, played.after.seq, played.after.sheet)
    return played


def _played(connection: Connection, live: Live, order: Order, dice: Callable[[Sheet], Dice]) -> Played:
    if order.once and (entry := _spent(connection, live.id, order.once)):
        return Played(live, live, entry, again=True)
    if order.drawn_at not in (None, live.seq):
        raise Redrawn
    if order.move in GESTURES:
        return _rewind(connection, live, order)
    _check_seen(live, order)
    hand = dice(live.sheet)
    after, args = live.series.play(live.sheet, order.move, order.args, hand)
    return _write(connection, live, after, order, args, hand.thrown)


def entry_of_turn(db: Database, live: Live, move: str, asked: Mapping[str, str]) -> Entry | None:
    """The standing entry that last played this move for this `turn`, of this `combat` where one is named."""
    where = (JOURNAL.c.character_id == live.id, JOURNAL.c.move == move, JOURNAL.c.undone_by.is_(None))
    query = select(JOURNAL).where(*where).order_by(JOURNAL.c.seq.desc()).limit(50)
    with db.reading() as connection:
        rows = (_entry(row) for row in connection.execute(query))
        fields = [name for name in ("turn", "combat") if name in asked]
        return next((e for e in rows if all(str(e.args.get(f)) == asked[f] for f in fields)), None)


def lines(db: Database, live: Live, *, before: int | None = None, most: int = 20) -> list[Entry]:
    """Entries, newest first, from before a number."""
    query = select(JOURNAL).where(JOURNAL.c.character_id == live.id)
    if before is not None:
        query = query.where(JOURNAL.c.seq < before)
    with db.reading() as connection:
        return [_entry(row) for row in connection.execute(query.order_by(JOURNAL.c.seq.desc()).limit(most))]


def whole(db: Database, live: Live) -> list[Entry]:
    """Every entry, oldest first."""
    query = select(JOURNAL).where(JOURNAL.c.character_id == live.id).order_by(JOURNAL.c.seq)
    with db.reading() as connection:
        return [_entry(row) for row in connection.execute(query)]


def standing(db: Database, live: Live, *moves: str) -> list[Entry]:
    """Entries of these moves that have not been undone, oldest first."""
    where = (JOURNAL.c.character_id == live.id, JOURNAL.c.move.in_(moves), JOURNAL.c.undone_by.is_(None))
    with db.reading() as connection:
        return [
            _entry(row) for row in connection.execute(select(JOURNAL).where(*where).order_by(JOURNAL.c.seq))
        ]


# Undo


def _rewind(connection: Connection, live: Live, order: Order) -> Played:
    try:
        n = int(str(order.args.get("entree")))
    except ValueError:
        raise Refusal("entree_absente") from None
    entry = next(iter(_later(connection, live.id, n - 1, most=1)), None)
    if entry is None or entry.seq != n:
        raise Refusal("entree_absente")
    if order.move == UNDO:
        return _undo(connection, live, order, entry)
    return _return(connection, live, order, n)


def _undo(connection: Connection, live: Live, order: Order, entry: Entry) -> Played:
    """Legal while every box the entry touched still has its value after, and what is left holds together."""
    if entry.seq == 1:
        raise Refusal("creation_inannulable")
    if entry.undone_by is not None:
        raise Refusal("deja_annule", seq=entry.undone_by)
    if any(live.sheet.boxes.get(path) != after for path, (_, after) in entry.changes.items()):
        raise _in_the_way(connection, live, entry)
    after = apply(live.sheet, invert(entry.changes))
    if live.series.settle(after) != after:
        raise Refusal("annulation_impossible", seq=entry.seq)
    played = _write(connection, live, after, order, {"entree": entry.seq}, (), undoes=entry.seq)
    _strike(connection, live.id, [entry.seq], played.entry.seq)
    if entry.move in GESTURES:
        _unstrike(connection, live.id, entry.seq)
    return played


def _in_the_way(connection: Connection, live: Live, entry: Entry) -> Refusal:
    later = (e for e in _later(connection, live.id, entry.seq) if e.undone_by is None and e.move != UNDO)
    blocking = next((e for e in later if e.changes.keys() & entry.changes.keys()), None)
    if blocking is None:
        return Refusal("annulation_impossible", seq=entry.seq)
    return Refusal("annulation_bloquee", seq=blocking.seq, entry=blocking)


def _return(connection: Connection, live: Live, order: Order, n: int) -> Played:
    """One entry that inverts all later ones at once; notes are knowledge and stay."""
    later = _later(connection, live.id, n)
    if order.seen is not None and order.seen != str(live.seq) and not order.args.get("malgre_tout"):
        raise Refusal("question_retour", overrulable=True, n=live.seq - int(order.seen or 0))
    undone = [e for e in later if e.undone_by is None and not _only_notes(e)]
    if not undone:
        raise Refusal("rien_a_defaire")
    back = compose([invert(_without_notes(entry.changes)) for entry in reversed(later)])
    after = apply(live.sheet, back)
    played = _write(connection, live, after, order, {"entree": n}, (), undoes=n + 1)
    _strike(connection, live.id, [entry.seq for entry in undone], played.entry.seq)
    return played


def _without_notes(delta: Changes) -> Changes:
    return {path: pair for path, pair in delta.items() if path[0] != "note"}


def _only_notes(entry: Entry) -> bool:
    return bool(entry.changes) and not _without_notes(entry.changes)


def _strike(connection: Connection, character_id: int, seqs: Iterable[int], by: int) -> None:
    mine = JOURNAL.c.character_id == character_id
    connection.execute(update(JOURNAL).where(mine, JOURNAL.c.seq.in_(list(seqs))).values(undone_by=by))


def _unstrike(connection: Connection, character_id: int, by: int) -> None:
    mine = JOURNAL.c.character_id == character_id
    connection.execute(update(JOURNAL).where(mine, JOURNAL.c.undone_by == by).values(undone_by=None))


# Rows


def _live(db: Database, connection: Connection, row: Row[Any]) -> Live:
    sheet = db.shelf.get(row.id, row.seq)
    if sheet is None:
        sheet = sheets.load(connection, row.id, row.fresh)
        db.shelf.put(row.id, row.seq, sheet)
    return Live(row.id, SERIES[row.series], sheet, row.seq, row.created_at, row.read_counter)


def _check_seen(live: Live, order: Order) -> None:
    move = live.series.moves.get(order.move)
    if order.seen is None or move is None or move.overwrites is None:
        return
    paths = move.overwrites(move.read(order.args))
    if fingerprint(live.sheet, paths) != order.seen:
        raise Conflict(live.sheet, paths)


def _spent(connection: Connection, character_id: int, once: str) -> Entry | None:
    row = connection.execute(SPENT, {"mine": character_id, "key": once}).first()
    return None if row is None else _entry(row)


def _later(connection: Connection, character_id: int, n: int, most: int | None = None) -> list[Entry]:
    where = (JOURNAL.c.character_id == character_id, JOURNAL.c.seq > n)
    query = select(JOURNAL).where(*where).order_by(JOURNAL.c.seq).limit(most)
    return [_entry(row) for row in connection.execute(query)]


def _write(
    connection: Connection,
    live: Live,
    after: Sheet,
    order: Order,
    args: dict[str, Any],
    throws: Iterable[Throw],
    undoes: int | None = None,
) -> Played:
    delta = changes(live.sheet, after)
    entry = Entry(
        seq=live.seq + 1,
        at=datetime.now(UTC),
        attempt=after.attempt,
        move=order.move,
        args=args,
        throws=tuple(throws),
        changes=delta,
        names=_names(live.sheet, after, delta),
        undoes=undoes,
        by=order.by,
    )
    sheets.save(connection, live.id, delta)
    connection.execute(ADVANCE, {"mine": live.id, "at": entry.seq, "next": after.fresh})
    connection.execute(APPEND, _row(live.id, entry, order.once))
    done = Live(live.id, live.series, after, entry.seq, live.created_at, live.read_counter)
    return Played(live, done, entry)


def _names(before: Sheet, after: Sheet, delta: Changes) -> dict[str, str]:
    """Who holds the scores that changed, kept since a foe may be renamed or struck off later."""
    found: dict[str, str] = {}
    tables = {"foe": "encounter", "item": "item"}
    for table, key in delta:
        holder = key.split("/")[0] if table == "score" else ""
        kind, _, n = holder.partition(":")
        path: Path = (tables.get(kind, ""), n)
        box = after.boxes.get(path) or before.boxes.get(path)
        if isinstance(box, Encounter | Item):
            found[holder] = box.name
    return found


def _row(character_id: int, entry: Entry, once: str | None) -> dict[str, Any]:
    plain = {
        key: getattr(entry, key) for key in ("seq", "at", "attempt", "move", "args", "names", "undoes", "by")
    }
    throws = [list(asdict(throw).values()) for throw in entry.throws]
    return {
        **plain,
        "character_id": character_id,
        "once": once,
        "throws": throws,
        "changes": encode(entry.changes),
    }


def _entry(row: Row[Any]) -> Entry:
    at = row.at if row.at.tzinfo else row.at.replace(tzinfo=UTC)  # SQLite forgets the zone
    throws = tuple(_throw(*fields) for fields in row.throws)
    return Entry(
        row.seq,
        at,
        row.attempt,
        row.move,
        row.args,
        throws,
        decode(row.changes),
        row.names,
        row.undoes,
        row.undone_by,
        row.by,
    )


def _throw(
    why: str, faces: list[int], who: str, plus: list[tuple[str, int]], against: int | None, sides: int
) -> Throw:
    return Throw(why, tuple(faces), who, tuple((reason, n) for reason, n in plus), against, sides)
