"""Combat: each foe's Force d'Attaque against the hero's, one by one or together, a wound to the lower."""

from dataclasses import replace
from typing import Literal

from pydantic import BaseModel

from app.rules.books.df51.state import ALIVE, habilete
from app.rules.books.df51.wounds import hurt, wounded
from app.rules.dice import Dice, Modifiers
from app.rules.fields import (
    MaybeName,
    MaybeNumber,
    MaybeShift,
    MaybeValue,
    Name,
    Number,
    Points,
    Reason,
    Shift,
    Turn,
    Value,
)
from app.rules.moves import Choice, move
from app.rules.shared import arms, fights
from app.rules.shared.guards import IN_FIGHT, NO_FIGHT
from app.rules.sheet import HERO, Fight, Sheet, foe, item

Manner = Literal["un_par_un", "ensemble"]

TRAITS = {"degats": 2, "subit": 2, "egratignure": 1, "force": 0, "sans_bouclier": 1}
"""What a foe is unless its paragraph says otherwise; only what differs is written down."""


def trait(sheet: Sheet, slot: int, key: str) -> int:
    """A foe's score; what its paragraph left unsaid is as for every foe."""
    return sheet.value(key, foe(slot), TRAITS.get(key, 0))


def _hero_force(sheet: Sheet, slot: int) -> Modifiers:
    fight = fights.current(sheet)
    weapon = arms.in_use(sheet, "weapon")
    shieldless = arms.in_use(sheet, "shield") is None
    added = (
        ("arme", sheet.value("force", item(weapon)) if weapon else 0),
        ("sans_bouclier", -trait(sheet, slot, "sans_bouclier") if shieldless else 0),
        (fight.reason or "modificateur", fight.modifier),
    )
    return ("habilete", habilete(sheet)), *((why, amount) for why, amount in added if amount)


def _foe_force(sheet: Sheet, slot: int) -> Modifiers:
    force = trait(sheet, slot, "force")
    return ("habilete", trait(sheet, slot, "habilete")), *((("force", force),) if force else ())


# The frame of a fight


class FoeCard(BaseModel):
    """What the paragraph says of a foe."""

    nom: Name
    habilete: Value
    endurance: Points
    degats: Value = TRAITS["degats"]
    subit: Value = TRAITS["subit"]
    egratignure: Value = TRAITS["egratignure"]
    force: Shift = TRAITS["force"]
    sans_bouclier: Value = TRAITS["sans_bouclier"]

    def enter(self, sheet: Sheet) -> Sheet:
        """The sheet with this foe in a box; traits it shares with every other foe are not written."""
        every: dict[str, int] = self.model_dump(exclude={"nom"})
        return fights.enter(sheet, self.nom, {k: v for k, v in every.items() if TRAITS.get(k) != v})


@move(*ALIVE, NO_FIGHT)
def combattre(
    sheet: Sheet,
    _: Dice,
    *,
    adversaire: FoeCard,
    maniere: Manner = "un_par_un",
    modificateur: Shift = 0,
    raison: Reason = "",
    mains_nues: Value = 1,
) -> Sheet:
    """A foe comes into the first empty box of Rencontres and the fight begins."""
    fight = Fight(maniere, modifier=modificateur, reason=raison, bare_hands=mains_nues)
    return adversaire.enter(fights.open_fight(sheet, fight))


@move(*ALIVE, IN_FIGHT)
def renfort(sheet: Sheet, _: Dice, *, adversaire: FoeCard) -> Sheet:
    """Another foe joins the fight."""
    return adversaire.enter(sheet)


@move(*ALIVE, IN_FIGHT)
def regler_combat(
    sheet: Sheet,
    _: Dice,
    *,
    maniere: Manner,
    modificateur: Shift = 0,
    raison: Reason = "",
    mains_nues: Value = 1,
) -> Sheet:
    """Change how the fight is fought, its modifier with its reason, or what bare hands deal."""
    turn = fights.current(sheet).turn
    return sheet.put(sheet.fight_path, Fight(maniere, turn, modificateur, raison, mains_nues))


