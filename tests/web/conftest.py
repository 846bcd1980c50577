from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.config import Settings
from app.main import build
from tests.web.filled import begun
from tests.web.player import Player


@pytest.fixture
def client(database_url: str) -> Iterator[TestClient]:
    app = build(Settings(database_url=database_url))
    with TestClient(app, follow_redirects=False) as made:
        yield made


@pytest.fixture
def player(client: TestClient, request: pytest.FixtureRequest) -> Player:
    """Aldric: Habileté 10, Endurance 20, Chance 8, Présence 6, thrown with one's own dice.

    A test that is parametrized by `player` (indirect) names the book.
    """
    return begun(client, getattr(request, "param", "df51"))
