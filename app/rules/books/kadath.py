"""Kadath, Aventures dans la Cité des Rêves: a character."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from app.rules.dice import Dice, Modifiers
from app.rules.fields import DiceSource, Key, Name, Number, Reason, Remark
from app.rules.moves import Args, Choice, move
from app.rules.series import ScoreRule, Series, by_name, only
from app.rules.shared import arms, bag, hero, pools, throws
from app.rules.shared.guards import items
from app.rules.shared.pools import Actions, Against, Circumstances, Initiative, Rank, Successes
from app.rules.shared.start import BLANK
from app.rules.sheet import Item, Score, Sheet, item, score_path

NAMED = ("perception", "discretion", "reflexes", "muscles", "defense")
DEFENCE, STRENGTH, LIFE = "defense", "muscles", "ligne_de_vie"
SCORES = (*(ScoreRule(key, cap=pools.MOST_DICE, hard=True) for key in NAMED), ScoreRule(LIFE, hard=True))
RULES = {rule.key: rule for rule in SCORES}
ADDED = "competence"
"""A compétence that the reader named; its rank stands where a quantity would."""
BLACK, LONGEST = 1, 20
"""The boxes of the ligne de vie are numbered from the black one; the white one is the last."""
EFFECTS = ("prudence", "danger")
"""What waits for the next defence: how many times it will count."""

Box = Annotated[int, Field(ge=BLACK, le=LONGEST)]
Length = Annotated[int, Field(ge=2, le=LONGEST)]
State = Literal["debout", "a_terre", "inconscient", "mort"]
Effect = Literal["prudence", "danger"]


# What is read of the sheet


def ranks(sheet: Sheet) -> dict[str, int]:
    """Every compétence: the five that are printed by their keys, the others by their numbers."""
    added = {str(n): held.quantity for n, held in sheet.items(ADDED).items()}
    return {**{key: sheet.value(key) for key in NAMED}, **added}


A_COMPETENCE = Choice(lambda sheet: list(ranks(sheet)), "competence_absente")
A_BOX = Choice(lambda sheet: range(BLACK, sheet.score(LIFE).initial + 1), "case_absente")
AN_EFFECT = Choice(lambda sheet: [key for key in EFFECTS if sheet.value(key)], "effet_absent")


def name_of(sheet: Sheet, competence: str) -> str:
    """What a compétence is called: its key, or the name that the reader gave it."""
    return competence if competence in NAMED else sheet.items()[int(competence)].name


def missing_strength(sheet: Sheet) -> int:
    """The points of Muscles that the armour worn asks for and the character lacks."""
    worn = arms.in_use(sheet, "armour")
    asked = sheet.value(STRENGTH, item(worn)) if worn else 0
    return max(0, asked - sheet.value(STRENGTH))


def shows(sheet: Sheet) -> Mapping[str, Any]:
    """The compétences with their ranks, what will be counted in by itself, the house rules."""
    waiting = {key: sheet.value(key) for key in EFFECTS if sheet.value(key)}
    counted = {"missing": missing_strength(sheet), "waiting": waiting}
    return {"ranks": ranks(sheet), **counted, "house": asdict(pools.house(sheet))}


# The character


@move(BLANK, choices={"des": hero.throwers(hero.DICE)})
def creer(
    sheet: Sheet,
    _: Dice,
    *,
    nom: Name,
    des: DiceSource = "application",
    perception: Rank = 2,
    discretion: Rank = 2,
    reflexes: Rank = 2,
    muscles: Rank = 2,
    defense: Rank = 2,
    ligne_de_vie: Length = 6,
) -> Sheet:
    """Write a character down, with the token on the white box."""
    for key, fact in (("name", nom), ("dice", des)):
        sheet = sheet.with_fact(key, fact)
    values = (perception, discretion, reflexes, muscles, defense, ligne_de_vie)
    for rule, value in zip(SCORES, values, strict=True):
        sheet = sheet.put(score_path(rule.key), Score(value, value))
    return sheet


def _rank_stands(sheet: Sheet, args: Args) -> dict[str, object]:
    return {"valeur": ranks(sheet).get(args["competence"])}


@move(choices={"competence": A_COMPETENCE}, stands=_rank_stands)
def changer_competence(sheet: Sheet, _: Dice, *, competence: Key, valeur: Rank) -> Sheet:
    """Write a compétence's rank anew."""
    if competence in NAMED:
        return sheet.with_score(competence, valeur)
    held = sheet.items()[int(competence)]
    return sheet.put(("item", competence), replace(held, quantity=valeur))


