"""A move posted: played, refused, or waiting for the reader's dice."""

from dataclasses import replace

from fastapi import HTTPException, Request
from fastapi.responses import Response

from app.rules.dice import DiceNeeded
from app.rules.moves import OVERRULE, BadInput
from app.rules.refusal import Refusal
from app.store import journal, undo
from app.store.engine import Database
from app.store.entries import Entry, Order, Played, entry_of_turn
from app.store.journal import Redrawn
from app.store.seen import Conflict, fingerprint
from app.web import signature
from app.web.access import opened, played_by
from app.web.answers import Answer, repost
from app.web.envelope import Envelope
from app.web.render import Version

AGAIN = {"corriger_note": "noter"}
"""What writes anew a thing that another screen has erased."""


def answer(request: Request, db: Database, key: str, asked: Envelope, *, restarted: bool = False) -> Response:
    """Play it, and say what came of it; a tray drawn before the sheet moved on starts over.

    Raises 404 if no sheet has this key, 403 if it is a read-only one.
    """
    try:
        played = _play(request, db, key, asked)
    except Redrawn:
        return answer(request, db, key, asked.restarted(), restarted=True)
    except (DiceNeeded, BadInput, Conflict, Refusal) as no:
        say = Answer(request, db, key, opened(request, key, db), asked.rubric)
        return _unplayed(say, asked, no, restarted=restarted)
    return Answer(request, db, key, played.after, asked.rubric).played(played.entry, again=played.again)


def _unplayed(
    say: Answer, asked: Envelope, no: DiceNeeded | BadInput | Conflict | Refusal, *, restarted: bool
) -> Response:
    match no:
        case DiceNeeded():
            return say.asks(no, asked, restarted=restarted)
        case BadInput():
            sentence = say.words.bad_input(no, asked.move)
            return say.refused("saisie", sentence, draft=asked.fields.get("texte"))
        case Conflict():
            return _clash(say, asked, no)
        case Refusal():
            return _refused(say, asked, no)


def _play(request: Request, db: Database, key: str, asked: Envelope) -> Played:
    by_entry = asked.move == undo.RETURN
    seen = asked.seen if not by_entry or asked.seq is None else str(asked.seq)
    drawn_at = asked.seq if asked.thrown else None
    order = Order(asked.move, asked.fields, asked.once, seen, drawn_at, signature.read(request))
    played = journal.play(db, key, order, lambda sheet: asked.dice(sheet.dice))
    if played is None:
        played_by(opened(request, key, db))
        raise HTTPException(404)  # renewed this very moment
    return played


def _refused(say: Answer, asked: Envelope, refusal: Refusal) -> Response:
    if refusal.code == "assaut_deja_joue" or {"turn", "combat"} <= asked.fields.keys():
        # Two phones tapped one Assaut: the second sees what the first played.
        entry = entry_of_turn(say.db, say.live, asked.move, asked.fields)
        if entry:
            return say.played(entry, again=True)
    params = dict(refusal.params)
    in_the_way = params.pop("entry", None)
    if isinstance(in_the_way, Entry):
        params["text"] = say.words.explain(in_the_way).text
    retry = repost(asked) | {OVERRULE: "1", "seq": str(say.live.seq)} if refusal.overrulable else None
    sentence = say.words.refusal(refusal.code, params)
    if refusal.code == "question_retour":
        return say.refused(refusal.code, sentence, retry, label="Confirmer le retour", stale=True)
    return say.refused(refusal.code, sentence, retry)


def _clash(say: Answer, asked: Envelope, conflict: Conflict) -> Response:
    """Both versions of each field that differs; a thing erased meanwhile can be written anew."""
    gone = any(value is None for value in conflict.stands.values())
    if gone and asked.move not in AGAIN:
        return say.refused("conflit_efface", say.words.refusal("conflit_efface", {}))
    rows = tuple(
        Version(name, say.words.field(asked.move, name), asked.fields[name], "" if gone else str(stands))
        for name, stands in conflict.stands.items()
        if name in asked.fields and asked.fields[name] != str(stands)
    )
    if gone:
        anew = replace(asked, move=AGAIN[asked.move], fields={row.name: row.mine for row in rows}, seen=None)
        return say.conflict(rows, anew, gone=True)
    return say.conflict(rows, replace(asked, seen=fingerprint(conflict.stands)), gone=False)
