"""Combat: blows in a chain, ripostes of two foes at most, and each blow received placed by the reader."""

from dataclasses import replace
from typing import Literal

from pydantic import BaseModel

from app.rules.books.md1.gear import damage
from app.rules.books.md1.state import CONSCIOUS, PLACING, READY, VITAL, down
from app.rules.books.md1.variables import EFFECT, UNSEEING, attack, defence, total
from app.rules.dice import Dice, Modifiers
from app.rules.fields import (
    MaybeName,
    MaybeNumber,
    MaybeShift,
    MaybeValue,
    MaybeYes,
    Name,
    Number,
    Points,
    Shift,
    Turn,
    Value,
)
from app.rules.moves import Choice, Guard, move
from app.rules.refusal import Refusal
from app.rules.shared import fights
from app.rules.shared.guards import GOING_ON, IN_FIGHT, NO_FIGHT
from app.rules.sheet import HERO, Fight, Item, Offer, Score, Sheet, foe, item, score_path

HIT, AGAIN = 7, 9
"""A total that strikes, and one that strikes again without riposte."""
MOST_ATTACKERS = 2
ORDINARY, SURPRISE = "de_face", "surprise"
BACK = "en_retrait"
TRAITS = {"pouvoir": 0, "degats": 4, "attaque": 0, "defense": 0, "mort_vivant": 0}
"""What a foe is unless its paragraph says otherwise; only what differs is written down."""

Where = Literal["endurance", "habilete"]
Placing = Literal["demander", "haut", "endurance"]

NEXT_BLOW = Choice(lambda sheet: list(sheet.offers)[:1], "coup_place")


# Who stands where


def trait(sheet: Sheet, slot: int, key: str) -> int:
    """A foe's score; what its paragraph left unsaid is as for every foe."""
    return sheet.value(key, foe(slot), TRAITS.get(key, 0))


def fighting(sheet: Sheet) -> list[int]:
    """The foes still conscious, in order; one just felled is not."""
    return [slot for slot in fights.standing(sheet) if not down(sheet, foe(slot))]


def attackers(sheet: Sheet) -> list[int]:
    """The foes that strike, two at most: the first of those that are not kept back."""
    return [slot for slot in fighting(sheet) if not sheet.value(BACK, foe(slot))][:MOST_ATTACKERS]


def surprised(sheet: Sheet) -> bool:
    """Whether the fight begins by the foes' attack, which is yet to come."""
    return sheet.fight is not None and sheet.fight.manner == SURPRISE and sheet.fight.turn == 1


def next_turn(sheet: Sheet) -> Sheet:
    """The sheet with the Assaut played."""
    fight = fights.current(sheet)
    return sheet.put(sheet.fight_path, replace(fight, turn=fight.turn + 1))


# Blows


def _plus(variable: Modifiers, against: Modifiers) -> Modifiers:
    """What is added to two dice: one's own Variable d'Attaque less the other's Variable de Défense."""
    added = (("attaque", total(variable)), ("defense_adverse", -total(against)))
    return tuple((why, amount) for why, amount in added if amount)


def _higher(sheet: Sheet, holder: str) -> str:
    """The higher of a holder's two totals; ENDURANCE if they are equal."""
    return max(VITAL, key=lambda key: sheet.value(key, holder))


def hurt(sheet: Sheet, holder: str, key: str, points: int) -> Sheet:
    """The sheet after a blow, whole, on one total, which stops at 0."""
    return sheet.with_score(key, max(0, sheet.value(key, holder) - points), holder)


def _strike(sheet: Sheet, dice: Dice, slot: int) -> tuple[Sheet, bool]:
    """The hero's blow, and whether they strike again."""
    plus = _plus(attack(sheet), defence(sheet, foe(slot)))
    result = dice.throw(2, "coup", plus=plus, at=sheet.encounters[slot].name).total
    if result >= HIT:
        sheet = hurt(sheet, foe(slot), _higher(sheet, foe(slot)), damage(sheet))
    return sheet, result >= AGAIN


