"""How an adventure begins: a blank sheet filled once, scores at their start, and whether it is played."""

from collections.abc import Mapping

from app.rules.moves import Guard
from app.rules.sheet import Score, Sheet, score_path

BLANK = Guard("feuille_remplie", lambda sheet: not sheet.boxes)


def with_start(sheet: Sheet, values: Mapping[str, int]) -> Sheet:
    """The sheet with these scores at their start values."""
    for key, value in values.items():
        sheet = sheet.put(score_path(key), Score(value, value))
    return sheet


def as_begun(sheet: Sheet) -> tuple[object, ...]:
    """What tells an adventure begun from one not begun: all but names, numbers and start values."""
    current = [key for key, score in sheet.scores().items() if score.current != score.initial]
    tables = [table for table, _ in sheet.boxes if table in ("encounter", "fight")]
    return sheet.paragraph, sheet.ending, current, tables, list(sheet.items().values())
