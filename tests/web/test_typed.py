"""Whatever is typed is text: kept as written or refused with a sentence, and no page breaks."""

import random
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from unicodedata import category
from urllib.parse import quote, urlencode

import pytest
from httpx2 import Response

from app.rules.books import SERIES
from app.rules.series import FIRST
from app.store import journal, links
from app.store.keys import new_key, read_key
from app.store.undo import GESTURES
from app.web.envelope import ENVELOPE
from app.web.rubrics import RUBRICS
from tests.rules.fields import draw
from tests.web.filled import begun, fill, states
from tests.web.hostile import TEXTS
from tests.web.player import JSON, Player
from tests.web.stage import HX, Page, guarded, other, rubrics, serve

FORMS = ({}, HX, JSON)
CLEAN = ("Corde", "Corde " * 900, "a\x07")
"""Taken, too long, not printable: between them they bring up all that a page can say."""
AT_A_TIME = 4
RARE = {("section", "data-show"), ("small", "class")}
"""Attributes of our own that these texts do not bring up: the pool just thrown, how a participant is."""
NOTHING: Mapping[str, object] = MappingProxyType({})


def expected(text: str) -> str:
    """What a sheet keeps: newlines as one sign, and nothing that cannot be seen, for it may turn the page."""
    text = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    text = text.replace("\r\n", "\n").replace("\t", " ")
    return "".join(char for char in text if not _unseen(char)).strip()


def _unseen(char: str) -> bool:
    emoji = char == "\u200d" or "\U000e0020" <= char <= "\U000e007f"
    return category(char) in ("Cf", "Zl", "Zp") and not emoji


@pytest.fixture(scope="module", params=SERIES)
def filled(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Player]:
    """A filled sheet of each book; each text is typed into copies of it."""
    bounds = {"wrong_keys": "1000000/minute", "creations": "1000000/minute"}
    with serve(tmp_path_factory.mktemp("typed"), **bounds) as client:
        player = begun(client, request.param)
        fill(player)
        yield player


