"""Sheets in rows: loaded whole, saved box by box."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Table, delete, insert, select, update
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


def load(connection: Connection, character_id: int, fresh: int) -> Sheet:
    """The sheet as it stands in the database."""
    boxes: dict[Path, Box] = {}
    for name, table in ROWS.items():
        shape = SHAPES[name]
        for row in connection.execute(select(table).where(table.c.character_id == character_id)):
            values = _values(row)
            boxes[name, shape.key(values)] = shape.box(values)
    return Sheet(boxes, fresh)


def save(connection: Connection, character_id: int, delta: Changes) -> None:
    """Write every changed box: insert, update or delete its row."""
    for (name, key), (before, after) in delta.items():
        table, shape = ROWS[name], SHAPES[name]
        where = {"character_id": character_id, **shape.where(key)}
        if before is None:
            connection.execute(insert(table), {**where, **shape.values(after)})
            continue
        chosen = [table.c[column] == value for column, value in where.items()]
        if after is None:
            connection.execute(delete(table).where(*chosen))
        else:
            connection.execute(update(table).where(*chosen).values(**shape.values(after)))


def _values(row: Row[Any]) -> Values:
    return dict(row._mapping)
