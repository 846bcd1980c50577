"""Who takes part: the players' characters and the game master's."""

from typing import Literal

from app.rules.books.kadath_table.state import (
    OF_A_ROUND,
    OF_A_SCENARIO,
    PRESENT,
    ROOM,
    SIDES,
    cleared,
    put,
    value,
)
from app.rules.dice import Dice
from app.rules.fields import DiceSource, MaybeNumber, Name, Number
from app.rules.moves import Args, move
from app.rules.shared import fights, hero
from app.rules.shared.pools import Rank
from app.rules.shared.start import BLANK
from app.rules.sheet import Sheet

Side = Literal["joueurs", "meneur"]


@move(BLANK, choices={"des": hero.throwers(hero.DICE)})
def creer(sheet: Sheet, _: Dice, *, nom: Name, des: DiceSource = "application") -> Sheet:
    """Open a table, at its first round."""
    for key, fact in (("name", nom), ("dice", des), ("round", 1)):
        sheet = sheet.with_fact(key, fact)
    return sheet


@move(ROOM)
def ajouter(
    sheet: Sheet,
    _: Dice,
    *,
    nom: Name,
    reflexes: Rank,
    camp: Side = "meneur",
    membre: MaybeNumber = None,
) -> Sheet:
    """Someone takes part: a player's character, tied to its sheet by `membre`, or the game master's."""
    filled = {"reflexes": reflexes, "camp": SIDES[camp], "membre": membre or 0}
    return fights.enter(sheet, nom, {key: amount for key, amount in filled.items() if amount})


def _written(sheet: Sheet, args: Args) -> dict[str, object]:
    slot = args["participant"]
    met = sheet.encounters.get(slot)
    side = next(name for name, side in SIDES.items() if side == value(sheet, slot, "camp"))
    reflexes = met and value(sheet, slot, "reflexes")
    return {"nom": met and met.name, "reflexes": reflexes, "camp": met and side}


@move(choices={"participant": PRESENT}, stands=_written)
def amender(sheet: Sheet, _: Dice, *, participant: Number, nom: Name, reflexes: Rank, camp: Side) -> Sheet:
    """Write a participant's name, Réflexes and side anew."""
    sheet = fights.with_name(sheet, participant, nom)
    sheet = put(sheet, participant, "reflexes", reflexes)
    return put(sheet, participant, "camp", SIDES[camp])


@move(choices={"participant": PRESENT})
def relier(sheet: Sheet, _: Dice, *, participant: Number, membre: Number, reflexes: Rank) -> Sheet:
    """Tie a participant to a sheet laid on the table, under the number it has there, with its Réflexes.

    So a sheet that was taken off, or whose link was renewed, has its character again; no other keeps it.
    """
    for slot in sheet.encounters:
        if value(sheet, slot, "membre") == membre:
            sheet = put(sheet, slot, "membre", 0)
    sheet = put(sheet, participant, "reflexes", reflexes)
    return put(sheet, participant, "membre", membre)


@move(choices={"participant": PRESENT})
def retirer(sheet: Sheet, _: Dice, *, participant: Number) -> Sheet:
    """Someone no longer takes part."""
    return sheet.drop(("encounter", str(participant)))


@move()
def nouveau_scenario(sheet: Sheet, _: Dice) -> Sheet:
    """A new scenario: first round, no effect left; the players' characters stay, the game master's go."""
    for slot in list(sheet.encounters):
        if value(sheet, slot, "camp") == SIDES["meneur"]:
            sheet = sheet.drop(("encounter", str(slot)))
    return cleared(sheet, (*OF_A_ROUND, *OF_A_SCENARIO)).with_fact("round", 1)
