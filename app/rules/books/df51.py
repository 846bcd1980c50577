"""Défis Fantastiques 51, Les Morts-Vivants de l'île de Solani."""

from dataclasses import replace
from typing import Literal

from pydantic import BaseModel

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
from app.rules.moves import Choice, Guard, move
from app.rules.series import ScoreRule, Series, by_name
from app.rules.shared import arms, bag, fights, hero, lives, potions, provisions, scores, start, throws
from app.rules.shared.guards import GOING_ON, IN_FIGHT, NO_FIGHT
from app.rules.sheet import HERO, Fight, Item, Offer, Score, Sheet, foe, item, score_path

HABILETE, ENDURANCE, CHANCE = ScoreRule("habilete"), ScoreRule("endurance"), ScoreRule("chance")
PRESENCE = ScoreRule("presence", cap=12, hard=True)  # may pass its start, never 12
SCORES = (HABILETE, ENDURANCE, CHANCE, PRESENCE)
RULES = {rule.key: rule for rule in SCORES}
DIET = provisions.Diet(ENDURANCE, gives=4, hunger=2, most=12)
KIT = (
    Item("weapon", "Couteau", in_use=True, style="couteau"),
    Item("possession", "Outre d’eau"),
    Item("possession", "Vêtements de pêcheur"),
    Item("possession", "Gilet de cuir"),
    Item(provisions.KIND, "Repas", DIET.most),
)
TRAITS = {"degats": 2, "subit": 2, "egratignure": 1, "force": 0, "sans_bouclier": 1}
"""What a foe is unless its paragraph says otherwise; only what differs is written down."""

NOT_HANGING = Guard("blessure_a_regler", lambda sheet: not sheet.offers or sheet.value("endurance") > 0)
ALIVE = (GOING_ON, NOT_HANGING)
NEXT_OFFER = Choice(lambda sheet: list(sheet.offers)[:1], "blessure_reglee")

Manner = Literal["un_par_un", "ensemble"]


# The start


def _thrown(dice: Dice) -> dict[str, int]:
    """The start values: one die for Habileté, two for Endurance, one for Chance, one for Présence."""

    def sum_of(count: int, key: str) -> int:
        return sum(dice.throw(count, f"depart_{key}").faces)

    return {
        "habilete": sum_of(1, "habilete") + 6,
        "endurance": sum_of(2, "endurance") + 12,
        "chance": sum_of(1, "chance") + 6,
        "presence": (sum_of(1, "presence") + 1) // 2 + 4,
    }


START = start.Start(_thrown, KIT)
UNPLAYED = Guard("aventure_commencee", START.unplayed)


# What counts in a throw


def habilete(sheet: Sheet) -> int:
    """Habileté with the bonus of the weapon in use, up to the start value unless the bonus is free of it."""
    score, weapon = sheet.score("habilete"), arms.in_use(sheet, "weapon")
    if weapon is None:
        return score.current
    bonus, free = (sheet.value(key, item(weapon)) for key in ("habilete", "habilete_libre"))
    return min(score.current + bonus, max(score.initial, score.current)) + free


def reads(sheet: Sheet, key: str) -> int:
    """A score as it counts in a test. The missing shield counts in combats only."""
    return habilete(sheet) if key == "habilete" else sheet.value(key)


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


# Wounds, and luck for them


def _hurt(sheet: Sheet, holder: str, points: int) -> Sheet:
    """The sheet after a wound. It may stand below 0 until luck is settled: death is not decided here."""
    return sheet.with_score("endurance", sheet.value("endurance", holder) - points, holder)


def _eased(sheet: Sheet, holder: str) -> Sheet:
    """The sheet with one point of a wound given back, up to the start value."""
    score = sheet.score("endurance", holder)
    return sheet.with_score("endurance", ENDURANCE.raised(score, 1), holder)


def _wounded(sheet: Sheet, kind: str, slot: int, points: int) -> Sheet:
    """The sheet after a wound, with luck offered for it, unless it kills the foe or Chance is spent."""
    holder = foe(slot) if kind == "infligee" else HERO
    sheet = _hurt(sheet, holder, points)
    slain = kind == "infligee" and sheet.value("endurance", holder) <= 0
    if slain or not points or not sheet.value("chance"):
        return sheet
    return sheet.add("offer", Offer(kind, slot, points))[0]


