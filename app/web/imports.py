"""An exported file, given on the home page: the same sheet under a new link."""

import hashlib
import threading
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from app.store import exchange, journal
from app.store.exchange import Unreadable
from app.store.keys import new_key
from app.web import home, mine
from app.web.access import Db
from app.web.answers import NO_STORE
from app.web.described import ONCE
from app.web.envelope import wants_json
from app.web.forms import from_elsewhere
from app.web.limits import limits
from app.web.words import Words

ADDRESS = "/feuilles/reprise"
AROUND = 4096
"""What a form puts around a file."""

router = APIRouter()

_one_at_a_time = threading.Lock()  # a large file takes a second of a processor that plays moves too


@dataclass(frozen=True)
class Given:
    """The file, or why there is none; and the form's key."""

    data: bytes
    once: str
    refused: str | None = None


async def _given(request: Request) -> Given:
    """Raises 400 where there is no form."""
    from_elsewhere(request)
    try:
        async with request.form(max_files=1, max_fields=4) as form:
            file, once = form.get("fichier"), form.get("once")
            data = await file.read() if isinstance(file, UploadFile) else b""
    except HTTPException as error:
        if error.status_code != 413:
            raise
        return Given(b"", "", "fichier_trop_grand")
    except ValueError as error:
        raise HTTPException(400) from error
    most: int = request.app.state.max_import
    refused = "fichier_trop_grand" if len(data) > most else None if data else "fichier_absent"
    return Given(data, once if isinstance(once, str) else "", refused)


FORM = {
    "type": "object",
    "properties": {"fichier": {"type": "string", "format": "binary"}, **ONCE},
    "required": ["fichier"],
}
TAKES = {"requestBody": {"content": {"multipart/form-data": {"schema": FORM}}}}


@router.post(ADDRESS, response_class=HTMLResponse, openapi_extra=TAKES)
def take_in(request: Request, db: Db, given: Annotated[Given, Depends(_given)]) -> Response:
    """Make a sheet of an exported file, if it is whole."""
    if given.refused:
        return _refused(request, db, given.refused)
    key = new_key(given.once, f"reprise {hashlib.sha256(given.data).hexdigest()}")
    with limits(request).creation(request, again=journal.open_sheet(db, key) is not None):
        try:
            with _one_at_a_time:
                whole, created_at = exchange.read(given.data)
        except Unreadable as no:
            return _refused(request, db, no.code)
        exchange.put(db, key, whole, created_at)
    response = RedirectResponse(f"/f/{key}", 303, headers=NO_STORE)
    mine.remember(request, response, key)
    return response


def _refused(request: Request, db: Db, code: str) -> Response:
    most = request.app.state.max_import // 1024 // 1024
    sentence = Words.common().refusal(code, {"most": most})
    status = 413 if code == "fichier_trop_grand" else 422
    if wants_json(request):
        return JSONResponse({"refusal": code, "sentence": sentence}, status, headers=NO_STORE)
    return home.shown(request, db, sentence, status)
