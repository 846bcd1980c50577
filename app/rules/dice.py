"""Dice are handed in: thrown by the machine, by the reader's own hand, or read off the Table de Hasard."""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from app.rules.refusal import Refusal
from app.rules.table import Point

Modifiers: TypeAlias = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw and how it was read.

    `who` is a foe's name, empty for the hero. `plus` lists what was added to the faces, each with its reason.
    `against` is the value the total was held against, where it was held against one; `at` is a foe aimed at.
    `pointed` is what was pointed at on the Table de Hasard, where it stood for the dice: a face is then what
    the table gave.
    """

    why: str
    faces: tuple[int, ...]
    who: str = ""
    plus: Modifiers = ()
    against: int | None = None
    sides: int = 6
    at: str = ""
    pointed: tuple[Point, ...] = ()

    @property
    def total(self) -> int:
        return sum(self.faces) + sum(amount for _, amount in self.plus)

    @property
    def success(self) -> bool | None:
        """Whether the total is within `against`; None where it was held against nothing."""
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
    ) -> Throw:
        """Throw `count` dice for `why`. Raises DiceNeeded where the reader's own faces run out."""
        faces = self.draw(count, sides)
        if faces is None:
            raise DiceNeeded(count, sides, why, who, self.thrown, at=at, against=against)
        made = Throw(why, faces, who, plus, against, sides, at=at, pointed=self.points())
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