def _luck(sheet: Sheet, dice: Dice, why: str, modifier: int) -> tuple[Sheet, bool]:
    """2d6 within Chance as it was before the test, which costs one point either way."""
    chance = sheet.value("chance")
    # At Chance 0 no modifier helps: the test is Malchanceux.
    lucky = dice.throw(2, why, against=chance + modifier if chance else 0).success
    return sheet.with_score("chance", max(0, chance - 1)), bool(lucky)


@move(*ALIVE)
def tenter_chance(sheet: Sheet, dice: Dice, *, modificateur: Shift = 0, raison: Reason = "") -> Sheet:
    """Tentez votre Chance: 2d6 within Chance is Chanceux; −1 Chance in both cases."""
    return _luck(sheet, dice, "chance", modificateur)[0]


@move(GOING_ON, choices={"offre": NEXT_OFFER})
def chance_blessure(
    sheet: Sheet, dice: Dice, *, offre: Number, modificateur: Shift = 0, raison: Reason = ""
) -> Sheet:
    """Luck for a wound just dealt (2 more, or 1 given back) or received (1 less, or 1 more)."""
    wound = sheet.offers[offre]
    sheet, lucky = _luck(sheet.drop(("offer", str(offre))), dice, f"chance_{wound.kind}", modificateur)
    holder = foe(wound.slot) if wound.kind == "infligee" else HERO
    if lucky is (holder == HERO):
        return _eased(sheet, holder)
    return _hurt(sheet, holder, 1 if holder == HERO else 2)


@move(GOING_ON, choices={"offre": NEXT_OFFER})
def accepter_blessure(sheet: Sheet, _: Dice, *, offre: Number) -> Sheet:
    """Let a wound be as it is, without luck."""
    return sheet.drop(("offer", str(offre)))


# Combat


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
        return _wounded(sheet, "infligee", slot, _blow(sheet, dice, slot))
    if ours.total < theirs.total:
        return _wounded(sheet, "recue", slot, trait(sheet, slot, "degats"))
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
    return _hurt(fights.close_fight(sheet, "fui"), HERO, perte)


# Arms


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


def settle(sheet: Sheet) -> Sheet:
    """What follows from any move: the slain fall, spent luck lapses, death is decided if no offer is open."""
    sheet = arms.one_in_use(sheet)
    for slot in fights.standing(sheet):
        if sheet.value("endurance", foe(slot)) <= 0:
            sheet = fights.slain(sheet, slot)
    if not fights.standing(sheet) or sheet.fight is None:
        sheet = fights.close_fight(sheet, "mort" if sheet.fight else "fini")
    if not sheet.value("chance"):
        sheet = fights.without_offers(sheet)
    if sheet.offers:
        return sheet
    for rule in SCORES:
        if sheet.value(rule.key) < 0:
            sheet = sheet.with_score(rule.key, 0)
    if sheet.value("endurance") or sheet.ending:
        return sheet
    return fights.close_fight(sheet, "vainqueur").with_fact("ending", "mort")


SERIES = Series(
    key="df51",
    scores=SCORES,
    moves=by_name(
        START.moves(UNPLAYED, *ALIVE),
        hero.moves(*ALIVE, dice=START.dice),
        scores.moves(RULES, *ALIVE),
        throws.moves(RULES, reads, *ALIVE),
        (tenter_chance, chance_blessure, accepter_blessure),
        (combattre, renfort, regler_combat, amender, assaut, fuir),
        fights.moves(*ALIVE, manner="un_par_un"),
        provisions.moves(DIET, *ALIVE),
        potions.moves(RULES, *ALIVE),
        (trouver_arme,),
        arms.finding(*ALIVE),
        arms.moves(*ALIVE),
        bag.moves(*ALIVE),
        lives.moves(ENDURANCE),
    ),
    settle=settle,
    reads=reads,
)
