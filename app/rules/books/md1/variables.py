"""Variables d'Attaque and de Défense: worked out from totals, gear and spells, never written down."""

from app.rules.dice import Modifiers
from app.rules.sheet import HERO, Item, Sheet, foe, item

GEAR = ("weapon", "shield", "armour")
EFFECT = "effet"
"""The kind of a line for what lasts: a spell, or a circumstance of the fight."""
UNSEEING = "aveugle"
"""A foe's score: what is added to the hero's defence against it, since it does not see them."""


def variable(total: int) -> int:
    """What a total of ENDURANCE or HABILETÉ gives; above 12, as 12."""
    if total >= 12:
        return 2
    if total >= 10:
        return 1
    if total >= 5:
        return 0
    return -1 if total >= 3 else -2


def attack(sheet: Sheet, holder: str = HERO) -> Modifiers:
    """The parts of a Variable d'Attaque, those that are 0 left out."""
    return _parts(sheet, holder, "endurance", "attaque")


def defence(sheet: Sheet, holder: str = HERO, against: int | None = None) -> Modifiers:
    """The parts of a Variable de Défense, the hero's as it stands `against` a foe."""
    unseen = 0 if against is None else sheet.value(UNSEEING, foe(against))
    return _parts(sheet, holder, "habilete", "defense") + ((("invisibilite", unseen),) if unseen else ())


def total(parts: Modifiers) -> int:
    """The Variable itself."""
    return sum(amount for _, amount in parts)


def derived(sheet: Sheet, holder: str) -> dict[str, Modifiers]:
    """Both Variables of the hero or of a foe, with what they are made of."""
    return {"attaque": attack(sheet, holder), "defense": defence(sheet, holder)}


def _parts(sheet: Sheet, holder: str, score: str, bonus: str) -> Modifiers:
    own = (score, variable(sheet.value(score, holder)))
    if holder != HERO:
        added = [("bonus", sheet.value(bonus, holder))]
    else:
        added = [(held.name, sheet.value(bonus, item(n))) for n, held in sheet.items().items() if _acts(held)]
    return tuple((why, amount) for why, amount in (own, *added) if amount)


def _acts(held: Item) -> bool:
    return held.kind == EFFECT or (held.kind in GEAR and held.in_use)
