"""A sheet's pages, and the one address that plays its moves."""

from collections.abc import Mapping

from anyio import to_thread
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from app.rules.refusal import Refusal
from app.store import entries as entries_of
from app.store.engine import Database
from app.store.undo import number
from app.web import history, mine, play
from app.web.access import Db, Opened, opened, played_by
from app.web.answers import NO_STORE, Answer, exported
from app.web.described import Key, moves, takes
from app.web.envelope import read, wants_fragments
from app.web.forms import Form
from app.web.render import page, sheet_context
from app.web.rubrics import FIRST, tabs
from app.web.words import Words

router = APIRouter(prefix="/f/{key}")
playing = APIRouter(prefix="/f/{key}")

PLAYERS = 24
"""Moves at once, on threads of their own: while they wait for the database, reading goes on."""


@router.get("/heros", response_class=HTMLResponse)
def heros(request: Request, key: Key, live: Opened, db: Db) -> Response:
    """The hero just thrown: dice, another throw, the link to keep. Who only watches is sent to the sheet."""
    if live.read_only:
        return RedirectResponse(f"/f/{key}", 303, headers=NO_STORE)
    thrown = entries_of.standing(db, live, "creer", "relancer")[-1:]
    start = [history.line(Answer(request, db, key, live, FIRST).words, entry) for entry in thrown]
    link = str(request.url_for("sheet", key=key))
    context = sheet_context(live, key, FIRST, start=start[0].told.throws if start else (), link=link)
    response = HTMLResponse(page("hero.html", **context), headers=NO_STORE)
    mine.remember(request, response, key)
    return response


@router.get("/export.json")
def export(key: Key, live: Opened, db: Db) -> Response:
    """The whole sheet and its journal."""
    name = {"content-disposition": 'attachment; filename="feuille.json"'}
    return JSONResponse(exported(live, entries_of.whole(db, live)), headers=NO_STORE | name)


@router.get("", name="sheet", response_class=HTMLResponse)
@router.get("/{rubric}", response_class=HTMLResponse)
def rubric(
    request: Request,
    key: Key,
    live: Opened,
    db: Db,
    rubric: str = FIRST,
    avant: str = "",
    montre: str = "",
    fait: str = "",
) -> Response:
    """A rubric of the sheet; `avant` pages the journal back, `montre` shows what an entry was pointed at.

    `fait` says in the strip what was just done that is no entry.
    """
    if rubric not in tabs(Words.of(live.series.key)):
        raise HTTPException(404)
    response = Answer(request, db, key, live, rubric).shown(number(avant), number(montre), fait)
    if not wants_fragments(request):  # a page that only follows says nothing of what this device keeps
        mine.remember(request, response, key)
    return response


@playing.post("/journal", response_class=HTMLResponse, openapi_extra=takes(*moves()))
async def post(request: Request, key: Key, db: Db, form: Form) -> Response:
    """Play `move` with its fields; docs/moves.md lists them."""
    return await to_thread.run_sync(_post, request, key, db, form, limiter=request.app.state.players)


def _post(request: Request, key: str, db: Database, form: Mapping[str, object]) -> Response:
    try:
        asked = read(form)
    except Refusal as refusal:
        say = Answer(request, db, key, played_by(opened(request, key, db)), FIRST)
        return say.refused(refusal.code, say.words.refusal(refusal.code, refusal.params))
    return play.answer(request, db, key, asked)
