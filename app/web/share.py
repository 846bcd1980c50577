"""The links of a sheet: shown, sent, renewed; a copy; the reader's own name."""

from dataclasses import dataclass

import segno
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from app.store import journal, links
from app.store.entries import Live
from app.store.keys import new_key, read_key
from app.store.undo import number
from app.web import mine, signature
from app.web.access import Db, Opened, opened, played_by
from app.web.answers import NO_STORE
from app.web.described import ONCE, TEXT, Key, fields, takes
from app.web.forms import Form
from app.web.kin import Kin
from app.web.limits import limits
from app.web.render import page, sheet_context
from app.web.rubrics import FIRST

router = APIRouter(prefix="/f/{key}")

PLAY, READ = "jeu", "lecture"
LINKS = {"enum": [PLAY, READ]}


@dataclass(frozen=True)
class Link:
    """A link to give: which of the two, its address, and the same as a QR code."""

    kind: str
    url: str

    @property
    def qr(self) -> Markup:
        """An SVG that takes its size from the page and is black on white in the dark too.

        Empty for an address no code can hold, as only a forged Host header makes it.
        """
        try:
            code = segno.make(self.url, error="m", micro=False)
        except segno.DataOverflowError:
            return Markup("")
        return Markup(code.svg_inline(omitsize=True, light="#fff", border=3))


def _links(request: Request, key: str, live: Live) -> list[Link]:
    """What the holder of this link may give on."""
    if live.read_only:
        return [Link(READ, str(request.url_for("sheet", key=key)))]
    keys = {PLAY: key, READ: read_key(key, live.read_counter)}
    return [Link(kind, str(request.url_for("sheet", key=one))) for kind, one in keys.items()]


@router.get("/partage", response_class=HTMLResponse)
def sharing(request: Request, key: Key, live: Opened, db: Db) -> Response:
    """The links with their QR codes, and what one may do with the sheet as a whole."""
    context = sheet_context(
        live,
        key,
        FIRST,
        links=_links(request, key, live),
        counter=live.read_counter,
        signature=signature.read(request),
        kin=Kin(db, live),
    )
    return HTMLResponse(page("share.html", **context), headers=NO_STORE)


@router.post(
    "/partage",
    response_class=HTMLResponse,
    openapi_extra=takes(fields("lien", lien=LINKS, compteur=TEXT, **ONCE)),
)
def renew(request: Request, key: Key, db: Db, form: Form) -> Response:
    """Renew the link named by `lien`: `jeu` changes both, `lecture` itself alone. Old ones die at once.

    `compteur` tells which read-only link the page showed: another is not renewed by a second tap.
    """
    if form.get("lien") == READ:
        done, new = links.renew_read(db, key, number(form.get("compteur"))), key
    elif form.get("lien") == PLAY:
        new = _derived(key, form, "renew")
        done = links.renew_edit(db, key, new)
    else:
        played_by(opened(request, key, db))
        raise HTTPException(400)
    if not done:
        played_by(opened(request, key, db))
    response = RedirectResponse(f"/f/{new}/partage", 303, headers=NO_STORE)
    mine.replace(request, response, key, new)
    return response


@router.post("/double", response_class=HTMLResponse, openapi_extra=takes(fields(**ONCE)))
def duplicate(request: Request, key: Key, db: Db, form: Form) -> Response:
    """An independent copy, journal and all, under a new link."""
    new = _derived(key, form, "double")
    with limits(request).creation(request, again=journal.open_sheet(db, new) is not None):
        if not links.duplicate(db, key, new):
            limits(request).wrong_key(request)
    response = RedirectResponse(f"/f/{new}", 303, headers=NO_STORE)
    mine.remember(request, response, new)
    return response


@router.post("/suppression", response_class=HTMLResponse, openapi_extra=takes(fields()))
def delete(request: Request, key: Key, db: Db, _: Form) -> Response:
    """Delete the sheet for good: its edit key alone can."""
    if not links.delete(db, key):
        played_by(opened(request, key, db))
    response = RedirectResponse("/", 303, headers=NO_STORE)
    mine.forget(request, response, key)
    return response


@router.post("/signature", response_class=HTMLResponse, openapi_extra=takes(fields("nom", nom=TEXT)))
def sign(key: Key, _: Opened, form: Form) -> Response:
    """Keep the name that signs this device's moves."""
    response = RedirectResponse(f"/f/{key}/partage", 303, headers=NO_STORE)
    signature.sign(response, str(form.get("nom", "")))
    return response


def _derived(key: str, form: Form, what: str) -> str:
    """A new key: the same again for the same form, so that a double tap makes one."""
    return new_key(str(form.get("once", "")), f"{what} {key}")
