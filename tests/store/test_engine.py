"""A connection always comes back free and patient: whatever fails, others may write at once."""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from app.store.engine import Database


@pytest.fixture
def lite(tmp_path: Path) -> Iterator[Database]:
    made = Database(f"sqlite:///{tmp_path / 'feuille.db'}")
    made.migrate()
    yield made
    made.close()


def test_a_commit_that_fails_lets_the_lock_go(lite: Database) -> None:
    with lite.writing() as connection:
        connection.exec_driver_sql("CREATE TABLE a (id INTEGER PRIMARY KEY)")
        connection.exec_driver_sql("CREATE TABLE b (a REFERENCES a (id) DEFERRABLE INITIALLY DEFERRED)")
    with pytest.raises(IntegrityError), lite.writing() as connection:
        connection.exec_driver_sql("INSERT INTO b VALUES (99)")
    with closing(sqlite3.connect(lite.url.database, timeout=0, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file of this process may grow beyond this size."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_tidying_fails_no_deletion_that_is_done(lite: Database) -> None:
    lite.tidy()
    with lite.writing() as connection:
        connection.exec_driver_sql("CREATE TABLE a (b)")
    with full_disk(Path(lite.url.database or "").stat().st_size):
        lite.tidy()  # what is in the log finds no room in the file
    for _ in range(3):
        with lite.reading() as connection:
            assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one() == 10_000


def test_tidying_goes_by_who_is_reading(lite: Database) -> None:
    log = Path(f"{lite.url.database}-wal")
    with lite.reading() as reader:
        reader.exec_driver_sql("SELECT * FROM character").all()
        with lite.writing() as connection:
            connection.exec_driver_sql("CREATE TABLE a (b)")
        lite.tidy()
        assert log.stat().st_size
    lite.tidy()
    assert not log.stat().st_size
    assert lite.engine.pool.checkedout() == 0
