"""The Table de Hasard over HTTP: shuffled on receipt of the tap, one tap a throw, kept in the journal."""

import re

import pytest
from starlette.testclient import TestClient

from app.rules.table import SPREAD, Point
from tests.web.player import JSON, Player

HX = {"hx-request": "true"}


@pytest.fixture
def sailor(client: TestClient) -> Player:
    """The model hero, by the table."""
    return Player.begin(client, series="h5", des="table")


def at(number: int) -> str:
    """This number, as the tray carries it."""
    return f"{SPREAD.index('..23456789abc'[number]) + 1}:{SPREAD}"


def test_nothing_is_drawn_before_the_finger_falls(sailor: Player) -> None:
    for headers in (HX, {}):
        answer = sailor.post("tester", headers, score="diplomatie")
        assert answer.status_code == 202
        assert re.findall(r'name="cell" value="(\d+)"', answer.text) == [str(n) for n in range(1, 37)]
        assert 'name="pointed"' not in answer.text
        assert SPREAD not in answer.text
        assert 'class="grid" role="img"' not in answer.text


def test_a_tap_plays_and_the_journal_keeps_cell_number_and_grid(sailor: Player) -> None:
    entry = sailor.play("tester", score="diplomatie", cell=17)
    (throw,) = entry["throws"]
    ((cell, grid),) = throw["pointed"]
    assert (cell, throw["total"]) == (17, Point(17, grid).number)
    assert Point(cell, grid).fair
    assert throw["faces"] == [throw["total"]]
    assert sailor.export()["journal"][-1]["throws"] == entry["throws"]


def test_each_tap_is_shuffled_anew(sailor: Player) -> None:
    grids = {sailor.play("tester", score="force", cell=1)["throws"][0]["pointed"][0][1] for _ in range(8)}
    assert len(grids) == 8


def test_an_assaut_asks_for_a_tap_a_throw_and_shows_the_one_before(
    sailor: Player,
) -> None:
    sailor.play("combattre", nom="Espagnol", valeur=7, endurance=4)
    first = sailor.post("assaut", JSON, turn=1, pointed=at(9)).json()
    assert (first["dice"]["who"], first["pointed"]) == ("Espagnol", at(9))
    page = sailor.post("assaut", HX, turn=1, pointed=at(9)).text
    assert f'name="pointed" value="{at(9)}"' in page
    assert f'aria-label="Table de Hasard, case {at(9).split(":")[0]}' in page
    entry = sailor.play("assaut", turn=1, pointed=f"{at(9)},{at(7)}")
    assert [throw["total"] for throw in entry["throws"]] == [9, 7]
    assert (sailor.score("endurance"), sailor.score("endurance", "foe:1")) == (5, 4)


def test_the_recorded_points_played_again_give_the_same_sheet(client: TestClient) -> None:
    one, two = (Player.begin(client, series="h5", des="table", nom=name) for name in ("Un", "Deux"))
    for player in (one, two):
        player.play("combattre", nom="Espagnol", valeur=7, endurance=9)
    carried = one.post("assaut", JSON, turn=1, cell=5).json().get("pointed")
    entry = one.play("assaut", turn=1, pointed=carried, cell=30) if carried else one.export()["journal"][-1]
    points = ",".join(f"{cell}:{grid}" for throw in entry["throws"] for cell, grid in throw["pointed"])
    again = two.play("assaut", turn=1, pointed=points)
    assert (again["throws"], again["changes"]) == (entry["throws"], entry["changes"])


@pytest.mark.parametrize(("number", "half"), [(2, 1), (3, 1), (7, 3), (12, 6)])
def test_10_a_number_from_1_to_6(sailor: Player, number: int, half: int) -> None:
    asked = sailor.post("lancer", HX, des=1).text
    assert "divisé par 2" in asked
    entry = sailor.play("lancer", des=1, pointed=at(number))
    assert entry["throws"][0]["total"] == half
    assert f"Table de Hasard\u00a0: {number}, moitié {half}" in entry["text"]


def test_three_dice_are_two_taps_the_second_halved(sailor: Player) -> None:
    first = sailor.post("lancer", HX, des=3).text
    assert "divisé par 2" not in first
    second = sailor.post("lancer", HX, des=3, pointed=at(9)).text
    assert "divisé par 2" in second
    assert sailor.play("lancer", des=3, pointed=f"{at(9)},{at(7)}")["throws"][0]["faces"] == [9, 3]


