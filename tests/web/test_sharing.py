"""Sharing a sheet: the link that only shows it, names that sign, renewals, catching up, bounds."""

import json
import random
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest
from httpx2 import Response
from limits import parse
from pydantic import ValidationError
from starlette.testclient import TestClient

from app.config import Settings
from app.rules.books import SERIES
from app.store import journal
from app.web import answers
from app.web.kept import MOST, Kept
from app.web.rubrics import FRAME, RUBRICS
from tests.rules.fields import draw
from tests.serving import serving
from tests.web.filled import begun, fill, states
from tests.web.player import JSON, Player
from tests.web.stage import FRESH, HX, Page, dump, other, read_key, rubrics, serve

# The link that only shows


IN_THE_FIGHT = {
    "df51": ("Assaut 2", "tous ensemble +1", "dans l’eau", "Spectre noyé touché", "Goule"),
    "h5": ("Assaut 2", "+1 pour vous : de haut", "Espagnol borgne", "3/4", "Arquebusier", "5/6", "Corsaire"),
    "kadath": ("Équitation", "Cotte de mailles", "Fronde", "Danger"),
    "kadath_table": ("Randolph", "Goule", "Selma"),
    "md1": ("Assaut 2", "Spectre noyé", "Noyeur", "4 points à placer", "Goule"),
}


@pytest.mark.parametrize("player", SERIES, indirect=True)
def test_a_reader_sees_all_and_finds_no_form(player: Player) -> None:
    fill(player)
    for copy in states(player):
        _only_shown(copy)
    fight = " ".join(
        Page(player.client.get(address).text).text for address in rubrics(read_key(player), player.series)
    )
    for text in IN_THE_FIGHT[player.series]:
        assert text in fight.replace("\u00a0", " ").replace("\u202f", " ")


def test_a_reader_sees_where_the_hero_is_awaited(client: TestClient) -> None:
    player = begun(client, "h5")
    fill(player)
    beaten, lying = (Page(client.get(f"/f/{read_key(copy)}").text) for copy in states(player)[-2:])
    assert "rendez-vous au123" in beaten.text.replace("\u00a0", " ")
    assert "À terre, pas encore mort" in lying.text


def test_a_reader_sees_a_hero_s_end_and_all_that_was_before(player: Player) -> None:
    fill(player)
    player.play("choisir_des", des="miens")
    player.play("finir", issue="mort")
    _only_shown(player)
    player.play("nouvelle_tentative", faces="1,1,1,1,1")
    player.play("finir", issue="victoire")
    _only_shown(player)
    player.play("nouvelle_tentative", faces="6,6,6,6,6")
    _only_shown(player)


def _only_shown(player: Player) -> None:
    key = read_key(player)
    watching = other(player.client)
    pages = [Page(watching.get(address).text) for address in rubrics(key, player.series)]
    for page in pages:
        assert page.forms == []
        assert page.tags.isdisjoint({"form", "button", "textarea", "select", "input"})
        assert player.key not in page.html
        assert page.faults == []
        assert "Lecture seule" in page.text
    shown = " ".join(page.text for page in pages)
    missing = [text for text in written(player) if text not in shown]
    assert missing == []
    played = [Page(player.client.get(address).text) for address in rubrics(player.key, player.series)]
    for one, same in zip(lines(played[-1]), lines(pages[-1]), strict=True):
        assert one == same


def written(player: Player) -> Iterator[str]:
    """What readers wrote that stands on the sheet, and every score of the hero."""
    for path, box in player.export()["boxes"].items():
        if path.startswith(("item/", "encounter/", "note/")):
            yield from (value for value in box if isinstance(value, str) and len(value) > 10)
        if path.startswith("score/hero/"):
            yield str(box[1])


def lines(page: Page) -> list[str]:
    """The journal's lines as read."""
    return [re.sub(r"<[^>]*>", "", line).strip() for line in re.findall(r"<i>#\d+</i>.*", page.html)]


def test_a_reader_pages_through_the_journal(player: Player) -> None:
    for n in range(1, 30):
        player.play("gagner_or", pieces=n)
    key = read_key(player)
    first = other(player.client).get(f"/f/{key}/journal").text
    older = re.search(rf'href="(/f/{key}/journal\?avant=\d+)"', first)[1]
    assert "#1</i>" in other(player.client).get(older).text


