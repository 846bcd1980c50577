"""Nobody in who should not be, nothing out that should not be, and whatever is typed is text."""

import random
import re
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock
from urllib.parse import quote

import anyio
import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from httpx2 import Response
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from app.config import ROOT
from app.rules.books import SERIES
from app.rules.dice import fair
from app.store import journal, links
from app.store.keys import new_key, read_key
from app.store.undo import GESTURES
from app.web import live
from app.web.guard import HEADERS
from app.web.rubrics import RUBRICS
from tests.rules.fields import draw
from tests.web.filled import fill
from tests.web.player import JSON, Player
from tests.web.stage import HX, Page, dump, guarded, other, rubrics, serve

FORMS = ({}, HX, JSON)
READERS_MAY = {"/f/{key}/double", "/f/{key}/signature"}
"""What may be posted with the link that only shows: a copy elsewhere, a cookie. Never this sheet."""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serve(tmp_path, wrong_keys="1000000/minute", creations="1000000/minute") as made:
        yield made


@pytest.fixture
def reader(player: Player) -> str:
    """The key of the filled sheet's read-only link."""
    fill(player)
    return read_key(player.key, 0)


def keyed(app: FastAPI) -> list[tuple[str, str]]:
    """Every verb and address that takes a key, as the app declares them."""
    found = []
    for route in iter_route_contexts(app.routes):
        if "{key}" in (route.path or ""):
            names = RUBRICS if "{rubric}" in route.path else ("",)
            paths = [route.path.replace("{rubric}", name) for name in names]
            found += [(verb, path) for verb in sorted(route.methods) for path in paths]
    assert {path for _, path in found} > READERS_MAY
    assert not any("{" in path.replace("{key}", "") for _, path in found), "a parameter this test cannot fill"
    return found


def bodies(client: TestClient, key: str) -> list[dict[str, object]]:
    """All that a page with this key's sheet might post, and some that none would."""
    now = journal.open_sheet(client.app.state.db, key)
    every, legal, chance = now.series.moves, now.series.legal_moves(now.sheet), random.Random(1)
    moves = [{"move": name, **draw(chance, every[name], legal[name])} for name in legal]
    moves += [{"move": name, "nom": "Aldric"} for name in sorted(every.keys() - legal.keys())]
    moves += [{"move": name, "entree": n} for name in GESTURES for n in (1, now.seq - 1, now.seq)]
    forms = [{"lien": "jeu"}, {"lien": "lecture"}, {"nom": "Zoé"}, {}, {"move": "x"}, {"faces": "x"}]
    return [*moves, *forms, *({**form, "once": "k"} for form in forms)]


def ask(
    client: TestClient, verb: str, path: str, key: str, headers: dict[str, str], body: dict[str, object]
) -> Response:
    address = path.replace("{key}", quote(key, safe=""))
    return client.request(verb, address, headers=headers, data=body if verb == "POST" else None)


# Keys


def wrong_keys(client: TestClient, key: str) -> dict[str, str]:
    """Keys that open nothing, by what is wrong with them."""
    db, old = client.app.state.db, new_key(None)
    assert links.duplicate(db, key, old)
    assert links.renew_read(db, old)
    new = new_key(None)
    assert links.renew_edit(db, old, new)
    read = read_key(key, 0)
    turned = "B" if read[0] != "B" else "C"
    return {
        "random": new_key(None),
        "short": "x",
        "long": "x" * 500,
        "odd": "é\x00<b>'\"%\\",
        "edit key renewed": old,
        "its read-only key renewed": read_key(old, 0),
        "its read-only key, second": read_key(old, 1),
        "read-only key off by one": turned + read[1:],
        "read-only key one short": read[:-1],
        "edit key one long": key + "A",
        "edit key in capitals": key.upper(),
        "read-only key to come": read_key(key, 1),
        "number of a sheet": "1",
    }


