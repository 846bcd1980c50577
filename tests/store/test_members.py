"""Sheets on a table: laid by a read-only key, gone with it, taken off by either side; no key is ever kept."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from app.rules.books import SERIES
from app.rules.dice import fair, given
from app.rules.refusal import Refusal
from app.store import journal, links, members
from app.store.engine import Database
from app.store.entries import Live, Order
from app.store.keys import read_key

TABLE, ONE, TWO = "T" * 22, "A" * 22, "B" * 22


def opened(db: Database, key: str) -> Live:
    live = journal.open_sheet(db, key)
    assert live
    return live


def create(db: Database, key: str, series: str = "kadath", name: str = "Randolph") -> Live:
    journal.create(db, key, SERIES[series], Order("creer", {"nom": name}), fair())
    return opened(db, key)


@pytest.fixture
def table(db: Database) -> Live:
    create(db, ONE)
    create(db, TWO, name="Selma")
    return create(db, TABLE, "kadath_table", "Mardi")


def names(db: Database, table: Live) -> list[str]:
    return [laid.live.sheet.name for laid in members.on_table(db, table)]


def refused(db: Database, table: Live, key: str) -> str:
    with pytest.raises(Refusal) as refusal:
        members.lay(db, table, key)
    return refusal.value.code


def test_laid_by_the_read_only_key_and_seen_from_both_sides(db: Database, table: Live) -> None:
    members.lay(db, table, read_key(TWO, 0))
    members.lay(db, table, read_key(ONE, 0))
    assert names(db, table) == ["Selma", "Randolph"]
    assert [laid.live.sheet.name for laid in members.tables_of(db, opened(db, ONE))] == ["Mardi"]
    assert all(laid.live.read_only for laid in members.on_table(db, table))


def test_what_cannot_be_laid(db: Database, table: Live) -> None:
    create(db, "C" * 22, "df51", "Aldric")
    create(db, "D" * 22, "kadath_table", "Jeudi")
    assert refused(db, table, ONE) == "lien_secret"
    assert refused(db, table, "C" * 22) == "lien_secret"
    assert refused(db, table, "x" * 22) == "lien_inconnu"
    assert refused(db, table, read_key("C" * 22, 0)) == "autre_serie"
    assert refused(db, table, read_key("D" * 22, 0)) == "autre_serie"
    assert refused(db, opened(db, ONE), read_key(TWO, 0)) == "autre_serie"
    members.lay(db, table, read_key(ONE, 0))
    assert refused(db, table, read_key(ONE, 0)) == "deja_posee"
    assert names(db, table) == ["Randolph"]


def test_a_table_and_a_sheet_have_room_for_twelve(db: Database, table: Live) -> None:
    for n in range(members.MOST):
        key = f"{n:022d}"
        create(db, key)
        members.lay(db, table, read_key(key, 0))
    assert refused(db, table, read_key(ONE, 0)) == "table_comble"
    for n in range(members.MOST):
        key = f"t{n:021d}"
        members.lay(db, create(db, key, "kadath_table"), read_key(TWO, 0))
    assert refused(db, create(db, "u" * 22, "kadath_table"), read_key(TWO, 0)) == "table_comble"


@pytest.mark.parametrize("renew", ["read", "edit"])
def test_a_renewed_link_takes_the_sheet_off_every_table(db: Database, table: Live, renew: str) -> None:
    members.lay(db, table, read_key(ONE, 0))
    assert links.renew_read(db, ONE) if renew == "read" else links.renew_edit(db, ONE, "N" * 22)
    assert names(db, table) == []
    with db.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM membership")).scalar() == 0
    key = read_key(ONE, 1) if renew == "read" else read_key("N" * 22, 0)
    members.lay(db, table, key)
    assert names(db, table) == ["Randolph"]


def test_either_side_takes_it_off_and_nobody_else_does(db: Database, table: Live) -> None:
    for key in (ONE, TWO):
        members.lay(db, table, read_key(key, 0))
    one, two = members.on_table(db, table)
    members.leave(db, opened(db, ONE), two.n)  # another's number
    assert names(db, table) == ["Randolph", "Selma"]
    members.take_off(db, create(db, "D" * 22, "kadath_table"), one.n)  # another table
    assert names(db, table) == ["Randolph", "Selma"]
    members.leave(db, opened(db, ONE), one.n)
    members.take_off(db, table, two.n)
    assert names(db, table) == []


def test_a_number_is_never_given_twice(db: Database, table: Live) -> None:
    members.lay(db, table, read_key(ONE, 0))
    first = members.on_table(db, table)[0].n
    members.take_off(db, table, first)
    members.lay(db, table, read_key(TWO, 0))
    assert members.on_table(db, table)[0].n > first


def test_a_copy_of_a_table_holds_no_sheet_nor_does_a_copy_of_a_sheet_lie_on_one(
    db: Database, table: Live
) -> None:
    members.lay(db, table, read_key(ONE, 0))
    assert links.duplicate(db, TABLE, "E" * 22)
    assert links.duplicate(db, ONE, "F" * 22)
    assert names(db, opened(db, "E" * 22)) == []
    assert members.tables_of(db, opened(db, "F" * 22)) == []
    assert names(db, table) == ["Randolph"]


def test_a_table_that_is_deleted_takes_its_members_rows_along(db: Database, table: Live) -> None:
    members.lay(db, table, read_key(ONE, 0))
    with db.writing() as connection:
        connection.execute(text("DELETE FROM character WHERE id = :n"), {"n": table.id})
        assert connection.execute(text("SELECT count(*) FROM membership")).scalar() == 0


def test_the_mark_changes_with_what_lies_around_and_only_then(db: Database, table: Live) -> None:
    def mark(key: str) -> str:
        return members.around(db, opened(db, key)).mark

    def move(key: str) -> None:
        journal.play(db, key, Order("noter", {"texte": "?"}), lambda _: given(()))

    assert mark(TABLE) == mark(ONE) == ""
    members.lay(db, table, read_key(ONE, 0))
    seen = [mark(TABLE)]
    members.lay(db, table, read_key(TWO, 0))
    seen.append(mark(TABLE))
    move(ONE)
    seen.append(mark(TABLE))
    assert len(set(seen)) == 3
    before = mark(TABLE), mark(ONE)
    assert before == (mark(TABLE), mark(ONE))
    move(TABLE)
    assert mark(TABLE) == before[0]
    assert mark(ONE) != before[1]
    before = mark(ONE)
    move(TWO)
    assert mark(ONE) != before
    assert members.around(db, opened(db, read_key(ONE, 0))) == members.ALONE
    assert members.around(db, opened(db, TABLE)).ids == {opened(db, ONE).id, opened(db, TWO).id}


def test_watchers_hear_of_what_they_follow_and_are_not_counted(db: Database) -> None:
    heard: list[int] = []

    def call() -> None:
        heard.append(1)

    db.watchers.follow(call, (), (1, 2))
    db.watchers.tell(1)
    assert (len(heard), db.watchers.count(1)) == (1, 0)
    db.watchers.follow(call, (1, 2), (2, 3))
    db.watchers.tell(1)
    db.watchers.tell(3)
    assert len(heard) == 2
    db.watchers.follow(call, (2, 3), ())
    db.watchers.tell(2)
    assert len(heard) == 2


def test_no_key_is_kept(db: Database, table: Live, tmp_path: Path) -> None:
    for key in (ONE, TWO):
        members.lay(db, table, read_key(key, 0))
    db.close()
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for key in (ONE, TWO, TABLE):
        assert key.encode() not in stored
        assert read_key(key, 0).encode() not in stored


def test_the_first_version_s_database_gets_the_table_of_members(tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config

    from app.config import ROOT

    url = f"sqlite:///{tmp_path / 'old.db'}"
    config = Config(toml_file=str(ROOT / "pyproject.toml"))
    config.set_main_option("sqlalchemy.url", url)
    command.upgrade(config, "0001")
    db = Database(url)
    db.migrate()
    table = create(db, TABLE, "kadath_table")
    create(db, ONE)
    members.lay(db, table, read_key(ONE, 0))
    assert names(db, table) == ["Randolph"]
    db.close()
    with create_engine(url).connect() as connection:
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    assert version == max(path.name[:4] for path in (ROOT / "migrations/versions").glob("0*.py"))
