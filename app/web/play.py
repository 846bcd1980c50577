"""A move posted: played, refused, or waiting for the reader's dice."""

from dataclasses import replace

from fastapi import Request
from fastapi.responses import Response

from app.rules.dice import DiceNeeded
from app.rules.moves import OVERRULE, BadInput
from app.rules.refusal import Refusal
from app.rules.sheet import Box, Encounter, Fact, Item, Note, Score
from app.store import journal
from app.store.engine import Database
from app.store.journal import Live, Order, Played, Redrawn
from app.store.seen import Conflict, fingerprint
from app.web.answers import Answer, repost
from app.web.envelope import Envelope

WRITTEN = ("texte", "valeur", "nom", "endurance")
"""The field of an absolute move that holds what the reader wrote."""


def answer(request: Request, db: Database, key: str, live: Live, asked: Envelope) -> Response:
    """Play it, and say what came of it."""
    say = Answer(request, db, key, live, asked.rubric)
    try:
        return _answered(say, asked)
    except Redrawn:
        say.live = journal.open_sheet(db, key) or live
        return _answered(say, replace(asked, faces=(), seq=None), restarted=True)


def _answered(say: Answer, asked: Envelope, *, restarted: bool = False) -> Response:
    try:
        played = _play(say, asked)
    except DiceNeeded as needed:
        return say.asks(needed, asked, restarted=restarted)
    except BadInput as error:
        return say.refused("saisie", say.words.bad_input(error, asked.move))
    except Conflict as conflict:
        box = next((conflict.sheet.boxes.get(path) for path in conflict.paths), None)
        mine = next((asked.fields[name] for name in WRITTEN if name in asked.fields), "")
        return say.conflict(mine, _text(box), asked, fingerprint(conflict.sheet, conflict.paths))
    except Refusal as refusal:
        return _refused(say, asked, refusal)
    say.live = played.after
    return say.played(played.entry, again=played.again)


def _play(say: Answer, asked: Envelope) -> Played:
    by_entry = asked.move == journal.RETURN
    seen = asked.seen if not by_entry or asked.seq is None else str(asked.seq)
    drawn_at = asked.seq if asked.faces else None
    order = Order(asked.move, asked.fields, asked.once, seen, drawn_at)
    played = journal.play(say.db, say.key, order, asked.dice(own=say.live.sheet.own_dice))
    assert played is not None, "the sheet was there a moment ago"
    return played


def _refused(say: Answer, asked: Envelope, refusal: Refusal) -> Response:
    if refusal.code == "assaut_deja_joue" or {"turn", "combat"} <= asked.fields.keys():
        # Two phones tapped one Assaut: the second sees what the first played.
        entry = journal.entry_of_turn(say.db, say.live, asked.move, asked.fields)
        if entry:
            say.live = journal.open_sheet(say.db, say.key) or say.live
            return say.played(entry, again=True)
    params = dict(refusal.params)
    entry_in_the_way = params.pop("entry", None)
    if isinstance(entry_in_the_way, journal.Entry):
        params["text"] = say.words.explain(entry_in_the_way).text
    retry = repost(asked) | {OVERRULE: "1", "seq": str(say.live.seq)} if refusal.overrulable else None
    return say.refused(refusal.code, say.words.refusal(refusal.code, params), retry)


def _text(box: Box | None) -> str:
    """What stands in a box, as a reader would read it."""
    match box:
        case Note():
            return box.text
        case Fact():
            return str(box.value)
        case Score():
            return str(box.current)
        case Item() | Encounter():
            return box.name
        case _:
            return ""
