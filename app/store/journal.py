"""The journal: the only writer of what a sheet holds. One transaction a move; undo is one more entry."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel

from app.rules.books import SERIES
from app.rules.changes import Changes, changes
from app.rules.dice import Dice, Throw
from app.rules.series import Series
from app.rules.sheet import Box, Encounter, Item, Offer, Path, Sheet, foe
from app.store import sheets, undo
from app.store.engine import Database
from app.store.entries import JOURNAL, Entry, Live, Order, Played, row, spent
from app.store.keys import hashed, read_key
from app.store.seen import Conflict, fingerprint

CHARACTER = SQLModel.metadata.tables["character"]

# The hot path's statements, built once.
FIND = select(CHARACTER).where(
    or_(CHARACTER.c.edit_hash == bindparam("hash"), CHARACTER.c.read_hash == bindparam("hash"))
)
FIND_TO_WRITE = select(CHARACTER).where(CHARACTER.c.edit_hash == bindparam("hash")).with_for_update()
ADVANCE = (
    update(CHARACTER)
    .where(CHARACTER.c.id == bindparam("mine"))
    .values(seq=bindparam("at"), fresh=bindparam("next"))
)
APPEND = insert(JOURNAL)


class OtherBook(Exception):
    """The sheet is of a book that this code does not know: it is kept, and cannot be read."""


class Redrawn(Exception):
    """The sheet moved on while the reader threw: faces meant for one foe are never read as another's."""


def find(connection: Connection, key: str, *, lock: bool = False) -> Row[Any] | None:
    """The character row of an edit key or of a read-only one."""
    return connection.execute(FIND.with_for_update() if lock else FIND, {"hash": hashed(key)}).first()


def find_to_write(connection: Connection, key: str) -> Row[Any] | None:
    """The character row of an edit key, locked until the transaction ends; on SQLite all of them are."""
    return connection.execute(FIND_TO_WRITE, {"hash": hashed(key)}).first()


@contextmanager
def made_once(db: Database, key: str) -> Iterator[None]:
    """Around the making of a sheet: where another process has just put one under this key, it is made."""
    try:
        yield
    except IntegrityError:
        if open_sheet(db, key) is None:
            raise


def open_sheet(db: Database, key: str) -> Live | None:
    """The sheet of a link, or None; `read_only` says which of the two links it was."""
    with db.reading() as connection:
        found = find(connection, key)
        if found is None:
            return None
        return replace(live_of(db, connection, found), read_only=found.edit_hash != hashed(key))


def create(db: Database, key: str, series: Series, order: Order, dice: Dice) -> None:
    """A new sheet under this key; its first move throws the hero. Asked twice, it is made once.

    Raises as `Series.play` does.
    """
    after, args = series.play(Sheet(), order.move, order.args, dice)
    now = datetime.now(UTC)
    blank = {
        "series": series.key,
        "edit_hash": hashed(key),
        "read_hash": hashed(read_key(key, 0)),
        "read_counter": 0,
        "created_at": now,
        "seq": 0,
        "fresh": 1,
    }
    with made_once(db, key), db.writing() as connection:
        if find_to_write(connection, key):
            return
        inserted = connection.execute(insert(CHARACTER), blank).inserted_primary_key
        assert inserted is not None
        before = Live(inserted[0], series, Sheet(), 0, now)
        _write(connection, before, after, order, args, dice.thrown)


def play(db: Database, key: str, order: Order, dice: Callable[[Sheet], Dice]) -> Played | None:
    """Play a move, or undo, in one transaction; then tell who watches. None if no sheet has this edit key.

    `dice` gives the dice for the sheet as it stands. Raises Refusal, BadInput, DiceNeeded as the rules do,
    Redrawn, and Conflict where an absolute move would write over something the reader had not seen.
    Whatever is raised, nothing is written.
    """
    with db.in_line(key):
        with db.writing() as connection:
            found = find_to_write(connection, key)
            if found is None:
                return None
            played = _played(connection, live_of(db, connection, found), order, dice)
        db.shelf.put(played.after.id, played.after.seq, played.after.sheet)  # before the next in line asks
    if not played.again:
        db.watchers.tell(played.after.id)
    return played


def _played(connection: Connection, live: Live, order: Order, dice: Callable[[Sheet], Dice]) -> Played:
    once = _once(order)
    if once and (entry := spent(connection, live.id, once)):
        return Played(live, live, entry, again=True)
    if order.drawn_at not in (None, live.seq):
        raise Redrawn
    if order.move in undo.GESTURES:
        back = undo.rewind(connection, live, order)
        played = _write(connection, live, back.sheet, order, {"entree": back.entree}, (), undoes=back.undoes)
        undo.strike(connection, live.id, played.entry)
        return played
    _check_seen(live, order)
    hand = dice(live.sheet)
    after, args = live.series.play(live.sheet, order.move, order.args, hand)
    return _write(connection, live, after, order, args, hand.thrown)


def _once(order: Order) -> str | None:
    """The form's key with what was asked: a form changed before it was sent again is another order."""
    if not order.once:
        return None
    asked = json.dumps([order.once, order.move, sorted(order.args.items())], default=str)
    return hashlib.sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _check_seen(live: Live, order: Order) -> None:
    move = live.series.moves.get(order.move)
    if order.seen is None or move is None or move.stands is None:
        return
    stands = move.stands(live.sheet, move.read(order.args))
    if fingerprint(stands) != order.seen:
        raise Conflict(stands)


def live_of(db: Database, connection: Connection, found: Row[Any]) -> Live:
    """The sheet of a character row. Raises OtherBook for a series that is not here."""
    if found.series not in SERIES:
        raise OtherBook(found.series)
    sheet = db.shelf.get(found.id, found.seq)
    if sheet is None:
        sheet = sheets.load(connection, found.id, found.fresh)
        db.shelf.put(found.id, found.seq, sheet)
    return Live(found.id, SERIES[found.series], sheet, found.seq, found.created_at, found.read_counter)


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
        names=names(after.boxes, delta),
        undoes=undoes,
        knowledge=bool(delta) and all(table == "note" for table, _ in delta),
        by=order.by,
    )
    sheets.save(connection, live.id, delta)
    connection.execute(ADVANCE, {"mine": live.id, "at": entry.seq, "next": after.fresh})
    connection.execute(APPEND, row(live.id, entry, _once(order)))
    done = Live(live.id, live.series, after, entry.seq, live.created_at, live.read_counter)
    return Played(live, done, entry)


def names(after: Mapping[Path, Box], delta: Changes) -> dict[str, str]:
    """Who holds the scores that changed or struck a blow, kept since a foe may be renamed or struck off."""
    found: dict[str, str] = {}
    tables = {"foe": "encounter", "item": "item"}
    for table, key in delta:
        holder = key.split("/")[0] if table == "score" else ""
        offer = next((box for box in delta[table, key] if isinstance(box, Offer)), None)
        if offer is not None:
            holder = foe(offer.slot)
        kind, _, n = holder.partition(":")
        path: Path = (tables.get(kind, ""), n)
        box = after.get(path) or delta.get(path, (None, None))[0]
        if isinstance(box, Encounter | Item):
            found[holder] = box.name
    return found
