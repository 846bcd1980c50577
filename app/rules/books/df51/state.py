"""The hero: start throws, kit, scores as they count in a throw."""

from app.rules.dice import Dice
from app.rules.moves import Guard
from app.rules.series import ScoreRule
from app.rules.shared import arms, provisions, start
from app.rules.shared.guards import GOING_ON
from app.rules.sheet import Item, Sheet, item

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

NOT_HANGING = Guard("blessure_a_regler", lambda sheet: not sheet.offers or sheet.value("endurance") > 0)
ALIVE = (GOING_ON, NOT_HANGING)


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
