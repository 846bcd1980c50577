"""The round: actions declared, played, held back; the next round."""

from typing import Annotated, Literal

from pydantic import Field

from app.rules.books.kadath_table.state import (
    ALL_DECLARED,
    ALL_PLAYED,
    AT_TURN,
    FRESH,
    OF_A_ROUND,
    PRESENT,
    TO_PLAY,
    WAITING,
    cleared,
    more,
    now,
    order,
    put,
    value,
    waiting,
)
from app.rules.dice import Dice
from app.rules.fields import MaybeNumber, Number
from app.rules.moves import move
from app.rules.refusal import Refusal
from app.rules.shared import rounds
from app.rules.shared.pools import Actions
from app.rules.sheet import Sheet

Effect = Literal["acceleration", "ralentissement", "prudence", "danger"]
Declared = Annotated[int, Field(ge=0, le=rounds.MOST_ACTIONS)]
By = Annotated[int, Field(ge=-6, le=6)]


def _check_round(sheet: Sheet, round_: int | None) -> None:
    if round_ not in (None, sheet.fact("round")):
        raise Refusal("round_passe")


@move(choices={"participant": FRESH}, refuses=["round_passe"])
def declarer(
    sheet: Sheet, _: Dice, *, participant: Number, actions: Declared, round: MaybeNumber = None
) -> Sheet:
    """Declare a number of actions for the round, openly; 0 takes it back. Not once one has acted."""
    _check_round(sheet, round)
    return put(sheet, participant, "actions", actions)


def _acted(sheet: Sheet, slot: int) -> Sheet:
    """The sheet after an action: what hastened or delayed it is used up, and kept in mind for its pass."""
    sheet = put(sheet, slot, "faites", value(sheet, slot, "faites") + 1)
    for effect, mark in (("acceleration", "vite"), ("ralentissement", "lent")):
        left = value(sheet, slot, effect)
        sheet = put(sheet, slot, mark, int(left > 0))
        sheet = put(sheet, slot, effect, max(0, left - 1))
    return sheet


def has_opponent_after(sheet: Sheet, slot: int, action: int) -> bool:
    """Whether someone of the other side plays after this one's action, in the same pass, or waits."""
    side = value(sheet, slot, "camp")
    later: list[int] = waiting(sheet)
    passed = False
    for turn in order(sheet):
        if turn.action == action:
            later += turn.slots if passed else ()
            passed = passed or slot in turn.slots
    return any(value(sheet, other, "camp") != side for other in later)


def check_delay(sheet: Sheet, slot: int, *, overruled: bool) -> None:
    if not overruled and not has_opponent_after(sheet, slot, value(sheet, slot, "faites") + 1):
        raise Refusal("ralentissement_vain", overrulable=True)


def _check_action(sheet: Sheet, slot: int, action: int) -> None:
    if action != value(sheet, slot, "faites") + 1:
        raise Refusal("action_jouee", name=sheet.encounters[slot].name)


@move(
    ALL_DECLARED,
    choices={"participant": TO_PLAY},
    refuses=["action_jouee", "pas_son_tour", "ralentissement_vain"],
)
def agir(
    sheet: Sheet,
    _: Dice,
    *,
    participant: Number,
    action: Actions,
    acceleration: bool = False,
    ralentissement: bool = False,
    malgre_tout: bool = False,
) -> Sheet:
    """A participant's turn is played; `action` is which of theirs, as the reader saw it.

    `acceleration` and `ralentissement`: taken on this action, they bear on the next. `malgre_tout` plays out
    of turn, or before all have declared.
    """
    _check_action(sheet, participant, action)
    if participant not in now(sheet) and not malgre_tout:
        raise Refusal("pas_son_tour", overrulable=True)
    if ralentissement:
        check_delay(sheet, participant, overruled=malgre_tout)
    sheet = _acted(sheet, participant)
    sheet = more(sheet, participant, "acceleration") if acceleration else sheet
    return more(sheet, participant, "ralentissement") if ralentissement else sheet


@move(ALL_DECLARED, choices={"participant": AT_TURN}, refuses=["action_jouee"])
def attendre(
    sheet: Sheet, _: Dice, *, participant: Number, action: Actions, malgre_tout: bool = False
) -> Sheet:
    """Let one's turn go by, to step in later in the round."""
    _check_action(sheet, participant, action)
    return put(sheet, participant, "attend", 1)


@move(choices={"participant": WAITING}, refuses=["action_jouee"])
def intervenir(sheet: Sheet, _: Dice, *, participant: Number, action: Actions) -> Sheet:
    """One who waited steps in, and plays the action that was held back."""
    _check_action(sheet, participant, action)
    return _acted(put(sheet, participant, "attend", 0), participant)


@move(choices={"participant": PRESENT})
def surprendre(sheet: Sheet, _: Dice, *, participant: Number, surpris: bool = True) -> Sheet:
    """Mark a participant as surprised for this round; what it costs is the table's to say."""
    return put(sheet, participant, "surpris", int(surpris))


@move(choices={"participant": PRESENT})
def compter_effet(sheet: Sheet, _: Dice, *, participant: Number, effet: Effect, de: By) -> Sheet:
    """Write in or strike off, by hand, an effect on a participant's next actions or defences."""
    return more(sheet, participant, effet, de)


@move(ALL_PLAYED, refuses=["round_passe"])
def round_suivant(sheet: Sheet, _: Dice, *, round: MaybeNumber = None, malgre_tout: bool = False) -> Sheet:
    """The next round: everyone declares anew, what was held back is lost. `round` is the one seen."""
    _check_round(sheet, round)
    return cleared(sheet, OF_A_ROUND).with_fact("round", int(sheet.fact("round") or 0) + 1)
