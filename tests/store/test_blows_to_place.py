"""Undo in the midst of a fight, with blows still to be placed."""

import pytest

from app.rules.books import SERIES
from app.rules.dice import given
from app.rules.refusal import Refusal
from app.rules.sheet import Sheet
from app.store import journal
from app.store.engine import Database
from app.store.entries import Live, Order

KEY = "B" * 22


@pytest.fixture(autouse=True)
def fight(db: Database) -> None:
    """Endurance 9, Habileté 9, Pouvoir 8, against two foes, by surprise."""
    journal.create(db, KEY, SERIES["md1"], Order("creer", {"nom": "Aube"}), given((3, 3, 4)))
    play(db, "acheter", article="epee")
    play(db, "combattre", nom="Orque", habilete=5, endurance=6, surprise=True)
    play(db, "renfort", nom="Loup", habilete=5, endurance=6, degats=3)


def play(db: Database, move: str, *faces: int, **args: object) -> Sheet:
    played = journal.play(db, KEY, Order(move, args), lambda _: given(faces))
    assert played is not None
    assert live(db).sheet == played.after.sheet
    return played.after.sheet


def live(db: Database) -> Live:
    found = journal.open_sheet(db, KEY)
    assert found is not None
    return found


def refused(db: Database, move: str, **args: object) -> str:
    with pytest.raises(Refusal) as no:
        play(db, move, **args)
    return no.value.code


def test_each_blow_is_taken_back_and_placed_again(db: Database) -> None:
    before = live(db).sheet
    struck = play(db, "assaut", 6, 6, 6, 6, turn=1)
    first, second = struck.offers
    placed = play(db, "placer", offre=first, sur="habilete")
    assert (placed.value("habilete"), list(placed.offers)) == (5, [second])
    assert refused(db, "assaut", turn=2) == "coup_a_placer"
    assert play(db, "annuler", entree=live(db).seq) == struck
    elsewhere = play(db, "placer", offre=first, sur="endurance")
    assert (elsewhere.value("endurance"), elsewhere.value("habilete")) == (5, 9)
    play(db, "placer", offre=second, sur="endurance")
    assert refused(db, "annuler", entree=5) == "annulation_bloquee"
    assert play(db, "revenir", entree=4) == before
    assert play(db, "annuler", entree=live(db).seq).value("endurance") == 2


def test_a_fall_with_a_blow_left_is_undone_whole(db: Database) -> None:
    play(db, "perdre", score="endurance", points=5)
    struck = play(db, "assaut", 6, 6, 6, 6, turn=1)
    fallen = play(db, "placer", offre=min(struck.offers), sur="endurance")
    assert (fallen.value("endurance"), fallen.fight, dict(fallen.offers)) == (0, None, {})
    woken = play(db, "reveiller", endurance=2, captif=True)
    assert woken.fact("captif") == 1
    assert play(db, "annuler", entree=live(db).seq) == fallen
    assert play(db, "annuler", entree=live(db).seq - 2) == struck


def test_a_spoilt_spell_is_undone_with_the_blow_it_met(db: Database) -> None:
    play(db, "assaut", 1, 1, 1, 1, turn=1)
    before = live(db).sheet
    cast = play(db, "incanter", 6, 6, 1, 1, sort="hypnose", turn=2)
    assert (cast.value("pouvoir"), len(cast.offers), cast.fight and cast.fight.turn) == (6, 1, 3)
    assert play(db, "annuler", entree=live(db).seq) == before
