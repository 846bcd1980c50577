from collections.abc import Iterator
from pathlib import Path

import pytest

import app.store.tables  # noqa: F401
from app.store.engine import Database


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    made = Database(f"sqlite:///{tmp_path / 'feuille.db'}")
    made.migrate()
    yield made
    made.close()
