"""What sheets take on disk, and journals as long as one likes."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import insert, text, update

from app.rules.books import SERIES
from app.rules.changes import changes
from app.rules.dice import fair, given
from app.store import journal
from app.store.check import faults_of, load
from app.store.engine import Database
from app.store.entries import JOURNAL, Entry, Live, Order, row
from app.store.journal import CHARACTER
from app.store.keys import new_key
from app.store.sheets import save

FEW, MANY = 10, 100_000
SHEETS, EVENING = 50, 100
"""A thousand sheets are weighed by these."""


def lengthen(url: str, sheet: str, entries: int) -> None:
    """Give the sheet so many entries, as if a coin had been found in each."""
    db = Database(url)
    live = journal.open_sheet(db, sheet.split("/f/")[1])
    assert live is not None
    rows, now, last = [], live.sheet, datetime.now(UTC)
    for n in range(live.seq + 1, entries + 1):
        after, args = live.series.play(now, "gagner_or", {"pieces": 1}, given(()))
        at = last - timedelta(seconds=entries - n)
        entry = Entry(n, at, after.attempt, "gagner_or", args, (), changes(now, after), {})
        rows.append(row(live.id, entry, f"{n:032x}"))
        now = after
    with db.writing() as connection:
        connection.execute(insert(JOURNAL), rows)
        save(connection, live.id, changes(live.sheet, now))
        connection.execute(update(CHARACTER).where(CHARACTER.c.id == live.id).values(seq=entries))
    whole = load(db, live.id)
    assert whole is not None
    assert list(faults_of(whole)) == []
    db.close()


def weight(db: Database) -> int:
    """Bytes the database takes, swept."""
    with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if db.lite:
            raw = connection.connection.driver_connection
            assert raw is not None
            raw.execute("VACUUM")
            (pages,), (size,) = (
                raw.execute("PRAGMA page_count").fetchone(),
                raw.execute("PRAGMA page_size").fetchone(),
            )
            return pages * size
        connection.execute(text("VACUUM FULL"))
        return connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()


def bytes_per_move(url: str, sheet: str) -> float:
    """What a move's line takes with its indexes, by a long journal: the database with it and without."""
    db = Database(url)
    live = journal.open_sheet(db, sheet.split("/f/")[1])
    assert live is not None
    with_it = weight(db)
    with db.writing() as connection:
        connection.execute(JOURNAL.delete().where(JOURNAL.c.character_id == live.id, JOURNAL.c.seq > 1))
    taken = (with_it - weight(db)) / (live.seq - 1)
    db.close()
    return taken


def thousand(url: str) -> tuple[str, str]:
    """What a thousand sheets of an evening's play take: fights, meals, finds and notes, by the rules."""
    db = Database(url)
    before = weight(db)
    for _ in range(SHEETS):
        _evening(db)
    more = (weight(db) - before) * 1000 / SHEETS
    db.close()
    return f"{more / 1e6:.0f} MB", ""


def _evening(db: Database) -> None:
    key = new_key(None)
    journal.create(db, key, SERIES["df51"], Order("creer", {"nom": "Aldric"}, "k"), fair())
    n = 0
    while (live := journal.open_sheet(db, key)) and live.seq < EVENING:
        n += 1
        move, args = _next(live, n)
        journal.play(db, key, Order(move, args, f"{n}"), lambda _: fair())


def _next(live: Live, n: int) -> tuple[str, dict[str, object]]:
    """What a reader might do now."""
    legal, sheet = live.series.legal_moves(live.sheet), live.sheet
    if sheet.ending:
        return "nouvelle_tentative", {}
    if sheet.offers:
        return "accepter_blessure", {"offre": min(sheet.offers)}
    if sheet.fight and "assaut" in legal:
        return "assaut", {"turn": sheet.fight.turn}
    return (
        ("aller", {"paragraphe": n % 400 + 1}),
        ("combattre", {"nom": "Squelette", "habilete": 6, "endurance": 5}),
        ("perdre", {"score": "endurance", "points": 2}),
        ("noter", {"texte": "Une clef sous la pierre du seuil."}),
        ("gagner_or", {"pieces": 3}),
        ("trouver", {"sorte": "objet", "nom": "Corde"}),
        ("tenter_chance", {}),
    )[n % 7]
