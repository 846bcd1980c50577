"""`check` finds what is not whole: each thing it looks at, broken by hand, is told."""

import random

import pytest
from sqlalchemy import text

from app.rules.books import SERIES
from app.rules.dice import given
from app.rules.refusal import Refusal
from app.store import entries, journal
from app.store.check import check, struck
from app.store.engine import Database
from app.store.entries import Order

KEY = "A" * 22


@pytest.fixture(autouse=True)
def sheet(db: Database) -> None:
    journal.create(db, KEY, SERIES["df51"], Order("creer", {"nom": "Aldric"}), given((4, 3, 5, 2, 3)))
    for name, args in (
        ("gagner_or", {"pieces": 5}),
        ("noter", {"texte": "Une clef"}),
        ("gagner_or", {"pieces": 1}),
        ("annuler", {"entree": 4}),
    ):
        journal.play(db, KEY, Order(name, args), lambda _: given(()))


def test_a_sheet_that_was_played_is_whole(db: Database) -> None:
    report = check(db)
    assert (report.sheets, report.entries, report.faults) == (1, 5, ())


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("DELETE FROM journal_entry WHERE seq = 3", "3 is missing"),
        ("DELETE FROM journal_entry WHERE seq = 5", "should count from 1 to 5"),
        ("DELETE FROM journal_entry", "has 0 entries"),
        ("UPDATE character SET seq = 6", "should count from 1 to 6"),
        ("UPDATE score SET current = current + 1 WHERE key = 'endurance'", "another score/hero/endurance"),
        ("DELETE FROM note", "another note/"),
        ("INSERT INTO hero SELECT id, 'cape', 'rouge', NULL FROM character", "another hero/cape"),
        ("UPDATE character SET fresh = 1", "has been given already"),
        ("UPDATE character SET series = 'inconnue'", "its book, 'inconnue'"),
        ("UPDATE journal_entry SET move = 'noter', undoes = NULL WHERE seq = 5", "is undone by None"),
        ("UPDATE journal_entry SET undone_by = NULL WHERE seq = 4", "entry 4 is undone by 5"),
        ("UPDATE journal_entry SET undone_by = 5 WHERE seq = 2", "entry 2 is undone by None"),
        ("UPDATE journal_entry SET undoes = 5 WHERE seq = 5", "undoes what it cannot"),
        ("UPDATE journal_entry SET undoes = 2 WHERE seq = 3", "undoes what it cannot"),
        ("UPDATE journal_entry SET move = 'noter' WHERE seq = 1", "begin with a hero"),
        ("UPDATE journal_entry SET changes = '{}' WHERE seq = 2", "from a value that did not stand there"),
        ("""UPDATE journal_entry SET changes = '{"x": 1}' WHERE seq = 2""", "cannot be read"),
        ("UPDATE journal_entry SET changes = '[1, 2]' WHERE seq = 2", "cannot be read"),
        ("UPDATE journal_entry SET throws = '[[1]]' WHERE seq = 1", "cannot be read"),
    ],
)
def test_damage_is_told(db: Database, damage: str, told: str) -> None:
    with db.writing() as connection:
        connection.execute(text(damage.replace(":", r"\:")))
    report = check(db)
    assert report.faults
    assert told in report.faults[0]


@pytest.mark.parametrize("seed", range(6))
def test_strokes_worked_out_here_are_those_of_undo(db: Database, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        live = journal.open_sheet(db, KEY)
        assert live is not None
        n = chance.randint(1, live.seq)
        name, args = chance.choice(
            [
                ("gagner_or", {"pieces": 1}),
                ("noter", {"texte": "x"}),
                ("annuler", {"entree": n}),
                ("annuler", {"entree": live.seq}),
                ("revenir", {"entree": max(1, live.seq - 3)}),
            ]
        )
        try:
            journal.play(db, KEY, Order(name, args), lambda _: given(()))
        except Refusal:
            continue
        now = journal.open_sheet(db, KEY)
        assert now is not None
        found = entries.whole(db, now)
        assert struck(found) == {e.seq: e.undone_by for e in found if e.undone_by}
    assert check(db).faults == ()
