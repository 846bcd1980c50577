"""The links of a sheet: shown, sent, renewed; a copy; the reader's own name."""

from dataclasses import dataclass

import segno
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from app.store import links
from app.store.entries import Live
from app.store.keys import new_key, read_key
from app.web import mine, signature
from app.web.access import Db, Opened, opened, played_by
from app.web.answers import NO_STORE
from app.web.forms import Form
from app.web.kin import Kin
from app.web.limits import limits
from app.web.render import page, sheet_context
from app.web.rubrics import FIRST

router = APIRouter(prefix="/f/{key}")

PLAY, READ = "jeu", "lecture"


@dataclass(frozen=True)
class Link:
    """A link to give: which of the two, its address, and the same as a QR code."""

    kind: str
    url: str

    @property
    def qr(self) -> Markup:
        """An SVG that takes its size from the page and is black on white in the dark too."""
        code = segno.make(self.url, error="m", micro=False)
        return Markup(code.svg_inline(omitsize=True, light="#fff", border=3))


def _links(request: Request, key: str, live: Live) -> list[Link]:
    """What the holder of this link may give on."""
    if live.read_only:
        return [Link(READ, str(request.url_for("sheet", key=key)))]
    keys = {PLAY: key, READ: read_key(key, live.read_counter)}
    return [Link(kind, str(request.url_for("sheet", key=one))) for kind, one in keys.items()]


@router.get("/partage", response_class=HTMLResponse)
def sharing(request: Request, key: str, live: Opened, db: Db) -> Response:
    """The links with their QR codes, and what one may do with the sheet as a whole."""
    links_ = _links(request, key, live)
    more = {"links": links_, "signature": signature.read(request), "kin": Kin(db, live)}
    return HTMLResponse(page("share.html", **sheet_context(live, key, FIRST, **more)), headers=NO_STORE)


@router.post("/partage", response_class=HTMLResponse)
def renew(request: Request, key: str, db: Db, form: Form) -> Response:
    """Renew the link named by `lien`: `jeu` changes both, `lecture` itself alone. Old ones die at once."""
    if form.get("lien") == READ:
        done, new = links.renew_read(db, key), key
    elif form.get("lien") == PLAY:
        new = _derived(key, form, "renew")
        done = links.renew_edit(db, key, new)
    else:
        raise HTTPException(400)
    if not done:
        played_by(opened(request, key, db))
    response = RedirectResponse(f"/f/{new}/partage", 303, headers=NO_STORE)
    mine.replace(request, response, key, new)
    return response


@router.post("/double", response_class=HTMLResponse)
def duplicate(request: Request, key: str, db: Db, form: Form) -> Response:
    """An independent copy, journal and all, under a new link."""
    new = _derived(key, form, "double")
    with limits(request).creation(request):
        if not links.duplicate(db, key, new):
            limits(request).wrong_key(request)
    response = RedirectResponse(f"/f/{new}", 303, headers=NO_STORE)
    mine.remember(request, response, new)
    return response


@router.post("/signature", response_class=HTMLResponse)
def sign(key: str, _: Opened, form: Form) -> Response:
    """Keep the name that signs this device's moves."""
    response = RedirectResponse(f"/f/{key}/partage", 303, headers=NO_STORE)
    signature.sign(response, str(form.get("nom", "")))
    return response


def _derived(key: str, form: Form, what: str) -> str:
    """A new key: the same again for the same form, so that a double tap makes one."""
    once = form.get("once")
    return new_key(f"{once} {what} {key}" if once else None)
