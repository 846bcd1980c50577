"""Whatever goes wrong answers with one calm French sentence, in the form asked for."""

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from markupsafe import escape
from sqlalchemy.exc import DatabaseError, InterfaceError, InternalError, OperationalError, TimeoutError
from starlette.exceptions import HTTPException

from app.store.journal import OtherBook
from app.web.answers import NO_STORE
from app.web.envelope import wants_fragments, wants_json
from app.web.guard import HEADERS
from app.web.render import page
from app.web.words import Words

logger = logging.getLogger("feuille")
logging.getLogger("python_multipart").setLevel(logging.ERROR)  # it warns of every odd form
CODES = {
    400: "formulaire_illisible",
    403: "lecture_seule",
    404: "introuvable",
    405: "methode",
    413: "corps_trop_grand",
    429: "trop_vite",
    501: "feuille_autre_livre",
    503: "base_indisponible",
    507: "base_pleine",
}


def _answer(request: Request, status: int, code: str = "") -> Response:
    code = code or CODES.get(status, "erreur")
    sentence = Words.common().refusal(code, {})
    if wants_json(request):
        return JSONResponse({"refusal": code, "sentence": sentence}, status, headers=NO_STORE)
    if wants_fragments(request):
        strip = f'<div id="suite" role="alert" class="strip"><p>{escape(sentence)}</p></div>'
        return HTMLResponse(f'<hx-partial hx-target="#suite">{strip}</hx-partial>', status, headers=NO_STORE)
    return HTMLResponse(page("error.html", text=sentence, status=status), status, headers=NO_STORE)


def _full(cause: object) -> bool:
    """Whether there is no room left on the disk: PostgreSQL's number for it, SQLite's words."""
    return getattr(cause, "sqlstate", "") == "53100" or "disk is full" in str(cause)


def install(app: FastAPI) -> None:
    """Handle what routes raise."""

    @app.exception_handler(HTTPException)
    def known(request: Request, error: HTTPException) -> Response:
        answer = _answer(request, error.status_code)
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(RequestValidationError)
    def malformed(request: Request, _: RequestValidationError) -> Response:
        return _answer(request, 404 if request.method == "GET" else 422)

    @app.exception_handler(OtherBook)
    def unread(request: Request, _: OtherBook) -> Response:
        return _answer(request, 501)

    def database(request: Request, error: Exception) -> Response:
        cause = getattr(error, "orig", error)
        logger.error("database: %s", cause)
        if not _full(cause):
            return _answer(request, 503)
        request.app.state.db.tidy()  # SQLite's own log may be what fills the disk
        return _answer(request, 507)

    for away in (OperationalError, InterfaceError, InternalError, TimeoutError):
        app.exception_handler(away)(database)

    @app.exception_handler(DatabaseError)
    def damaged(request: Request, error: DatabaseError) -> Response:
        if type(error) is not DatabaseError:
            raise error  # of its children, those not named above are faults of ours
        logger.error("database: %s", error.orig)  # SQLite's word for a file that it cannot read
        return _answer(request, 503, "base_abimee")

    @app.exception_handler(Exception)
    def unknown(request: Request, _: Exception) -> Response:
        answer = _answer(request, 500)
        answer.headers.update(HEADERS)  # this answer alone is made outside the guard
        return answer