def riposte(sheet: Sheet, dice: Dice) -> tuple[Sheet, bool]:
    """Each attacking foe's throw, all with the Variables as they stand, then the blows; whether one hit."""
    hits = []
    for slot in attackers(sheet):
        plus = _plus(attack(sheet, foe(slot)), defence(sheet, HERO, slot))
        if dice.throw(2, "riposte", who=sheet.encounters[slot].name, plus=plus).total >= HIT:
            hits.append(slot)
    for slot in hits:
        sheet = _received(sheet, slot, trait(sheet, slot, "degats"))
    return sheet, bool(hits)


def _received(sheet: Sheet, slot: int, points: int) -> Sheet:
    """A blow received: placed as set, or left for the reader to place; none once the hero is down."""
    if not points or down(sheet):
        return sheet
    setting = sheet.fact(PLACING)
    if setting in ("haut", "endurance"):
        return hurt(sheet, HERO, _higher(sheet, HERO) if setting == "haut" else "endurance", points)
    return sheet.add("offer", Offer("recue", slot, points))[0]


@move(
    *READY,
    IN_FIGHT,
    choices={"cible": Choice(fights.standing, "adversaire_absent")},
    refuses=["assaut_deja_joue", "autre_combat"],
)
def assaut(
    sheet: Sheet, dice: Dice, *, turn: Turn, cible: MaybeNumber = None, combat: MaybeNumber = None
) -> Sheet:
    """A blow at `cible`: 9 strikes again, 7 or 8 strikes and is answered. By surprise, foes alone throw.

    `turn` is the number of the Assaut, and `combat` that of the fight, as the reader saw them.
    """
    fights.check_turn(sheet, turn, combat)
    again = False
    if not surprised(sheet):
        sheet, again = _strike(sheet, dice, cible or fights.standing(sheet)[0])
    if not again:
        sheet, _ = riposte(sheet, dice)
    return next_turn(sheet)


@move(GOING_ON, choices={"offre": NEXT_BLOW})
def placer(sheet: Sheet, _: Dice, *, offre: Number, sur: Where) -> Sheet:
    """Take a blow off HABILETÉ or off ENDURANCE, whole. Once the hero falls, those left are dropped."""
    blow = sheet.offers[offre]
    return hurt(sheet.drop(("offer", str(offre))), HERO, sur, blow.points)


@move(GOING_ON)
def regler_coups(sheet: Sheet, _: Dice, *, coups: Placing) -> Sheet:
    """Where blows received go: asked each time, the higher total, or always ENDURANCE."""
    return sheet.with_fact(PLACING, None if coups == "demander" else coups)


# Foes


class FoeCard(BaseModel):
    """What the paragraph says of a foe."""

    nom: Name
    habilete: Points
    endurance: Points
    degats: Value = TRAITS["degats"]
    pouvoir: Value = TRAITS["pouvoir"]
    attaque: Shift = TRAITS["attaque"]
    defense: Shift = TRAITS["defense"]
    mort_vivant: bool = False

    def enter(self, sheet: Sheet, *, unseeing: int) -> Sheet:
        """The sheet with this foe in a box; traits it shares with every other foe are not written."""
        every: dict[str, int] = {key: int(value) for key, value in self.model_dump(exclude={"nom"}).items()}
        written = {key: value for key, value in every.items() if TRAITS.get(key) != value}
        return fights.enter(sheet, self.nom, written | ({UNSEEING: unseeing} if unseeing else {}))


def _unseen(sheet: Sheet) -> int | None:
    """The number of the spell that hides the hero from those about to be met, or None."""
    return next((n for n, held in sheet.items(EFFECT).items() if held.style == "invisibilite"), None)


INVISIBLE = 2