@pytest.mark.parametrize("headers", FORMS, ids=["page", "htmx", "json"])
def test_every_wrong_key_is_one_404(player: Player, reader: str, headers: dict[str, str]) -> None:
    client, tried = other(player.client), wrong_keys(player.client, player.key)
    same = client.get("/rien", headers=headers)
    assert same.status_code == 404
    asked = [*bodies(client, player.key)[::25], {"lien": "jeu"}, {}]
    for verb, path in keyed(player.client.app):
        for (why, key), body in product(tried.items(), asked if verb == "POST" else [{}]):
            answer = ask(client, verb, path, key, headers, body)
            assert answer.status_code == 404, (verb, path, why, body)
            assert answer.content == same.content, (verb, path, why)
            assert answer.headers.multi_items() == same.headers.multi_items(), (verb, path, why)
    assert not client.cookies


@pytest.mark.parametrize("player", SERIES, indirect=True)
@pytest.mark.parametrize("headers", FORMS, ids=["page", "htmx", "json"])
def test_the_link_that_shows_changes_nothing(player: Player, reader: str, headers: dict[str, str]) -> None:
    client, asked = player.client, bodies(player.client, player.key)
    assert len(asked) > 30
    others = {f"/f/{{key}}/{name}" for name in RUBRICS} - {
        "/f/{key}/feuille",
        *rubrics("{key}", player.series),
    }
    expected = {"/f/{key}/heros": 303, **dict.fromkeys(others, 404)}  # a rubric that this series has not
    for verb, path in keyed(client.app):
        if path.endswith("/direct"):
            continue  # it never ends: below
        before = dump(client)
        for body in asked if verb == "POST" else [{}]:
            answer = ask(client, verb, path, reader, headers, body)
            if verb == "GET":
                assert answer.status_code == expected.get(path, 200), path
            elif path in READERS_MAY:
                assert answer.status_code == 303, (path, body)
            else:
                assert answer.status_code == 403, (path, body)
                assert "Ce lien montre la feuille sans la jouer" in answer.text
        after = dump(client)
        assert after == before or (set(after) > set(before) and path in READERS_MAY), (verb, path)


def test_the_link_that_plays_never_shows_from_the_one_that_shows(player: Player, reader: str) -> None:
    beside = other(player.client)
    for verb, path in keyed(player.client.app):
        if verb == "GET" and not path.endswith("/direct"):
            for headers in FORMS:
                answer = ask(beside, verb, path, reader, headers, {})
                assert player.key not in answer.text + str(answer.headers)


# The live view


def listened(client: TestClient, key: str, events: int, meanwhile: object = None) -> tuple[dict, str]:
    """The headers and the first events of a live view; `meanwhile` is called after the first."""

    async def listen() -> tuple[dict, str]:
        told, left, head = [], anyio.Event(), {}

        async def receive() -> dict:
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict) -> None:
            head.update({name.decode(): value.decode() for name, value in message.get("headers", ())})
            said = message.get("body", b"").decode()
            told.extend(part for part in said.split("\n\n") if "event:" in part)
            if told and len(told) == 1 and meanwhile:
                await anyio.to_thread.run_sync(meanwhile)
            if len(told) >= events or not message.get("more_body", True):
                left.set()

        scope = {
            "type": "http",
            "method": "GET",
            "path": f"/f/{key}/direct",
            "headers": [],
            "query_string": b"",
        }
        with anyio.move_on_after(5) as time:
            more = {"raw_path": b"", "root_path": "", "scheme": "http", "http_version": "1.1", "asgi": {}}
            await client.app({**scope, **more, "client": ("here", 1), "server": ("here", 80)}, receive, send)
        assert not time.cancelled_caught, told
        return head, "\n".join(told)

    return client.portal.call(listen)


def test_a_live_view_tells_where_the_sheet_stands_and_changes_nothing(player: Player, reader: str) -> None:
    before = dump(player.client)
    for key in (player.key, reader):
        head, told = listened(player.client, key, 1)
        assert "event: etat" in told
        assert f'"seq": {player.export()["seq"]}' in told
        assert player.key not in told
        assert reader not in told
        assert head["content-type"].startswith("text/event-stream")
        assert head.items() >= HEADERS.items()
    assert dump(player.client) == before
    assert not player.client.app.state.db.watchers._calls


