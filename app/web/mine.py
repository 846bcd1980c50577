"""« Mes feuilles »: the keys this device has opened, in a cookie no script can read."""

import re

from fastapi import Request
from fastapi.responses import Response

from app.web.cookies import keep

COOKIE = "feuilles"
MOST = 60
KEY = re.compile(r"[\w-]{22}", re.ASCII)


def keys(request: Request) -> list[str]:
    """The keys of this device, last opened first."""
    return [key for key in request.cookies.get(COOKIE, "").split(".") if KEY.fullmatch(key)][:MOST]


def remember(request: Request, response: Response, key: str) -> None:
    """Put this sheet first among the device's own."""
    found = keys(request)
    if found[:1] != [key]:
        _write(response, [key, *(other for other in found if other != key)])


def replace(request: Request, response: Response, key: str, new: str) -> None:
    """A sheet's link has been renewed on this device."""
    _write(response, list(dict.fromkeys([new, *(other for other in keys(request) if other != key)])))


def forget(request: Request, response: Response, key: str) -> None:
    """Take a sheet off the device's own; the sheet itself stays."""
    _write(response, [other for other in keys(request) if other != key])


def _write(response: Response, found: list[str]) -> None:
    keep(response, COOKIE, ".".join(found[:MOST]))
