"""Magic: the ten spells, cast in a fight or out of one, and those cast at the hero."""

from collections.abc import Callable, Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from app.rules.books.md1.combat import BACK, INVISIBLE, NOT_SURPRISED, Where, hurt, next_turn, riposte, trait
from app.rules.books.md1.state import ENDURANCE, READY, RULES
from app.rules.books.md1.variables import EFFECT, UNSEEING
from app.rules.dice import Dice
from app.rules.fields import MaybeKey, MaybeNumber, Name, Turn, Value
from app.rules.moves import Choice, move
from app.rules.refusal import Refusal
from app.rules.shared import fights
from app.rules.shared.guards import IN_FIGHT, NO_FIGHT
from app.rules.shared.scores import gain
from app.rules.sheet import HERO, Item, Score, Sheet, foe, score_path

Spell = Literal[
    "vade_retro",
    "energie_pure",
    "hypnose",
    "guerison",
    "leurre",
    "invisibilite",
    "levitation",
    "incandescence",
    "adherence",
    "sesame",
]
COSTS: Mapping[str, int] = {
    "vade_retro": 2,
    "energie_pure": 1,
    "hypnose": 2,
    "guerison": 1,
    "leurre": 1,
    "invisibilite": 2,
    "levitation": 1,
    "incandescence": 1,
    "adherence": 1,
    "sesame": 2,
}
"""In points of POUVOIR; Énergie Pure costs as many as dice thrown."""
LASTING: Mapping[str, str] = {
    "invisibilite": "Invisibilité",
    "levitation": "Lévitation",
    "incandescence": "Incandescence",
    "adherence": "Adhérence",
}
STATES = {"hypnose": "endormi", "vade_retro": "repousse"}
CREATURE = "Créature"
"""Whom a spell cast out of a fight aims at."""
POOL = 3
HEALED = 6
SpellDice: TypeAlias = Annotated[int, Field(ge=1, le=3)]


def _blocked(sheet: Sheet) -> dict[str, str]:
    """Why each of the other spells cannot be cast."""
    power = sheet.value("pouvoir")
    found = {spell: "pouvoir_insuffisant" for spell, cost in COSTS.items() if cost > power}
    if sheet.fight and not _undead(sheet):
        found.setdefault("vade_retro", "aucun_mort_vivant")
    return found


CASTABLE = Choice(
    lambda sheet: [spell for spell in COSTS if spell not in _blocked(sheet)],
    "pouvoir_insuffisant",
    blocked=_blocked,
)


def _paid(sheet: Sheet, spell: str, count: int) -> Sheet:
    """The sheet with the spell paid for. Raises Refusal where POUVOIR is short."""
    cost = count if spell == "energie_pure" else COSTS[spell]
    power = sheet.value("pouvoir")
    if cost > power:
        raise Refusal("pouvoir_insuffisant")
    return sheet.with_score("pouvoir", power - cost)


# Resistance


def _resists(sheet: Sheet, dice: Dice, holder: str, who: str = "") -> tuple[Sheet, bool]:
    """1d6 + 1 against the target's POUVOIR: above it, struck; equal, safe but one point less. None at 0."""
    power = sheet.value("pouvoir", holder)
    if power <= 0:
        return sheet, False
    made = dice.throw(1, "resistance", who=who, plus=(("sort", 1),), against=power)
    if made.total == power:
        sheet = sheet.with_score("pouvoir", power - 1, holder)
    return sheet, bool(made.success)


@move(*READY, choices={"effet": Choice(lambda _: list(RULES), "score_inconnu")}, refuses=["effet_incomplet"])
def subir_sort(sheet: Sheet, dice: Dice, *, nom: Name, effet: MaybeKey = None, points: Value = 0) -> Sheet:
    """A spell cast at the hero: resisted, or what it takes off, if filled in, is lost."""
    if (effet is None) != (points == 0):
        raise Refusal("effet_incomplet")
    sheet, safe = _resists(sheet, dice, HERO)
    return sheet if safe or effet is None else gain(sheet, RULES[effet], -points)


# Out of a fight


@move(*READY, NO_FIGHT, choices={"sort": CASTABLE}, refuses=["pouvoir_insuffisant"])
def jeter(
    sheet: Sheet,
    dice: Dice,
    *,
    sort: Spell,
    des: SpellDice = 1,
    sur: Where = "endurance",
    autrui: bool = False,
    pouvoir: Value = 0,
) -> Sheet:
    """Cast a spell out of combat. `pouvoir` is that of a creature aimed at; the book says what dice do."""
    sheet = _paid(sheet, sort, des)
    if sort in ("vade_retro", "energie_pure", "hypnose"):
        if not pouvoir or not _creature_resists(dice, pouvoir):
            dice.throw(des if sort == "energie_pure" else POOL, sort)
        return sheet
    return _cast_on_oneself(sheet, sort, sur, autrui)