@pytest.mark.parametrize("cell", ["0", "37", "-1", "x", "1.5"])
def test_a_finger_beside_the_table_is_refused(sailor: Player, cell: str) -> None:
    assert sailor.refused("tester", score="force", cell=cell) == "faces_illisibles"


@pytest.mark.parametrize(
    "pointed", ["x", "1", "1:", f"0:{SPREAD}", f"37:{SPREAD}", "1:" + "2" * 36, ":", "1:é"]
)
def test_a_table_that_is_none_is_refused(sailor: Player, pointed: str) -> None:
    assert sailor.refused("tester", score="force", pointed=pointed) == "faces_illisibles"


def test_a_tap_too_many_is_refused(sailor: Player) -> None:
    assert sailor.refused("tester", score="force", pointed=at(3), cell=4) == "des_en_trop"


def test_points_for_a_sheet_that_has_moved_on_start_over(sailor: Player) -> None:
    sailor.play("combattre", nom="Espagnol", valeur=7, endurance=4)
    answer = sailor.post("assaut", JSON, turn=1, pointed=at(9), cell=3, seq=1)
    assert (answer.status_code, answer.json()["restarted"]) == (202, True)
    assert "pointed" not in answer.json()


def test_a_sheet_without_the_table_takes_no_notice_of_a_tap(player: Player) -> None:
    assert "pointed" not in player.play("tester", score="habilete", cell=3)["throws"][0]
    assert player.refused("choisir_des", des="table") == "des_absents"


def test_without_htmx_the_table_is_shown_once_after_the_move(sailor: Player) -> None:
    answer = sailor.post("tester", score="force", cell=17)
    assert answer.status_code == 303
    page = sailor.client.get(answer.headers["location"]).text
    assert 'aria-label="Table de Hasard, case 17' in page
    assert "Table de Hasard, case" not in sailor.client.get(f"/f/{sailor.key}").text


def test_an_order_sent_twice_is_played_once(sailor: Player) -> None:
    first = sailor.play("tester", score="force", cell=17, once="k")
    again = sailor.play("tester", score="force", cell=3, once="k")
    assert (again["again"], again["throws"]) == (True, first["throws"])


def test_the_sharing_is_checked_by_the_server_and_what_was_entered_stays(client: TestClient) -> None:
    form = {"series": "h5", "nom": "Aube", "force": "12", "agilite": "4", "des": "miens"}
    answer = client.post("/feuilles", data=form)
    assert answer.status_code == 422
    assert "il en reste 1 à donner" in answer.text
    assert re.search(r'name="agilite" value="4"', answer.text)
    assert re.search(r'value="miens" checked', answer.text)
    answer = client.post("/feuilles", data={**form, "agilite": "7"})
    assert "c’est 2 de trop" in answer.text
    answer = client.post("/feuilles", data={**form, "force": "13"})
    assert "«\u00a0Force\u00a0»\u00a0: un nombre entre 2 et 12." in answer.text


def test_every_page_in_every_state(sailor: Player) -> None:
    names = ["", "/combat", "/sac", "/plan", "/journal", "/heros"]

    def all_answer() -> None:
        for name in names:
            assert sailor.client.get(f"/f/{sailor.key}{name}").status_code == 200, name

    all_answer()
    sailor.play("combattre", nom="<b>", valeur=7, endurance=4, victoire=45, defaite=123, premier=1)
    for n in range(9):
        sailor.play("renfort", nom=f"Mousse {n}", valeur=5, endurance=2)
    all_answer()
    assert "Feuille 2" in sailor.client.get(f"/f/{sailor.key}/combat").text
    sailor.play("assaut", turn=1, pointed=at(2))
    all_answer()
    page = sailor.client.get(f"/f/{sailor.key}").text
    assert "rendez-vous au</small>123" in page
    sailor.play("aller", paragraphe=123)
    assert "pas encore mort" in sailor.client.get(f"/f/{sailor.key}").text
    all_answer()
    sailor.play("finir", issue="mort")
    all_answer()
