"""Sheets laid on a table by the read-only link that its reader gives, and taken off by either side."""

import re

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.rules.refusal import Refusal
from app.store import members
from app.store.undo import number
from app.web.access import Db, Playable, opened
from app.web.answers import NO_STORE, Answer
from app.web.described import TEXT, Key, fields, takes
from app.web.forms import Form
from app.web.kin import Kin
from app.web.limits import limits

router = APIRouter(prefix="/f/{key}")

RUBRIC = "fiches"
NUMBER = {"type": "integer", "minimum": 1}
LINK = re.compile(r"(?:^|/f/)([\w-]{22})(?:[/?#]|$)", re.ASCII)
"""A key by itself, or within the address of a sheet."""


@router.post("/fiches", response_class=HTMLResponse, openapi_extra=takes(fields("lien", lien=TEXT)))
def lay(request: Request, key: Key, live: Playable, db: Db, form: Form) -> Response:
    """Lay a sheet on this table: `lien` is its read-only link, or the key in it."""
    if not live.series.takes:
        raise HTTPException(404)
    say = Answer(request, db, key, live, RUBRIC)
    found = LINK.search(str(form.get("lien", "")).strip())
    try:
        if found is None:
            raise Refusal("lien_inconnu")
        members.lay(db, live, found[1])
    except Refusal as refusal:
        if refusal.code == "lien_inconnu":
            limits(request).tried(request)
        return say.refused(refusal.code, say.words.refusal(refusal.code, refusal.params))
    now = Answer(request, db, key, opened(request, key, db), RUBRIC)
    return now.regrouped("posee", now.kin.members[-1].sheet.name if now.kin.members else "")


@router.post("/fiches/retrait", response_class=HTMLResponse, openapi_extra=takes(fields("n", n=NUMBER)))
def take_off(request: Request, key: Key, live: Playable, db: Db, form: Form) -> Response:
    """Take the sheet that lies here under this number off the table."""
    n = number(form.get("n")) or 0
    name = next((one.sheet.name for one in Kin(db, live).members if one.n == n), "")
    members.take_off(db, live, n)
    return Answer(request, db, key, opened(request, key, db), RUBRIC).regrouped("otee", name)


@router.post("/tables/depart", response_class=HTMLResponse, openapi_extra=takes(fields("n", n=NUMBER)))
def leave(key: Key, live: Playable, db: Db, form: Form) -> Response:
    """Take this sheet off the table on which it lies under this number."""
    members.leave(db, live, number(form.get("n")) or 0)
    return RedirectResponse(f"/f/{key}/partage", 303, headers=NO_STORE)
