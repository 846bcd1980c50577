"""A series: its scores, its moves, and what is settled after each of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from app.rules.dice import Dice, Modifiers
from app.rules.moves import Legal, Move
from app.rules.refusal import Refusal
from app.rules.sheet import Item, Score, Sheet

FIRST = "creer"
"""The move that fills a blank sheet; no other can be played on one."""

COMMON_REFUSALS = frozenset({"coup_inconnu", "feuille_vierge", "de_impossible", "des_en_trop"})
"""What any move can answer, whatever the series."""


@dataclass(frozen=True)
class ScoreRule:
    """How far a score may rise: to its start value, or to `cap`. A `hard` ceiling is never lifted."""

    key: str
    cap: int | None = None
    hard: bool = False

    def ceiling(self, score: Score) -> int:
        return score.initial if self.cap is None else self.cap

    def raised(self, score: Score, points: int, *, lifted: bool = False) -> int:
        """The score's value after a gain. It never falls: what a lifted gain gave stays."""
        wanted = score.current + points
        if lifted and not self.hard:
            return wanted
        return max(score.current, min(wanted, self.ceiling(score)))


@dataclass(frozen=True)
class Good:
    """What is sold before the adventure begins: its price, the thing, and the scores the thing holds."""

    price: int
    thing: Item
    scores: Mapping[str, int] = field(default_factory=dict)


class LegalMoves(Mapping[str, Legal]):
    """The moves that can be played on a sheet, each worked out when it is first asked for."""

    def __init__(self, moves: Mapping[str, Move], sheet: Sheet) -> None:
        self._moves = moves
        holds = cache(lambda guard: guard.holds(sheet))
        self._of = cache(lambda name: moves[name].legal(sheet, holds) if name in moves else None)

    def __getitem__(self, name: str) -> Legal:
        found = self._of(name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._moves if self._of(name))

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass(frozen=True)
class Series:
    """One book's rules.

    `settle` runs after every move: it clamps, decides death. `reads` gives a score as a test counts it.
    `vital` are the scores a wound takes off. `derived` gives the values of the hero or a foe that are never
    written down, each as what it is made of. `goods` are sold at the start; `spells` have a least cost.
    `attempts` says whether the hero may begin anew, or lives on. `takes` names the series whose sheets may be
    laid on this one, and `tells` what it tells the one under a number. `shows` is what the pages show that
    no box holds.
    """

    key: str
    scores: tuple[ScoreRule, ...]
    moves: Mapping[str, Move]
    settle: Callable[[Sheet], Sheet]
    reads: Callable[[Sheet, str], int]
    vital: tuple[str, ...] = ("endurance",)
    derived: Callable[[Sheet, str], Mapping[str, Modifiers]] = lambda sheet, holder: {}
    goods: Mapping[str, Good] = field(default_factory=dict)
    spells: Mapping[str, int] = field(default_factory=dict)
    attempts: bool = True
    takes: frozenset[str] = frozenset()
    tells: Callable[[Sheet, int], Mapping[str, Any]] = lambda sheet, n: {}
    shows: Callable[[Sheet], Mapping[str, Any]] = lambda _: {}

    def legal_moves(self, sheet: Sheet) -> Mapping[str, Legal]:
        """The moves that can be played on this sheet, with their choices."""
        return LegalMoves(self.moves if sheet.boxes else {FIRST: self.moves[FIRST]}, sheet)

    def play(
        self, sheet: Sheet, name: str, raw: Mapping[str, object], dice: Dice
    ) -> tuple[Sheet, dict[str, Any]]:
        """The sheet after a move, and the move's parameters as read. Raises Refusal, BadInput, DiceNeeded."""
        if name not in self.moves:
            raise Refusal("coup_inconnu")
        if not sheet.boxes and name != FIRST:
            raise Refusal("feuille_vierge")
        move = self.moves[name]
        args = move.read(raw)
        after = self.settle(move.play(sheet, dice, args))
        dice.finish()
        return after, args


def by_name(*groups: Iterable[Move]) -> dict[str, Move]:
    """Moves under their names. Two of one name are a fault of the series."""
    every = [move for group in groups for move in group]
    names = {move.name: move for move in every}
    assert len(names) == len(every), "two moves share a name"
    return names


def only(moves: Iterable[Move], *names: str) -> list[Move]:
    """Those of these moves that a series has use for."""
    found = [move for move in moves if move.name in names]
    assert len(found) == len(names), "no such move"
    return found
