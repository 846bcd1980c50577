"""Assauts of Histoire 5, every outcome, against the book's steps written down a second time."""

from itertools import product

import pytest

from app.rules.books import SERIES
from app.rules.dice import DiceNeeded, given
from app.rules.refusal import Refusal
from app.rules.sheet import Score, Sheet, foe, score_path

H5 = SERIES["h5"]
PAIRS = list(product(range(1, 7), repeat=2))
TALENTS = [rule.key for rule in H5.scores if rule.key != "endurance"]
Pair = tuple[int, int]
Throws = tuple[Pair, Pair]
HALF = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5, 11: 6, 12: 6}
"""Rounded up, as the book counts it."""


def play(sheet: Sheet, name: str, *faces: int, **fields: object) -> Sheet:
    return H5.play(sheet, name, fields, given(faces))[0]


def told(
    ours: int,
    theirs: int,
    lives: tuple[int, int],
    first: str,
    throws: tuple[tuple[int, int], tuple[int, int]],
    off: int,
) -> tuple[int, int, int]:
    """What the book makes of one Assaut: the points left to the hero and to the foe, and how many threw."""
    left = {"hero": lives[0], "foe": lives[1]}
    talents = {"hero": ours, "foe": theirs}
    order = ["hero", "foe"] if first == "hero" else ["foe", "hero"]
    for n, (striker, struck) in enumerate((order, order[::-1])):
        pair = throws[n]
        if pair == (1, 1):
            left[struck] = 0
        elif pair[0] + pair[1] <= talents[striker]:
            left[struck] = left[struck] - off if left[struck] > off else 0
        if left[struck] == 0:
            return left["hero"], left["foe"], n + 1
    return left["hero"], left["foe"], 2


def played(sheet: Sheet, throws: Throws, **fields: object) -> tuple[Sheet, int]:
    """The sheet after, and how many throws were asked for: none that is not needed may be given."""
    try:
        return play(sheet, "assaut", *throws[0], turn=1, **fields), 1
    except DiceNeeded:
        return play(sheet, "assaut", *throws[0], *throws[1], turn=1, **fields), 2


@pytest.mark.parametrize("first", ["hero", "foe"])
@pytest.mark.parametrize(
    ("talent", "halved"),
    [("habilete", False), ("habilete", True), ("force", False), ("force", True), ("adresse", False)],
)
def test_every_assaut(talent: str, halved: bool, first: str) -> None:
    """36 × 36 throws, by weapon, who strikes first, and halved or not, near death and far from it."""
    off = {"habilete": 1, "force": 1, "adresse": 2}[talent]
    seen = set()
    for ours, theirs, lives in ((7, 8, (6, 4)), (8, 5, (1, 2)), (2, 2, (3, 3)), (12, 11, (2, 1))):
        sheet = play(Sheet(), "creer", nom="Aube")
        sheet = sheet.put(score_path(talent), Score(12, ours)).put(
            score_path("endurance"), Score(6, lives[0])
        )
        box = {"nom": "Espagnol", "talent": talent, "valeur": theirs, "endurance": lives[1]}
        sheet = play(sheet, "combattre", **box, premier=first == "foe")
        counted = (HALF[ours], HALF[theirs]) if halved else (ours, theirs)
        for throws in product(PAIRS, PAIRS):
            after, threw = played(sheet, throws, moitie=halved)
            hero, opponent, thrown = told(*counted, lives, first, throws, off)
            assert (after.value("endurance"), after.value("endurance", foe(1)), threw) == (
                hero,
                opponent,
                thrown,
            )
            assert after.ending == ("" if hero else "mort")
            assert after.encounters[1].state == (
                "combat" if hero and opponent else "mort" if hero else "vainqueur"
            )
            assert (after.fight is not None) == bool(hero and opponent)
            assert after.fight is None or after.fight.turn == 2
            assert after.value(talent) == ours
            seen.add((lives[0] - hero, lives[1] - opponent))
    assert {(0, 0), (off, 0), (0, off)} <= seen