@move(*READY, NO_FIGHT)
def combattre(
    sheet: Sheet,
    _: Dice,
    *,
    adversaire: FoeCard,
    surprise: bool = False,
    vu: bool = False,
) -> Sheet:
    """A fight begins. An invisible hero is unseen by those present, unless `vu`: met after the spell."""
    spell = _unseen(sheet)
    unseeing = 0 if spell is None or vu else INVISIBLE
    if spell is not None:
        sheet = sheet.drop(("item", str(spell)))
    sheet = fights.open_fight(sheet, Fight(SURPRISE if surprise else ORDINARY))
    return adversaire.enter(sheet, unseeing=unseeing)


@move(*READY, IN_FIGHT)
def renfort(sheet: Sheet, _: Dice, *, adversaire: FoeCard) -> Sheet:
    """Another foe. Before the first Assaut it was there at the start; one that joins later sees the hero."""
    late = fights.current(sheet).turn > 1
    first = fights.standing(sheet)[0]
    return adversaire.enter(sheet, unseeing=0 if late else sheet.value(UNSEEING, foe(first)))


@move(
    *READY,
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
    pouvoir: MaybeValue = None,
    attaque: MaybeShift = None,
    defense: MaybeShift = None,
    mort_vivant: MaybeYes = None,
) -> Sheet:
    """Correct a foe after a slip, or as the paragraph says; what is not given stays as it was."""
    asked = {"pouvoir": pouvoir, "degats": degats, "attaque": attaque, "defense": defense}
    asked["mort_vivant"] = None if mort_vivant is None else int(mort_vivant)
    new = {k: v for k, v in asked.items() if v is not None and v != trait(sheet, adversaire, k)}
    sheet = fights.with_foe(sheet, adversaire, new)
    for key, value in (("habilete", habilete), ("endurance", endurance)):
        if value is not None:
            sheet = fights.with_total(sheet, adversaire, key, value)
    return sheet if nom is None else fights.with_name(sheet, adversaire, nom)


def _card(sheet: Sheet, slot: int) -> dict[str, object]:
    """What stands on a foe's card."""
    met = sheet.encounters.get(slot)
    if met is None:
        return {"nom": None}
    card: dict[str, object] = {key: trait(sheet, slot, key) for key in (*VITAL, *TRAITS)}
    return {"nom": met.name, **card, "mort_vivant": bool(card["mort_vivant"])}


@move(GOING_ON, IN_FIGHT, choices={"adversaire": fights.FOE_STANDING})
def poster(sheet: Sheet, _: Dice, *, adversaire: Number, en_retrait: bool) -> Sheet:
    """Keep a foe back from those that strike, or let it forward: two at most strike, the first in order."""
    if not en_retrait:
        return sheet.drop(score_path(BACK, foe(adversaire)))
    return sheet.put(score_path(BACK, foe(adversaire)), Score(1, 1))


@move(GOING_ON, IN_FIGHT, refuses=["modificateur_nul"])
def circonstance(
    sheet: Sheet, _: Dice, *, variable: Literal["attaque", "defense"], points: Shift, raison: Name
) -> Sheet:
    """What the place or the moment adds to one of the hero's Variables, until the fight is over."""
    if not points:
        raise Refusal("modificateur_nul")
    sheet, n = sheet.add("item", Item(EFFECT, raison, style="combat"))
    return sheet.put(score_path(variable, item(n)), Score(points, points))


@move(*READY, IN_FIGHT)
def fuir(sheet: Sheet, _: Dice) -> Sheet:
    """Flee, at any time and for nothing: what follows is the book's to say."""
    return fights.close_fight(sheet, "fui")


ASLEEP = Choice(
    lambda sheet: [slot for slot, met in sheet.encounters.items() if met.state == "endormi"],
    "adversaire_eveille",
)


@move(GOING_ON, CONSCIOUS, NO_FIGHT, choices={"adversaire": ASLEEP})
def achever(sheet: Sheet, _: Dice, *, adversaire: Number) -> Sheet:
    """Kill a sleeper, in safety."""
    return fights.with_state(sheet, adversaire, "mort")


NOT_SURPRISED = Guard("surpris", lambda sheet: not surprised(sheet))
