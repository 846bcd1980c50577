"""The schema from every earlier version, with data in it, on both engines."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, Table, func, insert, inspect, select, text
from sqlmodel import SQLModel

from app.config import ROOT
from app.rules.books import SERIES
from app.rules.dice import given
from app.store import entries, journal, members, migrate
from app.store.engine import Database
from app.store.entries import Order
from app.store.keys import read_key
from app.store.ready import make_ready
from app.store.unfit import Unfit

KEY, TABLE, LAID = "A" * 22, "B" * 22, "C" * 22
SCRIPTS = ScriptDirectory.from_config(Config(toml_file=str(ROOT / "pyproject.toml")))
VERSIONS = [script.revision for script in SCRIPTS.walk_revisions()]
TABLES = SQLModel.metadata.sorted_tables
MOVES: tuple[tuple[str, dict[str, object], tuple[int, ...]], ...] = (
    ("aller", {"paragraphe": 7}, ()),
    ("trouver_potion", {"nom": "Potion ambrée", "effet": "endurance", "points": 4}, ()),
    ("noter", {"texte": "Une clef sous la pierre"}, ()),
    ("combattre", {"nom": "Spectre", "habilete": 8, "endurance": 9}, ()),
    ("assaut", {"turn": 1}, (3, 4, 6, 6, 6)),
    ("annuler", {"entree": 2}, ()),
)


@pytest.fixture
def fresh(empty_url: str) -> Iterator[Database]:
    made = Database(empty_url)
    yield made
    made.close()


def fill(db: Database) -> None:
    journal.create(db, KEY, SERIES["df51"], Order("creer", {"nom": "Aldric"}), given((4, 3, 5, 2, 3)))
    for name, args, faces in MOVES:
        journal.play(db, KEY, Order(name, args), lambda _, faces=faces: given(faces))
    journal.create(db, TABLE, SERIES["kadath_table"], Order("creer", {"nom": "Mardi soir"}), given(()))
    journal.create(db, LAID, SERIES["kadath"], Order("creer", {"nom": "Randolph"}), given(()))
    members.lay(db, journal.open_sheet(db, TABLE), read_key(LAID, 0))


@pytest.fixture
def rows(db: Database) -> dict[str, list[dict[str, Any]]]:
    """A sheet with something in every table that a version may hold."""
    fill(db)
    with db.reading() as connection:
        return {
            table.name: [dict(row._mapping) for row in connection.execute(select(table))] for table in TABLES
        }


def here(db: Database) -> list[Table]:
    """The tables that this version has."""
    has = inspect(db.engine).get_table_names()
    return [table for table in TABLES if table.name in has]


def put(db: Database, rows: dict[str, list[dict[str, Any]]]) -> None:
    """Insert rows as this version's tables take them."""
    for table in here(db):
        old = Table(table.name, MetaData(), autoload_with=db.engine)
        names = [column.name for column in old.columns]
        known = [{name: row[name] for name in names} for row in rows[table.name]]
        with db.writing() as connection:
            for row in known:
                connection.execute(insert(old), row)


def counts(db: Database) -> dict[str, int]:
    with db.reading() as connection:
        found = {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in here(db)
        }
    return found


def test_the_sample_fills_the_tables(rows: dict[str, list[dict[str, Any]]]) -> None:
    assert all(rows.values()), rows


@pytest.mark.parametrize("version", VERSIONS)
def test_from_every_version_nothing_is_lost(
    fresh: Database, rows: dict[str, list[dict[str, Any]]], version: str
) -> None:
    migrate.upgrade(fresh.engine, version)
    put(fresh, rows)
    before = counts(fresh)
    fresh.migrate()
    assert before == {name: len(rows[name]) for name in before}
    assert {name: n for name, n in counts(fresh).items() if name in before} == before
    live = journal.open_sheet(fresh, KEY)
    assert live is not None
    assert live.seq == len(MOVES) + 1
    assert live.sheet.notes and live.sheet.items("potion")
    assert len(entries.whole(fresh, live)) == live.seq
    journal.play(fresh, KEY, Order("gagner_or", {"pieces": 1}), lambda _: given(()))


@pytest.mark.parametrize("version", [None, *VERSIONS])
def test_every_way_leads_to_the_tables_of_the_code(fresh: Database, version: str | None) -> None:
    if version:
        migrate.upgrade(fresh.engine, version)
    fresh.migrate()
    with fresh.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), SQLModel.metadata) == []
    # What the comparison does not see: the checks and the foreign keys do their work.
    fill(fresh)
    with pytest.raises(Exception, match=r"(?i)check"), fresh.writing() as connection:
        connection.execute(text("UPDATE character SET seq = -1"))
    with fresh.writing() as connection:
        connection.execute(text("DELETE FROM character"))
    assert set(counts(fresh).values()) == {0}


def test_a_deleted_sheets_number_is_never_given_again(db: Database) -> None:
    def number() -> int:
        live = journal.open_sheet(db, KEY)
        assert live is not None
        return live.id

    fill(db)
    first = number()
    with db.writing() as connection:
        connection.execute(text("DELETE FROM character"))
    fill(db)
    assert number() > first


def test_processes_that_start_together_do_it_once(empty_url: str) -> None:
    def start(_: int) -> None:
        db = Database(empty_url)
        db.migrate(beside_others=False)
        db.close()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(start, range(6)))


def test_a_version_half_done_is_undone(
    fresh: Database, rows: dict[str, list[dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate.upgrade(fresh.engine, VERSIONS[-1])
    put(fresh, rows)

    def fall(_: object) -> None:
        raise RuntimeError("power cut")

    with monkeypatch.context() as patch:
        patch.setattr(migrate, "_check", fall)
        with pytest.raises(RuntimeError):
            fresh.migrate()
    with fresh.engine.connect() as connection:
        assert MigrationContext.configure(connection).get_current_revision() == VERSIONS[-1]
    before = counts(fresh)
    fresh.migrate()
    assert {name: n for name, n in counts(fresh).items() if name in before} == before
    assert before == {name: len(rows[name]) for name in before}


def test_a_database_newer_than_the_code_is_refused(fresh: Database) -> None:
    fresh.migrate()
    with fresh.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Unfit, match="at version 9999, newer than this code"):
        make_ready(fresh.url.render_as_string(hide_password=False), 1)


def test_an_older_database_in_use_is_left_to_the_operator(empty_url: str, engine: str) -> None:
    """On PostgreSQL other processes may serve it with earlier code; SQLite's one process has the file."""
    db, other = Database(empty_url), Database(empty_url)
    migrate.upgrade(db.engine, VERSIONS[-1])
    other.claim()
    other.listen()
    if engine == "postgresql":
        assert other._bell is not None and other._bell.listening.wait(5)
    with pytest.raises(Unfit, match=r"other processes are using it|Another process"):
        make_ready(empty_url, 1)
    other.close()
    make_ready(empty_url, 1)
    migrate.check_version(db.engine)
    db.close()
