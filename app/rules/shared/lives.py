"""A hero who died, and whom the paragraph brings back."""

from app.rules.dice import Dice
from app.rules.fields import Points
from app.rules.moves import Move, move
from app.rules.series import ScoreRule
from app.rules.shared.guards import DEAD
from app.rules.sheet import Sheet


def moves(life: ScoreRule) -> list[Move]:
    """The gestures on a dead hero, whose life is this score."""

    @move(DEAD)
    def revivre(sheet: Sheet, _: Dice, *, endurance: Points, malgre_tout: bool = False) -> Sheet:
        """The paragraph gives life back, with the Endurance it says."""
        score = sheet.score(life.key)
        value = endurance if malgre_tout else min(endurance, life.ceiling(score))
        return sheet.with_fact("ending", None).with_score(life.key, value)

    return [revivre]
