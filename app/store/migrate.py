"""The schema, brought up to date: once, whole or not at all, and never backwards."""

from collections.abc import Iterator
from contextlib import contextmanager

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text

from app.config import ROOT
from app.store import sqlite
from app.store.postgres import IN_USE
from app.store.unfit import Unfit

MIGRATING = 70_1982
"""The advisory lock of whoever upgrades: processes that start together do it once."""


def upgrade(engine: Engine, to: str = "head", *, beside_others: bool = True) -> None:
    """Every version up to this one, in one transaction. Raises Unfit.

    `beside_others` is false at start-up: where other processes serve a PostgreSQL that holds an earlier
    version, they run earlier code, and when to change the tables under it is the operator's to say.
    """
    config = _config()
    scripts = ScriptDirectory.from_config(config)
    with engine.connect() as connection:
        if to == "head" and _version(connection, scripts) == scripts.get_current_head():
            return
    with _locked(engine) as connection:
        version = _version(connection, scripts)
        if version is not None and not beside_others and _others(connection):
            raise Unfit(
                f"The database is at version {version} and other processes are using it: "
                "run `python -m app migrate`, then start again."
            )
        config.attributes["connection"] = connection
        command.upgrade(config, to)
        _check(connection)


def version(engine: Engine) -> str | None:
    """The version it is at; None where it is empty, or another program's. Raises Unfit as `upgrade` does."""
    if engine.dialect.name == "sqlite" and not sqlite.file(engine.url).exists():
        return None
    with engine.connect() as connection:
        return _version(connection, ScriptDirectory.from_config(_config()))


def check_version(engine: Engine) -> None:
    """Raises Unfit unless the schema is the code's own."""
    found = version(engine)
    if found is None:
        raise Unfit("There are no sheets in this database: it is empty, or another program's.")
    if found != ScriptDirectory.from_config(_config()).get_current_head():
        raise Unfit(f"The database is at version {found}: run `python -m app migrate` first.")


def _config() -> Config:
    return Config(toml_file=str(ROOT / "pyproject.toml"))


def _version(connection: Connection, scripts: ScriptDirectory) -> str | None:
    """The version it is at; None where it is empty. Raises Unfit for one that this code does not know."""
    version = MigrationContext.configure(connection).get_current_revision()
    known = [script.revision for script in scripts.walk_revisions()]
    if version is None or version in known:
        return version
    raise Unfit(
        f"The database is at version {version}, newer than this code, which knows {known[0]}: "
        "update the code, or restore a backup made before."
    )


@contextmanager
def _locked(engine: Engine) -> Iterator[Connection]:
    """A transaction that no other upgrade runs beside."""
    with engine.connect().execution_options(begin="IMMEDIATE") as connection:
        raw = connection.connection.driver_connection
        lite = engine.dialect.name == "sqlite"
        if lite:
            # Rebuilding a table drops the old one: with foreign keys on, that would empty those it owns. They
            # can be switched only outside a transaction, and are checked before the end of this one.
            assert raw is not None
            raw.execute("PRAGMA foreign_keys=OFF")
        try:
            with connection.begin():
                if not lite:
                    connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
                yield connection
        finally:
            if lite and raw is not None:
                raw.execute("PRAGMA foreign_keys=ON")


def _others(connection: Connection) -> bool:
    """Whether another process serves this database."""
    if connection.dialect.name == "sqlite":
        return False  # the serving process has claimed the file
    return not connection.execute(text(f"SELECT pg_try_advisory_xact_lock({IN_USE})")).scalar_one()


def _check(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        assert broken is None, broken


def empty(engine: Engine) -> bool:
    """Whether no table stands in the database."""
    return not inspect(engine).get_table_names()
