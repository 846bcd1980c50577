"""A copy of the whole database in one file, and back: checked before it is done, never over another."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace as changed
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from app.store import migrate, sqlite
from app.store.check import Report, check
from app.store.engine import Database
from app.store.unfit import Unfit


def backup(url: str, target: Path) -> Report:
    """Copy the database, in use or not, into a new file. Raises Unfit, and leaves nothing, where it cannot.

    Every move answered before it began is in the copy. A copy of a database with faults is kept: it may be
    all there is.
    """
    db = Database(url)
    try:
        migrate.check_version(db.engine)
        with _beside(target) as part:
            if not db.lite:
                _dump(db.url, part)
                return changed(check(db), live=True)  # what is in a dump is known by restoring it alone
            _copy(sqlite.file(db.url), part)
            return _checked(part)
    finally:
        db.close()


def restore(url: str, source: Path, *, replace: bool) -> tuple[Report, Path | None]:
    """Put a copy in the place of the database, and bring it up to date. Raises Unfit where it cannot.

    A database that holds something is only replaced where that is said, and is then kept beside: its new
    name is returned.
    """
    if not source.is_file():
        raise Unfit(f"There is no file {source}.")
    db = Database(url)
    try:
        return (_restore_lite if db.lite else _restore_dump)(db, source, replace=replace)
    finally:
        db.close()


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A file to write in, that takes the target's name once all has gone well."""
    if target.exists():
        raise Unfit(f"{target} exists: give the copy another name.")
    if not target.absolute().parent.is_dir():
        raise Unfit(f"There is no folder {target.absolute().parent}.")
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        try:
            os.link(part, target)  # unlike a renaming, this never falls over another file
        except FileExistsError:
            raise Unfit(f"{target} exists: give the copy another name.") from None
    except OSError as error:
        raise Unfit(f"{target} cannot be written: {error.strerror}.") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


# SQLite


def _copy(source: Path, target: Path) -> None:
    """SQLite's own copy: of one moment, while others write. The copy is one file."""
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise Unfit(f"{source} cannot be copied: {error}.") from error


def _checked(file: Path) -> Report:
    """What a copy holds, and every fault in it. Raises Unfit where it cannot be looked at."""
    copy = Database(sqlite.url(file))
    try:
        migrate.check_version(copy.engine)
        report = check(copy)
        copy.engine.dispose()
        with closing(sqlite3.connect(file)) as connection, suppress(sqlite3.DatabaseError):
            connection.execute("PRAGMA journal_mode=DELETE")  # looking at it gave it a log: one file again
    except DBAPIError as error:
        raise Unfit(f"The copy cannot be read: {error.orig}.") from error
    finally:
        copy.close()
        for more in ("-wal", "-shm"):
            file.with_name(file.name + more).unlink(missing_ok=True)
    return report


def _restore_lite(db: Database, source: Path, *, replace: bool) -> tuple[Report, Path | None]:
    target = sqlite.file(db.url)
    db.claim()  # until it is closed: no server may start meanwhile
    if _holds_something(target) and not replace:
        raise Unfit(f"{target} holds sheets: `restore --replace` puts the copy in its place, and keeps it.")
    part = target.with_name(f"{target.name}.restoring")
    part.unlink(missing_ok=True)
    try:
        _copy(source, part)
        copy = Database(sqlite.url(part))
        try:
            if migrate.version(copy.engine) is None:
                raise Unfit(f"{source} holds no sheets.")
            copy.migrate()
        except DBAPIError as error:
            raise Unfit(f"{source} is no whole copy: {error.orig}.") from error
        finally:
            copy.close()
        report = _checked(part)
        if report.damaged:
            raise Unfit(f"{source} is no whole copy: {report.faults[0]}.")
        db.engine.dispose()
        aside = _put_aside(target)
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)
    return report, aside


def _holds_something(file: Path) -> bool:
    if not file.exists() or not file.stat().st_size:
        return False
    with closing(sqlite3.connect(file)) as connection:
        try:
            tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
            if "character" not in tables:
                return bool(tables)
            return connection.execute("SELECT 1 FROM character").fetchone() is not None
        except sqlite3.DatabaseError:
            return True  # damaged: whatever it holds


def _put_aside(file: Path) -> Path | None:
    """Rename the database, with what stands beside it in its log."""
    if not file.exists():
        return None
    with closing(sqlite3.connect(file)) as connection, suppress(sqlite3.DatabaseError):
        connection.execute("PRAGMA journal_mode=DELETE")  # what is in the log goes into the file
    aside = file.with_name(f"{file.name}.replaced-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    for more in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            file.with_name(file.name + more).rename(aside.with_name(aside.name + more))
    return aside


# PostgreSQL, by its own tools


def _dump(url: URL, target: Path) -> None:
    _run(url, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}")
    # Read back to its end: its list alone would be whole in a dump cut short.
    _run(url, "pg_restore", f"--file={os.devnull}", str(target), connect=False)


def _restore_dump(db: Database, source: Path, *, replace: bool) -> tuple[Report, Path | None]:
    if not migrate.empty(db.engine):
        more = " (on PostgreSQL, --replace does nothing)" if replace else ""
        raise Unfit(f"The database is not empty: restore into a new one, made by createdb{more}.")
    _run(db.url, "pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", str(source))
    db.migrate()
    return check(db), None


def _run(url: URL, tool: str, *args: str, connect: bool = True) -> None:
    """Run one of PostgreSQL's tools; the password goes by the environment, which other users cannot read."""
    if shutil.which(tool) is None:
        raise Unfit(f"{tool} is needed, as new as the server: on Debian, apt install postgresql-client.")
    plain = url._replace(drivername="postgresql", password=None).render_as_string()
    password = {"PGPASSWORD": str(url.password)} if url.password else {}
    done = subprocess.run(
        [tool, *args, *([f"--dbname={plain}"] if connect else [])],
        env=os.environ | password,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Unfit(f"{tool} failed: {done.stderr.strip()}")
