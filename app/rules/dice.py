"""Dice are handed in: thrown by the machine, by the reader's own hand, or read off the Table de Hasard."""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from app.rules.refusal import Refusal
from app.rules.table import Point

Modifiers: TypeAlias = tuple[tuple[str, int], ...]
Verdict: TypeAlias = Literal["", "gagne", "perdu", "nul"]
Reading: TypeAlias = Callable[[tuple[int, ...]], tuple[int, Verdict]]
"""What a pool of dice comes to by its faces: how much, and how that stands against another's."""
NOTHING_READ: tuple[None, Verdict] = (None, "")


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw and how it was read.

    `who` is a foe's name, empty for the hero. `plus` lists what was added to the faces, each with its reason.
    `against` is the value the total was held against, where it was held against one; `at` is a foe aimed at.
    `pointed` is what was pointed at on the Table de Hasard, where it stood for the dice: a face is then what
    the table gave. `won` is what a pool of dice came to, which is not the sum of its faces, and `verdict` how
    it stood against another's.
    """

    why: str
    faces: tuple[int, ...]
    who: str = ""
    plus: Modifiers = ()
    against: int | None = None
    sides: int = 6
    at: str = ""
    pointed: tuple[Point, ...] = ()
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

    def __init__(
        self,
        count: int,
        sides: int,
        why: str,
        who: str,
        thrown: list[Throw],
        *,
        at: str = "",
        against: int | None = None,
    ) -> None:
        super().__init__(f"{count}d{sides} for {why}")
        self.count, self.sides, self.why, self.who, self.thrown = count, sides, why, who, thrown
        self.at, self.against = at, against


@dataclass
class Dice:
    """A source of faces, and every throw made of them, in order. `points` are those of the last draw."""

    draw: Callable[[int, int], tuple[int, ...] | None]
    left: Callable[[], int] = lambda: 0
    points: Callable[[], tuple[Point, ...]] = tuple
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
        at: str = "",
        reads: Reading | None = None,
    ) -> Throw:
        """Throw `count` dice for `why`; `reads` tells what a pool of them came to.

        Raises DiceNeeded where the reader's own faces run out.
        """
        faces = self.draw(count, sides)
        if faces is None:
            raise DiceNeeded(count, sides, why, who, self.thrown, at=at, against=against)
        won, verdict = reads(faces) if reads else NOTHING_READ
        made = Throw(why, faces, who, plus, against, sides, at, self.points(), won, verdict)
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


def pointed(points: Iterable[Point]) -> Dice:
    """What the reader pointed at, in order: a number for two dice, half of one, rounded down, for one die."""
    hand, last = list(points), list[Point]()

    def draw(count: int, sides: int) -> tuple[int, ...] | None:
        assert sides == 6, "the table stands for dice of six faces"
        whole = count // 2
        needed = taps(count)
        if len(hand) < needed:
            return None
        last[:], hand[:needed] = hand[:needed], []
        return tuple(point.number if n < whole else point.number // 2 for n, point in enumerate(last))

    return Dice(draw, lambda: len(hand), lambda: tuple(last))


def taps(count: int) -> int:
    """How often the table is pointed at for so many dice: once for two of them, once for one left over."""
    return (count + 1) // 2
