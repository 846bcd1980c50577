"""Dice: fair ones, and the reader's own."""

from collections import Counter

import pytest

from app.rules.dice import DiceNeeded, Throw, fair, given
from app.rules.refusal import Refusal


@pytest.mark.parametrize("sides", [6, 10])
def test_fair_dice_fall_evenly(sides: int) -> None:
    """A fair die fails the chi-square bound about once in a million runs; one face in ten off is caught."""
    count = 60_000
    faces = Counter(fair().throw(count, "libre", sides=sides).faces)
    expected = count / sides
    assert set(faces) == set(range(1, sides + 1))
    assert sum((seen - expected) ** 2 / expected for seen in faces.values()) < 45


def test_fair_dice_do_not_follow_each_other() -> None:
    dice = fair()
    pairs = Counter(dice.throw(2, "libre").faces for _ in range(36_000))
    assert len(pairs) == 36
    assert sum((seen - 1000) ** 2 / 1000 for seen in pairs.values()) < 95  # 35 degrees of freedom
    assert [throw.why for throw in dice.thrown] == ["libre"] * 36_000
    dice.finish()


def test_a_throw_adds_up_and_is_held_against_a_value() -> None:
    def held(against: int | None) -> Throw:
        return Throw("force", (3, 4), plus=(("habilete", 8), ("sans_bouclier", -1)), against=against)

    assert held(None).total == 14
    assert [held(against).success for against in (13, 14, 15, None)] == [False, True, True, None]


def test_given_faces_are_taken_in_order() -> None:
    dice = given([1, 2, 3, 10])
    assert dice.throw(2, "force", who="Spectre").faces == (1, 2)
    assert dice.throw(1, "couteau").faces == (3,)
    assert dice.throw(1, "libre", sides=10).faces == (10,)
    dice.finish()
    assert [(throw.why, throw.who, throw.sides) for throw in dice.thrown] == [
        ("force", "Spectre", 6),
        ("couteau", "", 6),
        ("libre", "", 10),
    ]


def test_given_faces_that_run_out_say_what_to_throw() -> None:
    dice = given([1, 2, 3])
    first = dice.throw(2, "force", who="Spectre")
    with pytest.raises(DiceNeeded) as needed:
        dice.throw(2, "chance", who="héros", sides=10)
    asked = needed.value
    assert (asked.count, asked.sides, asked.why, asked.who) == (2, 10, "chance", "héros")
    assert asked.thrown == [first]


def test_given_faces_left_over_are_refused() -> None:
    dice = given([1, 2, 3])
    dice.throw(1, "libre")
    with pytest.raises(Refusal) as refusal:
        dice.finish()
    assert (refusal.value.code, refusal.value.params) == ("des_en_trop", {"n": 2})


@pytest.mark.parametrize("face", [-1, 0, 7])
def test_a_face_no_die_has_is_refused(face: int) -> None:
    with pytest.raises(Refusal) as refusal:
        given([1, face]).throw(2, "libre")
    assert (refusal.value.code, refusal.value.params) == ("de_impossible", {"sides": 6})
