"""Whose turn it is: a round of several actions each, simultaneous ones together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

MOST_ACTIONS = 6


@dataclass(frozen=True)
class Actor:
    """One who takes part: actions declared and done, and how many of the next come first, or last.

    `was_first` and `was_last` tell of the action last done, for it still bears on the others of its pass.
    """

    slot: int
    actions: int
    reflexes: int
    done: int = 0
    waits: bool = False
    first: int = 0
    last: int = 0
    was_first: bool = False
    was_last: bool = False

    def haste(self, n: int) -> int:
        """−1 where the n-th action would come first, 1 where it would come last; both undo each other."""
        if n == self.done:
            return self.was_last - self.was_first
        return (0 < n - self.done <= self.last) - (0 < n - self.done <= self.first)


@dataclass(frozen=True)
class Turn:
    """Those who act together, and which of their actions it is."""

    action: int
    slots: tuple[int, ...]


def order(actors: Iterable[Actor]) -> list[Turn]:
    """The turns left in the round.

    Everyone's first action, then the second ones, and so on. Within a pass: most actions declared, then
    Réflexes, else together. One whose action is hastened comes first, one delayed last; where several are,
    they cancel out. One who waits has no turn.
    """
    present = [actor for actor in actors if not actor.waits]
    return [turn for n in range(1, MOST_ACTIONS + 1) for turn in _pass(present, n)]


def _pass(actors: Sequence[Actor], n: int) -> list[Turn]:
    taking = [actor for actor in actors if actor.actions >= n and actor.done <= n]
    hastes = [actor.haste(n) for actor in taking]
    alone = {way for way in (-1, 1) if hastes.count(way) == 1}

    def place(actor: Actor) -> tuple[int, int, int]:
        haste = actor.haste(n)
        return haste if haste in alone else 0, -actor.actions, -actor.reflexes

    left = sorted((actor for actor in taking if actor.done < n), key=lambda one: (place(one), one.slot))
    return [Turn(n, tuple(one.slot for one in group)) for _, group in groupby(left, key=place)]
