"""SQLite: how it is opened, and the one process that may serve a file."""

import fcntl
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import IO, Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from app.store.unfit import Unfit

NAMES = ("sqlite", "sqlite+pysqlite")

PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=10000",
    "secure_delete=ON",  # what a reader deletes is overwritten, not only let go
)


def open_engine(url: URL) -> Engine:
    """An engine whose transactions are what they say; docs/decisions tell why each setting."""
    connect = {"check_same_thread": False, "timeout": 10}
    engine = create_engine(url, hide_parameters=True, connect_args=connect, pool_size=20, max_overflow=40)

    @event.listens_for(engine, "connect")
    def tune(connection: Any, _: ConnectionPoolEntry) -> None:  # noqa: ANN401  the driver's own
        connection.isolation_level = None  # transactions are begun below, not by the driver
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {connection.get_execution_options().get('begin', '')}")

    return engine


def file(url: URL) -> Path:
    """The database's file."""
    return Path(url.database or "")


def url(file: Path) -> URL:
    """The address of a file, whatever signs are in its name."""
    return URL.create("sqlite", database=str(file))


def empty_log(file: Path) -> None:
    """Bring what is in the log into the file, and cut the log; where others read it, that comes later.

    On a connection of its own, as those of the pool are not to be so impatient.
    """
    address = f"{file.absolute().as_uri()}?mode=rw"
    with suppress(sqlite3.Error), closing(sqlite3.connect(address, uri=True, timeout=0.1)) as own:
        own.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def make_folder(file: Path) -> None:
    """The folder of a file, made where there is none. Raises Unfit."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unfit(f"The folder {file.parent} cannot be made: {error.strerror}.") from error


class Claim:
    """A file's one serving process: held until it is let go or the process dies, however it dies.

    Live views are told within the process, and sheets are kept at hand by the number of their last entry: a
    second process would leave the first one's readers with an old page, and add no speed.
    """

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}.lock")
        self._held: IO[str] | None = None

    def take(self) -> None:
        """Raises Unfit where another process holds it, or where nothing can be written beside it."""
        make_folder(self._path)
        try:
            held = self._path.open("w")
        except OSError as error:
            raise Unfit(f"{self._path} cannot be written: {error.strerror}.") from error
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            held.close()
            raise Unfit(
                f"Another process is using {self._path.with_suffix('')}: a SQLite file is for one at a time. "
                "For several, use PostgreSQL: see docs/operations.md."
            ) from None
        self._held = held

    def let_go(self) -> None:
        """Let another process take it."""
        if self._held:
            self._held.close()
            self._held = None
