"""Builds the app."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio import CapacityLimiter
from fastapi import FastAPI
from fastapi.responses import PlainTextResponse
from starlette_compress import CompressMiddleware

import app.store.tables  # noqa: F401  the tables register themselves
from app.config import Settings, settings
from app.store.engine import Database
from app.web import assets, errors, home, imports, live, members, share, sheets
from app.web.guard import Guard
from app.web.kept import Kept
from app.web.limits import Limits


def build(chosen: Settings | None = None) -> FastAPI:
    """The app on the settings' database, which is brought up to date as it starts."""
    config = chosen or settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.db = db = Database(config.database_url)
        app.state.players = CapacityLimiter(sheets.PLAYERS)
        try:
            db.claim()
            db.migrate(beside_others=False)
            db.listen()
            with live.ended_first(db.watchers):
                yield
        finally:
            db.close()

    app = FastAPI(title="Feuille d’Aventure", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.limits, app.state.kept = Limits(config), Kept()
    app.state.max_import = config.max_import
    larger = {imports.ADDRESS: config.max_import + imports.AROUND}
    app.add_middleware(Guard, max_body=config.max_body, larger=larger)
    app.add_middleware(CompressMiddleware, minimum_size=500)
    app.include_router(sheets.playing)  # first: addresses are tried in turn, and this one is asked for most
    app.include_router(assets.router)
    app.include_router(home.router)
    app.include_router(imports.router)
    app.include_router(share.router)
    app.include_router(live.router)
    app.include_router(members.router)
    app.include_router(sheets.router)  # last: its rubrics take any name
    errors.install(app)

    @app.get("/sante", response_class=PlainTextResponse)
    def health() -> str:
        with app.state.db.reading() as connection:
            connection.exec_driver_sql("SELECT 1")
        return "ok"

    return app