def test_a_reader_has_no_tray_no_conflict_no_hero_page(player: Player) -> None:
    key = read_key(player)
    answer = player.client.get(f"/f/{key}/heros")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/f/{key}")


def test_a_reader_s_share_page_gives_the_link_to_read_alone(player: Player) -> None:
    key = read_key(player)
    page = Page(other(player.client).get(f"/f/{key}/partage").text)
    assert player.key not in page.html
    assert {form["action"] for form in page.forms} == {f"/f/{key}/double", "/mes-feuilles/oubli"}
    assert f"/f/{key}" in page.html


def test_an_address_too_long_for_a_code_still_shows_the_link(player: Player) -> None:
    answer = player.client.get(f"/f/{player.key}/partage", headers={"host": "a" * 3000})
    assert answer.status_code == 200
    assert f"/f/{player.key}" in answer.text


# Who played


def sign(player: Player, name: str) -> Response:
    return player.client.post(f"/f/{player.key}/signature", data={"nom": name})


def signed(player: Player) -> str:
    """The name under the next move."""
    player.play("gagner_or", pieces=1)
    return player.export()["journal"][-1]["by"]


def test_a_name_signs_the_moves_of_its_device_alone(player: Player) -> None:
    assert signed(player) == ""
    answer = sign(player, "Zoé 🐙")
    assert answer.headers["location"] == f"/f/{player.key}/partage"
    assert signed(player) == "Zoé 🐙"
    assert signed(Player(other(player.client), player.key)) == ""
    assert 'value="Zoé 🐙"' in player.client.get(f"/f/{player.key}/partage").text
    assert "Zoé 🐙" in player.client.get(f"/f/{read_key(player)}/journal").text
    sign(player, "  ")
    assert signed(player) == ""


def test_a_creation_is_signed_too(client: TestClient) -> None:
    client.cookies.set("signature", quote("Zoé"))
    assert Player.begin(client).export()["journal"][0]["by"] == "Zoé"


@pytest.mark.parametrize("name", ["é" * 31, "é" * 45, "é" * 60, "🐙" * 40])
def test_a_long_name_is_cut_at_thirty_signs(player: Player, name: str) -> None:
    sign(player, name)
    assert signed(player) == name[:30]


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ('"><img src=x onerror=x()>', '"><img src=x onerror=x()>'),
        ("{{ 7 * 7 }}{% raw %}", "{{ 7 * 7 }}{% raw %}"),
        ("a; HttpOnly, b=c", "a; HttpOnly, b=c"),
        ("\u202eévloS", "évloS"),
        ("a\r\nSet-Cookie: b=c", "aSet-Cookie: b=c"),
        ("a\x00b", "ab"),
        ("\u200b\u3164", ""),
        ("x" * 5000, "x" * 30),
    ],
)
def test_a_hostile_name_is_text_or_nothing(player: Player, name: str, kept: str) -> None:
    answer = sign(player, name)
    assert len(answer.headers.get_list("set-cookie")) == 1
    assert signed(player) == kept
    page = Page(player.client.get(f"/f/{player.key}/journal").text)
    assert page.faults == []
    assert kept in page.text
    assert not {"img", "script"} & {tag for tag, name in page.attributes if name in ("onerror", "onload")}


@pytest.mark.parametrize("cookie", ["%ED%A0%80", "%00", "%0d%0ax", "%3Cb%3E" * 40, '"', "=;=", "\xff", "%"])
def test_a_forged_cookie_breaks_nothing(player: Player, cookie: str) -> None:
    headers = {"cookie": f"signature={cookie}; feuilles={cookie}".encode("latin-1")}
    forged = other(player.client)
    for address in ("/", f"/f/{player.key}", f"/f/{player.key}/partage"):
        assert forged.get(address, headers=headers).status_code == 200
    data = {"move": "gagner_or", "pieces": "1"}
    assert forged.post(f"/f/{player.key}/journal", data=data, headers=headers).status_code == 303
    assert len(player.export()["journal"][-1]["by"]) <= 30


