"""Dice are handed in: thrown by the machine, or by the reader's own hand."""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from app.rules.refusal import Refusal

Modifiers: TypeAlias = tuple[tuple[str, int], ...]
Verdict: TypeAlias = Literal["", "gagne", "perdu", "nul"]
Reading: TypeAlias = Callable[[tuple[int, ...]], tuple[int, Verdict]]
"""What a pool of dice comes to by its faces: how much, and how that stands against another's."""
NOTHING_READ: tuple[None, Verdict] = (None, "")


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw and how it was read.

    `who` is a foe's name, empty for the hero. `plus` lists what was added to the faces, each with its reason.
    `against` is the value the total was held against, where it was held against one. `won` is what a pool of
    dice came to, which is not the sum of its faces, and `verdict` how it stood against another's.
    """

    why: str
    faces: tuple[int, ...]
    who: str = ""
    plus: Modifiers = ()
    against: int | None = None
    sides: int = 6
    won: int | None = None
    verdict: Verdict = ""

    @property
    def total(self) -> int:
        if self.won is not None:
            return self.won
        return sum(self.faces) + sum(amount for _, amount in self.plus)

    @property
    def success(self) -> bool | None:
        """Whether the total is within `against`, or the pool won; None where it was held against nothing."""
        if self.won is not None:
            return {"gagne": True, "perdu": False, "nul": None, "": self.won > 0}[self.verdict]
        return None if self.against is None else self.total <= self.against


class DiceNeeded(Exception):
    """The rule needs a throw the reader has not made yet."""

    def __init__(self, count: int, sides: int, why: str, who: str, thrown: list[Throw]) -> None:
        super().__init__(f"{count}d{sides} for {why}")
        self.count, self.sides, self.why, self.who, self.thrown = count, sides, why, who, thrown


@dataclass
class Dice:
    """A source of faces, and every throw made of them, in order."""

    draw: Callable[[int, int], tuple[int, ...] | None]
    left: Callable[[], int] = lambda: 0
    thrown: list[Throw] = field(default_factory=list)

    def throw(
        self,
        count: int,
        why: str,
        *,
        who: str = "",
        plus: Modifiers = (),
        against: int | None = None,
        sides: int = 6,
        reads: Reading | None = None,
    ) -> Throw:
        """Throw `count` dice for `why`; `reads` tells what a pool of them came to.

        Raises DiceNeeded where the reader's own faces run out.
        """
        faces = self.draw(count, sides)
        if faces is None:
            raise DiceNeeded(count, sides, why, who, self.thrown)
        won, verdict = reads(faces) if reads else NOTHING_READ
        made = Throw(why, faces, who, plus, against, sides, won, verdict)
        self.thrown.append(made)
        return made

    def finish(self) -> None:
        """Raises Refusal("des_en_trop") if the reader gave more faces than the rule asked for."""
        if self.left():
            raise Refusal("des_en_trop", n=self.left())


def fair() -> Dice:
    """The system's secure generator."""
    return Dice(lambda count, sides: tuple(secrets.randbelow(sides) + 1 for _ in range(count)))


def given(faces: Iterable[int]) -> Dice:
    """The faces of the reader's own dice, in the order thrown.

    Raises Refusal("de_impossible") at a face no die has.
    """
    hand = list(faces)

    def draw(count: int, sides: int) -> tuple[int, ...] | None:
        if len(hand) < count:
            return None
        taken, hand[:count] = tuple(hand[:count]), []
        if not all(1 <= face <= sides for face in taken):
            raise Refusal("de_impossible", sides=sides)
        return taken

    return Dice(draw, lambda: len(hand))
