"""Undo: what an entry would give back, and which lines are struck through once it is undone."""

from dataclasses import dataclass

from sqlalchemy import Connection, select, update

from app.rules.changes import Changes, apply, compose, invert
from app.rules.refusal import Refusal
from app.rules.sheet import Sheet
from app.store.entries import JOURNAL, Entry, Live, Order, later

UNDO, RETURN = "annuler", "revenir"
GESTURES = (UNDO, RETURN)
"""What the journal itself does; each takes `entree`, the number of an entry."""


@dataclass(frozen=True)
class Rewound:
    """The sheet given back, the entry named, and the first entry undone."""

    sheet: Sheet
    entree: int
    undoes: int


def number(text: object) -> int | None:
    """A number of the journal, as sent; None for what is none."""
    sent = str(text)
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 10 else None


def rewind(connection: Connection, live: Live, order: Order) -> Rewound:
    """What `annuler` or `revenir` would leave. Raises Refusal."""
    n = number(order.args.get("entree"))
    found = [] if n is None else later(connection, live.id, n - 1, most=1)
    if not found or found[0].seq != n:
        raise Refusal("entree_absente")
    return (_undo if order.move == UNDO else _return)(connection, live, order, found[0])


def _undo(connection: Connection, live: Live, _: Order, entry: Entry) -> Rewound:
    """Legal while every box the entry touched still has its value after, and what is left holds together."""
    if entry.seq == 1:
        raise Refusal("creation_inannulable")
    if entry.undone_by is not None:
        raise Refusal("deja_annule", seq=entry.undone_by)
    if any(live.sheet.boxes.get(path) != after for path, (_, after) in entry.changes.items()):
        raise _in_the_way(connection, live, entry)
    back = apply(live.sheet, invert(entry.changes))
    if _overtaken(connection, live.id, entry) or live.series.settle(back) != back:
        raise Refusal("annulation_impossible", seq=entry.seq)
    return Rewound(back, entry.seq, entry.seq)


def _overtaken(connection: Connection, character_id: int, entry: Entry) -> bool:
    """Whether a line that this undo struck or gave back has been undone otherwise since."""
    reach = _reach(connection, character_id, entry)
    return any(e.undone_by is not None and e.undone_by > entry.seq for e in reach)


def _reach(connection: Connection, character_id: int, entry: Entry) -> list[Entry]:
    """The lines an undo bears on, and those on which they bear if they are undos themselves."""
    if entry.move not in GESTURES:
        return []
    scope = _scope(connection, character_id, entry)
    return [*scope, *(e for gesture in scope for e in _reach(connection, character_id, gesture))]


def _scope(connection: Connection, character_id: int, gesture: Entry) -> list[Entry]:
    """The lines an undo names: one, or all that came after one but notes."""
    assert gesture.undoes is not None
    if gesture.move == UNDO:
        return later(connection, character_id, gesture.undoes - 1, most=1)
    span = later(connection, character_id, gesture.undoes - 1, most=gesture.seq - gesture.undoes)
    return [entry for entry in span if not entry.knowledge]


def _in_the_way(connection: Connection, live: Live, entry: Entry) -> Refusal:
    standing = (e for e in later(connection, live.id, entry.seq) if e.undone_by is None and e.move != UNDO)
    blocking = next((e for e in standing if e.changes.keys() & entry.changes.keys()), None)
    if blocking is None:
        return Refusal("annulation_impossible", seq=entry.seq)
    return Refusal("annulation_bloquee", seq=blocking.seq, entry=blocking)


def _return(connection: Connection, live: Live, order: Order, entry: Entry) -> Rewound:
    """All later entries inverted at once; notes are knowledge and stay."""
    if order.seen is not None and order.seen != str(live.seq):
        raise Refusal("question_retour", overrulable=True, n=live.seq - (number(order.seen) or 0))
    undone = later(connection, live.id, entry.seq)
    if all(e.undone_by is not None or e.knowledge for e in undone):
        raise Refusal("rien_a_defaire")
    back = compose([invert(_without_notes(e.changes)) for e in reversed(undone)])
    return Rewound(apply(live.sheet, back), entry.seq, entry.seq + 1)


def _without_notes(delta: Changes) -> Changes:
    return {path: pair for path, pair in delta.items() if path[0] != "note"}


# Strokes


def strike(connection: Connection, character_id: int, gesture: Entry) -> None:
    """Strike through what is undone now that this gesture is made.

    An undo is in force unless a later one in force undoes it; a line is struck by the first in force that
    names it. Only what the gesture can bear on, by way of other undos too, is looked at.
    """
    mine = JOURNAL.c.character_id == character_id
    named = (mine, JOURNAL.c.move.in_(GESTURES))
    query = select(JOURNAL.c.seq, JOURNAL.c.undoes, JOURNAL.c.move, JOURNAL.c.knowledge).where(*named)
    undos = [Undo(*row) for row in connection.execute(query.order_by(JOURNAL.c.seq.desc()))]
    assert gesture.undoes is not None
    low = _lowest(undos, gesture.undoes)
    touched = (mine, JOURNAL.c.seq >= low)
    connection.execute(
        update(JOURNAL).where(*touched, JOURNAL.c.undone_by.is_not(None)).values(undone_by=None)
    )
    for undo in _in_force([undo for undo in undos if undo.seq > low]):
        span = (JOURNAL.c.seq >= max(low, undo.undoes), JOURNAL.c.seq <= undo.last)
        whole = () if undo.move == UNDO else (JOURNAL.c.knowledge.is_(False),)
        connection.execute(update(JOURNAL).where(mine, *span, *whole).values(undone_by=undo.seq))


@dataclass(frozen=True)
class Undo:
    """An undo in the journal: the lines it names are those from `undoes` to `last`."""

    seq: int
    undoes: int
    move: str
    knowledge: bool

    @property
    def last(self) -> int:
        return self.undoes if self.move == UNDO else self.seq - 1

    def names(self, other: "Undo") -> bool:
        """Whether it undoes that undo; a return leaves alone those of notes."""
        within = self.undoes <= other.seq <= self.last
        return within and (self.move == UNDO or not other.knowledge)


def _lowest(undos: list[Undo], low: int) -> int:
    """The first line that undos from this line on can bear on, one by way of another."""
    reached = min((undo.undoes for undo in undos if undo.seq >= low), default=low)
    return low if reached >= low else _lowest(undos, reached)


def _in_force(undos: list[Undo]) -> list[Undo]:
    """Those of these undos, newest first, that none of the later ones in force undoes."""
    found: list[Undo] = []
    for undo in undos:
        if not any(later.names(undo) for later in found):
            found.append(undo)
    return found