def test_cookies_are_out_of_reach_of_scripts_and_of_other_sites(player: Player) -> None:
    for cookie in (sign(player, "Zoé"), player.client.get(f"/f/{read_key(player)}")):
        set_cookie = cookie.headers["set-cookie"]
        assert "HttpOnly" in set_cookie
        assert "SameSite=lax" in set_cookie
        assert "Path=/" in set_cookie


@pytest.mark.parametrize("site", ["same-origin", "same-site", "none", None])
def test_a_form_of_ours_is_taken(player: Player, site: str | None) -> None:
    headers = {"sec-fetch-site": site} if site else {}
    assert player.post("gagner_or", headers, pieces=1).status_code == 303


def test_another_site_s_form_changes_neither_the_sheet_nor_this_device(player: Player) -> None:
    """It would come without cookies, and the answer's would put an empty list in their place."""
    forged, before = other(player.client), dump(player.client)
    sheet = f"/f/{player.key}"
    forms = {
        "/mes-feuilles/oubli": {"key": player.key},
        "/feuilles": {"series": "df51", "nom": "Intrus"},
        f"{sheet}/double": {},
        f"{sheet}/partage": {"lien": "jeu"},
        f"{sheet}/signature": {"nom": "Intrus"},
        f"{sheet}/journal": {"move": "gagner_or", "pieces": "1"},
    }
    for address, data in forms.items():
        answer = forged.post(address, data=data, headers={"sec-fetch-site": "cross-site"})
        assert answer.status_code == 400
        assert "set-cookie" not in answer.headers
    assert dump(player.client) == before


# Renewed


def renew(player: Player, link: str, **fields: str) -> Response:
    return player.client.post(f"/f/{player.key}/partage", data={"lien": link, **fields})


def status(client: TestClient, *keys: str) -> list[int]:
    return [client.get(f"/f/{key}").status_code for key in keys]


def test_renewing_both_links_by_a_double_tap(player: Player) -> None:
    fill(player)
    before, read, beside = player.export(), read_key(player), other(player.client)
    page = player.client.get(f"/f/{player.key}/partage").text
    once = re.search(r'name="once" value="([^"]+)"><input type="hidden" name="lien" value="jeu"', page)[1]
    first, second = (renew(player, "jeu", once=once) for _ in range(2))
    assert first.status_code == second.status_code == 303
    assert first.headers["location"] == second.headers["location"]
    new = Player(player.client, first.headers["location"].split("/")[2])
    assert status(beside, player.key, read, new.key, read_key(new)) == [404, 404, 200, 200]
    assert new.export() == before
    home = player.client.get("/").text
    assert new.key in home
    assert player.key not in home


def test_two_phones_that_renew_at_once_leave_one_link(player: Player) -> None:
    phones = [Player(other(player.client), player.key) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda phone: renew(phone, "jeu", once=f"k{id(phone)}"), phones))
    assert sorted(answer.status_code for answer in made) == [303] + [404] * 7
    new = next(answer.headers["location"].split("/")[2] for answer in made if answer.status_code == 303)
    assert status(player.client, player.key, new) == [404, 200]


def test_renewing_without_a_form_s_key_makes_a_new_link_each_time(player: Player) -> None:
    location = renew(player, "jeu").headers["location"]
    assert renew(player, "jeu").status_code == 404
    again = renew(Player(player.client, location.split("/")[2]), "jeu").headers["location"]
    assert again != location


def test_renewing_the_link_to_read_leaves_the_link_to_play(player: Player) -> None:
    old, beside = read_key(player), other(player.client)
    assert status(beside, old) == [200]  # and is kept, drawn
    answer = renew(player, "lecture")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/f/{player.key}/partage")
    new = read_key(player)
    assert status(beside, player.key, old, new) == [200, 404, 200]
    assert beside.get(f"/f/{old}", headers=HX | {"feuille-seq": "1"}).status_code == 404


def test_the_link_to_read_renews_nothing(player: Player) -> None:
    key, before = read_key(player), dump(player.client)
    for link in ("jeu", "lecture", "x"):
        assert player.client.post(f"/f/{key}/partage", data={"lien": link}).status_code == 403
    assert dump(player.client) == before


