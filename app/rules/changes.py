"""What a move changed, as data: the journal keeps it, its inverse is undo."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, replace
from typing import TypeAlias

from app.rules.sheet import TABLES, Box, Path, Sheet

Change: TypeAlias = tuple[Box | None, Box | None]
Changes: TypeAlias = Mapping[Path, Change]
Encoded: TypeAlias = dict[str, list[list[object] | None]]


def changes(before: Sheet, after: Sheet) -> Changes:
    """Every box that differs, with its value before and after; None where there was or is none."""
    paths = [*before.boxes, *(p for p in after.boxes if p not in before.boxes)]
    pairs = ((path, (before.boxes.get(path), after.boxes.get(path))) for path in paths)
    return {path: pair for path, pair in pairs if pair[0] != pair[1]}


def apply(sheet: Sheet, delta: Changes) -> Sheet:
    """The sheet with every changed box at its value after. Does not check the value before."""
    boxes: dict[Path, Box | None] = {**sheet.boxes, **{path: after for path, (_, after) in delta.items()}}
    return replace(sheet, boxes={path: box for path, box in boxes.items() if box is not None})


def invert(delta: Changes) -> Changes:
    """The same changes, backwards."""
    return {path: (after, before) for path, (before, after) in delta.items()}


def compose(deltas: Sequence[Changes]) -> Changes:
    """One change for several in a row; a box that ends as it began is left out."""
    whole: dict[Path, Change] = {}
    for delta in deltas:
        for path, (before, after) in delta.items():
            whole[path] = (whole[path][0] if path in whole else before, after)
    return {path: pair for path, pair in whole.items() if pair[0] != pair[1]}


def encode(delta: Changes) -> Encoded:
    """As plain JSON: `{"score/hero/endurance": [[20, 20], [20, 16]]}`. Fields in the box's order."""
    return {f"{table}/{key}": [_plain(box) for box in pair] for (table, key), pair in delta.items()}


def decode(data: Encoded) -> Changes:
    """The inverse of `encode`. Fields added to a box since take their defaults."""
    found: dict[Path, Change] = {}
    for text, (before, after) in data.items():
        table, key = text.split("/", 1)
        found[table, key] = (_box(table, before), _box(table, after))
    return found


def _plain(box: Box | None) -> list[object] | None:
    return None if box is None else list(astuple(box))


def _box(table: str, fields: list[object] | None) -> Box | None:
    return None if fields is None else TABLES[table](*fields)  # type: ignore[arg-type]
