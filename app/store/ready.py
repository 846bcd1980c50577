"""Before the site is served: whether this database can be, said in a sentence where it cannot."""

from app.store.engine import Database
from app.store.unfit import Unfit


def make_ready(url: str, processes: int) -> None:
    """Bring the database up to date, unless it is in use or not ours to change. Raises Unfit."""
    db = Database(url)
    if processes > 1 and db.lite:
        raise Unfit("A SQLite file is served by one process: for several, PostgreSQL (docs/operations.md).")
    try:
        db.claim()
        db.migrate(beside_others=False)
    finally:
        db.close()