def test_a_form_for_another_link_is_not_readable(player: Player) -> None:
    assert renew(player, "autre").status_code == 400


def test_quitting_forgets_the_sheet_on_this_device_alone(player: Player) -> None:
    beside = other(player.client)
    kept = Player.begin(player.client, nom="Berthe")
    assert status(beside, player.key) == [200]
    before = dump(player.client)
    answer = player.client.post("/mes-feuilles/oubli", data={"key": player.key})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    home = player.client.get("/").text
    assert player.key not in home
    assert kept.key in home
    assert player.key in beside.get("/").text
    assert dump(player.client) == before
    assert status(player.client, player.key) == [200]


def test_copies_are_independent_and_made_once(player: Player) -> None:
    fill(player)
    read = read_key(player)
    for key in (player.key, read):
        made = [player.client.post(f"/f/{key}/double", data={"once": "k" * 22}) for _ in range(2)]
        assert [answer.status_code for answer in made] == [303, 303]
        assert made[0].headers["location"] == made[1].headers["location"]
        copy = Player(player.client, made[0].headers["location"].split("/")[2])
        assert copy.key not in (player.key, read)
        same = {"created_at": ""}
        assert copy.export() | same == player.export() | same
        before = player.export()
        copy.play("annuler", entree=copy.export()["seq"])
        copy.play("gagner_or", pieces=3)
        assert player.export() == before
        assert copy.key in player.client.get("/").text


# Catching up


def fragments(html: str) -> dict[str, str]:
    """By name, what an answer puts in its place."""
    return dict(re.findall(r'<hx-partial hx-target="#(\w+)"[^>]*>(.*?)</hx-partial>', html, re.DOTALL))


def since(player: Player, seq: object, rubric: str = "sac", key: str = "") -> dict[str, str]:
    headers = HX | {"feuille-seq": str(seq)}
    answer = player.client.get(f"/f/{key or player.key}/{rubric}", headers=headers)
    assert answer.status_code == 200
    return fragments(answer.text)


EVERY = {*FRAME, *RUBRICS["sac"], "suite", "etat"}


def test_a_page_that_is_current_is_sent_nothing_but_where_it_stands(player: Player) -> None:
    player.play("gagner_or", pieces=3)
    assert since(player, 2).keys() == {"etat"}


def test_a_page_behind_is_sent_what_changed_meanwhile(player: Player) -> None:
    player.play("gagner_or", pieces=3)
    player.play("trouver", sorte="objet", nom="Corde")
    found = since(player, 1)
    assert found.keys() == {"fin", "tresor", "possessions", "suite", "etat"}
    assert "Corde" in found["possessions"]
    assert 'data-seq="3"' in found["etat"]
    assert since(player, 2).keys() == {"fin", "possessions", "suite", "etat"}


@pytest.mark.parametrize("seq", ["999", "999999999", "0" * 9], ids=["future", "far future", "zero"])
def test_a_page_that_stands_nowhere_known_is_sent_all_or_what_it_lacks(player: Player, seq: str) -> None:
    player.play("gagner_or", pieces=3)
    assert since(player, seq).keys() >= {"tresor", "suite", "etat"}
    if int(seq):
        assert since(player, seq).keys() == EVERY


@pytest.mark.parametrize("seq", ["", "-1", "x", "٣", "9" * 40])
def test_a_page_that_says_no_number_is_sent_all(player: Player, seq: str) -> None:
    answer = player.client.get(f"/f/{player.key}/sac", headers=HX | {"feuille-seq": seq.encode()})
    assert fragments(answer.text).keys() == EVERY


def test_a_page_far_behind_is_sent_all(player: Player) -> None:
    for _ in range(answers.MOST_MISSED):
        player.play("noter", texte="x")
    assert since(player, 1).keys() == {"fin", "suite", "etat"}
    player.play("noter", texte="x")
    assert since(player, 1).keys() == EVERY


def test_an_undo_brings_what_it_gave_back(player: Player) -> None:
    player.play("trouver", sorte="objet", nom="Corde")
    player.play("annuler", entree=2)
    found = since(player, 2)
    assert "possessions" in found
    assert "Corde" not in found["possessions"]


