"""Links of a sheet: renewed, copied; the database holds no key."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import select

from app.rules.books import SERIES
from app.rules.dice import given
from app.store import entries, journal, links
from app.store.engine import Database
from app.store.entries import Live, Order, Played
from app.store.keys import hashed, new_key, read_key
from app.store.links import OWNED
from tests.databases import dumped

EDIT, NEW, OTHER = "A" * 22, "B" * 22, "C" * 22
READ = read_key(EDIT, 0)


@pytest.fixture(autouse=True)
def sheet(db: Database) -> None:
    order = Order("creer", {"nom": "Aldric"}, once="un", by="Zoé")
    journal.create(db, EDIT, SERIES["df51"], order, given((4, 3, 5, 2, 3)))
    play(db, EDIT, "aller", paragraphe=137)
    play(db, EDIT, "trouver_potion", nom="Potion ambrée", effet="endurance", points=4)
    play(db, EDIT, "noter", texte="La clef est sous la pierre.")
    play(db, EDIT, "combattre", nom="Spectre", habilete=8, endurance=9)
    play(db, EDIT, "assaut", 3, 4, 6, 6, 6, turn=1)


@pytest.fixture
def told(db: Database) -> Iterator[list[None]]:
    """Grows by one as a watcher of the sheet is told."""
    calls: list[None] = []
    watched = opened(db, EDIT).id
    call = lambda: calls.append(None)  # noqa: E731  the same one to leave
    db.watchers.watch(watched, call)
    calls.clear()
    yield calls
    db.watchers.leave(watched, call)


def opened(db: Database, key: str) -> Live:
    found = journal.open_sheet(db, key)
    assert found is not None
    return found


def opens(db: Database, *keys: str) -> list[bool]:
    return [journal.open_sheet(db, key) is not None for key in keys]


def play(db: Database, key: str, move: str, *faces: int, **args: object) -> Played:
    played = journal.play(db, key, Order(move, args), lambda _: given(faces))
    assert played is not None
    return played


def rows(db: Database, key: str) -> dict[str, list[tuple[object, ...]]]:
    """Every row of a sheet, without the number of the sheet."""
    mine = opened(db, key).id
    with db.reading() as connection:
        return {
            table.name: [
                tuple(row)[1:]
                for row in connection.execute(
                    select(table).where(table.c.character_id == mine).order_by(*table.primary_key)
                )
            ]
            for table in OWNED
        }


def dump(db: Database) -> list[str]:
    """The whole database, as SQL."""
    return dumped(db)


# Renewed


def test_renewing_the_edit_link_changes_both(db: Database) -> None:
    before = opened(db, EDIT)
    assert links.renew_edit(db, EDIT, NEW)
    assert opens(db, EDIT, READ) == [False, False]
    assert not opened(db, NEW).read_only
    assert opened(db, read_key(NEW, 0)).read_only
    assert (opened(db, NEW).sheet, opened(db, NEW).seq) == (before.sheet, before.seq)
    assert play(db, NEW, "gagner_or", pieces=1).entry.seq == before.seq + 1
    assert journal.play(db, EDIT, Order("gagner_or", {"pieces": 1}), lambda _: given(())) is None


def test_renewing_the_edit_link_twice_does_it_once(db: Database) -> None:
    assert links.renew_edit(db, EDIT, NEW)
    assert links.renew_edit(db, EDIT, NEW)
    assert opens(db, EDIT, NEW, OTHER) == [False, True, False]


def test_two_renewals_at_once_leave_one_link(db: Database) -> None:
    new = [new_key() for _ in range(16)]
    with ThreadPoolExecutor(16) as pool:
        done = list(pool.map(lambda key: links.renew_edit(db, EDIT, key), new))
    assert sorted(done) == [False] * 15 + [True]
    assert opens(db, *new) == done
    assert opens(db, EDIT, READ) == [False, False]


def test_a_double_tap_at_once_renews_once(db: Database) -> None:
    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(lambda _: links.renew_edit(db, EDIT, NEW), range(16)))
    assert opens(db, EDIT, NEW, read_key(NEW, 0)) == [False, True, True]


def test_moves_and_renewals_at_once_lose_no_answered_move(db: Database) -> None:
    start = opened(db, EDIT).seq
    order = Order("gagner_or", {"pieces": 1})
    with ThreadPoolExecutor(8) as pool:
        moves = [pool.submit(journal.play, db, EDIT, order, lambda _: given(())) for _ in range(20)]
        pool.submit(links.renew_edit, db, EDIT, NEW)
        moves += [pool.submit(journal.play, db, EDIT, order, lambda _: given(())) for _ in range(20)]
    answered = [move.result() for move in moves]
    counted = sum(played is not None for played in answered)
    assert (opened(db, NEW).seq, opened(db, NEW).sheet.value("or")) == (start + counted, counted)


def test_renewing_the_read_only_link_leaves_the_edit_link(db: Database) -> None:
    assert links.renew_read(db, EDIT)
    assert opens(db, EDIT, READ, read_key(EDIT, 1)) == [True, False, True]
    assert links.renew_read(db, EDIT)
    assert opens(db, EDIT, READ, read_key(EDIT, 1), read_key(EDIT, 2)) == [True, False, False, True]
    assert opened(db, EDIT).read_counter == 2
    assert opened(db, read_key(EDIT, 2)).read_only


def test_a_link_renewed_and_renewed_again_never_gives_an_old_one_back(db: Database) -> None:
    links.renew_read(db, EDIT)
    links.renew_edit(db, EDIT, NEW)
    assert opened(db, NEW).read_counter == 0
    assert opens(db, EDIT, READ, read_key(EDIT, 1), read_key(NEW, 0)) == [False, False, False, True]


@pytest.mark.parametrize(
    "key", [READ, OTHER, "", "x" * 500, "é\ud800"], ids=["read", "none", "", "long", "odd"]
)
def test_only_the_edit_link_renews(db: Database, key: str) -> None:
    before = dump(db)
    assert not links.renew_read(db, key)
    assert not links.renew_edit(db, key, NEW)
    assert dump(db) == before


def test_renewals_are_no_moves(db: Database) -> None:
    before = rows(db, EDIT)
    links.renew_read(db, EDIT)
    links.renew_edit(db, EDIT, NEW)
    assert rows(db, NEW) == before


# A copy


@pytest.mark.parametrize("key", [EDIT, READ], ids=["edit", "read"])
def test_a_copy_holds_all_and_leaves_the_original_as_it_was(db: Database, key: str) -> None:
    before = dump(db)
    assert links.duplicate(db, key, NEW)
    assert rows(db, NEW) == rows(db, EDIT)
    copy, original = opened(db, NEW), opened(db, EDIT)
    assert (copy.sheet, copy.seq, copy.read_only) == (original.sheet, original.seq, False)
    assert copy.id != original.id
    assert set(before) <= set(dump(db))


def test_a_copy_has_links_of_its_own(db: Database) -> None:
    links.renew_read(db, EDIT)
    links.duplicate(db, EDIT, NEW)
    copied = opened(db, NEW).id
    assert opened(db, read_key(NEW, 0)).id == copied
    assert opened(db, read_key(EDIT, 1)).id != copied
    links.renew_edit(db, NEW, OTHER)
    assert opens(db, EDIT, read_key(EDIT, 1), NEW, OTHER) == [True, True, False, True]


@pytest.mark.parametrize(("played", "other"), [(NEW, EDIT), (EDIT, NEW)], ids=["the copy", "the original"])
def test_what_is_played_on_one_leaves_the_other(db: Database, played: str, other: str) -> None:
    links.duplicate(db, EDIT, NEW)
    before = rows(db, other)
    play(db, played, "gagner_or", pieces=3)
    play(db, played, "finir_combat")
    play(db, played, "trouver", sorte="objet", nom="Corde")
    play(db, played, "renommer", nom="Berthe")
    play(db, played, "revenir", entree=2)
    assert rows(db, other) == before
    assert opened(db, other).sheet.name == "Aldric"


def test_a_copy_is_undone_and_explained_as_the_original(db: Database) -> None:
    links.duplicate(db, EDIT, NEW)
    copy = opened(db, NEW)
    original = entries.whole(db, opened(db, EDIT))
    assert entries.whole(db, copy) == original
    assert original[0].by == "Zoé"
    play(db, NEW, "annuler", entree=copy.seq)
    play(db, NEW, "revenir", entree=1)
    assert opened(db, NEW).sheet.encounters == {}
    assert [entry.undone_by for entry in entries.whole(db, opened(db, EDIT))] == [None] * copy.seq


def test_a_form_spent_on_the_original_is_spent_on_the_copy(db: Database) -> None:
    order = Order("gagner_or", {"pieces": 2}, once="k")
    journal.play(db, EDIT, order, lambda _: given(()))
    links.duplicate(db, EDIT, NEW)
    assert journal.play(db, NEW, order, lambda _: given(())).again
    assert opened(db, NEW).sheet.value("or") == 2


def test_a_copy_asked_for_twice_is_made_once(db: Database) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(lambda _: links.duplicate(db, EDIT, NEW), range(8)))
    with db.reading() as connection:
        assert len(connection.execute(select(journal.CHARACTER)).all()) == 2


def test_no_link_gives_no_copy(db: Database) -> None:
    before = dump(db)
    assert not links.duplicate(db, OTHER, NEW)
    assert dump(db) == before


# Keys


def test_the_database_holds_hashes_and_no_key(db: Database, tmp_path: Path) -> None:
    keys = [EDIT, READ, read_key(EDIT, 1), NEW, read_key(NEW, 0), OTHER, read_key(OTHER, 0)]
    links.renew_read(db, EDIT)
    links.renew_edit(db, EDIT, NEW)
    links.duplicate(db, NEW, OTHER)
    sql = "\n".join(dump(db))
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for key in keys:
        assert key not in sql
        assert key.encode() not in kept
    for key in keys[3:]:
        assert hashed(key) in sql
    assert {len(hashed(key)) for key in keys} == {64}


def test_keys_are_128_bits_fit_for_an_address() -> None:
    keys = {new_key() for _ in range(200)}
    assert len(keys) == 200
    assert all(len(key) == 22 and key.replace("-", "").replace("_", "").isalnum() for key in keys)
    once = "k" * 22
    assert new_key(once, "a") == new_key(once, "a") != new_key(once, "b")
    assert new_key("k" * 21, "a") != new_key("k" * 21, "a")  # might be guessed
    assert len({read_key(EDIT, counter) for counter in range(50)} | {EDIT}) == 51


# Watchers


@pytest.mark.parametrize(
    "renew",
    [lambda db: links.renew_edit(db, EDIT, NEW), lambda db: links.renew_read(db, EDIT)],
    ids=["edit", "read"],
)
def test_watchers_are_told_of_a_renewal(
    db: Database, told: list[None], renew: Callable[[Database], bool]
) -> None:
    assert renew(db)
    assert len(told) == 1


def test_watchers_are_not_told_of_what_was_not_done(db: Database, told: list[None]) -> None:
    links.renew_read(db, OTHER)
    links.renew_edit(db, OTHER, NEW)
    links.duplicate(db, EDIT, NEW)
    assert told == []
