from collections.abc import Iterator

import pytest

import app.store.tables  # noqa: F401
from app.store.engine import Database


@pytest.fixture
def db(database_url: str) -> Iterator[Database]:
    made = Database(database_url)
    made.migrate()
    yield made
    made.close()
