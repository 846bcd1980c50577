"""Pools of dice against the rules written down a second time: all of 0 to 4 dice, 5 and 6 by sampling."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from app.rules.books import SERIES
from app.rules.dice import fair, given
from app.rules.sheet import Sheet

KADATH = SERIES["kadath"]
NETS = (-7, -2, -1, 0, 1, 2)


def character(rank: int, *switches: str) -> Sheet:
    sheet, _ = KADATH.play(Sheet(), "creer", {"nom": "Randolph", "perception": rank}, given(()))
    for switch in switches:
        sheet, _ = KADATH.play(sheet, "regler", {"regle": switch, "valeur": True}, given(()))
    return sheet


def circumstances(net: int) -> dict[str, int]:
    """Both kinds, so that they have to cancel."""
    return {"favorables": max(0, net) + 1, "defavorables": max(0, -net) + 1}


def expected(faces: tuple[int, ...], net: int, *, lenient: bool) -> int:
    """A 5 is one, a 6 two; those against take, never below 0; those in favour give, if a die showed 5."""
    brought = faces.count(5) + faces.count(6) + faces.count(6)
    if net < 0:
        return brought + net if brought + net > 0 else 0
    return brought + net if brought >= 1 or (lenient and len(faces) > 0) else 0


def thrown(sheet: Sheet, faces: tuple[int, ...], **fields: object) -> tuple[int, bool | None, str]:
    dice = given(faces)
    name = "opposer" if "reussites" in fields else "tester"
    KADATH.play(sheet, name, {"competence": "perception", **fields}, dice)
    throw = dice.thrown[-1]
    return throw.total, throw.success, throw.verdict


@pytest.mark.parametrize("lenient", [False, True], ids=["printed", "house"])
@pytest.mark.parametrize("rank", range(5))
def test_every_throw_of_a_few_dice(rank: int, lenient: bool) -> None:
    sheet = character(rank, *(["favorables_sans_cinq"] if lenient else []))
    for faces in product(range(1, 7), repeat=rank):
        for net in NETS:
            wanted = expected(faces, net, lenient=lenient)
            assert thrown(sheet, faces, **circumstances(net)) == (wanted, wanted > 0, ""), (faces, net)


def distribution(rank: int) -> dict[int, Fraction]:
    """How likely each number of successes is, die by die."""
    one = {0: Fraction(4, 6), 1: Fraction(1, 6), 2: Fraction(1, 6)}
    found = {0: Fraction(1)}
    for _ in range(rank):
        more: Counter[int] = Counter()
        for (so_far, p), (brought, q) in product(found.items(), one.items()):
            more[so_far + brought] += p * q
        found = dict(more)
    return found


@pytest.mark.parametrize("rank", [5, 6])
def test_many_dice_follow_the_exact_distribution(rank: int) -> None:
    """Faces from a seeded generator: the rule's counts lie within five standard deviations of what is due."""
    sheet, chance, most = character(rank), random.Random(rank), 20_000
    found: Counter[int] = Counter()
    for _ in range(most):
        faces = tuple(chance.randint(1, 6) for _ in range(rank))
        won = thrown(sheet, faces)[0]
        assert won == expected(faces, 0, lenient=False)
        found[won] += 1
    for won, likely in distribution(rank).items():
        due = float(most * likely)
        assert abs(found[won] - due) <= 5 * (due * (1 - float(likely))) ** 0.5 + 1, (won, found[won], due)


def test_the_application_s_dice_are_as_many_as_the_rank() -> None:
    for rank in range(7):
        dice = fair()
        KADATH.play(character(rank), "tester", {"competence": "perception"}, dice)
        assert [len(throw.faces) for throw in dice.thrown] == [rank]


@pytest.mark.parametrize("start", ["moi", "autre", "tous_deux"])
def test_every_opposition_of_two_dice(start: str) -> None:
    sheet = character(2)
    for faces, theirs, rank in product(product(range(1, 7), repeat=2), range(6), range(4)):
        ours = expected(faces, 0, lenient=False)
        if ours > theirs or (ours == theirs and rank < 2):
            wanted = "gagne"
        elif ours < theirs or rank > 2:
            wanted = "perdu"
        else:
            wanted = {"moi": "gagne", "autre": "perdu", "tous_deux": "nul"}[start]
        found = thrown(sheet, faces, reussites=theirs, valeur_adverse=rank, initiative=start)
        success = {"gagne": True, "perdu": False, "nul": None}[wanted]
        assert found == (ours, success, wanted), (faces, theirs, rank)
