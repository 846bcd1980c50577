"""Plausible fields for a legal move, from its own schema and choices."""

import random
from typing import Any

from app.rules.moves import Legal, Move

WORDS = ("Corde", "Épée", "Spectre noyé", "Potion ambrée")


def draw(chance: random.Random, move: Move, legal: Legal) -> dict[str, Any]:
    """Values for the move's fields; optional ones are left out half of the time."""
    found: dict[str, Any] = {}
    for name, info in move.params.model_json_schema()["properties"].items():
        required = move.params.model_fields[name].is_required()
        if name == "malgre_tout":
            found[name] = bool(legal.against) or chance.random() < 0.2
        elif required or chance.random() < 0.5:
            found[name] = _value(chance, name, info, legal)
    return found


def _value(chance: random.Random, name: str, info: dict[str, Any], legal: Legal) -> Any:
    kind = next((one for one in info.get("anyOf", []) if one.get("type") != "null"), info)
    if legal.choices.get(name):
        return chance.choice(list(legal.choices[name]))
    if "enum" in kind:
        return chance.choice(kind["enum"])
    if kind.get("type") == "boolean":
        return chance.random() < 0.5
    if kind.get("type") == "integer":
        return chance.randint(max(kind.get("minimum", -3), -3), min(kind.get("maximum", 8), 8))
    return chance.choice(WORDS)
