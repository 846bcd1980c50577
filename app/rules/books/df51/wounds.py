"""Wounds, and the luck that eases or worsens them."""

from app.rules.books.df51.state import ALIVE, ENDURANCE
from app.rules.dice import Dice
from app.rules.fields import Number, Reason, Shift
from app.rules.moves import Choice, move
from app.rules.shared.guards import GOING_ON
from app.rules.sheet import HERO, Offer, Sheet, foe

NEXT_OFFER = Choice(lambda sheet: list(sheet.offers)[:1], "blessure_reglee")


def hurt(sheet: Sheet, holder: str, points: int) -> Sheet:
    """The sheet after a wound. It may stand below 0 until luck is settled: death is not decided here."""
    return sheet.with_score("endurance", sheet.value("endurance", holder) - points, holder)


def _eased(sheet: Sheet, holder: str) -> Sheet:
    """The sheet with one point of a wound given back, up to the start value."""
    score = sheet.score("endurance", holder)
    return sheet.with_score("endurance", ENDURANCE.raised(score, 1), holder)


def wounded(sheet: Sheet, kind: str, slot: int, points: int) -> Sheet:
    """The sheet after a wound, with luck offered for it, unless it kills the foe or Chance is spent."""
    holder = foe(slot) if kind == "infligee" else HERO
    sheet = hurt(sheet, holder, points)
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
    return hurt(sheet, holder, 1 if holder == HERO else 2)


@move(GOING_ON, choices={"offre": NEXT_OFFER})
def accepter_blessure(sheet: Sheet, _: Dice, *, offre: Number) -> Sheet:
    """Let a wound be as it is, without luck."""
    return sheet.drop(("offer", str(offre)))