def test_a_move_s_answer_brings_what_others_played_meanwhile(player: Player) -> None:
    player.play("trouver", sorte="objet", nom="Corde")
    mine = player.post("gagner_or", HX | {"feuille-seq": "1"}, pieces=3, rubric="sac")
    found = fragments(mine.text)
    assert found.keys() == {"fin", "tresor", "possessions", "plateau", "suite", "etat"}
    assert "Corde" in found["possessions"]
    alone = player.post("gagner_or", HX | {"feuille-seq": "3"}, pieces=3, rubric="sac")
    assert fragments(alone.text).keys() == {"fin", "tresor", "plateau", "suite", "etat"}


def test_an_order_played_already_brings_all_since_the_page(player: Player) -> None:
    player.play("gagner_or", pieces=3, once="k")
    player.play("trouver", sorte="objet", nom="Corde")
    again = player.post("gagner_or", HX | {"feuille-seq": "1"}, pieces=3, once="k", rubric="sac")
    assert fragments(again.text).keys() == {"fin", "tresor", "possessions", "plateau", "suite", "etat"}


@pytest.mark.parametrize("series", SERIES)
@pytest.mark.parametrize("seed", range(3))
def test_pages_that_only_take_fragments_stay_as_a_page_drawn_anew(
    client: TestClient, series: str, seed: int
) -> None:
    """Two phones play, each on a page of its own, a third watches; each asks for what is new now and then."""
    chance = random.Random(seed)
    player = begun(client, series)
    read = read_key(player)
    views = [View(client, key, chance.choice(list(RUBRICS))) for key in (player.key, player.key, read)]
    for _ in range(30):
        view = chance.choice(views)
        if view.key == read or chance.random() < 0.3:
            view.catch_up()
        elif not view.play(chance):
            continue
        view.is_current()
    for view in views:
        view.catch_up()
        view.is_current()


class View:
    """A page on a screen, changed by fragments alone."""

    def __init__(self, client: TestClient, key: str, rubric: str) -> None:
        self.client, self.key, self.rubric = client, key, rubric
        self.parts = self._take(client.get(self._address, headers=HX).text)

    @property
    def _address(self) -> str:
        return f"/f/{self.key}/{self.rubric}"

    @property
    def _asks(self) -> dict[str, str]:
        seq = re.search(r'data-seq="(\d+)"', self.parts["etat"])[1]
        return HX | {"feuille-seq": seq}

    def _take(self, html: str) -> dict[str, str]:
        return {name: FRESH.sub("", part) for name, part in fragments(html).items()}

    def catch_up(self) -> None:
        self.parts |= self._take(self.client.get(self._address, headers=self._asks).text)

    def play(self, chance: random.Random) -> bool:
        """A move of this sheet, if it is played."""
        live = journal.open_sheet(self.client.app.state.db, self.key)
        legal = live.series.legal_moves(live.sheet)
        name = chance.choice(sorted(legal))
        fields = {"move": name, "rubric": self.rubric, **draw(chance, live.series.moves[name], legal[name])}
        if live.seq > 2 and chance.random() < 0.2:
            entry = chance.randint(1, live.seq)
            fields = {"move": chance.choice(["annuler", "revenir"]), "rubric": self.rubric, "entree": entry}
        answer = self.client.post(f"/f/{self.key}/journal", data=fields, headers=self._asks)
        if answer.status_code == 200:
            self.parts |= self._take(answer.text)
        return answer.status_code == 200

    def is_current(self) -> None:
        page = FRESH.sub("", self.client.get(self._address).text)
        stale = [name for name, part in self.parts.items() if part not in page]
        assert stale == []


# Drawn once for all who watch


