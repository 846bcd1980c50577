"""docs/moves.md, written from the rules themselves."""

from collections.abc import Iterator
from typing import Any

from app.rules.books import SERIES
from app.rules.moves import Move
from app.rules.series import COMMON_REFUSALS, Series

# ruff: noqa: E501  a table's row is one line

HEAD = """# Moves

Written by `make docs` from the rules; a test fails when it is out of date.

## How to drive a sheet

`POST /feuilles` with `series`, `nom` and `des` (`application` or `miens`), and `faces` or `once` as below, throws a hero and
answers 303 to `/f/{key}/heros`. Every move after it is `POST /f/{key}/journal`, form-encoded:

| field | meaning |
|---|---|
| `move` | the move's name, below |
| its own fields | as listed with the move; a field left out takes its default |
| `faces` | optional: your own dice, in the order thrown, as `3,4,6`; all of them must be used |
| `face1`, `face2`… | the same, one die a field, after those in `faces` |
| `once` | optional, 64 characters at most: a key of this form; the same fields sent twice under it are played once. \
For `POST /feuilles` a random one of 22 or more: the link is derived of it |
| `seen` | optional: for a move that overwrites, what was seen; if it has changed, 409 with both versions |
| `seq` | optional: the entry at which `faces` were asked for; if the sheet has moved on, the throw starts over |
| `rubric` | optional: the page to return to (`feuille`, `combat`, `sac`, `plan`, `journal`) |

With `Accept: application/json` the answer is 200 with the entry (`seq`, `text`, `throws`, `changes`, `again`); 202 with
`dice` (`count`, `sides`, `why`, `who`) where faces are missing: send the move again with all faces so far; 422 with
`refusal` and `sentence`, `overrulable` where `malgre_tout=1` would pass; 409 with `fields`, each with `mine` and `theirs`. Nothing is
written but by a 200. With `HX-Request: true` the answer is the changed fragments; else 303, or a page.

Any move can be refused with {common}.

## The journal's own

| move | field | refusals |
|---|---|---|
| `annuler` | `entree`: number of the entry to undo (an undo is undone the same way) | `entree_absente`, \
`creation_inannulable`, `deja_annule`, `annulation_bloquee`, `annulation_impossible` |
| `revenir` | `entree`: number of the entry to return to; notes stay | `entree_absente`, `rien_a_defaire`, \
`question_retour` |
"""


def manual() -> str:
    """The whole page, in Markdown."""
    common = ", ".join(f"`{code}`" for code in sorted(COMMON_REFUSALS))
    parts = [HEAD.replace("{common}", common)]
    for series in SERIES.values():
        parts.extend(_series(series))
    return "\n".join(parts) + "\n"


def _series(series: Series) -> Iterator[str]:
    yield f"## `{series.key}`\n"
    for move in series.moves.values():
        yield from _move(move)


def _move(move: Move) -> Iterator[str]:
    yield f"### `{move.name}`\n"
    yield f"{move.meaning}\n"
    properties = move.params.model_json_schema()["properties"]
    if properties:
        yield "| field | type | bounds | default |\n|---|---|---|---|"
        for name, info in properties.items():
            yield _field(name, info, required=move.params.model_fields[name].is_required())
        yield ""
    overrulable = [guard.code for guard in move.guards if guard.yields]
    yield "Refusals: " + (", ".join(f"`{code}`" for code in sorted(move.refusals)) or "none") + "."
    if overrulable:
        yield "Overruled by `malgre_tout`: " + ", ".join(f"`{code}`" for code in overrulable) + "."
    if move.stands:
        yield "Overwrites: takes `seen`."
    yield ""


BOUNDS = {
    "minimum": "≥ {}",
    "maximum": "≤ {}",
    "minLength": "≥ {} characters",
    "maxLength": "≤ {} characters",
}


def _field(name: str, info: dict[str, Any], *, required: bool) -> str:
    inner = next((kind for kind in info.get("anyOf", []) if kind.get("type") != "null"), info)
    kind = " or ".join(f"`{value}`" for value in inner["enum"]) if "enum" in inner else inner.get("type", "")
    bounds = ", ".join(text.format(inner[key]) for key, text in BOUNDS.items() if key in inner)
    default = "required" if required else f"`{info.get('default')!r}`"
    return f"| `{name}` | {kind} | {bounds} | {default} |"