@pytest.mark.parametrize("ours", range(0, 14))
def test_halving_rounds_up_and_lasts_one_assaut(ours: int) -> None:
    sheet = play(Sheet(), "creer", nom="Aube").put(score_path("habilete"), Score(12, ours))
    sheet = play(sheet, "combattre", nom="Espagnol", valeur=ours, endurance=9)
    half = ours / 2
    dice = given([6, 6, 6, 6])
    H5.play(sheet, "assaut", {"turn": 1, "moitie": True}, dice)
    assert [throw.against for throw in dice.thrown] == [int(half + 0.5)] * 2
    sheet = sheet.put(score_path("endurance", foe(1)), Score(99, 99)).put(
        score_path("endurance"), Score(99, 99)
    )
    sheet = play(sheet, "assaut", 6, 6, 6, 6, turn=1, moitie=True)
    dice = given([6, 6, 6, 6])
    H5.play(sheet, "assaut", {"turn": 2}, dice)
    assert [throw.against for throw in dice.thrown] == [ours, ours]


@pytest.mark.parametrize("talent", TALENTS)
def test_halving_is_for_blades_and_bare_hands_only(talent: str) -> None:
    sheet = play(Sheet(), "creer", nom="Aube")
    sheet = play(sheet, "combattre", nom="Espagnol", talent=talent, valeur=8, endurance=9)
    melee = talent in ("habilete", "force")
    assert list(H5.legal_moves(sheet)["assaut"].choices["moitie"]) == ([False, True] if melee else [False])
    if not melee:
        with pytest.raises(Refusal) as refusal:
            play(sheet, "assaut", 3, 3, 3, 3, turn=1, moitie=True)
        assert refusal.value.code == "moitie_impossible"


def test_halving_is_refused_where_the_foe_aimed_at_is_shot_at() -> None:
    sheet = play(Sheet(), "creer", nom="Aube")
    sheet = play(sheet, "combattre", nom="Espagnol", valeur=8, endurance=9)
    sheet = play(sheet, "renfort", nom="Tireur", talent="adresse", valeur=8, endurance=9)
    with pytest.raises(Refusal):
        play(sheet, "assaut", 6, 6, 6, 6, turn=1, moitie=True, cible=2)
    assert play(sheet, "assaut", 6, 6, 6, 6, turn=1, moitie=True, cible=1).fight.turn == 2


@pytest.mark.parametrize("talent", TALENTS)
def test_every_test_of_every_talent(talent: str) -> None:
    """2d6 within the talent succeed, whatever the pair: a double ace is no more, a double six no less."""
    for value, pair in product(range(0, 13), PAIRS):
        sheet = play(Sheet(), "creer", nom="Aube").put(score_path(talent), Score(12, value))
        dice = given(pair)
        after, _ = H5.play(sheet, "tester", {"score": talent, "succes": 45, "echec": 123}, dice)
        assert dice.thrown[0].success == (pair[0] + pair[1] <= value)
        assert after.fact("rendez_vous") == (45 if pair[0] + pair[1] <= value else 123)
        assert after.scores() == sheet.scores()


def test_every_sharing_of_the_points_is_accepted_or_refused_for_its_reason() -> None:
    for force, agilite in product(range(0, 15), repeat=2):
        shares = {"nom": "Aube", "force": force, "agilite": agilite, "chance": 8, "diplomatie": 6}
        rest = {"adresse": 8, "habilete": 7, "maitrise_de_la_mer": 4}
        within = 2 <= force <= 12 and 2 <= agilite <= 12
        if within and force + agilite == 17:
            sheet = play(Sheet(), "creer", **shares, **rest)
            assert sheet.score("endurance") == Score(*[(force // 2) + force % 2] * 2)
        elif within:
            with pytest.raises(Refusal) as refusal:
                play(Sheet(), "creer", **shares, **rest)
            assert refusal.value.code == "partage_faux"
            assert refusal.value.params["left"] == 17 - force - agilite
