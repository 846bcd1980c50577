"""The database: how it is opened, read and written."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from app.config import ROOT
from app.store.shelf import Shelf
from app.store.watchers import Watchers


class Database:
    """One database. Writers of one process stand in line: on SQLite nothing is lost so."""

    def __init__(self, url: str) -> None:
        self.engine = create_engine(url, hide_parameters=True, **_options(url))
        self.shelf = Shelf()
        self.watchers = Watchers()
        self._writers = threading.Lock()
        if self.engine.dialect.name == "sqlite":
            _tune(self.engine)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection in a read transaction."""
        with self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection in a write transaction, committed at the end. Never held while a page is rendered."""
        with (
            self._writers,
            self.engine.connect().execution_options(begin="IMMEDIATE") as connection,
            connection.begin(),
        ):
            yield connection

    def migrate(self) -> None:
        """Bring the schema up to date, from empty or from any earlier version."""
        config = Config(toml_file=str(ROOT / "pyproject.toml"))
        config.set_main_option("sqlalchemy.url", self.engine.url.render_as_string(hide_password=False))
        command.upgrade(config, "head")

    def close(self) -> None:
        """Give every connection back."""
        self.engine.dispose()


def _options(url: str) -> dict[str, Any]:
    if not url.startswith("sqlite"):
        return {"pool_pre_ping": True}
    path = url.removeprefix("sqlite:///")
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    return {"connect_args": {"check_same_thread": False, "timeout": 10}, "pool_size": 20, "max_overflow": 40}


def _tune(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: ConnectionPoolEntry) -> None:  # noqa: ANN401  the driver's own
        connection.isolation_level = None  # transactions are begun below, not by the driver
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {connection.get_execution_options().get('begin', '')}")
