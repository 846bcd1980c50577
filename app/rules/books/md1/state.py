"""The hero: start throws, unconsciousness and waking, rest."""

from app.rules.books.md1.variables import EFFECT
from app.rules.dice import Dice
from app.rules.fields import MaybePoints, Number
from app.rules.moves import Choice, Guard, move
from app.rules.series import ScoreRule
from app.rules.shared.guards import GOING_ON, NO_FIGHT
from app.rules.shared.scores import gain
from app.rules.shared.start import Start
from app.rules.sheet import HERO, Item, Sheet

ENDURANCE, HABILETE, POUVOIR = ScoreRule("endurance"), ScoreRule("habilete"), ScoreRule("pouvoir")
SCORES = (ENDURANCE, HABILETE, POUVOIR)
RULES = {rule.key: rule for rule in SCORES}
VITAL = ("endurance", "habilete")
PLACING, CAPTIVE = "coups", "captif"
"""Facts of the hero: where blows are placed, and whether they are a prisoner."""


def down(sheet: Sheet, holder: str = HERO) -> bool:
    """Whether the hero or a foe has lost consciousness: either total at 0."""
    return any(sheet.value(key, holder) <= 0 for key in VITAL)


CONSCIOUS = Guard("inconscient", lambda sheet: not down(sheet))
FALLEN = Guard("pas_inconscient", lambda sheet: sheet.ending == "mort" or (not sheet.ending and down(sheet)))
PLACED = Guard("coup_a_placer", lambda sheet: not sheet.offers)
IS_CAPTIVE = Guard("pas_captif", lambda sheet: sheet.fact(CAPTIVE) is not None)
READY = (GOING_ON, CONSCIOUS, PLACED)


def _thrown(dice: Dice) -> dict[str, int]:
    """The start values, in the order printed: one die each."""

    def die(key: str) -> int:
        return dice.throw(1, f"depart_{key}").total

    return {"endurance": die("endurance") + 6, "habilete": die("habilete") + 6, "pouvoir": die("pouvoir") + 4}


START = Start(_thrown, (Item("possession", "Lanterne"),), gold=10, kept=("name", "dice", "attempt", PLACING))


@move(FALLEN)
def reveiller(
    sheet: Sheet,
    _: Dice,
    *,
    endurance: MaybePoints = None,
    habilete: MaybePoints = None,
    captif: bool = False,
    malgre_tout: bool = False,
) -> Sheet:
    """Come to, or back to life: what is not given stays, but is 1 at least. `captif`: as a prisoner."""
    for key, asked in (("endurance", endurance), ("habilete", habilete)):
        score = sheet.score(key)
        wanted = asked if asked is not None else max(1, score.current)
        ceiling = max(RULES[key].ceiling(score), score.current)
        sheet = sheet.with_score(key, wanted if malgre_tout else min(wanted, max(1, ceiling)))
    sheet = sheet.with_fact("ending", None)
    return sheet.with_fact(CAPTIVE, 1) if captif else sheet


@move(GOING_ON, IS_CAPTIVE)
def s_evader(sheet: Sheet, _: Dice) -> Sheet:
    """No longer a prisoner."""
    return sheet.with_fact(CAPTIVE, None)


@move(GOING_ON, CONSCIOUS, NO_FIGHT)
def se_reposer(sheet: Sheet, _: Dice, *, points: MaybePoints = None) -> Sheet:
    """A night's sleep, or magic, gives POUVOIR back: all of it unless the paragraph says how much."""
    score = sheet.score("pouvoir")
    missing = max(0, score.initial - score.current)
    return gain(sheet, POUVOIR, missing if points is None else points)


LASTING = Choice(lambda sheet: list(sheet.items(EFFECT)), "effet_absent")


@move(GOING_ON, choices={"n": LASTING})
def dissiper(sheet: Sheet, _: Dice, *, n: Number) -> Sheet:
    """A spell that lasted, or a circumstance of the fight, is over."""
    return sheet.drop(("item", str(n)))
