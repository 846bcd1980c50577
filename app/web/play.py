"""A move posted: played, refused, or waiting for the reader's dice."""

from dataclasses import replace

from fastapi import HTTPException, Request
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


def answer(request: Request, db: Database, key: str, asked: Envelope) -> Response:
    """Play it, and say what came of it. Raises 404 if no sheet has this key."""
    try:
        played = _play(db, key, asked)
    except Redrawn:
        return _restarted(request, db, key, replace(asked, faces=(), seq=None))
    except (DiceNeeded, BadInput, Conflict, Refusal) as no:
        return _unplayed(Answer(request, db, key, _open(db, key), asked.rubric), asked, no)
    return Answer(request, db, key, played.after, asked.rubric).played(played.entry, again=played.again)


def _restarted(request: Request, db: Database, key: str, asked: Envelope) -> Response:
    """The tray from the start, or whatever stands in the way now. No dice are given, so nothing is played."""
    try:
        _play(db, key, asked)
    except DiceNeeded as needed:
        return Answer(request, db, key, _open(db, key), asked.rubric).asks(needed, asked, restarted=True)
    except (BadInput, Conflict, Refusal) as no:
        return _unplayed(Answer(request, db, key, _open(db, key), asked.rubric), asked, no)
    raise AssertionError("a move that was waiting for dice was played without any")


def _unplayed(say: Answer, asked: Envelope, no: DiceNeeded | BadInput | Conflict | Refusal) -> Response:
    match no:
        case DiceNeeded():
            return say.asks(no, asked, restarted=False)
        case BadInput():
            return say.refused("saisie", say.words.bad_input(no, asked.move))
        case Conflict():
            box = next((no.sheet.boxes.get(path) for path in no.paths), None)
            mine = next((asked.fields[name] for name in WRITTEN if name in asked.fields), "")
            return say.conflict(mine, _text(box), asked, fingerprint(no.sheet, no.paths))
        case Refusal():
            return _refused(say, asked, no)


def _open(db: Database, key: str) -> Live:
    live = journal.open_sheet(db, key)
    if live is None:
        raise HTTPException(404)
    return live


def _play(db: Database, key: str, asked: Envelope) -> Played:
    by_entry = asked.move == journal.RETURN
    seen = asked.seen if not by_entry or asked.seq is None else str(asked.seq)
    drawn_at = asked.seq if asked.faces else None
    order = Order(asked.move, asked.fields, asked.once, seen, drawn_at)
    played = journal.play(db, key, order, lambda sheet: asked.dice(own=sheet.own_dice))
    if played is None:
        raise HTTPException(404)
    return played


def _refused(say: Answer, asked: Envelope, refusal: Refusal) -> Response:
    if refusal.code == "assaut_deja_joue" or {"turn", "combat"} <= asked.fields.keys():
        # Two phones tapped one Assaut: the second sees what the first played.
        entry = journal.entry_of_turn(say.db, say.live, asked.move, asked.fields)
        if entry:
            return say.played(entry, again=True)
    params = dict(refusal.params)
    in_the_way = params.pop("entry", None)
    if isinstance(in_the_way, journal.Entry):
        params["text"] = say.words.explain(in_the_way).text
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
