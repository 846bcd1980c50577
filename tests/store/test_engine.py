"""A connection always comes back free: whatever fails, others may write at once."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
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
