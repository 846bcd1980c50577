"""The links of a sheet: renewed, a copy under a new one, an end. Moves and undo know nothing of it."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, insert, literal, select, update
from sqlalchemy import delete as sql_delete
from sqlmodel import SQLModel

from app.store.engine import Database
from app.store.journal import CHARACTER, find, find_to_write, made_once
from app.store.keys import hashed, read_key
from app.store.members import lapse

OWNED = [table for table in SQLModel.metadata.sorted_tables if "character_id" in table.c]


def renew_edit(db: Database, key: str, new: str) -> bool:
    """Put the sheet of this edit key under a new one; both old links die. False if no sheet has this key.

    Asked twice, it is done once: the sheet is under its new key already.
    """
    with made_once(db, new), db.writing() as connection:
        if find_to_write(connection, new):
            return True
        found = find_to_write(connection, key)
        if found is None:
            return find_to_write(connection, new) is not None  # by another, while this one waited
        lapse(connection, found.read_hash)
        _rekey(
            connection, found.id, edit_hash=hashed(new), read_hash=hashed(read_key(new, 0)), read_counter=0
        )
    db.watchers.tell(found.id)
    return True


def renew_read(db: Database, key: str, shown: int | None = None) -> bool:
    """Make another read-only link; the old one dies. False if no sheet has this edit key.

    `shown` is the counter of the link meant: where another stands by now, that one is left alone.
    """
    with db.writing() as connection:
        found = find_to_write(connection, key)
        if found is None:
            return False
        if shown not in (None, found.read_counter):
            return True
        lapse(connection, found.read_hash)
        counter = found.read_counter + 1
        _rekey(connection, found.id, read_hash=hashed(read_key(key, counter)), read_counter=counter)
    db.watchers.tell(found.id)
    return True


def delete(db: Database, key: str) -> bool:
    """Delete the sheet of this edit key, journal and all. False if no sheet has this key."""
    with db.writing() as connection:
        found = find_to_write(connection, key)
        if found is None:
            return False
        lapse(connection, found.read_hash)
        connection.execute(sql_delete(CHARACTER).where(CHARACTER.c.id == found.id))  # its rows go with it
    db.watchers.tell(found.id)
    db.shelf.drop(found.id)
    db.tidy()
    return True


def _rekey(connection: Connection, character_id: int, **values: Any) -> None:  # noqa: ANN401  columns
    connection.execute(update(CHARACTER).where(CHARACTER.c.id == character_id).values(**values))


def duplicate(db: Database, key: str, new: str) -> bool:
    """Copy the sheet of a link, journal and all, under a new edit key. False if no sheet has this link.

    Asked twice, it is done once.
    """
    with made_once(db, new), db.writing() as connection:
        if find_to_write(connection, new):
            return True
        found = find(connection, key, lock=True)  # so that what is copied is of one moment
        if found is None:
            return False
        row = {name: value for name, value in found._mapping.items() if name != "id"} | {
            "edit_hash": hashed(new),
            "read_hash": hashed(read_key(new, 0)),
            "read_counter": 0,
            "created_at": datetime.now(UTC),
        }
        made = connection.execute(insert(CHARACTER), row).inserted_primary_key
        assert made is not None
        for table in OWNED:
            columns = [column for column in table.c if column.name != "character_id"]
            copied = select(literal(made[0]), *columns).where(table.c.character_id == found.id)
            names = ["character_id", *(column.name for column in columns)]
            connection.execute(insert(table).from_select(names, copied))
    return True
