"""Undo: what an entry would give back, and which lines are struck through once it is undone."""

from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import ColumnElement, Connection, bindparam, select, update

from app.rules.changes import Changes, apply, compose, invert
from app.rules.refusal import Refusal
from app.rules.sheet import Sheet
from app.store.entries import JOURNAL, Entry, Live, Order, later

UNDO, RETURN = "annuler", "revenir"
GESTURES = (UNDO, RETURN)
"""What the journal itself does; each takes `entree`, the number of an entry."""

STRIKE = (
    update(JOURNAL)
    .where(JOURNAL.c.character_id == bindparam("mine"), JOURNAL.c.seq == bindparam("line"))
    .values(undone_by=bindparam("stroke"))
)


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
    """Whether a line that this undo bears on, by way of other undos too, has been undone otherwise since."""
    undos = {undo.seq: undo for undo in _undos(connection, character_id)}
    reached = {undo.seq: undo for undo in [undos.get(entry.seq)] if undo}
    waiting = list(reached.values())
    while waiting:
        undo = waiting.pop()
        more = {seq: other for seq, other in _named(undo, undos).items() if seq not in reached}
        reached |= more
        waiting.extend(more.values())
    since = (JOURNAL.c.character_id == character_id, JOURNAL.c.undone_by > entry.seq)
    single = JOURNAL.c.seq.in_([undo.undoes for undo in reached.values() if undo.move == UNDO])
    spans = [undo.lines(character_id) for undo in reached.values() if undo.move == RETURN]
    queries = (select(JOURNAL.c.seq).where(*since, *lines).limit(1) for lines in [(single,), *spans])
    return any(connection.execute(query).first() for query in queries)


def _named(undo: "Undo", undos: dict[int, "Undo"]) -> dict[int, "Undo"]:
    """The undos that this one undoes."""
    if undo.move == UNDO:
        return {undo.undoes: undos[undo.undoes]} if undo.undoes in undos else {}
    return {seq: other for seq, other in undos.items() if undo.names(other)}


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
    assert gesture.undoes is not None
    undos = _undos(connection, character_id)
    low = _lowest(undos, gesture.undoes)
    touched = (JOURNAL.c.character_id == character_id, JOURNAL.c.seq >= low)
    struck = (*touched, JOURNAL.c.undone_by.is_not(None))
    connection.execute(update(JOURNAL).where(*struck).values(undone_by=None))
    # A line is struck by the first that names it: so the newest write first, and single lines many at a time.
    for move, some in groupby(_in_force([undo for undo in undos if undo.seq > low]), lambda undo: undo.move):
        if move == UNDO:
            pairs = [{"mine": character_id, "line": undo.undoes, "stroke": undo.seq} for undo in some]
            connection.execute(STRIKE, pairs)
            continue
        for undo in some:
            named = (*touched, *undo.lines(character_id))
            connection.execute(update(JOURNAL).where(*named).values(undone_by=undo.seq))


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

    def lines(self, character_id: int) -> tuple[ColumnElement[bool], ...]:
        """The lines it names, as conditions."""
        span = (JOURNAL.c.character_id == character_id, JOURNAL.c.seq.between(self.undoes, self.last))
        return span if self.move == UNDO else (*span, JOURNAL.c.knowledge.is_(False))


def _undos(connection: Connection, character_id: int) -> list[Undo]:
    """Every undo of the sheet, newest first."""
    columns = (JOURNAL.c.seq, JOURNAL.c.undoes, JOURNAL.c.move, JOURNAL.c.knowledge)
    where = (JOURNAL.c.character_id == character_id, JOURNAL.c.move.in_(GESTURES))
    query = select(*columns).where(*where).order_by(JOURNAL.c.seq.desc())
    return [Undo(*row) for row in connection.execute(query)]


def _lowest(undos: list[Undo], low: int) -> int:
    """The first line that undos from this line on, newest first, can bear on by way of one another."""
    for undo in undos:
        if undo.seq >= low:
            low = min(low, undo.undoes)
    return low


def _in_force(undos: list[Undo]) -> list[Undo]:
    """Those of these undos, newest first, that none of the later ones in force undoes."""
    found: list[Undo] = []
    single: set[int] = set()
    returns: list[Undo] = []
    for undo in undos:
        if undo.seq in single or any(later.names(undo) for later in returns):
            continue
        found.append(undo)
        if undo.move == UNDO:
            single.add(undo.undoes)
        else:
            returns.append(undo)
    return found