@move()
def ajouter_competence(sheet: Sheet, _: Dice, *, nom: Name, valeur: Rank = 1) -> Sheet:
    """Add a compétence that is not among the five printed ones."""
    return sheet.add("item", Item(ADDED, nom, valeur))[0]


@move(choices={"n": items(ADDED, code="competence_absente")})
def rayer_competence(sheet: Sheet, _: Dice, *, n: Number) -> Sheet:
    """Strike an added compétence off."""
    return sheet.drop(("item", str(n)))


@move(choices={"case": A_BOX}, stands=lambda sheet, _: {"case": sheet.value(LIFE)})
def deplacer(sheet: Sheet, _: Dice, *, case: Box) -> Sheet:
    """Move the token along the ligne de vie. As it comes onto the black box, the character is down."""
    falls = case == BLACK != sheet.value(LIFE) and not sheet.fact("etat")
    sheet = sheet.with_score(LIFE, case)
    return sheet.with_fact("etat", "a_terre") if falls else sheet


@move(stands=lambda sheet, _: {"cases": sheet.score(LIFE).initial})
def changer_ligne(sheet: Sheet, _: Dice, *, cases: Length) -> Sheet:
    """Make the ligne de vie longer or shorter; a token on the white box stays on it."""
    old = sheet.score(LIFE)
    place = cases if old.current == old.initial else min(old.current, cases)
    return sheet.put(score_path(LIFE), Score(cases, place))


@move(stands=lambda sheet, _: {"etat": sheet.fact("etat") or "debout"})
def changer_etat(sheet: Sheet, _: Dice, *, etat: State) -> Sheet:
    """Say how the character is: standing, down, unconscious, dead."""
    return sheet.with_fact("etat", None if etat == "debout" else etat)


@move()
def nouveau_scenario(sheet: Sheet, _: Dice) -> Sheet:
    """A new scenario: the token goes back to the white box; who is down gets up, no effect waits."""
    sheet = sheet.with_score(LIFE, sheet.score(LIFE).initial)
    for key in EFFECTS:
        sheet = _waiting(sheet, key, 0)
    return sheet if sheet.fact("etat") == "mort" else sheet.with_fact("etat", None)


# Tests


def _waiting(sheet: Sheet, key: str, times: int) -> Sheet:
    """The sheet with an effect that waits for the next defences, so many of them."""
    if not times:
        return sheet.drop(score_path(key))
    return sheet.put(score_path(key), Score(times, times))


def _plus(sheet: Sheet, competence: str, told: Circumstances, actions: int) -> Modifiers:
    """All that bears on a test: what the table says, and what counts in by itself."""
    effects = {key: sheet.value(key) if competence == DEFENCE else 0 for key in EFFECTS}
    counted = pools.named(
        ("prudence", min(1, effects["prudence"])),
        ("danger", -min(1, effects["danger"])),
        ("armure", -missing_strength(sheet)),
        ("actions", 1 - actions),
    )
    return told.modifiers() + counted


