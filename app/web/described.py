"""What the OpenAPI says of our addresses and forms: the moves', from the rules themselves."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, TypeAlias

from fastapi import Path

from app.rules.books import SERIES
from app.rules.moves import Move
from app.rules.series import FIRST
from app.store.undo import GESTURES
from app.web.rubrics import RUBRICS

Schema: TypeAlias = dict[str, Any]

Key: TypeAlias = Annotated[str, Path(json_schema_extra={"pattern": r"^[A-Za-z0-9_-]{22}$"})]
Book: TypeAlias = Annotated[str, Path(json_schema_extra={"enum": list(SERIES)})]

TEXT: Schema = {"type": "string"}
ONCE: Schema = {"once": {"type": "string", "maxLength": 64}}
FACES: Schema = {"faces": {"type": "string", "pattern": "^[1-6](,[1-6]){0,11}$"}}
AROUND: Schema = {
    **ONCE,
    **FACES,
    "seen": TEXT,
    "seq": {"type": "string", "pattern": "^[0-9]{1,9}$"},
    "rubric": {"enum": list(RUBRICS)},
}
"""What may come with any move; docs/moves.md says what for."""


def takes(*kinds: Schema) -> Schema:
    """The `openapi_extra` of a route that takes a form of one of these kinds."""
    once = {json.dumps(kind): kind for kind in kinds}  # books share moves
    content = {"application/x-www-form-urlencoded": {"schema": {"anyOf": list(once.values())}}}
    return {"requestBody": {"content": content}}


def fields(*required: str, **properties: Schema) -> Schema:
    """A form with these fields."""
    return {"type": "object", "properties": properties, "required": list(required)}


def moves() -> Iterator[Schema]:
    """A form for each move of every series, and for the journal's own."""
    for gesture in GESTURES:
        entry = {"type": "integer", "minimum": 1}
        yield fields("move", "entree", move={"const": gesture}, entree=entry, **AROUND)
    for series in SERIES.values():
        yield from (_of(move, {"move": {"const": move.name}, **AROUND}) for move in series.moves.values())


def creations() -> Iterator[Schema]:
    """A form for a hero of each series."""
    for series in SERIES.values():
        yield _of(series.moves[FIRST], {"series": {"const": series.key}, **ONCE, **FACES})


def _of(move: Move, more: Schema) -> Schema:
    schema = move.params.model_json_schema()
    named = [name for name, info in more.items() if "const" in info]
    return {
        **schema,
        "description": move.meaning,
        "properties": {**schema["properties"], **more},
        "required": [*named, *schema.get("required", ())],
    }
