"""What sharing and safety are tested on: links, other devices, pages taken apart, every table."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from httpx2 import Response
from starlette.testclient import TestClient

from app.config import Settings
from app.main import build
from app.web.guard import HEADERS
from app.web.rubrics import tabs
from app.web.words import Words
from tests.databases import dumped
from tests.serving import WATCHED
from tests.web.player import Player

HX = {"hx-request": "true"}
FRESH = re.compile(r'name="once" value="[^"]*"')
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


@contextmanager
def serve(folder: Path, **settings: object) -> Iterator[TestClient]:
    """The app in this process, on a database of its own."""
    app = build(Settings(database_url=f"sqlite:///{folder / 'feuille.db'}", **settings))
    with TestClient(app, follow_redirects=False) as client:
        yield client


def other(client: TestClient, address: str = "testclient", **more: bool) -> TestClient:
    """Another device on the same app, with cookies of its own."""
    made = TestClient(client.app, follow_redirects=False, client=(address, 50000), **more)
    made.portal = client.portal
    return made


def read_key(player: Player) -> str:
    """The key of the sheet's read-only link, from the page that shows it."""
    page = player.client.get(f"/f/{player.key}/partage").text
    return WATCHED.search(page)[2]


def rubrics(key: str, series: str = "df51") -> list[str]:
    """The addresses of a sheet's rubrics."""
    tabs_of = tabs(Words.of(series))
    return [f"/f/{key}" if name == "feuille" else f"/f/{key}/{name}" for name in tabs_of]


def dump(client: TestClient) -> list[str]:
    """The whole database, as SQL."""
    return dumped(client.app.state.db)


def guarded(address: str, answer: Response) -> None:
    """Whatever is answered keeps the page to itself, and a sheet out of every cache."""
    for name, value in HEADERS.items():
        assert answer.headers.get_list(name) == [value], (address, answer.status_code, name)
    if address.startswith("/f/") and answer.status_code != 307:
        assert answer.headers["cache-control"] == "no-store", (address, answer.status_code)


@dataclass
class Page(HTMLParser):
    """A page taken apart."""

    html: str
    text: str = ""
    title: str = ""
    tags: set[str] = field(default_factory=set)
    attributes: set[tuple[str, str]] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    forms: list[dict[str, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._open: list[str] = []
        self.feed(self.html)
        self.close()
        self.faults += [f"<{tag}> left open" for tag in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {(tag, name) for name, _ in attrs}
        known = {name: value or "" for name, value in attrs}
        self.links += [known[name] for name in ("href", "src", "action", "data-live") if name in known]
        if tag == "form":
            self.forms.append(known)
        if len(known) < len(attrs):
            self.faults.append(f"<{tag}> says something twice")

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"</{tag}> closes another")

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._open[-1:] == ["title"]:
            self.title += data
