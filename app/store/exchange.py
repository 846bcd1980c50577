"""A sheet out of an exported file: read as a stranger's, held to all that `check` asks."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING
from dataclasses import fields as fields_of
from datetime import UTC, datetime
from typing import Annotated, Any, NoReturn, get_type_hints
from unicodedata import category

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model
from sqlalchemy import Connection, insert

from app.rules.books import SERIES
from app.rules.changes import Changes
from app.rules.dice import Throw, Verdict
from app.rules.moves import BadInput
from app.rules.series import Series
from app.rules.sheet import TABLES, Box, Path, Sheet
from app.rules.table import CELLS, Point
from app.store import sheets
from app.store.check import Whole, faults_of
from app.store.engine import Database
from app.store.entries import JOURNAL, Entry, row
from app.store.journal import CHARACTER, find_to_write, made_once, names
from app.store.keys import hashed, read_key
from app.store.undo import GESTURES

FORMAT, VERSION = "feuille-d-aventure", 1
HIGHEST = 2**31 - 1


class Unreadable(Exception):
    """The file cannot be taken in; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


Count = Annotated[int, Field(ge=0, le=HIGHEST)]
Fields = list[str | int | bool | None]
# JSON has no tuples: a list stands for one. What is in it is held to its type.
Pair = Annotated[tuple[Fields | None, Fields | None], Field(strict=False)]
Added = Annotated[tuple[Annotated[str, Field(max_length=80)], int], Field(strict=False)]

Pointed = Annotated[tuple[int, Annotated[str, Field(max_length=CELLS)]], Field(strict=False)]


class _Throw(BaseModel, strict=True):
    why: str = Field(max_length=60)
    faces: list[Annotated[int, Field(ge=1, le=1000)]] = Field(max_length=100)
    who: str = Field(default="", max_length=60)
    plus: list[Added] = Field(default=[], max_length=40)
    against: int | None = None
    sides: Annotated[int, Field(ge=2, le=1000)] = 6
    at: str = Field(default="", max_length=60)
    pointed: list[Pointed] = Field(default=[], max_length=10)
    won: Annotated[int, Field(ge=0, le=1000)] | None = None
    verdict: Verdict = ""


class _Line(BaseModel, strict=True):
    seq: Count
    at: Annotated[datetime, Field(strict=False)]
    by: str = Field(default="", max_length=60)
    attempt: Count
    move: str = Field(max_length=40)
    args: dict[str, Any]
    throws: list[_Throw]
    changes: dict[str, Pair]
    undoes: Count | None = None
    undone_by: Count | None = None


class _File(BaseModel, strict=True):
    series: str
    created_at: Annotated[datetime, Field(strict=False)]
    seq: Count
    fresh: Count
    boxes: dict[str, Fields]
    journal: list[_Line]


def read(data: bytes) -> tuple[Whole, datetime]:
    """The sheet that a file tells, and when it was made. Raises Unreadable."""
    plain = _plain(data)
    if plain.get("format") != FORMAT:
        raise Unreadable("fichier_etranger")
    version = plain.get("version")
    if isinstance(version, int) and version > VERSION:
        raise Unreadable("fichier_trop_recent")
    if plain.get("series") not in list(SERIES):
        raise Unreadable("fichier_autre_livre")
    try:
        file = _File.model_validate(plain)
        series = SERIES[file.series]
        boxes = {_path(text): _box(text, fields) for text, fields in file.boxes.items()}
        entries = tuple(_entries(series, file.journal))
        created_at = _utc(file.created_at)
    except (ValidationError, BadInput, ValueError, OverflowError) as error:
        raise Unreadable("fichier_abime") from error
    whole = Whole(file.series, file.seq, file.fresh, boxes, entries)
    if next(faults_of(whole), None) or not _playable(series, whole):
        raise Unreadable("fichier_abime")
    return whole, created_at


def put(db: Database, key: str, whole: Whole, created_at: datetime) -> None:
    """Write the sheet under this edit key. Asked twice, it is done once."""
    with made_once(db, key), db.writing() as connection:
        if not find_to_write(connection, key):
            _write(connection, key, whole, created_at)


def _write(connection: Connection, key: str, whole: Whole, created_at: datetime) -> None:
    character = {
        "series": whole.series,
        "edit_hash": hashed(key),
        "read_hash": hashed(read_key(key, 0)),
        "read_counter": 0,
        "created_at": created_at,
        "seq": whole.seq,
        "fresh": whole.fresh,
    }
    made = connection.execute(insert(CHARACTER), character).inserted_primary_key
    assert made is not None
    sheets.save(connection, made[0], {path: (None, box) for path, box in whole.boxes.items()})
    rows = [row(made[0], entry, None) | {"undone_by": entry.undone_by} for entry in whole.entries]
    connection.execute(insert(JOURNAL), rows)


# Reading what a stranger may have written