class Typist:
    """Puts texts into every field there is, on copies of a sheet: in a fight, at rest, dead, and so on."""

    def __init__(self, filled: Player, *, thorough: bool) -> None:
        self.client, self.chance, self.thorough = other(filled.client), random.Random(1), thorough
        self.db, self.series = filled.client.app.state.db, filled.series
        self.html: list[str] = []
        self.kept: set[str] = set()
        self.tried: set[tuple[str, str]] = set()
        self.keys = [copy.key for copy in states(filled)]

    def type(self, text: str, *, everywhere: bool) -> None:
        """Into free fields, or `everywhere` into numbers and choices too."""
        tried: set[tuple[str, str]] = set()
        for key in self.keys:
            tried |= self.moves(key, text, tried, everywhere=everywhere)
        self.tried |= tried
        self.forms_around(text)
        if everywhere:
            self.addresses(text)

    def look(self) -> list[Page]:
        """Every page that came of it."""
        first, *others = self.keys
        pages = [*rubrics(first, self.series), f"/f/{first}/partage", f"/f/{first}/export.json"]
        pages += [address for key in others for address in (*rubrics(key, self.series), f"/f/{key}/heros")]
        watched = self.chance.choice(rubrics(read_key(first, 0), self.series))
        for address in ("/", watched, *pages):
            self.send("GET", address)
        return [Page(html) for html in self.html]

    def send(
        self,
        verb: str,
        address: str,
        fields: Mapping[str, object] = NOTHING,
        headers: Mapping[str, object] = NOTHING,
    ) -> Response:
        body = urlencode({name: str(value) for name, value in fields.items()}, errors="surrogatepass")
        form = {"content-type": "application/x-www-form-urlencoded", **headers}
        answer = self.client.request(verb, address, content=body, headers=form)
        assert answer.status_code < 500, (address, fields)
        guarded(address, answer)
        if answer.headers.get("content-type", "").startswith("text/html"):
            self.html.append(answer.text)
        elif answer.status_code == 422:
            assert re.search(r"\w{3,}.*[.!?…»]$", answer.json()["sentence"], re.DOTALL)
        return answer

    def moves(
        self, key: str, text: str, tried: set[tuple[str, str]], *, everywhere: bool
    ) -> set[tuple[str, str]]:
        """The fields now typed into, of every move that can be played on this sheet."""
        live = journal.open_sheet(self.db, key)
        legal = live.series.legal_moves(live.sheet)
        done = set()
        for name in legal:
            move = live.series.moves[name]
            for field, info in move.params.model_json_schema()["properties"].items():
                free = "string" in str(info) and "enum" not in info
                if (name, field) in tried or not (free or everywhere):
                    continue
                done.add((name, field))
                asked = {"move": name, **draw(self.chance, move, legal[name]), field: text}
                self.move(key, asked, field if free else "")
                now = journal.open_sheet(self.db, key)
                if now.series.legal_moves(now.sheet).keys() != legal.keys():
                    self.send("POST", f"/f/{key}/journal", {"move": "revenir", "entree": live.seq})
        return done

    def move(self, key: str, asked: dict[str, object], free: str) -> None:
        """Play a move with a text in one of its fields; `free` names it where it takes any text."""
        asked["rubric"] = self.chance.choice(list(RUBRICS))
        answer = self.send("POST", f"/f/{key}/journal", asked, JSON)
        if answer.status_code == 200 and free:
            kept, typed = answer.json()["args"][free] or "", expected(str(asked[free]))
            assert kept == typed or not typed.strip("\u3164"), asked
            self.kept.add(kept)
        elif free:
            assert answer.status_code in (422, 413), asked
            for headers in (HX, {}):
                if self.thorough or self.chance.random() < 0.15:
                    self.send("POST", f"/f/{key}/journal", asked, headers)

    def forms_around(self, text: str) -> None:
        """What stands around a move in its form, and every other form."""
        key, renewed = self.keys[0], new_key(None)
        assert links.duplicate(self.db, key, renewed)
        play, coin = f"/f/{key}/journal", {"move": "gagner_or", "pieces": 1}
        hero, made = {"series": self.series, "nom": "Aldric"}, SERIES[self.series].moves[FIRST].params
        forms: list[tuple[str, dict[str, object]]] = [
            *((play, coin | {name: text}) for name in (*ENVELOPE, "face1", text)),
            *((play, {"move": name, "entree": text}) for name in GESTURES),
            *(
                ("/feuilles", hero | {name: text})
                for name in ("series", *made.model_fields, "once", "faces", text)
            ),
            *(("/feuilles", hero | {"des": "miens", name: text}) for name in ("nom", "once", "rubric")),
            (f"/f/{key}/signature", {"nom": text}),
            (play, coin),  # signed
            (f"/f/{key}/double", {"once": text}),
            (f"/f/{key}/partage", {"lien": text}),
            (f"/f/{renewed}/partage", {"lien": "jeu", "once": text}),
            ("/mes-feuilles/oubli", {"key": text}),
        ]
        for address, fields in forms:
            for headers in FORMS if self.thorough else [self.chance.choice(FORMS)]:
                self.send("POST", address, fields, headers)

    def addresses(self, text: str) -> None:
        """Every part of an address, and headers."""
        key = self.keys[0]
        part = quote(text, safe="", errors="surrogatepass")[:9000]
        places = ("/f/{}", f"/f/{key}/{{}}", "/nouvelle/{}", "/regles/{}", "/static/{}", "/{}")
        for place in (*places, f"/f/{key}/journal?avant={{}}&{{}}={{}}"):
            self.send("GET", place.replace("{}", part))
        sent = text.encode("utf-8", "surrogatepass").translate(None, bytes(range(32)))[:9000]
        for name in ("feuille-seq", "hx-request", "accept", "cookie", "accept-encoding"):
            self.send("GET", f"/f/{key}/journal", headers={**HX, name: sent})
        self.send("GET", f"/f/{key}/partage", headers={"host": sent})


@pytest.fixture(scope="module")
def clean(filled: Player) -> tuple[set[str], set[tuple[str, str]]]:
    """The elements and attributes of pages where nothing hostile is written. Every field is typed into."""
    typist = Typist(filled, thorough=True)
    tags, attributes = set(), set(RARE)
    filled_in = [
        typist.client.get(address).text for key in typist.keys for address in rubrics(key, filled.series)
    ]
    for text in CLEAN:
        typist.type(text, everywhere=True)
    for page in (*map(Page, filled_in), *typist.look()):
        assert page.faults == []
        tags |= page.tags
        attributes |= page.attributes
    moves = SERIES[filled.series].moves.values()
    every = {(move.name, field) for move in moves for field in move.params.model_fields}
    assert {name for name, _ in every - typist.tried} == {FIRST}
    return tags, attributes


@pytest.mark.parametrize("first", range(0, len(TEXTS), AT_A_TIME))
def test_whatever_is_typed_is_text(
    filled: Player, clean: tuple[set[str], set[tuple[str, str]]], first: int
) -> None:
    typist, shown = Typist(filled, thorough=False), ""
    for text in TEXTS[first : first + AT_A_TIME]:
        typist.type(text, everywhere=text in TEXTS[::6])
    for page in typist.look():
        assert page.faults == []
        assert page.tags <= clean[0]
        assert page.attributes <= clean[1]
        shown += page.text
    for kept in typist.kept:
        assert kept.split("\n")[0] in shown
