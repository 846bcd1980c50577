"""Who may open what: a sheet by its link."""

from typing import Annotated

from fastapi import Depends, HTTPException, Request

from app.store import journal
from app.store.engine import Database
from app.store.entries import Live
from app.web.described import Key
from app.web.limits import limits


async def database(request: Request) -> Database:
    """The database the app was built on. Async, for it only looks: a plain one would cost a thread's hop."""
    db: Database = request.app.state.db
    return db


Db = Annotated[Database, Depends(database)]


def opened(request: Request, key: Key, db: Db) -> Live:
    """The sheet of this link. Raises 404 for any other: the same for a wrong key as for no sheet."""
    live = journal.open_sheet(db, key)
    if live is None:
        limits(request).wrong_key(request)
    return live


def played_by(live: Annotated[Live, Depends(opened)]) -> Live:
    """The sheet of this edit link. Raises 403 for the link that only shows it."""
    if live.read_only:
        raise HTTPException(403)
    return live


Opened = Annotated[Live, Depends(opened)]
Playable = Annotated[Live, Depends(played_by)]
