"""No key ever comes into a log: the real server, all kinds of calls and faults, then its log read."""

import re
import socket
import sqlite3
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from tests.serving import Served, serving
from tests.web.player import JSON
from tests.web.stage import HX

FORM = {"content-type": "application/x-www-form-urlencoded"}


class Caller:
    """Calls a server; notes what it answers, and every key that comes by."""

    def __init__(self, served: Served) -> None:
        self.host, self.port = served.url.removeprefix("http://").split(":")
        self.keys: set[str] = set()
        self.statuses: set[int] = set()

    def call(self, verb: str, path: str, headers: dict[str, str] | None = None, **form: object) -> str:
        """Where the answer leads. A live view is read up to its first word."""
        connection = HTTPConnection(self.host, int(self.port), timeout=10)
        connection.request(verb, path, urlencode(form) if form else None, {**FORM, **(headers or {})})
        answer = connection.getresponse()
        streams = "event-stream" in answer.headers.get("content-type", "")
        text = (answer.readline() if streams else answer.read()).decode()
        connection.close()
        self.statuses.add(answer.status)
        location = answer.headers.get("location", "")
        for said in (location, text):
            self.keys |= set(re.findall(r"/f/([\w-]{22})\b", said))
        return location

    def raw(self, request: str) -> None:
        """What no client of good will sends."""
        with socket.create_connection((self.host, int(self.port)), timeout=10) as line:
            line.sendall(request.encode("latin-1"))
            line.recv(4096)


def every_call(caller: Caller, sheet: str) -> None:
    """Every page and gesture, as a page, as htmx, as a program, and wrongly."""
    pages = ("", "/combat", "/sac", "/plan", "/journal?avant=3", "/heros", "/partage", "/export.json", "/x")
    for headers in ({}, HX, JSON):
        for page in pages:
            caller.call("GET", sheet + page, headers)
        for path in (f"{sheet}/journal", f"{sheet}/signature"):
            caller.call("POST", path, headers, move="gagner_or", pieces=3, nom="Zoé")
            caller.call("POST", path, headers, move="gagner_or", pieces="x" * 50)
            caller.call("POST", path, headers, move="noter", texte="x" * 100_000)
            caller.call("POST", path, headers | {"content-type": "multipart/form-data"}, move="x")
        caller.call("POST", f"{sheet}/journal", headers, move="choisir_des", des="miens")
        caller.call("POST", f"{sheet}/journal", headers, move="lancer")
        caller.call("POST", f"{sheet}/partage", headers, lien="x")
        caller.call("PUT", sheet, headers)
    caller.call("GET", f"{sheet}/direct")


def test_no_key_in_any_log(tmp_path: Path) -> None:
    with serving(tmp_path, FEUILLE_WRONG_KEYS="40/minute") as served:
        caller = Caller(served)
        made = caller.call("POST", "/feuilles", series="df51", nom="Aldric", once="k")
        sheet = made.removesuffix("/heros")
        every_call(caller, sheet)
        read = next(f"/f/{key}" for key in caller.keys if key not in sheet)
        every_call(caller, read)
        caller.call("POST", f"{sheet}/partage", lien="lecture")
        caller.call("GET", f"{sheet}/partage")
        caller.call("POST", f"{sheet}/double")
        new = caller.call("POST", f"{sheet}/partage", lien="jeu", once="k").removesuffix("/partage")
        for link in (sheet, read, new):
            every_call(caller, link)
        for odd in strange(new):
            caller.raw(odd)
        with closing(sqlite3.connect(tmp_path / "feuille.db")) as lite, lite:
            lite.execute("UPDATE journal_entry SET changes = '[1, 2]'")
        every_call(caller, new)
        for path in tmp_path.glob("feuille.db*"):
            path.write_bytes(b"x" * 100_000)
        every_call(caller, new)

    assert caller.statuses >= {200, 202, 303, 400, 403, 404, 405, 413, 422, 429, 500, 503}
    assert len(caller.keys) == 6
    log = served.log.read_text(errors="replace")
    assert "Traceback" in log
    assert [key for key in caller.keys if key in log] == []
    assert "/f/" not in log


def strange(sheet: str) -> list[str]:
    """Requests that a server may be tempted to write down."""
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    upgrade += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    return [
        f"GET {sheet} HTTP/1.1\r\nHost: x\r\n{upgrade}\r\n",
        f"GET {sheet}/direct HTTP/1.1\r\nHost: x\r\n{upgrade}\r\n",
        f"GET {sheet} HTTP/9.9\r\n\r\n",
        f"{sheet}\r\n\r\n",
        f"GET {sheet} HTTP/1.1\r\nHost: x\r\nContent-Length: {sheet}\r\n\r\n",
        f"GET {sheet}/%ff%00\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
    ]
