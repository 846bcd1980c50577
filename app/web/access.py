"""Who may open what: a sheet by its link."""

from typing import Annotated

from fastapi import Depends, HTTPException, Request

from app.store import journal
from app.store.engine import Database
from app.store.entries import Live


async def database(request: Request) -> Database:
    """The database the app was built on. Async, for it only looks: a plain one would cost a thread's hop."""
    db: Database = request.app.state.db
    return db


Db = Annotated[Database, Depends(database)]


def opened(key: str, db: Db) -> Live:
    """The sheet of this link. Raises 404 for any other: the same for a wrong key as for no sheet."""
    live = journal.open_sheet(db, key)
    if live is None:
        raise HTTPException(404)
    return live


Opened = Annotated[Live, Depends(opened)]
