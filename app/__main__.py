"""`python -m app serve | migrate | moves`."""

import typer
import uvicorn

from app.config import settings

cli = typer.Typer(add_completion=False, no_args_is_help=True)


@cli.command()
def serve(host: str = "127.0.0.1", port: int = 8000) -> None:
    """Serve the site. No access log: addresses hold the keys of sheets."""
    proxy = settings().trusted_proxy
    uvicorn.run(
        "app.main:build",
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

    Database(settings().database_url).migrate()


@cli.command()
def moves() -> None:
    """Print docs/moves.md: every move of every series."""
    from app.web.manual import manual

    typer.echo(manual(), nl=False)


cli()
