"""Weapons that are found, with what they add."""

from typing import Literal

from app.rules.books.df51.state import ALIVE
from app.rules.dice import Dice
from app.rules.fields import Name, Shift
from app.rules.moves import move
from app.rules.shared import arms
from app.rules.sheet import Item, Score, Sheet, item, score_path


@move(*ALIVE)
def trouver_arme(
    sheet: Sheet,
    _: Dice,
    *,
    nom: Name,
    coup: Literal["epee", "couteau"] = "epee",
    force: Shift = 0,
    habilete: Shift = 0,
    malgre_tout: bool = False,
    en_main: bool = True,
) -> Sheet:
    """Find a weapon and its bonuses; with `malgre_tout` that to Habileté may pass the start value."""
    sheet, n = sheet.add("item", Item("weapon", nom, style=coup, paragraph=sheet.paragraph))
    for key, bonus in (("force", force), ("habilete_libre" if malgre_tout else "habilete", habilete)):
        if bonus:
            sheet = sheet.put(score_path(key, item(n)), Score(bonus, bonus))
    return arms.with_use(sheet, n, used=True) if en_main else sheet
