"""The Table de Hasard: 36 numbers with the spread of two dice, shuffled for each finger put on it."""

import secrets
from itertools import product
from typing import NamedTuple

CELLS = 36
DIGITS = "23456789abc"
"""How a number from 2 to 12 is written in a grid, one sign a cell."""

SPREAD = "".join(sorted(DIGITS[one + two - 2] for one, two in product(range(1, 7), repeat=2)))
"""The numbers of a grid, in order: one 2, two 3, three 4 … six 7 … one 12."""


class Point(NamedTuple):
    """A finger on the table: which cell of 1 to 36, and the whole grid that was under it."""

    cell: int
    grid: str

    @property
    def number(self) -> int:
        """The number « amené », 2 to 12."""
        return DIGITS.index(self.grid[self.cell - 1]) + 2

    @property
    def numbers(self) -> tuple[int, ...]:
        """The whole grid, cell by cell."""
        return tuple(DIGITS.index(sign) + 2 for sign in self.grid)

    @property
    def fair(self) -> bool:
        """Whether it is a cell of a grid with the table's spread."""
        return 1 <= self.cell <= CELLS and "".join(sorted(self.grid)) == SPREAD


def point(cell: int) -> Point:
    """The finger falls on a cell; only now is the table shuffled, by the system's secure generator."""
    grid = list(SPREAD)
    secrets.SystemRandom().shuffle(grid)
    return Point(cell, "".join(grid))