def _creature_resists(dice: Dice, power: int) -> bool:
    return bool(dice.throw(1, "resistance", who=CREATURE, plus=(("sort", 1),), against=power).success)


def _cast_on_oneself(sheet: Sheet, spell: str, key: str, other: bool) -> Sheet:
    """What a spell that aims at no foe does: it heals, lasts on a line of its own, or is over at once."""
    if spell == "guerison" and not other:
        return gain(sheet, RULES[key], HEALED)
    if spell == "invisibilite" and sheet.fight:
        for slot in fights.standing(sheet):
            sheet = sheet.put(score_path(UNSEEING, foe(slot)), Score(INVISIBLE, INVISIBLE))
        return sheet
    if spell in LASTING and not any(held.style == spell for held in sheet.items(EFFECT).values()):
        return sheet.add("item", Item(EFFECT, LASTING[spell], style=spell, paragraph=sheet.paragraph))[0]
    return sheet


# In a fight


@move(
    *READY,
    IN_FIGHT,
    NOT_SURPRISED,
    choices={
        "sort": CASTABLE,
        "cible": fights.FOE_STANDING,
        "cible2": fights.FOE_STANDING,
        "cible3": fights.FOE_STANDING,
    },
    refuses=["aucun_mort_vivant", "assaut_deja_joue", "autre_combat"],
)
def incanter(
    sheet: Sheet,
    dice: Dice,
    *,
    sort: Spell,
    turn: Turn,
    combat: MaybeNumber = None,
    cible: MaybeNumber = None,
    cible2: MaybeNumber = None,
    cible3: MaybeNumber = None,
    des: SpellDice = 1,
    sur: Where = "endurance",
    autrui: bool = False,
    malgre_tout: bool = False,
) -> Sheet:
    """Cast in a fight: the foes strike first, and a hit spoils the spell; `malgre_tout`: they do not strike.

    Énergie Pure aims at `cible`, or at the foe of the lowest ENDURANCE. Hypnose and Vade Rétro take `cible`,
    `cible2`, `cible3` in this order, then the others, the weakest first; Vade Rétro passes the living over.
    """
    fights.check_turn(sheet, turn, combat)
    named = [slot for slot in (cible, cible2, cible3) if slot]
    sheet = _paid(sheet, sort, des)
    spoilt = False
    if not malgre_tout:
        sheet, spoilt = riposte(sheet, dice)
    if not spoilt:
        sheet = _works(sheet, dice, sort, named, des, sur, autrui)
    return next_turn(sheet)


def _works(
    sheet: Sheet, dice: Dice, spell: str, named: list[int], count: int, key: str, other: bool
) -> Sheet:
    standing = fights.standing(sheet)
    match spell:
        case "energie_pure":
            return _blasted(sheet, dice, _ordered(sheet, named, standing, ENDURANCE.key)[0], count)
        case "hypnose":
            return _pooled(sheet, dice, spell, _ordered(sheet, named, standing))
        case "vade_retro":
            return _pooled(sheet, dice, spell, _ordered(sheet, named, _undead(sheet)))
    return _cast_on_oneself(sheet, spell, key, other)


def _undead(sheet: Sheet) -> list[int]:
    return [slot for slot in fights.standing(sheet) if trait(sheet, slot, "mort_vivant")]


def _ordered(sheet: Sheet, named: list[int], every: list[int], total: str = "habilete") -> list[int]:
    """Of these foes those named, in that order, then those left, the weakest first by this total."""
    weakest: Callable[[int], int] = lambda slot: sheet.value(total, foe(slot))  # noqa: E731
    first = [slot for slot in dict.fromkeys(named) if slot in every]
    return first + sorted((slot for slot in every if slot not in first), key=weakest)


def _blasted(sheet: Sheet, dice: Dice, slot: int, count: int) -> Sheet:
    """Énergie Pure: off ENDURANCE, whichever total is higher."""
    name = sheet.encounters[slot].name
    sheet, safe = _resists(sheet, dice, foe(slot), name)
    return (
        sheet
        if safe
        else hurt(sheet, foe(slot), "endurance", dice.throw(count, "energie_pure", at=name).total)
    )


def _pooled(sheet: Sheet, dice: Dice, spell: str, slots: list[int]) -> Sheet:
    """Hypnose, Vade Rétro: one pool spent on HABILETÉ foe after foe; the first it cannot bring to 0 ends it.

    A foe brought to 0 keeps its HABILETÉ on its card: attacked, or met again, it fights with that.
    """
    reached = []
    for slot in slots:
        sheet, safe = _resists(sheet, dice, foe(slot), sheet.encounters[slot].name)
        if not safe:
            reached.append(slot)
    left = dice.throw(POOL, spell).total if reached else 0
    for slot in reached:
        left -= sheet.value("habilete", foe(slot))
        if left < 0:
            break
        sheet = fights.with_state(sheet, slot, STATES[spell]).drop(score_path(BACK, foe(slot)))
    return sheet
