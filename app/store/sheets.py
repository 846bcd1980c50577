"""Sheets in rows: loaded whole, saved box by box."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, bindparam, delete, insert, select, update
from sqlmodel import SQLModel

import app.store.tables  # noqa: F401  the tables register themselves
from app.rules.changes import Changes
from app.rules.sheet import TABLES, Box, Fact, Path, Score, Sheet

Values = dict[str, Any]

ROWS: Mapping[str, Table] = {name: SQLModel.metadata.tables[name] for name in TABLES}


@dataclass(frozen=True)
class Shape:
    """How a table's key and box stand in columns."""

    where: Callable[[str], Values]
    key: Callable[[Values], str]
    values: Callable[[Any], Values]
    box: Callable[[Values], Box]


def _plain(name: str, number: str) -> Shape:
    kind = TABLES[name]
    fields = list(kind.__dataclass_fields__)
    return Shape(
        where=lambda key: {number: int(key)},
        key=lambda row: str(row[number]),
        values=lambda box: {field: getattr(box, field) for field in fields},
        box=lambda row: kind(**{field: row[field] for field in fields}),
    )


def _split(key: str) -> Values:
    holder, name = key.split("/")
    return {"holder": holder, "key": name}


SHAPES: Mapping[str, Shape] = {
    **{name: _plain(name, "n") for name in ("item", "fight", "offer", "note")},
    "encounter": _plain("encounter", "slot"),
    "score": Shape(
        where=_split,
        key=lambda row: f"{row['holder']}/{row['key']}",
        values=lambda box: {"initial": box.initial, "current": box.current},
        box=lambda row: Score(row["initial"], row["current"]),
    ),
    "hero": Shape(
        where=lambda key: {"key": key},
        key=lambda row: str(row["key"]),
        values=lambda fact: {
            "text": fact.value if isinstance(fact.value, str) else None,
            "number": fact.value if isinstance(fact.value, int) else None,
        },
        box=lambda row: Fact(row["text"] if row["text"] is not None else row["number"]),
    ),
}


def _chosen(table: Table) -> list[ColumnElement[bool]]:
    return [column == bindparam(f"_{column.name}") for column in table.primary_key]


# Built once: they are on the path of every move.
LOADS = {
    name: select(table).where(table.c.character_id == bindparam("mine")).order_by(*table.primary_key)
    for name, table in ROWS.items()
}
INSERTS = {name: insert(table) for name, table in ROWS.items()}
DELETES = {name: delete(table).where(*_chosen(table)) for name, table in ROWS.items()}
UPDATES = {
    name: update(table)
    .where(*_chosen(table))
    .values({column.name: bindparam(column.name) for column in table.c if not column.primary_key})
    for name, table in ROWS.items()
}


def load(connection: Connection, character_id: int, fresh: int) -> Sheet:
    """The sheet as it stands in the database."""
    boxes: dict[Path, Box] = {}
    for name, shape in SHAPES.items():
        for row in connection.execute(LOADS[name], {"mine": character_id}):
            values = _values(row)
            boxes[name, shape.key(values)] = shape.box(values)
    return Sheet(boxes, fresh)


def save(connection: Connection, character_id: int, delta: Changes) -> None:
    """Write every changed box: insert, update or delete its row."""
    for (name, key), (before, after) in delta.items():
        shape = SHAPES[name]
        where = {"character_id": character_id, **shape.where(key)}
        chosen = {f"_{column}": value for column, value in where.items()}
        if before is None:
            connection.execute(INSERTS[name], {**where, **shape.values(after)})
        elif after is None:
            connection.execute(DELETES[name], chosen)
        else:
            connection.execute(UPDATES[name], {**chosen, **shape.values(after)})


def _values(row: Row[Any]) -> Values:
    return dict(row._mapping)
