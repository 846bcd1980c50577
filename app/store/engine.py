"""The database, SQLite or PostgreSQL: opened, read and written."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, TimeoutError

from app.store import migrate, postgres, sqlite
from app.store.shelf import Shelf
from app.store.unfit import Unfit
from app.store.watchers import Watchers

if TYPE_CHECKING:
    from app.store.bell import Bell


LINES = 64
"""On PostgreSQL, lines to wait in: more than there are moves at once."""
PATIENCE = 10.0
"""Seconds that a writer waits for another, as the databases do."""

NO_ADDRESS = (
    "FEUILLE_DATABASE_URL is not the address of a database: write sqlite:////folder/feuille.db, "
    "or postgresql://name:password@host/database."
)


class Database:
    """One database. What differs between the two engines is here, in `sqlite`, `postgres` and `bell`.

    On SQLite the writers of the process stand in one line; on PostgreSQL they lock the row of their sheet,
    and those who play on one sheet wait for each other here, not with a connection each.
    """

    def __init__(self, url: str | URL) -> None:
        self.url = address(url)
        self.lite = self.url.drivername.startswith("sqlite")
        self.engine = (sqlite if self.lite else postgres).open_engine(self.url)
        self.shelf = Shelf()
        self.watchers = Watchers()
        self._lines = [threading.RLock() for _ in range(1 if self.lite else LINES)]
        # Options are given once: a connection that is given its own pays for it at every move.
        reading = {} if self.lite else {"isolation_level": "REPEATABLE READ"}
        self._reader = self.engine.execution_options(**reading)
        self._writer = self.engine.execution_options(begin="IMMEDIATE")
        self._claim = sqlite.Claim(sqlite.file(self.url)) if self.lite else None
        self._bell: Bell | None = None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection in a read transaction: all it reads is of one moment."""
        with self._reader.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection in a write transaction, committed at the end. Never held while a page is rendered."""
        with self.in_line() if self.lite else nullcontext(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def in_line(self, key: str = "") -> Iterator[None]:
        """Alone in this process with the sheet of this key. Raises TimeoutError after a long wait."""
        line = self._lines[hash(key) % len(self._lines)]
        if not line.acquire(timeout=PATIENCE):
            raise TimeoutError("waiting for another writer")
        try:
            yield
        finally:
            line.release()

    def claim(self) -> None:
        """Be the one process that uses this SQLite file. Raises Unfit. Nothing to do on PostgreSQL."""
        if self._claim:
            self._claim.take()

    def migrate(self, *, beside_others: bool = True) -> None:
        """Bring the schema up to date, from empty or from any earlier version. Raises Unfit."""
        if self.lite:
            sqlite.make_folder(sqlite.file(self.url))
        migrate.upgrade(self.engine, beside_others=beside_others)

    def listen(self) -> None:
        """Hear what other processes change, and tell them. Nothing to do on SQLite."""
        if not self.lite:
            from app.store.bell import Bell  # on SQLite its driver is never loaded

            self._bell = Bell(self.engine, self.watchers)
            self._bell.start()

    def tidy(self) -> None:
        """Empty SQLite's log: no trace of what was deleted, its room given back. Where it is read, later."""
        if self.lite:
            sqlite.empty_log(sqlite.file(self.url))

    def close(self) -> None:
        """Give everything back."""
        if self._bell:
            self._bell.stop()
        self.engine.dispose()
        if self._claim:
            self._claim.let_go()


def address(url: str | URL) -> URL:
    """The address with the driver that is locked: `postgresql://` is taken as it is written everywhere.

    Raises Unfit for any other; nothing of it is said, for it may hold a password.
    """
    try:
        made = make_url(url)
    except (ArgumentError, ValueError):
        raise Unfit(NO_ADDRESS) from None
    if made.drivername in postgres.NAMES:
        made = made.set(drivername=postgres.DRIVER)
    in_a_file = made.drivername in sqlite.NAMES and made.database not in (None, "", ":memory:")
    if not in_a_file and made.drivername != postgres.DRIVER:
        raise Unfit(NO_ADDRESS)
    return made