@move(
    *ALIVE,
    IN_FIGHT,
    choices={"adversaire": fights.FOE_STANDING},
    stands=lambda sheet, args: _card(sheet, args["adversaire"]),
)
def amender(
    sheet: Sheet,
    _: Dice,
    *,
    adversaire: Number,
    nom: MaybeName = None,
    habilete: MaybeValue = None,
    endurance: MaybeValue = None,
    degats: MaybeValue = None,
    subit: MaybeValue = None,
    egratignure: MaybeValue = None,
    force: MaybeShift = None,
    sans_bouclier: MaybeValue = None,
) -> Sheet:
    """Correct a foe after a slip, or as the paragraph says; what is not given stays as it was."""
    values = (habilete, degats, subit, egratignure, force, sans_bouclier)
    asked = dict(zip(("habilete", *TRAITS), values, strict=True))
    stands = {key: trait(sheet, adversaire, key) for key in asked}
    new = {key: value for key, value in asked.items() if value is not None and value != stands[key]}
    sheet = fights.with_foe(sheet, adversaire, new)
    if nom is not None:
        sheet = fights.with_name(sheet, adversaire, nom)
    return sheet if endurance is None else fights.with_total(sheet, adversaire, "endurance", endurance)


def _card(sheet: Sheet, slot: int) -> dict[str, object]:
    """What stands on a foe's card."""
    met = sheet.encounters.get(slot)
    if met is None:
        return {"nom": None}
    return {"nom": met.name, **{key: trait(sheet, slot, key) for key in ("habilete", "endurance", *TRAITS)}}


def targets(sheet: Sheet) -> list[int]:
    """Whom the hero can strike: any foe of those fought together, else the first."""
    standing = fights.standing(sheet)
    together = sheet.fight is not None and sheet.fight.manner == "ensemble"
    return standing if together else standing[:1]


@move(
    *ALIVE,
    IN_FIGHT,
    choices={"cible": Choice(targets, "adversaire_absent")},
    refuses=["assaut_deja_joue", "autre_combat"],
)
def assaut(
    sheet: Sheet, dice: Dice, *, turn: Turn, cible: MaybeNumber = None, combat: MaybeNumber = None
) -> Sheet:
    """One Assaut. Each foe fighting throws, then the hero against it; only `cible` can be wounded.

    `turn` is the number of the Assaut, and `combat` that of the fight, as the reader saw them. The luck
    left over from the Assaut before is declined.
    """
    fights.check_turn(sheet, turn, combat)
    foes = targets(sheet)
    sheet = fights.without_offers(sheet)
    for slot in foes:
        sheet = _exchange(sheet, dice, slot, aimed=slot == (cible or foes[0]))
    return sheet.put(sheet.fight_path, replace(fights.current(sheet), turn=turn + 1))


def _exchange(sheet: Sheet, dice: Dice, slot: int, *, aimed: bool) -> Sheet:
    """One foe's throw against the hero's: a wound to one of them, or a parry."""
    theirs = dice.throw(2, "force", who=sheet.encounters[slot].name, plus=_foe_force(sheet, slot))
    ours = dice.throw(2, "force", plus=_hero_force(sheet, slot))
    if ours.total > theirs.total and aimed:
        return wounded(sheet, "infligee", slot, _blow(sheet, dice, slot))
    if ours.total < theirs.total:
        return wounded(sheet, "recue", slot, trait(sheet, slot, "degats"))
    return sheet


def _blow(sheet: Sheet, dice: Dice, slot: int) -> int:
    """What the hero's blow takes off: bare hands what was set, a knife what its die says, a sword all."""
    weapon = arms.in_use(sheet, "weapon")
    if weapon is None:
        return fights.current(sheet).bare_hands
    if sheet.items()[weapon].style == "couteau" and dice.throw(1, "couteau").total < 5:
        return trait(sheet, slot, "egratignure")
    return trait(sheet, slot, "subit")


@move(*ALIVE, IN_FIGHT)
def fuir(sheet: Sheet, _: Dice, *, perte: Value = 0) -> Sheet:
    """Flee, where the paragraph allows it, at the cost it states."""
    return hurt(fights.close_fight(sheet, "fui"), HERO, perte)
