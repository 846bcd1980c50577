"""Tests under a score, and throws for nothing in particular."""

from collections.abc import Callable

from app.rules.dice import Dice
from app.rules.fields import DiceCount, Key, Reason, Shift
from app.rules.moves import Choice, Guard, Move, move
from app.rules.shared.scores import Rules
from app.rules.shared.start import tried
from app.rules.sheet import Sheet


def testing(rules: Rules, reads: Callable[[Sheet, str], int], *alive: Guard) -> list[Move]:
    """Tests under a score; `reads` gives a score as it counts in one."""
    a_score = Choice(lambda _: list(rules), "score_inconnu")

    @move(*alive, choices={"score": a_score})
    def tester(
        sheet: Sheet,
        dice: Dice,
        *,
        score: Key,
        des: DiceCount = 2,
        modificateur: Shift = 0,
        raison: Reason = "",
    ) -> Sheet:
        """Test a score: the dice are within it or above it, and it costs nothing."""
        dice.throw(des, f"test_{score}", against=reads(sheet, score) + modificateur)
        return tried(sheet)

    return [tester]


def throwing(*alive: Guard) -> list[Move]:
    """Throws for nothing in particular."""

    @move(*alive)
    def lancer(
        sheet: Sheet, dice: Dice, *, des: DiceCount = 2, modificateur: Shift = 0, raison: Reason = ""
    ) -> Sheet:
        """Throw some dice because the book says so."""
        plus = ((raison or "modificateur", modificateur),) if modificateur else ()
        dice.throw(des, "libre", plus=plus)
        return sheet

    return [lancer]


def moves(rules: Rules, reads: Callable[[Sheet, str], int], *alive: Guard) -> list[Move]:
    """The throws out of combat."""
    return [*testing(rules, reads, *alive), *throwing(*alive)]
