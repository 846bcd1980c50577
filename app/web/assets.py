"""The files of static/, held in memory and compressed once, as small as can be."""

import gzip
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from mimetypes import guess_type

import brotli
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from rjsmin import jsmin

from app.config import ROOT

FOLDER = ROOT / "static"
FOR_EVER = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Asset:
    """A file of static/ in the forms browsers take, smallest first."""

    media_type: str
    version: str
    forms: dict[str, bytes]


@lru_cache
def load(name: str) -> Asset | None:
    """The file of this name, or None."""
    path = next((path for path in FOLDER.iterdir() if path.name == name), None)
    if path is None:
        return None
    raw = path.read_bytes()
    if name.endswith(".js") and not name.endswith(".min.js"):
        raw = jsmin(raw)  # a third of it is comments
    forms = {"br": brotli.compress(raw), "gzip": gzip.compress(raw, mtime=0), "": raw}
    media_type = guess_type(name)[0] or "application/octet-stream"
    return Asset(media_type, sha256(raw).hexdigest()[:8], forms)


def address(name: str) -> str:
    """Where a file is found, with its version, so that it may be cached for ever."""
    asset = load(name)
    assert asset is not None, name
    return f"/static/{name}?v={asset.version}"


@router.get("/static/{name}")
async def static(request: Request, name: str) -> Response:
    """A file, in the smallest form the browser takes."""
    asset = load(name)
    if asset is None:
        raise HTTPException(404)
    taken = request.headers.get("accept-encoding", "")
    form = next(form for form in asset.forms if form in taken)
    headers = FOR_EVER | ({"content-encoding": form} if form else {})
    return Response(asset.forms[form], headers=headers, media_type=asset.media_type)
