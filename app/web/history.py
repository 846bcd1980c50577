"""What a page shows of the journal: the last line, the Assaut just played, the path, earlier attempts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.rules.sheet import Fact
from app.store import entries as entries_of
from app.store.engine import Database
from app.store.entries import Entry, Live
from app.web.words import Told, Words

PAGE = 20


@dataclass(frozen=True)
class Line:
    """A journal entry as it is read."""

    seq: int
    at: datetime
    move: str
    told: Told
    attempt: int
    undone_by: int | None
    by: str

    @property
    def undone(self) -> bool:
        return self.undone_by is not None

    @property
    def undoable(self) -> bool:
        return self.seq > 1 and not self.undone


@dataclass(frozen=True)
class Attempt:
    """An earlier attempt and how it ended: `mort`, `victoire`, or empty where it was given up."""

    number: int
    ending: str
    paragraph: int | None
    path: tuple[int, ...]


def line(words: Words, entry: Entry) -> Line:
    """The entry put into words."""
    told = words.explain(entry)
    return Line(entry.seq, entry.at, entry.move, told, entry.attempt, entry.undone_by, entry.by)


def last(db: Database, live: Live) -> Line | None:
    """The last entry that stands, or that undoes one."""
    found = entries_of.lines(db, live, most=1)
    return line(Words.of(live.series.key), found[0]) if found else None


def _exchange(live: Live, entries: Sequence[Entry]) -> list[Entry]:
    """The Assaut just played, whatever gesture had its `turn`, and what settled its offers, oldest first."""
    found: list[Entry] = []
    for entry in entries:
        if entry.undone_by is not None or entry.args.keys().isdisjoint(("turn", "offre")):
            continue
        found.insert(0, entry)
        if "turn" in entry.args:
            fight = live.sheet.fight
            return found if fight is None or entry.args["turn"] == fight.turn - 1 else []
    return []


def _path(entries: Sequence[Entry], attempt: int) -> list[int]:
    return [
        entry.args["paragraphe"] for entry in entries if entry.attempt == attempt and entry.move == "aller"
    ]


def _attempts(entries: Sequence[Entry]) -> list[Attempt]:
    ends = [entry for entry in entries if entry.move == "nouvelle_tentative"]
    return [
        Attempt(
            end.attempt - 1,
            str(_fact_before(end, "ending") or ""),
            int(_fact_before(end, "paragraph") or 0) or None,
            tuple(_path(entries, end.attempt - 1)),
        )
        for end in reversed(ends)
    ]


def _fact_before(entry: Entry, key: str) -> str | int | None:
    before, _ = entry.changes.get(("hero", key), (None, None))
    return before.value if isinstance(before, Fact) else None


def shown(
    db: Database,
    live: Live,
    rubric: str,
    older_than: int | None = None,
    latest: Line | None = None,
) -> dict[str, Any]:
    """What this rubric's templates read of the journal; `latest` where the last line is at hand."""
    words = Words.of(live.series.key)
    context: dict[str, Any] = {"last": latest or last(db, live)}
    if rubric == "journal":
        entries = entries_of.lines(db, live, before=older_than, most=PAGE)
        more = len(entries) == PAGE and entries[-1].seq > 1
        context |= {
            "lines": [line(words, entry) for entry in entries],
            "older": entries[-1].seq if more else None,
        }
    if rubric == "combat":
        entries = _exchange(live, entries_of.lines(db, live, most=12))
        context |= {
            "blows": [line(words, entry) for entry in entries],
            "aim": entries[0].args.get("cible") if entries else None,
        }
    if rubric == "plan":
        walked = entries_of.standing(db, live, "aller", "nouvelle_tentative")
        context |= {"path": _path(walked, live.sheet.attempt), "attempts": _attempts(walked)}
    return context
