"""Equipment: the shop before the adventure, what the book lets one carry, magic weapons and armour."""

from collections.abc import Mapping
from typing import Literal, get_args

from app.rules.books.md1.state import START
from app.rules.dice import Dice
from app.rules.fields import MaybeShift, MaybeValue, Name, Number, Shift, Value
from app.rules.moves import Choice, Guard, move
from app.rules.refusal import Refusal
from app.rules.series import Good
from app.rules.shared import arms
from app.rules.shared.bag import GOLD
from app.rules.shared.guards import GOING_ON, items
from app.rules.sheet import Item, Score, Sheet, item, score_path

Article = Literal["cotte_de_mailles", "cuirasse", "bouclier", "hache_d_armes", "epee", "sabre", "poignard"]
MOST_WEAPONS = 3
FIST = 1


def _arm(price: int, key: str, name: str, damage: int) -> Good:
    return Good(price, Item("weapon", name, style=key), {"degats": damage})


def _ward(price: int, kind: str, key: str, name: str) -> Good:
    return Good(price, Item(kind, name, style=key), {"defense": 2})


GOODS: Mapping[str, Good] = {
    "cotte_de_mailles": _ward(10, "armour", "cotte_de_mailles", "Cotte de mailles"),
    "cuirasse": _ward(5, "armour", "cuirasse", "Cuirasse"),
    "bouclier": _ward(2, "shield", "bouclier", "Bouclier"),
    "hache_d_armes": _arm(7, "hache_d_armes", "Hache d’armes", 5),
    "epee": _arm(5, "epee", "Épée", 4),
    "sabre": _arm(3, "sabre", "Sabre", 3),  # its figure is missing in the book: read off the price ladder
    "poignard": _arm(2, "poignard", "Poignard", 2),
}
assert set(GOODS) == set(get_args(Article))


# What can be carried


def too_much(sheet: Sheet, kind: str) -> str | None:
    """Why one more thing of this kind cannot be carried, or None."""
    if kind == "weapon" and len(sheet.items("weapon")) >= MOST_WEAPONS:
        return "trois_armes"
    other = {"shield": "armour", "armour": "shield"}.get(kind)
    return "bouclier_et_armure" if other and sheet.items(other) else None


def _carried(sheet: Sheet, thing: Item, scores: Mapping[str, int], *, lifted: bool) -> tuple[Sheet, int]:
    """The sheet with the thing and the scores it holds. Raises Refusal past what can be carried."""
    code = too_much(sheet, thing.kind)
    if code and not lifted:
        raise Refusal(code, overrulable=True)
    sheet, n = sheet.add("item", thing)
    for key, value in scores.items():
        if value:
            sheet = sheet.put(score_path(key, item(n)), Score(value, value))
    return sheet, n


# The shop


def _bought(sheet: Sheet) -> dict[int, str]:
    """What was bought, by number."""
    return {n: held.style for n, held in sheet.items().items() if held.style in GOODS}


def _open(sheet: Sheet) -> bool:
    """Whether nothing was played yet: purchases are the start's own, and may be given back."""
    for n, article in _bought(sheet).items():
        sheet = sheet.drop(("item", str(n))).with_score(GOLD, sheet.value(GOLD) + GOODS[article].price)
    return START.unplayed(sheet)


SHOP = Guard("aventure_commencee", _open)


def _blocked(sheet: Sheet) -> dict[str, str]:
    """Why each of the other articles cannot be bought."""
    why = {
        key: too_much(sheet, good.thing.kind) or ("trop_cher" if good.price > sheet.value(GOLD) else None)
        for key, good in GOODS.items()
    }
    return {key: code for key, code in why.items() if code}


ON_SALE = Choice(
    lambda sheet: [key for key in GOODS if key not in _blocked(sheet)], "trop_cher", blocked=_blocked
)
TO_GIVE_BACK = Choice(lambda sheet: list(_bought(sheet)), "objet_absent")


@move(
    GOING_ON,
    SHOP,
    choices={"article": ON_SALE},
    refuses=["trois_armes", "bouclier_et_armure"],
)
def acheter(sheet: Sheet, _: Dice, *, article: Article) -> Sheet:
    """Buy a thing before the adventure begins; it is put to use if nothing of its kind is."""
    good = GOODS[article]
    sheet, n = _carried(sheet, good.thing, good.scores, lifted=False)
    sheet = sheet.with_score(GOLD, sheet.value(GOLD) - good.price)
    return sheet if arms.in_use(sheet, good.thing.kind) else arms.with_use(sheet, n, used=True)


@move(GOING_ON, SHOP, choices={"n": TO_GIVE_BACK})
def rendre(sheet: Sheet, _: Dice, *, n: Number) -> Sheet:
    """Give a purchase back for its price, before the adventure begins."""
    price = GOODS[sheet.items()[n].style].price
    return sheet.drop(("item", str(n))).with_score(GOLD, sheet.value(GOLD) + price)


# Found on the way


@move(GOING_ON, refuses=["trois_armes"])
def trouver_arme(
    sheet: Sheet,
    _: Dice,
    *,
    nom: Name,
    degats: Value = 4,
    attaque: Shift = 0,
    defense: Shift = 0,
    en_main: bool = True,
    malgre_tout: bool = False,
) -> Sheet:
    """Find a weapon: what it deals, and what magic adds to the Variables. Three at most, unless overruled."""
    thing = Item("weapon", nom, paragraph=sheet.paragraph)
    scores = {"degats": degats, "attaque": attaque, "defense": defense}
    sheet, n = _carried(sheet, thing, scores, lifted=malgre_tout)
    return arms.with_use(sheet, n, used=True) if en_main else sheet


@move(GOING_ON, refuses=["bouclier_et_armure"])
def trouver_armure(
    sheet: Sheet,
    _: Dice,
    *,
    nom: Name,
    sorte: Literal["armure", "bouclier"] = "armure",
    defense: Shift = 2,
    attaque: Shift = 0,
    en_main: bool = True,
    malgre_tout: bool = False,
) -> Sheet:
    """Find an armour or a shield, magic or not. Never both together, unless overruled."""
    thing = Item("armour" if sorte == "armure" else "shield", nom, paragraph=sheet.paragraph)
    sheet, n = _carried(sheet, thing, {"defense": defense, "attaque": attaque}, lifted=malgre_tout)
    return arms.with_use(sheet, n, used=True) if en_main else sheet


@move(GOING_ON, choices={"n": items(*arms.KINDS)})
def regler_objet(
    sheet: Sheet,
    _: Dice,
    *,
    n: Number,
    degats: MaybeValue = None,
    attaque: MaybeShift = None,
    defense: MaybeShift = None,
) -> Sheet:
    """Write anew what a weapon or an armour gives; what is not given stays."""
    for key, value in (("degats", degats), ("attaque", attaque), ("defense", defense)):
        if value is not None and value != sheet.value(key, item(n)):
            sheet = sheet.put(score_path(key, item(n)), Score(value, value))
    return sheet


def damage(sheet: Sheet) -> int:
    """What the hero's blow takes off: the weapon in hand's figure, or the fist's."""
    weapon = arms.in_use(sheet, "weapon")
    return FIST if weapon is None else sheet.value("degats", item(weapon))
