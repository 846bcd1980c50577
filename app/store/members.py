"""Which sheets lie on which table: by the hash of their read-only key, and no longer than it."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sqlalchemy import Connection, delete, func, insert, select
from sqlmodel import SQLModel

import app.store.tables  # noqa: F401  the tables register themselves
from app.rules.books import SERIES
from app.rules.refusal import Refusal
from app.store import journal
from app.store.engine import Database
from app.store.entries import Live
from app.store.journal import CHARACTER
from app.store.keys import hashed
from app.store.seen import fingerprint

MEMBERSHIP = SQLModel.metadata.tables["membership"]
MOST = 12
"""Sheets on one table, and tables one sheet may lie on."""
LAID = frozenset(key for series in SERIES.values() for key in series.takes)
"""The series whose sheets some table takes."""
ON_TABLE = MEMBERSHIP.join(CHARACTER, CHARACTER.c.read_hash == MEMBERSHIP.c.read_hash)


@dataclass(frozen=True)
class Laid:
    """A sheet on a table: the number under which it lies there, and the sheet, or the table, itself."""

    n: int
    live: Live


@dataclass(frozen=True)
class Around:
    """The sheets shown with one: their ids, and a mark that changes whenever one of them does."""

    ids: frozenset[int]
    mark: str


ALONE = Around(frozenset(), "")


def lay(db: Database, table: Live, key: str) -> None:
    """Lay a sheet on a table by its read-only key.

    Raises Refusal where the key opens nothing, plays (it is a secret), is of another series, lies there
    already, or there is no room.
    """
    with db.writing() as connection:
        found = journal.find(connection, key)
        if found is None:
            raise Refusal("lien_inconnu")
        if found.edit_hash == hashed(key):
            raise Refusal("lien_secret")
        if found.series not in table.series.takes:
            raise Refusal("autre_serie")
        here = MEMBERSHIP.c.table_id == table.id
        same = MEMBERSHIP.c.read_hash == found.read_hash
        if connection.execute(select(MEMBERSHIP.c.n).where(here, same)).first():
            raise Refusal("deja_posee")
        counts = select(func.count()).select_from(ON_TABLE)
        if any(connection.execute(counts.where(some)).scalar_one() >= MOST for some in (here, same)):
            raise Refusal("table_comble", most=MOST)
        row = {"table_id": table.id, "read_hash": found.read_hash, "added_at": datetime.now(UTC)}
        connection.execute(insert(MEMBERSHIP), row)
    db.watchers.tell(table.id)
    db.watchers.tell(found.id)


def take_off(db: Database, table: Live, n: int) -> None:
    """Take a sheet off a table, from the table's side; nothing happens if it no longer lies there."""
    with db.writing() as connection:
        connection.execute(delete(MEMBERSHIP).where(MEMBERSHIP.c.table_id == table.id, MEMBERSHIP.c.n == n))
    db.watchers.tell(table.id)


def leave(db: Database, sheet: Live, n: int) -> None:
    """Take a sheet off a table, from the sheet's side."""
    mine = select(CHARACTER.c.read_hash).where(CHARACTER.c.id == sheet.id).scalar_subquery()
    where = (MEMBERSHIP.c.n == n, MEMBERSHIP.c.read_hash == mine)
    with db.writing() as connection:
        table = connection.execute(select(MEMBERSHIP.c.table_id).where(*where)).scalar()
        connection.execute(delete(MEMBERSHIP).where(*where))
    if table is not None:
        db.watchers.tell(table)


def lapse(connection: Connection, read_hash: str) -> None:
    """A read-only key dies: what it laid on tables goes with it."""
    connection.execute(delete(MEMBERSHIP).where(MEMBERSHIP.c.read_hash == read_hash))


def on_table(db: Database, table: Live) -> list[Laid]:
    """The sheets on a table, in the order in which they were laid."""
    query = select(MEMBERSHIP.c.n.label("laid"), CHARACTER).select_from(ON_TABLE)
    query = query.where(MEMBERSHIP.c.table_id == table.id).order_by(MEMBERSHIP.c.n)
    with db.reading() as connection:
        rows = connection.execute(query).all()
        return [Laid(row.laid, replace(journal.live_of(db, connection, row), read_only=True)) for row in rows]


def tables_of(db: Database, sheet: Live) -> list[Laid]:
    """The tables on which a sheet lies, each with the number it has there."""
    mine = select(CHARACTER.c.read_hash).where(CHARACTER.c.id == sheet.id).scalar_subquery()
    query = select(MEMBERSHIP.c.n.label("laid"), CHARACTER).where(
        MEMBERSHIP.c.read_hash == mine, CHARACTER.c.id == MEMBERSHIP.c.table_id
    )
    with db.reading() as connection:
        rows = connection.execute(query.order_by(MEMBERSHIP.c.n)).all()
        return [Laid(row.laid, replace(journal.live_of(db, connection, row), read_only=True)) for row in rows]


def around(db: Database, live: Live) -> Around:
    """What a page of this sheet shows beside it. A sheet seen by its read-only link is seen alone."""
    if live.series.takes:
        with db.reading() as connection:
            return _around(connection, [live.id], frozenset())
    if live.series.key not in LAID or live.read_only:
        return ALONE
    mine = select(CHARACTER.c.read_hash).where(CHARACTER.c.id == live.id).scalar_subquery()
    query = select(CHARACTER.c.id, CHARACTER.c.seq, MEMBERSHIP.c.n)
    query = query.where(MEMBERSHIP.c.read_hash == mine, CHARACTER.c.id == MEMBERSHIP.c.table_id)
    with db.reading() as connection:
        tables = frozenset(tuple(row) for row in connection.execute(query))
        return _around(connection, [row[0] for row in tables], tables) if tables else ALONE


def _around(connection: Connection, tables: list[int], known: frozenset[tuple[int, ...]]) -> Around:
    query = select(CHARACTER.c.id, CHARACTER.c.seq, MEMBERSHIP.c.n).select_from(ON_TABLE)
    rows = known.union(
        tuple(row) for row in connection.execute(query.where(MEMBERSHIP.c.table_id.in_(tables)))
    )
    mark = fingerprint({"around": sorted(rows)}) if rows else ""
    return Around(frozenset(row[0] for row in rows), mark)