def _tested(
    sheet: Sheet,
    dice: Dice,
    why: str,
    competence: str,
    told: Circumstances,
    actions: int,
    against: Against | None = None,
) -> Sheet:
    """A throw of the compétence's dice; a defence uses up what waited for it, a prime leaves its effect."""
    settled = pools.house(sheet)
    told.check(settled)
    rank, plus = ranks(sheet)[competence], _plus(sheet, competence, told, actions)
    count, reads = pools.count(rank, settled), pools.reading(rank, plus, settled, against)
    dice.throw(count, f"{why}_{name_of(sheet, competence)}", plus=plus, reads=reads)
    if competence == DEFENCE:
        for key in EFFECTS:
            sheet = _waiting(sheet, key, max(0, sheet.value(key) - 1))
    if "prudence" in told.primes:
        sheet = _waiting(sheet, "prudence", 1)
    return _waiting(sheet, "danger", sheet.value("danger") + 1) if told.penalite == "danger" else sheet


@move(choices={"competence": A_COMPETENCE}, refuses=pools.PRIME_REFUSALS)
def tester(
    sheet: Sheet,
    dice: Dice,
    *,
    competence: Key,
    circonstances: Circumstances,
    actions: Actions = 1,
    raison: Reason = "",
) -> Sheet:
    """Test a compétence: as many dice as its rank, each 5 is one success, each 6 two.

    `actions` is how many the character declared for the round: each beyond the first is unfavourable.
    """
    return _tested(sheet, dice, "test", competence, circonstances, actions)


@move(choices={"competence": A_COMPETENCE}, refuses=pools.PRIME_REFUSALS)
def opposer(
    sheet: Sheet,
    dice: Dice,
    *,
    competence: Key,
    circonstances: Circumstances,
    reussites: Successes,
    valeur_adverse: Rank,
    initiative: Initiative = "autre",
    actions: Actions = 1,
    contre: Reason = "",
) -> Sheet:
    """Test a compétence against what another's test came to: more successes, higher rank, or who began."""
    against = Against(reussites, valeur_adverse, initiative)
    return _tested(sheet, dice, "opposition", competence, circonstances, actions, against)


@move(choices={"effet": AN_EFFECT})
def effacer_effet(sheet: Sheet, _: Dice, *, effet: Effect) -> Sheet:
    """What waited for the next defence no longer does."""
    return _waiting(sheet, effet, 0)


# Arms


@move()
def trouver_arme(sheet: Sheet, _: Dice, *, nom: Name, note: Remark = "", en_main: bool = True) -> Sheet:
    """Write a weapon down."""
    sheet, n = sheet.add("item", Item("weapon", nom, note=note))
    return arms.with_use(sheet, n, used=True) if en_main else sheet


@move()
def trouver_armure(
    sheet: Sheet, _: Dice, *, nom: Name, muscles: Rank = 0, note: Remark = "", portee: bool = True
) -> Sheet:
    """Write an armour down, and the Muscles it asks for."""
    sheet, n = sheet.add("item", Item("armour", nom, note=note))
    if muscles:
        sheet = sheet.put(score_path(STRENGTH, item(n)), Score(muscles, muscles))
    return arms.with_use(sheet, n, used=True) if portee else sheet


def settle(sheet: Sheet) -> Sheet:
    """What follows from any move: one weapon in hand and one armour worn at most."""
    return arms.one_in_use(sheet)


SERIES = Series(
    key="kadath",
    scores=SCORES,
    moves=by_name(
        (creer,),
        only(hero.moves(dice=hero.DICE), "renommer", "choisir_des", "noter", "corriger_note", "effacer_note"),
        (tester, opposer, effacer_effet),
        only(throws.moves(RULES, Sheet.value), "lancer"),
        (deplacer, changer_etat, changer_ligne, nouveau_scenario),
        (changer_competence, ajouter_competence, rayer_competence),
        (trouver_arme, trouver_armure),
        only(arms.moves(), "prendre", "ranger"),
        only(bag.moves(), "trouver", "corriger_objet", "laisser", "creer_compteur", "compter"),
        (pools.regler,),
    ),
    settle=settle,
    reads=Sheet.value,
    attempts=False,
    shows=shows,
)
