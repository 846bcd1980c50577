"""Potions drunk, and the bottles they leave, which may be filled again."""

from dataclasses import replace

from app.rules.dice import Dice
from app.rules.fields import MaybeKey, Name, Number, Remark, Shift
from app.rules.moves import Choice, Guard, Move, move
from app.rules.refusal import Refusal
from app.rules.shared.guards import items
from app.rules.shared.scores import Rules, gain
from app.rules.sheet import Item, Score, Sheet, item, score_path

EMPTY, FULL = "vide", "pleine"
EMPTY_NAME = "Bouteille vide"

DRINKABLE = Choice(
    lambda sheet: [
        n
        for n, found in sheet.items("potion", "bottle").items()
        if found.kind == "potion" or found.style == FULL
    ],
    "potion_absente",
)


def _with_effect(sheet: Sheet, n: int, score: str | None, points: int) -> Sheet:
    if (score is None) != (points == 0):
        raise Refusal("effet_incomplet")
    return sheet if score is None else sheet.put(score_path(score, item(n)), Score(points, points))


def _emptied(sheet: Sheet, n: int) -> Sheet:
    """The potion struck off and its bottle in Possessions; a bottle filled since is empty again."""
    held = sheet.items()[n]
    sheet = sheet.drop(("item", str(n)))
    bottle = Item("bottle", EMPTY_NAME, note=held.name, style=EMPTY, paragraph=held.paragraph)
    return sheet.put(("item", str(n)), bottle) if held.kind == "bottle" else sheet.add("item", bottle)[0]


def moves(rules: Rules, *alive: Guard) -> list[Move]:
    """The gestures on potions and bottles."""
    an_effect = Choice(lambda _: list(rules), "score_inconnu")
    empty = items("bottle", style=EMPTY, code="bouteille_absente")

    @move(*alive, choices={"effet": an_effect}, refuses=["effet_incomplet"])
    def trouver_potion(
        sheet: Sheet, _: Dice, *, nom: Name, effet: MaybeKey = None, points: Shift = 0, note: Remark = ""
    ) -> Sheet:
        """Find a potion; its effect, if filled in, is applied as it is drunk."""
        sheet, n = sheet.add("item", Item("potion", nom, note=note, paragraph=sheet.paragraph))
        return _with_effect(sheet, n, effet, points)

    @move(*alive, choices={"n": DRINKABLE})
    def boire(sheet: Sheet, _: Dice, *, n: Number, malgre_tout: bool = False) -> Sheet:
        """Drink: the effect is applied, an empty bottle kept. `malgre_tout` lifts ceilings."""
        effects = sheet.scores(item(n))
        sheet = _emptied(sheet, n)
        for key, effect in effects.items():
            sheet = gain(sheet, rules[key], effect.current, lifted=malgre_tout)
        return sheet

    @move(*alive, choices={"n": empty, "effet": an_effect}, refuses=["effet_incomplet"])
    def remplir(
        sheet: Sheet, _: Dice, *, n: Number, contenu: Name, effet: MaybeKey = None, points: Shift = 0
    ) -> Sheet:
        """Fill an empty bottle with something named."""
        bottle = replace(sheet.items()[n], name=contenu, note="", style=FULL)
        return _with_effect(sheet.put(("item", str(n)), bottle), n, effet, points)

    @move(*alive, choices={"n": DRINKABLE})
    def vider(sheet: Sheet, _: Dice, *, n: Number) -> Sheet:
        """Pour a potion or a bottle away; the empty bottle is kept."""
        return _emptied(sheet, n)

    return [trouver_potion, boire, remplir, vider]
