"""The journal on a real database: one transaction a move, undo as an entry, nothing lost."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy.exc import TimeoutError

from app.rules.books import SERIES
from app.rules.changes import apply
from app.rules.dice import DiceNeeded, given
from app.rules.refusal import Refusal
from app.rules.sheet import Sheet
from app.store import engine, entries, journal
from app.store.engine import Database
from app.store.entries import Live, Order, Played
from app.store.journal import Redrawn
from app.store.seen import Conflict, fingerprint
from app.store.undo import GESTURES

KEY = "A" * 22
BEGUN = (4, 3, 5, 2, 3)  # Habileté 10, Endurance 20, Chance 8, Présence 6


@pytest.fixture(autouse=True)
def sheet(db: Database) -> None:
    journal.create(db, KEY, SERIES["df51"], Order("creer", {"nom": "Aldric"}), given(BEGUN))


def live(db: Database) -> Live:
    found = journal.open_sheet(db, KEY)
    assert found is not None
    return found


def play(
    db: Database, move: str, *faces: int, order: dict[str, object] | None = None, **args: object
) -> Played:
    played = journal.play(db, KEY, Order(move, args, **(order or {})), lambda _: given(faces))
    assert played is not None
    return played


def endurance(db: Database) -> int:
    return live(db).sheet.value("endurance")


def refusal(db: Database, move: str, **args: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        play(db, move, **args)
    return caught.value


def test_a_sheet_reads_back_as_it_was_written(db: Database) -> None:
    play(db, "aller", paragraphe=137)
    play(db, "trouver_potion", nom="Potion ambrée", effet="endurance", points=4)
    play(db, "combattre", nom="Spectre", habilete=8, endurance=6, force=1)
    played = play(db, "assaut", 3, 4, 6, 6, 2, turn=1)
    assert live(db).sheet == played.after.sheet


def test_replaying_the_changes_from_nothing_gives_the_stored_sheet(db: Database) -> None:
    play(db, "perdre", score="endurance", points=5)
    play(db, "manger")
    play(db, "annuler", entree=3)
    sheet = Sheet()
    found = entries.whole(db, live(db))
    for entry in found:
        sheet = apply(sheet, entry.changes)
    assert sheet == live(db).sheet
    assert [entry.seq for entry in found] == [1, 2, 3, 4]


def test_a_wrong_key_opens_nothing(db: Database) -> None:
    assert journal.open_sheet(db, "B" * 22) is None
    assert journal.play(db, "B" * 22, Order("manger"), lambda _: given(())) is None


def test_an_order_sent_twice_is_played_once(db: Database) -> None:
    first = play(db, "perdre", score="endurance", points=2, order={"once": "k"})
    second = play(db, "perdre", score="endurance", points=2, order={"once": "k"})
    assert (first.again, second.again) == (False, True)
    assert second.entry == first.entry
    assert endurance(db) == 18


def test_a_creation_sent_twice_makes_one_sheet(db: Database) -> None:
    journal.create(db, KEY, SERIES["df51"], Order("creer", {"nom": "Autre"}), given(BEGUN))
    assert live(db).sheet.name == "Aldric"


def test_a_refused_move_writes_nothing(db: Database) -> None:
    assert refusal(db, "manger").code == "repas_perdu"
    assert live(db).seq == 1


def test_missing_dice_write_nothing(db: Database) -> None:
    with pytest.raises(DiceNeeded):
        play(db, "tenter_chance", 3)
    assert live(db).seq == 1


def test_undo_is_an_entry_and_strikes_the_line_through(db: Database) -> None:
    play(db, "perdre", score="endurance", points=2)
    play(db, "annuler", entree=2)
    found = entries.whole(db, live(db))
    assert endurance(db) == 20
    assert [(e.move, e.undoes, e.undone_by) for e in found[1:]] == [
        ("perdre", None, 3),
        ("annuler", 2, None),
    ]


def test_undoing_an_undo_is_redo(db: Database) -> None:
    play(db, "perdre", score="endurance", points=2)
    play(db, "annuler", entree=2)
    play(db, "annuler", entree=3)
    assert endurance(db) == 18
    assert [e.undone_by for e in entries.whole(db, live(db))] == [None, None, 4, None]


def test_another_phones_move_on_another_box_does_not_hinder_undo(db: Database) -> None:
    play(db, "perdre", score="endurance", points=2)
    play(db, "gagner_or", pieces=12, order={"by": "autre"})
    play(db, "annuler", entree=2)
    assert (endurance(db), live(db).sheet.value("or")) == (20, 12)


def test_undo_of_what_a_later_entry_built_on_is_refused_and_names_it(db: Database) -> None:
    play(db, "perdre", score="endurance", points=6)
    play(db, "manger", order={"by": "autre"})
    no = refusal(db, "annuler", entree=2)
    assert (no.code, no.params["seq"]) == ("annulation_bloquee", 3)
    assert endurance(db) == 18


def test_undo_that_would_leave_a_foe_without_a_fight_is_refused(db: Database) -> None:
    play(db, "combattre", nom="Spectre", habilete=8, endurance=6)
    play(db, "renfort", nom="Goule", habilete=7, endurance=5)
    assert refusal(db, "annuler", entree=2).code == "annulation_impossible"


@pytest.mark.parametrize(
    ("entry", "code"),
    [(1, "creation_inannulable"), (9, "entree_absente"), ("x", "entree_absente"), (2, "deja_annule")],
)
def test_undo_refused(db: Database, entry: object, code: str) -> None:
    play(db, "perdre", score="endurance", points=2)
    play(db, "annuler", entree=2)
    assert refusal(db, "annuler", entree=entry).code == code


def test_return_undoes_all_that_came_after_and_keeps_notes(db: Database) -> None:
    play(db, "perdre", score="endurance", points=2)
    play(db, "noter", texte="La clef est sous la pierre.")
    play(db, "perdre", score="endurance", points=3)
    play(db, "nouvelle_tentative", *BEGUN)
    play(db, "revenir", entree=2)
    sheet = live(db).sheet
    assert (sheet.attempt, sheet.value("endurance")) == (1, 18)
    assert [note.text for note in sheet.notes.values()] == ["La clef est sous la pierre."]
    assert [e.undone_by for e in entries.whole(db, live(db))] == [None, None, None, 6, 6, None]


def test_a_return_is_undone_like_the_rest(db: Database) -> None:
    play(db, "perdre", score="endurance", points=2)
    play(db, "perdre", score="endurance", points=3)
    play(db, "revenir", entree=1)
    play(db, "annuler", entree=4)
    assert endurance(db) == 15
    assert [e.undone_by for e in entries.whole(db, live(db))] == [None, None, None, 5, None]


def test_return_asks_if_another_phone_has_played_since(db: Database) -> None:
    play(db, "perdre", score="endurance", points=2)
    play(db, "perdre", score="endurance", points=1, order={"by": "autre"})
    seen = {"seen": "2"}
    with pytest.raises(Refusal) as caught:
        play(db, "revenir", entree=1, order=seen)
    assert (caught.value.code, caught.value.overrulable) == ("question_retour", True)
    play(db, "revenir", entree=1, order={"seen": "3"})
    assert endurance(db) == 20


def test_a_half_filled_tray_starts_over_when_the_sheet_moved_on(db: Database) -> None:
    play(db, "combattre", nom="Spectre", habilete=8, endurance=6)
    play(db, "renfort", nom="Goule", habilete=7, endurance=5, order={"by": "autre"})
    with pytest.raises(Redrawn):
        play(db, "assaut", 3, 4, turn=1, order={"drawn_at": 2})
    assert live(db).seq == 3


def test_writing_over_what_was_not_seen_is_a_conflict(db: Database) -> None:
    seen = fingerprint({"nom": "Aldric"})
    play(db, "renommer", nom="Berthe", order={"by": "autre", "seen": seen})
    with pytest.raises(Conflict):
        play(db, "renommer", nom="Cléa", order={"seen": seen})
    assert live(db).sheet.name == "Berthe"


def test_sixteen_writers_lose_nothing(db: Database) -> None:
    def pay(_: int) -> None:
        play(db, "gagner_or", pieces=1)

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(pay, range(160)))
    assert live(db).sheet.value("or") == 160
    assert [e.seq for e in entries.whole(db, live(db))] == list(range(1, 162))


def marks(db: Database) -> list[int | None]:
    return [e.undone_by for e in entries.whole(db, live(db))]


def test_undo_of_undo_of_undo(db: Database) -> None:
    play(db, "aller", paragraphe=10)
    for n in (2, 3, 4):
        play(db, "annuler", entree=n)
    assert live(db).sheet.paragraph is None
    assert marks(db) == [None, 3, None, 5, None]


def test_return_over_an_undo_gives_its_line_back(db: Database) -> None:
    play(db, "aller", paragraphe=10)
    play(db, "annuler", entree=2)
    play(db, "revenir", entree=2)
    assert live(db).sheet.paragraph == 10
    assert marks(db) == [None, None, 4, None]


def test_a_form_changed_before_it_is_sent_again_is_another_order(db: Database) -> None:
    play(db, "noter", texte="Premier jet", order={"once": "k"})
    play(db, "noter", texte="Premier jet, et la suite", order={"once": "k"})
    assert play(db, "noter", texte="Premier jet, et la suite", order={"once": "k"}).again
    assert len(live(db).sheet.notes) == 2


@pytest.mark.parametrize("seed", range(12))
def test_the_lines_that_stand_make_the_sheet(db: Database, seed: int) -> None:
    """Whatever is undone, redone, returned to: what is not struck through, played in order, is the sheet."""
    chance = random.Random(seed)
    moves = (
        ("gagner_or", {"pieces": 1}),
        ("aller", {"paragraphe": 7}),
        ("perdre", {"score": "endurance", "points": 1}),
        ("noter", {"texte": "x"}),
        ("trouver", {"sorte": "objet", "nom": "Corde"}),
    )
    for _ in range(60):
        n = chance.randint(1, live(db).seq)
        undo = [("annuler", {"entree": n}), ("annuler", {"entree": live(db).seq})]
        back = [("revenir", {"entree": max(1, live(db).seq - 3)})]
        name, args = chance.choice([*moves, *undo, *undo, *back])
        try:
            play(db, name, **args)
        except Refusal:
            continue
        sheet = Sheet()
        for entry in entries.whole(db, live(db)):
            if entry.undone_by is None and entry.move not in GESTURES:
                sheet = apply(sheet, entry.changes)
        assert sheet == live(db).sheet, (name, args)


def test_a_long_quarrel_of_undos_stays_quick(db: Database) -> None:
    """Each names those before it: what is followed by way of one another must be followed once."""
    play(db, "gagner_or", pieces=1)
    for _ in range(250):
        play(db, "annuler", entree=live(db).seq)
    assert live(db).sheet.value("or") == 1
    for _ in range(30):
        play(db, "gagner_or", pieces=1)
        play(db, "revenir", entree=live(db).seq - 2)
    play(db, "annuler", entree=live(db).seq)


# In line


def test_who_waits_too_long_is_told(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "PATIENCE", 0.1)
    with ThreadPoolExecutor(1) as other, db.in_line(KEY), pytest.raises(TimeoutError):
        other.submit(play, db, "gagner_or", pieces=1).result()
    assert play(db, "gagner_or", pieces=1).entry.seq == 2