@pytest.mark.parametrize("link", ["jeu", "lecture"])
def test_a_live_view_ends_as_its_link_is_renewed(player: Player, reader: str, link: str) -> None:
    db, new = player.client.app.state.db, new_key(None)
    renew = {
        "jeu": partial(links.renew_edit, db, player.key, new),
        "lecture": partial(links.renew_read, db, player.key),
    }
    _, told = listened(player.client, reader, 2, renew[link])
    assert "event: fin" in told
    assert told.count("event: etat") == 1


def test_a_move_made_while_a_live_view_looks_is_told(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """The change comes between the look at the sheet and the word of it: it must not be slept through."""
    look, played = journal.open_sheet, []

    def slow(db: object, key: str) -> object:
        found = look(db, key)
        if not played:
            played.append(journal.play(db, key, journal.Order("gagner_or", {"pieces": 1}), lambda _: fair()))
        return found

    monkeypatch.setattr(live, "journal", SimpleNamespace(open_sheet=slow))
    _, told = listened(player.client, player.key, 2)
    assert '"seq": 2' in told


# Around every answer


def answers(client: TestClient, key: str) -> Iterator[tuple[str, Response]]:
    """An answer of every kind, as pages, fragments and JSON."""
    gets = [path.replace("{key}", key) for verb, path in keyed(client.app) if verb == "GET"]
    gets = [address for address in gets if not address.endswith("/direct")]
    gets += [f"/{page}/{series}" for page in ("nouvelle", "regles") for series in SERIES]
    gets += ["/", "/sante", "/openapi.json", f"/f/{key}/", f"/f/{key}?montre=3"]
    gets += ["/rien", "/nouvelle/x", f"/f/{'x' * 22}", f"/f/{key}/x", "/static/x", "/static/" + "x" * 300]
    gets += [f"/static/{path.name}" for path in (ROOT / "static").iterdir()]
    sheet = f"/f/{key}/journal"
    posts: list[tuple[str, dict[str, str]]] = [
        *(("/feuilles", {"series": series, "nom": "Aldric"}) for series in SERIES),
        *(("/feuilles", {"series": series, "nom": "Aldric", "des": "miens"}) for series in SERIES),
        *(("/feuilles", {"series": series}) for series in SERIES),
        ("/feuilles", {"series": "x"}),
        ("/mes-feuilles/oubli", {}),
        (sheet, {"move": "gagner_or", "pieces": "1"}),
        (sheet, {"move": "gagner_or", "pieces": "x"}),
        (sheet, {"move": "manger"}),
        (sheet, {"move": "lancer"}),
        (sheet, {"move": "noter", "texte": "x" * 100_000}),
        (f"/f/{key}/partage", {}),
        (f"/f/{key}/signature", {"nom": "Zoé"}),
        (f"/f/{key}/double", {}),
        (f"/f/{'x' * 22}/journal", {}),
        ("/rien", {}),
    ]
    for headers in FORMS:
        for address in gets:
            yield address, client.get(address, headers=headers)
            yield address, client.head(address, headers=headers)
        for address, data in posts:
            yield address, client.post(address, data=data, headers=headers)
        yield (
            sheet,
            client.post(sheet, data={"move": "lancer"}, headers=headers | {"sec-fetch-site": "cross-site"}),
        )
        yield sheet, client.put(sheet, headers=headers)


@pytest.mark.parametrize("player", SERIES, indirect=True)
def test_every_answer_is_guarded(player: Player) -> None:
    seen = set()
    for address, answer in answers(player.client, player.key):
        guarded(address, answer)
        seen.add(answer.status_code)
    assert seen >= {200, 202, 303, 307, 400, 404, 405, 413, 422}


@pytest.mark.parametrize("headers", FORMS, ids=["page", "htmx", "json"])
def test_an_answer_to_our_own_fault_is_guarded_too(
    player: Player, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    client = other(player.client, raise_server_exceptions=False)
    for fault, status in (
        (RuntimeError(player.key), 500),
        (OperationalError("", {}, Exception("locked")), 503),
    ):
        monkeypatch.setattr(journal, "open_sheet", Mock(side_effect=fault))
        answer = client.get(f"/f/{player.key}", headers=headers)
        assert answer.status_code == status
        assert "rien n" in answer.text
        assert player.key not in answer.text
        guarded(f"/f/{player.key}", answer)


def test_the_policy_lets_nothing_in_from_elsewhere_or_inline() -> None:
    policy = dict(part.strip().split(" ", 1) for part in HEADERS["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert policy["form-action"] == "'self'"
    every = {source for sources in policy.values() for source in sources.split()}
    assert every == {"'self'", "'none'", "data:"}
    assert [name for name, sources in policy.items() if "data:" in sources] == ["img-src"]


def pages(client: TestClient, key: str) -> Iterator[Page]:
    """Every page there is, for a sheet of this key."""
    for _, answer in answers(client, key):
        if answer.headers.get("content-type", "").startswith("text/html") and answer.text:
            yield Page(answer.text)
    for address in rubrics(key):
        yield Page(client.get(address).text)


@pytest.mark.parametrize("player", SERIES, indirect=True)
def test_no_page_names_another_site_nor_asks_for_an_inline_anything(player: Player, reader: str) -> None:
    now = journal.open_sheet(player.client.app.state.db, player.key)
    *_, des = now.series.legal_moves(now.sheet)["choisir_des"].choices["des"]
    player.play("choisir_des", des=des)
    for key in (player.key, reader):
        for page in pages(player.client, key):
            assert page.faults == []
            assert all(re.match(r"[/#](?!/)", link) for link in page.links), page.links
            named = set(re.findall(r"(?:https?:)?//[\w.:-]+", page.html))
            assert named <= {"http://testserver", "http://www.w3.org"}, named
            assert "style" not in page.tags
            assert not {name for _, name in page.attributes if name == "style" or name.startswith("on")}


def test_no_file_of_ours_names_another_site() -> None:
    for path in (ROOT / "static").iterdir():
        found = set(re.findall(rb"https?://[\w.-]+", path.read_bytes()))
        assert found <= {b"http://www.w3.org"}, path.name


def test_no_title_holds_a_key(player: Player, reader: str) -> None:
    for key in (player.key, reader):
        titles = {page.title for page in pages(player.client, key)}
        assert {"Aldric · Feuille", "Aldric · Journal", "Partager · Aldric"} <= {
            title.replace("\u00a0", " ") for title in titles
        }
        assert not any(one in title for title in titles for one in (player.key, reader))


def test_a_text_of_a_megabyte_is_too_long_everywhere(player: Player) -> None:
    for verb, path in keyed(player.client.app):
        for headers in FORMS if verb == "POST" else ():
            answer = ask(player.client, verb, path, player.key, headers, {"texte": "é" * 500_000})
            assert answer.status_code == 413
            assert "raccourcissez" in answer.text
    assert player.client.post("/feuilles", data={"series": "df51", "nom": "x" * 1_000_000}).status_code == 413
    assert player.export()["seq"] == 1


@pytest.mark.parametrize("charset", ["unicode_escape", "utf-7", "undefined", "punycode", "x", "\0"])
def test_half_a_character_in_a_form_is_refused(player: Player, charset: str) -> None:
    fields = {"series": "df51", "move": "noter", "nom": "\\ud800", "texte": "\\ud800", "\\udfff": "x"}
    head = "--b\r\nContent-Disposition: form-data; name="
    body = "".join(f'{head}"{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()) + "--b--\r\n"
    posts = [path.replace("{key}", player.key) for verb, path in keyed(player.client.app) if verb == "POST"]
    for address, headers in product(("/feuilles", *posts), FORMS):
        form = {"content-type": f"multipart/form-data; boundary=b; charset={charset}"}
        answer = player.client.post(address, content=body, headers=headers | form)
        assert answer.status_code < 500
        assert charset != "unicode_escape" or answer.status_code == 400
