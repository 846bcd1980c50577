"""The Table de Hasard: its spread, its shuffle, and throws pointed at instead of thrown."""

from collections import Counter
from itertools import product

import pytest

from app.rules.books import SERIES
from app.rules.dice import DiceNeeded, pointed
from app.rules.refusal import Refusal
from app.rules.sheet import Sheet, foe
from app.rules.table import CELLS, SPREAD, Point, point

TWO_DICE = Counter(one + two for one, two in product(range(1, 7), repeat=2))
WITH_TABLE = [
    series
    for series in SERIES.values()
    if "table" in series.moves["choisir_des"].legal(Sheet()).choices["des"]
]


def at(number: int) -> Point:
    """A finger on this number, in a grid left in order."""
    return Point(SPREAD.index("..23456789abc"[number]) + 1, SPREAD)


def test_the_table_has_the_spread_of_two_dice() -> None:
    numbers = Point(1, SPREAD).numbers
    assert len(numbers) == CELLS == 36
    assert Counter(numbers) == TWO_DICE
    assert Counter(Point(cell, SPREAD).number for cell in range(1, CELLS + 1)) == TWO_DICE


def test_halved_the_spread_is_3_7_11_9_5_1() -> None:
    dice = (pointed([Point(cell, SPREAD)]) for cell in range(1, CELLS + 1))
    halved = Counter(one.throw(1, "libre").total for one in dice)
    assert [halved[face] for face in range(1, 7)] == [3, 7, 11, 9, 5, 1]
    assert halved.total() == 36


@pytest.mark.parametrize(("number", "half"), [(2, 1), (3, 1), (4, 2), (5, 2), (7, 3), (11, 5), (12, 6)])
def test_a_number_from_1_to_6_is_half_rounded_down(number: int, half: int) -> None:
    assert pointed([at(number)]).throw(1, "libre").faces == (half,)


def test_a_finger_shuffles_the_whole_table_and_nothing_else() -> None:
    """Each cell gives each number as often as two dice; a shuffle that is off by one in ten is caught."""
    runs = 6000
    seen = [point(17) for _ in range(runs)]
    assert all(found.fair and found.cell == 17 for found in seen)
    assert len({found.grid for found in seen}) == runs
    for cell in (0, 16, 35):
        counts = Counter(found.numbers[cell] for found in seen)
        off = sum((counts[n] - runs * many / 36) ** 2 / (runs * many / 36) for n, many in TWO_DICE.items())
        assert off < 50  # 10 degrees of freedom


@pytest.mark.parametrize("cell", [0, 37, -1])
def test_a_cell_off_the_table_is_not_fair(cell: int) -> None:
    assert not Point(cell, SPREAD).fair


@pytest.mark.parametrize("grid", ["", SPREAD[1:], SPREAD.replace("2", "c"), "c" * 36, SPREAD + "7"])
def test_a_grid_of_another_spread_is_not_fair(grid: str) -> None:
    assert not Point(1, grid).fair


def test_one_finger_a_throw_and_two_where_three_dice_are_asked_for() -> None:
    dice = pointed([at(9), at(4), at(7), at(11)])
    first, second = dice.throw(2, "assaut", against=9), dice.throw(3, "libre")
    assert (first.faces, first.pointed, first.success) == ((9,), (at(9),), True)
    assert (second.faces, second.total, second.pointed) == ((4, 3), 7, (at(4), at(7)))
    with pytest.raises(Refusal) as refusal:
        dice.finish()
    assert (refusal.value.code, refusal.value.params) == ("des_en_trop", {"n": 1})


def test_fingers_that_run_out_say_what_to_point_for() -> None:
    dice = pointed([at(9), at(4)])
    first = dice.throw(2, "assaut")
    with pytest.raises(DiceNeeded) as needed:
        dice.throw(3, "libre", who="Espagnol", against=8)
    asked = needed.value
    assert (asked.count, asked.why, asked.who, asked.against) == (3, "libre", "Espagnol", 8)
    assert asked.thrown == [first]


@pytest.mark.parametrize("series", WITH_TABLE, ids=lambda series: series.key)
def test_a_throw_played_again_from_what_was_recorded_gives_the_same_sheet(series) -> None:
    begun = series.play(Sheet(), "creer", {"nom": "Aube", "des": "table"}, pointed([]))[0]
    met = series.play(begun, "combattre", {"nom": "Espagnol", "valeur": 8, "endurance": 9}, pointed([]))[0]
    for _ in range(200):
        hand = pointed([point(3), point(30)])
        try:
            after, _ = series.play(met, "assaut", {"turn": 1}, hand)
        except Refusal as refusal:  # a double ace: the second finger was not asked for
            assert refusal.code == "des_en_trop"
            assert hand.thrown[0].total == 2
            continue
        recorded = [finger for throw in hand.thrown for finger in throw.pointed]
        again, _ = series.play(met, "assaut", {"turn": 1}, pointed(recorded))
        assert (again, again.fresh) == (after, after.fresh)
        assert [throw.faces for throw in hand.thrown] == [(finger.number,) for finger in recorded]


@pytest.mark.parametrize("series", WITH_TABLE, ids=lambda series: series.key)
def test_pointing_a_2_kills(series) -> None:
    begun = series.play(Sheet(), "creer", {"nom": "Aube", "des": "table"}, pointed([]))[0]
    met = series.play(begun, "combattre", {"nom": "Espagnol", "valeur": 8, "endurance": 9}, pointed([]))[0]
    won, _ = series.play(met, "assaut", {"turn": 1}, pointed([at(2)]))
    assert (won.value("endurance", foe(1)), won.encounters[1].state) == (0, "mort")
    lost, _ = series.play(met, "assaut", {"turn": 1}, pointed([at(12), at(2)]))
    assert (lost.value("endurance"), lost.ending) == (0, "mort")
