"""`python -m app serve | migrate | check | backup | restore | moves`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer
import uvicorn
from pydantic import ValidationError

from app.config import settings

if TYPE_CHECKING:
    from app.store.check import Report

cli = typer.Typer(add_completion=False, no_args_is_help=True)


@contextmanager
def _plainly() -> Iterator[None]:
    """What is wrong with the settings or the database is said in one sentence, and the command fails."""
    import sqlite3

    from sqlalchemy.exc import SQLAlchemyError

    from app.store.unfit import Unfit

    try:
        yield
    except Unfit as no:
        said = str(no)
    except ValidationError as error:
        said = " ".join(
            f"FEUILLE_{wrong['loc'][0]}".upper() + f": {wrong['msg']}." for wrong in error.errors()
        )
    except (SQLAlchemyError, sqlite3.Error) as error:
        said = f"The database cannot be used: {getattr(error, 'orig', error)}"
    except OSError as error:
        said = f"{error.filename}: {error.strerror}."
    else:
        return
    typer.echo(" ".join(said.split()), err=True)
    raise typer.Exit(1)


@cli.command()
def serve(host: str = "127.0.0.1", port: int = 8000, workers: int = 1) -> None:
    """Serve the site. No access log: addresses hold the keys of sheets."""
    from app.store.ready import make_ready

    with _plainly():
        make_ready(settings().database_url, workers)
    proxy = settings().trusted_proxy
    uvicorn.run(
        "app.main:build",
        workers=workers,
        factory=True,
        host=host,
        port=port,
        access_log=False,
        ws="none",  # unused, and it would log addresses whatever is said above
        timeout_graceful_shutdown=2,  # for who is slow to read; live views end at once by themselves
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy,
    )


@cli.command()
def migrate() -> None:
    """Bring the database up to date."""
    from app.store.engine import Database

    with _plainly():
        Database(settings().database_url).migrate()


@cli.command()
def check() -> None:
    """Look at every sheet: whether its journal, followed from nothing, gives it."""
    from app.store import check, migrate
    from app.store.engine import Database

    with _plainly():
        db = Database(settings().database_url)
        migrate.check_version(db.engine)
        _say(check.check(db))


@cli.command()
def backup(file: Path) -> None:
    """Copy the database into a new file, while it is in use or not; the copy is checked."""
    from app.store import backup

    with _plainly():
        report = backup.backup(settings().database_url, file)
        typer.echo(f"Copied to {file}.")
        _say(report)


@cli.command()
def restore(file: Path, replace: bool = False) -> None:
    """Put a copy in the database's place. The server must be stopped; what it replaces is kept aside."""
    from app.store import backup

    with _plainly():
        report, aside = backup.restore(settings().database_url, file, replace=replace)
        typer.echo(f"Restored from {file}." + (f" What was there is now {aside}." if aside else ""))
        _say(report)


def _say(report: "Report") -> None:
    """What a check found; fails where there is a fault."""
    for fault in report.faults:
        typer.echo(fault, err=True)
    found = f"{len(report.faults)} faults" if report.faults else "all whole"
    where = "The database as it now stands: " if report.live else ""
    typer.echo(f"{where}{report.sheets} sheets, {report.entries} moves: {found}.")
    if report.faults:
        raise typer.Exit(1)


@cli.command()
def moves() -> None:
    """Print docs/moves.md: every move of every series."""
    from app.web.manual import manual

    typer.echo(manual(), nl=False)


cli()
