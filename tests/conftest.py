from collections.abc import Iterator
from pathlib import Path

import pytest

from app.store.engine import Database
from tests.databases import ENGINES, Postgres, postgres
from tests.serving import serving

SHARED = "tests"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the real app, on a fresh database shared by the session's tests."""
    with serving(tmp_path_factory.mktemp("server")) as served:
        yield served.url


@pytest.fixture(scope="session")
def pg() -> Iterator[Postgres]:
    """A real PostgreSQL. It need not outlive a power cut: it is the app that is killed in tests."""
    with postgres("fsync = off") as made:
        yield made


@pytest.fixture(scope="session")
def pg_shared(pg: Postgres) -> str:
    """A database up to date, emptied between tests: quicker than a new one each."""
    url = pg.create(SHARED)
    made = Database(url)
    made.migrate()
    made.close()
    return url


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """Each of the two engines in turn."""
    return request.param


@pytest.fixture
def database_url(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of a database without sheets."""
    if engine == "sqlite":
        return f"sqlite:///{tmp_path / 'feuille.db'}"
    url = request.getfixturevalue("pg_shared")
    request.getfixturevalue("pg").execute("DELETE FROM character", database=SHARED)
    return url


@pytest.fixture
def empty_url(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of a database with nothing in it, of this test alone."""
    if engine == "sqlite":
        return f"sqlite:///{tmp_path / 'empty.db'}"
    server = request.getfixturevalue("pg")
    server.execute('DROP DATABASE IF EXISTS "empty" WITH (FORCE)')
    return server.create("empty")
