"""Export and import: the same sheet under a new link, or a sentence and nothing written."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.store.check import check
from tests.databases import dumped
from tests.web.filled import fill
from tests.web.player import JSON, Player
from tests.web.stage import rubrics, serve

ADDRESS = "/feuilles/reprise"
Doc = dict[str, Any]


def give(client: TestClient, data: bytes | str, **form: str) -> Any:
    return client.post(ADDRESS, files={"fichier": ("feuille.json", data)}, data=form)


@pytest.fixture
def exported(player: Player) -> Doc:
    fill(player)
    player.post("revenir", entree=6)
    player.post("annuler", entree=player.export()["seq"])
    return player.export()


def test_the_same_sheet_under_a_new_link(player: Player, exported: Doc) -> None:
    answer = give(player.client, json.dumps(exported))
    assert answer.status_code == 303
    key = answer.headers["location"].removeprefix("/f/")
    assert key != player.key
    again = Player(player.client, key)
    assert again.export() == exported
    for here, there in zip(rubrics(player.key), rubrics(key), strict=True):
        pages = [player.client.get(address) for address in (here, there)]
        assert [page.status_code for page in pages] == [200, 200]
    assert key in player.client.cookies["feuilles"]
    again.play("gagner_or", pieces=1)
    assert check(player.client.app.state.db).faults == ()


def test_a_file_from_before_zones_and_sides(player: Player, exported: Doc) -> None:
    exported["created_at"] = exported["created_at"].removesuffix("+00:00")
    for entry in exported["journal"]:
        for throw in entry["throws"]:
            del throw["sides"]
    assert give(player.client, json.dumps(exported)).status_code == 303


def test_a_double_tap_makes_one_sheet(player: Player, exported: Doc) -> None:
    taps = [give(player.client, json.dumps(exported), once="k" * 22) for _ in range(2)]
    assert taps[0].headers["location"] == taps[1].headers["location"]


def change(path: str, value: object) -> Callable[[Doc], None]:
    def made(doc: Doc) -> None:
        *way, last = path.split(".")
        found: Any = doc
        for name in way:
            found = found[int(name) if isinstance(found, list) else name]
        if value is ...:
            del found[int(last) if isinstance(found, list) else last]
        else:
            found[int(last) if isinstance(found, list) else last] = value

    return made


DAMAGE = {
    "another format": (change("format", "autre"), "n’est pas une feuille"),
    "too new": (change("version", 2), "plus récente"),
    "another book": (change("series", "inconnu"), "ne connaît pas"),
    "a line less": (change("journal.3", ...), "abîmé"),
    "no journal": (change("journal", []), "abîmé"),
    "a score forged": (change("boxes.score/hero/endurance.1", 99), "abîmé"),
    "a box more": (change("boxes.hero/cape", ["rouge"]), "abîmé"),
    "an unknown table": (change("boxes.secret/1", ["x"]), "abîmé"),
    "a box too long": (change("boxes.hero/name", ["Aldric", 1]), "abîmé"),
    "a type that is not": (change("boxes.score/hero/endurance.1", "20"), "abîmé"),
    "a stroke forged": (change("journal.2.undone_by", 5), "abîmé"),
    "an undo of what is to come": (change("journal.1.undoes", 9), "abîmé"),
    "an unknown move": (change("journal.1.move", "gagner_la_partie"), "abîmé"),
    "arguments of another": (change("journal.1.args", {"paragraphe": "x"}), "abîmé"),
    "a time that is none": (change("journal.1.at", "hier"), "abîmé"),
    "a time before all time": (change("journal.1.at", "0001-01-01T00:00:00+14:00"), "abîmé"),
    "a birth before all time": (change("created_at", "0001-01-01T00:00:00+14:00"), "abîmé"),
    "a birth after all time": (change("created_at", "9999-12-31T23:59:59-14:00"), "abîmé"),
    "a huge number": (change("journal.1.attempt", 10**12), "ne se lit pas"),
    "a float": (change("seq", 1.5), "ne se lit pas"),
    "a sign that cannot be kept": (change("journal.1.by", "a\x00b"), "ne se lit pas"),
    "half a character": (change("journal.1.by", "\ud800"), "ne se lit pas"),
    "a name too long": (change("journal.1.by", "x" * 61), "abîmé"),
    "numbers given twice": (change("fresh", 1), "abîmé"),
    "a seq that is not": (change("seq", 3), "abîmé"),
    "a face beyond the die": (change("journal.0.throws.0.faces.0", 7), "abîmé"),
    "not an object": (lambda doc: doc.clear(), "n’est pas une feuille"),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_damage_is_refused_and_nothing_is_written(player: Player, exported: Doc, what: str) -> None:
    damage, told = DAMAGE[what]
    before = dumped(player.client.app.state.db)
    doc = copy.deepcopy(exported)
    damage(doc)
    answer = give(player.client, json.dumps(doc))
    assert answer.status_code == 422
    assert told in answer.text
    assert dumped(player.client.app.state.db) == before


@pytest.mark.parametrize("part", [0.1, 0.5, 0.99])
def test_a_half_written_file_is_refused(player: Player, exported: Doc, part: float) -> None:
    text = json.dumps(exported)
    answer = give(player.client, text[: int(len(text) * part)])
    assert answer.status_code == 422
    assert "ne se lit pas" in answer.text


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"[" * 100_000, b"9" * 5000, b"NaN", b"[]", b'"x"', b"null"]
)
def test_what_is_no_sheet_at_all_is_refused(player: Player, data: bytes) -> None:
    answer = give(player.client, data)
    assert answer.status_code == 422
    assert "Ce fichier" in answer.text


def test_no_file_is_said(client: TestClient) -> None:
    assert "Choisissez d’abord" in client.post(ADDRESS, files={"fichier": ("", b"")}).text
    assert client.post(ADDRESS, data={"once": "k"}).status_code == 422


def test_a_file_beyond_the_bound_is_said_with_the_bound(client: TestClient) -> None:
    for size in (8 * 1024 * 1024 + 1, 9 * 1024 * 1024):
        answer = give(client, b" " * size)
        assert answer.status_code == 413
        assert "dépasse 8\u202fMo" in answer.text.replace("\u00a0", "\u202f").replace("8 Mo", "8\u202fMo")
    assert give(client, b" " * 8 * 1024 * 1024).status_code == 422  # within it, and no sheet
    refused = client.post(ADDRESS, files={"fichier": ("f", b"[]")}, headers=JSON)
    assert refused.json()["refusal"] == "fichier_etranger"


def test_other_addresses_keep_their_bound(player: Player) -> None:
    assert player.post("noter", texte="x" * 70_000).status_code == 413


def test_imports_count_as_creations(tmp_path: Any) -> None:
    with serve(tmp_path, creations="2/hour") as client:
        player = Player.begin(client, faces="4,3,5,2,3")
        data = json.dumps(player.export())
        assert [give(client, data).status_code for _ in range(2)] == [303, 429]


def test_a_form_from_another_site_is_refused(client: TestClient) -> None:
    answer = client.post(ADDRESS, files={"fichier": ("f", b"[]")}, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 400