def test_what_is_kept_is_what_would_be_drawn(player: Player) -> None:
    fill(player)
    key, kept = read_key(player), player.client.app.state.kept
    asked = [
        (address, headers) for address in rubrics(key) for headers in ({}, HX, HX | {"feuille-seq": "9"})
    ]
    asked += [(f"/f/{key}/journal?avant=5", {}), (f"/f/{key}/journal?avant=5", HX)]

    def drawn() -> list[str]:
        return [player.client.get(address, headers=headers).text for address, headers in asked]

    fresh, again = drawn(), drawn()
    kept._drawn.clear()
    assert fresh == again == drawn()
    assert len(set(fresh)) > len(RUBRICS) * 2
    player.play("finir", issue="mort")
    assert all(before != after for before, after in zip(fresh, drawn(), strict=True))


def test_who_watches_is_shown_the_table_where_it_was_pointed_at(client: TestClient) -> None:
    player, table = begun(client, "h5"), 'aria-label="Table de Hasard, case 17'
    player.play("choisir_des", des="table")
    seq, key = player.play("tester", score="force", cell=17)["seq"], read_key(player)
    for address in ("", f"?montre={seq}", "", f"?montre={seq}", f"?montre={seq - 1}", f"?montre={seq}"):
        page = other(client).get(f"/f/{key}{address}").text
        assert (table in page) is address.endswith(f"={seq}")
    player.play("gagner_or", pieces=1)
    assert table not in other(client).get(f"/f/{key}?montre={seq}").text


