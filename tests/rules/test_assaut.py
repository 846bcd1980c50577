"""Assauts of Défis Fantastiques 51, every outcome, against the book's steps written down a second time."""

from itertools import product

import pytest

from app.rules.books import SERIES
from app.rules.dice import given
from app.rules.sheet import Score, Sheet, foe, score_path

DF51 = SERIES["df51"]
PAIRS = list(product(range(1, 7), repeat=2))


def play(sheet: Sheet, name: str, *faces: int, **fields: object) -> Sheet:
    return DF51.play(sheet, name, fields, given(faces))[0]


def armed(*, sword: bool, shield: bool) -> Sheet:
    """Habileté 9, Endurance 20, Chance 7."""
    sheet = play(Sheet(), "creer", 3, 4, 4, 1, 3, nom="Aube")
    sheet = play(sheet, "trouver_arme", nom="Épée") if sword else sheet
    return play(sheet, "trouver_bouclier", nom="Bouclier") if shield else sheet


@pytest.mark.parametrize("shield", [False, True], ids=["no shield", "shield"])
@pytest.mark.parametrize("sword", [False, True], ids=["knife", "sword"])
def test_every_assaut(sword: bool, shield: bool) -> None:
    """36 × 36 throws, and the knife's six faces where it is thrown: it may be thrown for a win only."""
    sheet = play(armed(sword=sword, shield=shield), "combattre", nom="Spectre", habilete=8, endurance=6)
    seen = set()
    for theirs, ours in product(PAIRS, PAIRS):
        margin = (9 + sum(ours) + (0 if shield else -1)) - (8 + sum(theirs))
        for knife in range(1, 7) if margin > 0 and not sword else [None]:
            after = play(sheet, "assaut", *theirs, *ours, *([knife] if knife else []), turn=1)
            taken = 0 if margin <= 0 else 2 if sword or (knife and knife >= 5) else 1
            lost = 2 if margin < 0 else 0
            assert after.value("endurance", foe(1)) == 6 - taken
            assert after.value("endurance") == 20 - lost
            assert [(offer.kind, offer.points) for offer in after.offers.values()] == (
                [("infligee", taken)] if taken else [("recue", lost)] if lost else []
            )
            assert (after.value("habilete"), after.value("chance"), after.fight.turn) == (9, 7, 2)
            seen.add((taken, lost))
    assert seen == ({(2, 0)} if sword else {(1, 0), (2, 0)}) | {(0, 0), (0, 2)}


FACES = {"wins": ((1, 1), (6, 6)), "ties": ((1, 2), (1, 1)), "loses": ((6, 6), (1, 1))}
"""The foe's dice and the hero's, Habileté being 8 against 9, with sword and shield."""
LUCK = {"declined": (), "Chanceux": (1, 1), "Malchanceux": (6, 6)}


def told(
    hero: int, foes: list[int], chance: int, target: int, results: tuple[str, str], lucks: tuple[str, str]
):
    """What the book's steps make of one Assaut against two: the points left, and whether the hero lives."""
    wounds = []
    for slot, result in enumerate(results):
        if result == "loses":
            hero -= 2
            wounds.append(None)
        elif result == "wins" and slot == target:
            foes[slot] -= 2
            if foes[slot] > 0:
                wounds.append(slot)
    tried = iter(lucks)
    for slot in wounds:
        if not chance:
            break
        luck = next(tried)
        if luck == "declined":
            continue
        lucky = luck == "Chanceux" and chance >= 2
        chance -= 1
        if slot is None:
            hero += 1 if lucky else -1
        else:
            foes[slot] += -2 if lucky else 1
    return max(hero, 0), [max(points, 0) for points in foes], chance, hero > 0


def played(sheet: Sheet, target: int, results: tuple[str, str], lucks: tuple[str, str]) -> Sheet:
    """The same by the rules, with one offer settled after another."""
    faces = [face for result in results for pair in FACES[result] for face in pair]
    sheet = play(sheet, "assaut", *faces, turn=1, cible=target + 1)
    for luck in lucks:
        if sheet.offers:
            move = "chance_blessure" if LUCK[luck] else "accepter_blessure"
            sheet = play(sheet, move, *LUCK[luck], offre=min(sheet.offers))
    return sheet


@pytest.mark.parametrize("chance", [0, 1, 2, 7])
@pytest.mark.parametrize("hero", [1, 2, 3, 4, 5, 6])
def test_two_foes_together_and_luck_for_each_wound(hero: int, chance: int) -> None:
    """Every result against either, for either target, foes near death or not, and every use of luck."""
    armed_hero = armed(sword=True, shield=True).put(score_path("endurance"), Score(20, hero))
    armed_hero = armed_hero.put(score_path("chance"), Score(7, chance))
    for foes in ((2, 3), (3, 2), (4, 6), (6, 4)):
        first, second = ({"nom": "Spectre", "habilete": 8, "endurance": points} for points in foes)
        sheet = play(play(armed_hero, "combattre", maniere="ensemble", **first), "renfort", **second)
        for target, results, lucks in product((0, 1), product(FACES, repeat=2), product(LUCK, repeat=2)):
            after = played(sheet, target, results, lucks)
            left = [after.value("endurance", foe(slot)) for slot in (1, 2)]
            shown = after.value("endurance"), left, after.value("chance"), not after.ending
            wanted = told(hero, list(foes), chance, target, results, lucks)
            assert shown == wanted, (foes, target, results, lucks)
            assert not after.offers
            assert (after.fight is not None) == shown[3]  # one of two foes at most falls in an Assaut
