"""Home: choose a book, find one's sheets again; and the throw of a new hero."""

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from app.rules.books import SERIES
from app.rules.dice import DiceNeeded
from app.rules.moves import BadInput
from app.rules.refusal import Refusal
from app.rules.series import FIRST
from app.rules.sheet import Sheet
from app.store import journal
from app.store.engine import Database
from app.store.entries import Live, Order
from app.store.journal import OtherBook
from app.store.keys import new_key
from app.web import mine, signature
from app.web.access import Db
from app.web.answers import NO_STORE, needed_as_json, repost
from app.web.described import TEXT, Book, creations, fields, takes
from app.web.envelope import Envelope, read, wants_fragments, wants_json
from app.web.forms import Form
from app.web.limits import limits
from app.web.render import Message, Tray, page
from app.web.words import Words

router = APIRouter()


def _book(key: str) -> dict[str, str]:
    words = Words.of(key)
    named = {"title": "titre", "subtitle": "sous_titre", "seal": "sceau"}
    told = {name: words.label(label) for name, label in named.items()}
    return {"key": key, "begin": words.page("commencer"), **told}


@router.get("/", response_class=HTMLResponse)
def home(request: Request, db: Db) -> Response:
    """The books, and the sheets of this device."""
    return shown(request, db)


def shown(request: Request, db: Database, refused: str | None = None, status: int = 200) -> Response:
    """The home page, with a sentence where a file was refused."""
    context = {"books": [_book(key) for key in SERIES], "mine": _mine(request, db), "refused": refused}
    return HTMLResponse(page("home.html", **context), status, headers=NO_STORE)


def _mine(request: Request, db: Database) -> list[dict[str, Any]]:
    found = ((key, _known(db, key)) for key in mine.keys(request))
    return [
        {
            "key": key,
            "sheet": live.sheet,
            "read_only": live.read_only,
            "book": _book(live.series.key),
            "series": live.series,
        }
        for key, live in found
        if live
    ]


def _known(db: Database, key: str) -> Live | None:
    """The sheet of a link; None too where its book is not known: the others are listed all the same."""
    try:
        return journal.open_sheet(db, key)
    except OtherBook:
        return None


@router.post("/mes-feuilles/oubli", response_class=HTMLResponse, openapi_extra=takes(fields("key", key=TEXT)))
def forget(request: Request, form: Form) -> Response:
    """Take a sheet off this device's list."""
    response = RedirectResponse("/", 303)
    mine.forget(request, response, str(form.get("key", "")))
    return response


@router.get("/nouvelle/{series}", response_class=HTMLResponse)
def new(series: Book) -> Response:
    """The form of a new hero."""
    return HTMLResponse(_creation(_context(series)), headers=NO_STORE)


def _creation(context: dict[str, Any]) -> str:
    """The form of a new hero: the series' own where it has one."""
    return page(f"series/{context['series'].key}/creation.html", "creation.html", **context)


@router.get("/regles/{series}", response_class=HTMLResponse)
def rules(series: Book) -> Response:
    """The book's rules in our own words, with the rulings of the house."""
    if series not in SERIES:
        raise HTTPException(404)
    return HTMLResponse(page(f"series/{series}/rules.html", **_context(series)))


@router.post("/feuilles", response_class=HTMLResponse, openapi_extra=takes(*creations()))
def create(request: Request, db: Db, form: Form) -> Response:
    """Throw a hero; asks for the reader's own dice throw by throw."""
    series = str(form.get("series", ""))
    context = _context(series)
    words: Words = context["words"]
    asked = None
    try:
        asked = read({**form, "move": FIRST})
        key = _created(request, db, series, asked)
    except DiceNeeded as needed:
        assert asked is not None
        if wants_json(request):
            return JSONResponse({"dice": needed_as_json(words, needed)}, 202)
        return HTMLResponse(
            page(
                "tray.html",
                **context,
                tray=Tray.of(words, needed, "/feuilles", repost(asked) | {"series": series}),
                name=asked.fields.get("nom", "Votre héros"),
                back=f"/nouvelle/{series}",
            ),
            202,
        )
    except BadInput as error:
        return _again(request, context, "saisie", words.bad_input(error, FIRST), form)
    except Refusal as refusal:
        return _again(request, context, refusal.code, words.refusal(refusal.code, refusal.params), form)
    address = f"/f/{key}/heros"
    headers = {"hx-redirect": address} if wants_fragments(request) else {}
    response = RedirectResponse(address, 303) if not headers else Response(headers=headers)
    mine.remember(request, response, key)
    return response


def _created(request: Request, db: Database, series: str, asked: Envelope) -> str:
    key = new_key(asked.once, f"create {sorted(asked.fields.items())}")
    fields = {name: value for name, value in asked.fields.items() if name != "series"}
    dice = asked.dice(fields.get("des"))
    order = Order(FIRST, fields, asked.once, by=signature.read(request))
    with limits(request).creation(request, again=journal.open_sheet(db, key) is not None):
        journal.create(db, key, SERIES[series], order, dice)
    return key


def _again(
    request: Request,
    context: dict[str, Any],
    code: str,
    sentence: str,
    form: Any,  # noqa: ANN401
) -> Response:
    """The form once more, with what was wrong and what had been written."""
    if wants_json(request):
        return JSONResponse({"refusal": code, "sentence": sentence}, 422)
    filled = {"form": dict(form), "message": Message("refus", sentence)}
    return HTMLResponse(_creation(context | filled), 422)


def _context(series: str) -> dict[str, Any]:
    if series not in SERIES:
        raise HTTPException(404)
    words = Words.of(series)
    book = _book(series)
    return {
        "series": SERIES[series],
        "book": book,
        "words": words,
        "label": words.label,
        "legal": SERIES[series].legal_moves(Sheet()),
        "message": None,
        "form": {},
    }
