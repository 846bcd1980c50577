"""The name a reader may give themselves on this device: it signs their moves."""

from urllib.parse import quote, unquote

from fastapi import Request
from fastapi.responses import Response
from pydantic import TypeAdapter, ValidationError

from app.rules.fields import MaybeName
from app.web.cookies import keep

COOKIE = "signature"
MOST = 30
_NAME: TypeAdapter[str | None] = TypeAdapter(MaybeName)


def read(request: Request) -> str:
    """The name, or empty where none was given."""
    return _checked(unquote(request.cookies.get(COOKIE, "")))


def sign(response: Response, name: str) -> None:
    """Keep the name on this device, as much of it as can be shown; an empty one takes it away."""
    shown = "".join(char for char in name if char.isprintable())
    keep(response, COOKIE, quote(_checked(shown.strip()[:MOST])))


def _checked(name: str) -> str:
    try:
        return (_NAME.validate_python(name) or "")[:MOST]
    except ValidationError:
        return ""
