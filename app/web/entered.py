"""What is wrong with what was entered: pydantic's error, as one French sentence."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from app.rules.moves import BadInput

if TYPE_CHECKING:
    from app.web.words import Words

KINDS: Mapping[str, str] = {
    "missing": "missing",
    "string_too_short": "missing",
    "string_too_long": "too_long",
    "value_error": "invisible",
    "extra_forbidden": "unknown",
    "literal_error": "choice",
    "greater_than_equal": "bounds",
    "less_than_equal": "bounds",
    "int_parsing": "whole",
    "int_parsing_size": "whole",
    "int_from_float": "whole",
    "int_type": "whole",
    "bool_parsing": "yes_no",
    "bool_type": "yes_no",
}
"""By pydantic's type of error, which sentence."""

LEAST, MOST = ("minimum", "ge"), ("maximum", "le")
"""How JSON schema names a bound, and how it does behind a validator of ours."""


def explain(words: "Words", error: BadInput, move: str) -> str:
    """The first error, by the field's name."""
    first = error.errors[0]
    name = str(first["loc"][0]) if first["loc"] else ""
    schema = _schema(words, move, name)
    context = {
        "field": words.field(move, name),
        "length": first.get("ctx", {}).get("max_length"),
        "least": _first(schema, LEAST),
        "most": _first(schema, MOST),
        "choices": [words.label(str(value)) for value in schema.get("enum", ())],
    }
    kind = "missing" if _blank(first["input"]) else KINDS.get(first["type"], "other")
    if kind in ("bounds", "whole") and None in (context["least"], context["most"]):
        kind = "other"
    return words.say("inputs", kind, **context) or ""


def _blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _schema(words: "Words", move: str, name: str) -> Mapping[str, Any]:
    """What the move's JSON schema says of a field."""
    known = words.series.moves.get(move) if words.series else None
    schema = known.params.model_json_schema()["properties"].get(name, {}) if known else {}
    options: list[dict[str, Any]] = schema.get("anyOf", [schema])
    return next((option for option in options if option.get("type") != "null"), {})


def _first(schema: Mapping[str, Any], names: tuple[str, ...]) -> int | None:
    return next((schema[name] for name in names if name in schema), None)
