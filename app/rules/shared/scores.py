"""Scores rise, fall, and are corrected."""

from collections.abc import Mapping

from app.rules.dice import Dice
from app.rules.fields import Key, Points, Shift, Value
from app.rules.moves import Choice, Guard, Move, move
from app.rules.refusal import Refusal
from app.rules.series import ScoreRule
from app.rules.sheet import Score, Sheet, score_path

Rules = Mapping[str, ScoreRule]


def gain(sheet: Sheet, rule: ScoreRule, points: int, *, lifted: bool = False) -> Sheet:
    """The sheet after a gain, which stops at the ceiling unless lifted, or a loss (negative points)."""
    score = sheet.score(rule.key)
    if points < 0:
        return sheet.with_score(rule.key, score.current + points)
    return sheet.with_score(rule.key, rule.raised(score, points, lifted=lifted))


def moves(rules: Rules, *alive: Guard) -> list[Move]:
    """The gestures on a hero's scores."""
    a_score = Choice(lambda _: list(rules), "score_inconnu")

    @move(*alive, choices={"score": a_score})
    def gagner(sheet: Sheet, _: Dice, *, score: Key, points: Points, malgre_tout: bool = False) -> Sheet:
        """Gain points, up to the ceiling; `malgre_tout` lifts the ceiling for this gain."""
        return gain(sheet, rules[score], points, lifted=malgre_tout)

    @move(*alive, choices={"score": a_score})
    def perdre(sheet: Sheet, _: Dice, *, score: Key, points: Points) -> Sheet:
        """Lose points; a score never ends below 0."""
        return gain(sheet, rules[score], -points)

    @move(*alive, choices={"score": a_score}, refuses=["depart_impossible"])
    def changer_depart(sheet: Sheet, _: Dice, *, score: Key, points: Shift) -> Sheet:
        """Change a start value for good. A current value within the ceiling stays within the new one."""
        old = sheet.score(score)
        new = Score(old.initial + points, old.current)
        most = rules[score].cap if rules[score].hard else None
        if points == 0 or not 0 <= new.initial <= (most or 99):
            raise Refusal("depart_impossible")
        ceiling = rules[score].ceiling(new)
        within = old.current <= rules[score].ceiling(old)
        current = min(old.current, ceiling) if within else old.current
        return sheet.put(score_path(score), Score(new.initial, current))

    @move(
        *alive,
        choices={"score": a_score},
        refuses=["au_dessus_du_depart"],
        stands=lambda sheet, args: {"valeur": sheet.value(args["score"])},
    )
    def ecrire_score(sheet: Sheet, _: Dice, *, score: Key, valeur: Value, malgre_tout: bool = False) -> Sheet:
        """Write a score's current value over; above the ceiling only with `malgre_tout`."""
        rule, old = rules[score], sheet.score(score)
        if valeur > max(rule.ceiling(old), old.current) and (rule.hard or not malgre_tout):
            raise Refusal("au_dessus_du_depart", overrulable=not rule.hard, most=rule.ceiling(old))
        return sheet.with_score(score, valeur)

    return [gagner, perdre, changer_depart, ecrire_score]