def test_a_class_costs_one_drawing_a_change(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    key, calls = read_key(player), []
    draw = answers.fragments
    monkeypatch.setattr(answers, "fragments", lambda *args: calls.append(None) or draw(*args))
    player.play("gagner_or", pieces=3)
    for _ in range(40):
        since(player, 1, key=key)
    assert len(calls) == 1
    for _ in range(40):
        since(player, 1)
    assert len(calls) == 41  # who plays is given forms of their own


def test_no_more_is_kept_than_the_bound(player: Player) -> None:
    kept = Kept()
    for n in range(MOST + 50):
        kept.get(n, lambda n=n: str(n))
        kept.get(0, lambda: "0")
    assert len(kept._drawn) == MOST
    assert kept.get(0, lambda: "drawn anew") == "0"
    assert kept.get(1, lambda: "drawn anew") == "drawn anew"


# Bounds on an address

SHEET = {"series": "df51", "nom": "Aldric"}
FORMS = ({}, HX, JSON)


@pytest.fixture
def bound(tmp_path: Path) -> Iterator[TestClient]:
    with serve(tmp_path, creations="3/minute", wrong_keys="4/minute") as client:
        yield client


def is_refused(answer: Response, headers: dict[str, str]) -> None:
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    sentence = json.loads(answer.text)["sentence"] if headers == JSON else Page(answer.text).text
    assert re.search(r"[a-zé]{4,} .*[.!]", sentence)
    if headers == HX:
        assert fragments(answer.text).keys() == {"suite"}


def test_creations_of_an_address_are_bound(bound: TestClient) -> None:
    made = [Player.begin(bound) for _ in range(3)]
    for headers in FORMS:
        is_refused(bound.post("/feuilles", data=SHEET, headers=headers), headers)
    made[0].play("gagner_or", pieces=1)
    assert bound.get("/nouvelle/df51").status_code == 200
    Player.begin(other(bound, "10.0.0.2"))


def test_copies_count_as_creations(bound: TestClient) -> None:
    player = Player.begin(bound)
    for key in (player.key, read_key(player)):
        assert bound.post(f"/f/{key}/double").status_code == 303
    before = dump(bound)
    for headers in FORMS:
        is_refused(bound.post(f"/f/{player.key}/double", headers=headers), headers)
    is_refused(bound.post("/feuilles", data=SHEET), {})
    assert dump(bound) == before


def test_trays_and_refused_forms_are_no_creations(bound: TestClient) -> None:
    own = {**SHEET, "des": "miens"}
    for _ in range(10):
        assert bound.post("/feuilles", data=own).status_code == 202
        assert bound.post("/feuilles", data={**own, "faces": "4,3"}).status_code == 202
        assert bound.post("/feuilles", data={**own, "faces": "9,9,9,9,9"}).status_code == 422
        assert bound.post("/feuilles", data={"series": "df51", "nom": ""}).status_code == 422
        assert bound.post("/feuilles", data={"series": "rien", "nom": "A"}).status_code == 404
    for _ in range(3):
        assert bound.post("/feuilles", data={**own, "faces": "4,3,5,2,3"}).status_code == 303
    is_refused(bound.post("/feuilles", data={**own, "faces": "4,3,5,2,3"}), {})


def test_wrong_keys_of_an_address_are_bound_and_a_right_one_never(bound: TestClient) -> None:
    player = Player.begin(bound)
    read = read_key(player)
    for n in range(4):
        assert bound.get(f"/f/{n:022}").status_code == 404
    for headers in FORMS:
        is_refused(bound.get("/f/" + "x" * 22, headers=headers), headers)
        is_refused(bound.post(f"/f/{'x' * 22}/journal", data={"move": "lancer"}, headers=headers), headers)
        is_refused(bound.get(f"/f/{'x' * 22}/direct", headers=headers), headers)
    assert status(bound, player.key, read) == [200, 200]
    player.play("gagner_or", pieces=1)
    assert bound.post(f"/f/{read}/journal", data={"move": "lancer"}).status_code == 403
    assert renew(player, "lecture").status_code == 303
    assert status(other(bound, "10.0.0.2"), "x" * 22) == [404]


def test_the_addresses_of_one_line_count_as_one(bound: TestClient) -> None:
    for n in range(3):
        Player.begin(other(bound, f"2001:db8:0:1::{n:x}"))
    is_refused(other(bound, "2001:db8:0:1:ffff:ffff::1").post("/feuilles", data=SHEET), {})
    Player.begin(other(bound, "2001:db8:0:2::1"))


def test_ipv4_addresses_written_as_ipv6_count_each_for_itself(bound: TestClient) -> None:
    for n in range(3):
        Player.begin(other(bound, f"::ffff:192.0.2.{n}"))
        Player.begin(other(bound, "::ffff:192.0.2.9"))
    is_refused(other(bound, "192.0.2.9").post("/feuilles", data=SHEET), {})
    Player.begin(other(bound, "192.0.2.1"))


@pytest.mark.parametrize("address", ["", "unix:/run/feuille.sock", "testclient"])
def test_an_address_that_is_none_is_counted_too(bound: TestClient, address: str) -> None:
    for _ in range(3):
        Player.begin(other(bound, address))
    is_refused(other(bound, address).post("/feuilles", data=SHEET), {})


def test_a_class_behind_one_address_fits_the_bounds() -> None:
    for rate in (Settings().creations, Settings().wrong_keys):
        item = parse(rate)
        assert item.amount * 600 / item.get_expiry() >= 60


@pytest.mark.parametrize("rate", ["", "beaucoup", "10", "10/lustre"])
def test_a_bound_that_cannot_be_read_stops_the_start(rate: str) -> None:
    with pytest.raises(ValidationError):
        Settings(creations=rate)


# Behind a proxy


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def created_for(url: str, client: str) -> int:
    """The status of a creation that a proxy at 127.0.0.1 says it asks for this client."""
    request = Request(f"{url}/feuilles", urlencode(SHEET).encode(), {"X-Forwarded-For": client})
    try:
        with build_opener(_Stay).open(request, timeout=10) as answer:
            return answer.status
    except HTTPError as error:
        return error.code


def test_a_trusted_proxy_is_believed(tmp_path: Path) -> None:
    with serving(tmp_path, FEUILLE_TRUSTED_PROXY="127.0.0.1", FEUILLE_CREATIONS="3/minute") as served:
        assert [created_for(served.url, "203.0.113.7") for _ in range(4)] == [303, 303, 303, 429]
        assert created_for(served.url, "203.0.113.8") == 303
        # What the client itself wrote before the proxy's own word counts for nothing.
        assert created_for(served.url, "203.0.113.99, 203.0.113.7") == 429


@pytest.mark.parametrize("trusted", ["", "192.0.2.1"])
def test_no_other_is(tmp_path: Path, trusted: str) -> None:
    with serving(tmp_path, FEUILLE_TRUSTED_PROXY=trusted, FEUILLE_CREATIONS="3/minute") as served:
        found = [created_for(served.url, f"203.0.113.{n}") for n in range(4)]
        assert found == [303, 303, 303, 429]