def _plain(data: bytes) -> Mapping[str, Any]:
    def refuse(_: str) -> NoReturn:
        raise ValueError

    try:
        found = json.loads(data.decode("utf-8-sig"), parse_float=refuse, parse_constant=refuse)
        _look(found)
    except (ValueError, RecursionError):
        raise Unreadable("fichier_illisible") from None
    return found if isinstance(found, dict) else {}


def _look(found: object) -> None:
    """Raises ValueError for a number no table holds, or a sign that cannot be kept."""
    waiting = [found]
    while waiting:
        match waiting.pop():
            case bool() | None:
                pass
            case int(number) if abs(number) > HIGHEST:
                raise ValueError
            case str(text) if any(category(sign) in ("Cc", "Cs") and sign != "\n" for sign in text):
                raise ValueError
            case list(values):
                waiting.extend(values)
            case dict(fields):
                waiting.extend([*fields, *fields.values()])


def _path(text: str) -> Path:
    table, _, key = text.partition("/")
    if table not in TABLES:
        raise ValueError(text)
    columns = sheets.SHAPES[table].where(key)
    if sheets.SHAPES[table].key(columns) != key:
        raise ValueError(text)
    for name, value in columns.items():
        _fits(table, name, value)
        if isinstance(value, int) and value < 1:
            raise ValueError(text)
    return table, key


def _reader(kind: type[Box]) -> type[BaseModel]:
    """The box's fields, each of its very type."""
    hints = get_type_hints(kind)
    given: dict[str, Any] = {
        field.name: (hints[field.name], ... if field.default is MISSING else field.default)
        for field in fields_of(kind)
    }
    return create_model(kind.__name__, __config__=ConfigDict(strict=True), **given)


BOXES = {name: _reader(kind) for name, kind in TABLES.items()}


def _box(text: str, fields: Fields) -> Box:
    table = text.partition("/")[0]
    names_of = list(TABLES[table].__dataclass_fields__)
    if len(fields) > len(names_of):
        raise ValueError(text)
    read = BOXES[table].model_validate(dict(zip(names_of, fields, strict=False)))
    box = TABLES[table](**dict(read))
    for name, value in sheets.SHAPES[table].values(box).items():
        _fits(table, name, value)
    return box


def _fits(table: str, column: str, value: object) -> None:
    """Raises ValueError for a text longer than its column."""
    most = getattr(sheets.ROWS[table].c[column].type, "length", None)
    if isinstance(value, str) and most is not None and len(value) > most:
        raise ValueError(column)


def _entries(series: Series, lines: list[_Line]) -> Iterator[Entry]:
    boxes: dict[Path, Box] = {}
    for line in lines:
        delta = _changes(line.changes)
        for path, (_, after) in delta.items():
            if after is None:
                boxes.pop(path, None)
            else:
                boxes[path] = after
        yield Entry(
            seq=line.seq,
            at=_utc(line.at),
            attempt=line.attempt,
            move=line.move,
            args=_args(series, line),
            throws=tuple(_throw(throw) for throw in line.throws),
            changes=delta,
            names=names(boxes, delta),
            undoes=line.undoes,
            undone_by=line.undone_by,
            knowledge=bool(delta) and all(table == "note" for table, _ in delta),
            by=line.by,
        )


def _changes(found: Mapping[str, tuple[Fields | None, Fields | None]]) -> Changes:
    return {
        _path(text): (
            None if before is None else _box(text, before),
            None if after is None else _box(text, after),
        )
        for text, (before, after) in found.items()
    }


def _args(series: Series, line: _Line) -> dict[str, Any]:
    """What was asked, as the move reads it; undo takes the number of an entry."""
    if line.move in GESTURES:
        return {"entree": TypeAdapter(Count).validate_python(line.args.get("entree"), strict=True)}
    if line.move not in series.moves:
        raise ValueError(line.move)
    return series.moves[line.move].read(line.args)


def _throw(throw: _Throw) -> Throw:
    if max(throw.faces, default=1) > throw.sides:
        raise ValueError(throw.faces)
    pointed = tuple(Point(*point) for point in throw.pointed)
    if not all(point.fair for point in pointed):
        raise ValueError(throw.pointed)
    return Throw(
        throw.why,
        tuple(throw.faces),
        throw.who,
        tuple(throw.plus),
        throw.against,
        throw.sides,
        at=throw.at,
        pointed=pointed,
        won=throw.won,
        verdict=throw.verdict,
    )


def _utc(at: datetime) -> datetime:
    """Files made before times had a zone told them in UTC."""
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)


def _playable(series: Series, whole: Whole) -> bool:
    """Whether the book can read the sheet: it has its hero and scores, and its moves can be looked for."""
    sheet = Sheet(whole.boxes, whole.fresh)
    try:
        for rule in series.scores:
            sheet.score(rule.key)
        series.legal_moves(series.settle(sheet))
        return bool(sheet.name) and sheet.attempt > 0 and (sheet.paragraph or 1) > 0
    except (KeyError, ValueError, TypeError, AttributeError, AssertionError, StopIteration):
        return False
