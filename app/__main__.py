"""`python -m app serve | migrate | moves`."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer
import uvicorn

from app.config import settings

cli = typer.Typer(add_completion=False, no_args_is_help=True)


@contextmanager
def _plainly() -> Iterator[None]:
    """What is wrong with the database is said in one sentence, and the command fails."""
    from sqlalchemy.exc import OperationalError

    from app.store.unfit import Unfit

    try:
        yield
    except Unfit as no:
        typer.echo(str(no), err=True)
    except OperationalError as error:
        typer.echo(f"The database cannot be used: {error.orig}", err=True)
    else:
        return
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
        timeout_graceful_shutdown=2,  # live views would hold it open for ever
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
def moves() -> None:
    """Print docs/moves.md: every move of every series."""
    from app.web.manual import manual

    typer.echo(manual(), nl=False)


cli()
