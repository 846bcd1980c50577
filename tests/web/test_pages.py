"""Every page answers, with and without htmx, alive and dead."""

import pytest

from app.web.rubrics import RUBRICS
from tests.web.player import JSON, Player

HX = {"hx-request": "true"}


def pages(player: Player) -> list[str]:
    names = ["", *(f"/{name}" for name in RUBRICS if name != "feuille"), "/heros"]
    return [f"/f/{player.key}{name}" for name in names]


def test_every_page_of_a_sheet_in_every_state(player: Player) -> None:
    def all_answer() -> None:
        for page in pages(player):
            assert player.client.get(page).status_code == 200, page

    all_answer()
    player.play("aller", paragraphe=137)
    player.play("trouver_potion", nom="Potion ambrée")
    player.play("noter", texte="<script>alert(1)</script>")
    player.play("combattre", nom="Spectre", habilete=8, endurance=6, maniere="ensemble")
    player.play("renfort", nom="Goule", habilete=7, endurance=5)
    all_answer()
    player.play("assaut", turn=1, faces="6,6,1,1,1,1,6,6")
    all_answer()
    player.play("finir", issue="mort")
    all_answer()
    player.play("nouvelle_tentative")
    all_answer()
    plan = player.client.get(f"/f/{player.key}/plan").text
    assert "<script>alert" not in plan
    assert "&lt;script&gt;" in plan


@pytest.mark.parametrize("path", ["/", "/nouvelle/df51", "/regles/df51", "/sante"])
def test_open_pages(player: Player, path: str) -> None:
    assert player.client.get(path).status_code == 200


@pytest.mark.parametrize("path", ["/f/" + "x" * 22, "/f/x/journal", "/nouvelle/x", "/regles/x", "/rien"])
def test_wrong_addresses_are_one_404(player: Player, path: str) -> None:
    assert player.client.get(path).status_code == 404


def test_without_htmx_a_move_answers_303_to_its_rubric(player: Player) -> None:
    answer = player.post("gagner_or", pieces=3, rubric="sac")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/f/{player.key}/sac")


def test_with_htmx_a_move_answers_what_changed(player: Player) -> None:
    answer = player.post("noter", HX, texte="Une note", rubric="plan")
    assert answer.status_code == 200
    assert 'hx-target="#notes"' in answer.text
    assert 'hx-target="#scores"' not in answer.text


def test_a_refusal_is_a_sentence_and_the_way_through(player: Player) -> None:
    for headers in (HX, {}):
        answer = player.post("manger", headers, rubric="sac")
        assert answer.status_code == 422
        assert 'name="malgre_tout"' in answer.text


def test_own_dice_are_asked_for_in_a_tray(player: Player) -> None:
    player.play("choisir_des", des="miens")
    for headers in (HX, {}):
        answer = player.post("tenter_chance", headers)
        assert answer.status_code == 202
        assert answer.text.count('name="face1"') == 6
        assert answer.text.count('name="face2"') == 6


def test_a_half_filled_tray_starts_over_once_the_sheet_has_moved(player: Player) -> None:
    player.play("combattre", nom="Spectre", habilete=8, endurance=6)
    player.play("renfort", nom="Goule", habilete=7, endurance=5)
    answer = player.post("assaut", JSON, turn=1, faces="3,4", seq=2)
    assert answer.status_code == 202
    assert answer.json()["restarted"] is True


def test_a_form_sent_twice_plays_once(player: Player) -> None:
    player.play("gagner_or", pieces=3, once="k")
    assert player.play("gagner_or", pieces=3, once="k")["again"] is True
    assert player.score("or") == 3


def test_a_second_tap_on_an_assaut_shows_the_first(player: Player) -> None:
    player.play("combattre", nom="Spectre", habilete=8, endurance=6)
    first = player.play("assaut", turn=1, faces="3,4,1,1")
    again = player.play("assaut", turn=1, faces="6,6,6,6")
    assert (again["again"], again["seq"], player.score("endurance")) == (True, first["seq"], 18)


@pytest.mark.parametrize("name", ["", "x" * 10_000, "a\x00b", "a\nb"])
def test_a_hostile_name_is_refused_with_a_sentence(player: Player, name: str) -> None:
    answer = player.post("renommer", JSON, nom=name)
    assert answer.status_code == 422
    assert answer.json()["sentence"]


def test_a_body_too_large_is_refused(player: Player) -> None:
    assert player.post("noter", texte="x" * 100_000).status_code in (400, 413)


def test_own_dice_from_the_first_throw(player: Player) -> None:
    form = {"series": "df51", "nom": "Berthe", "des": "miens"}
    assert player.client.post("/feuilles", data=form).status_code == 202
    answer = player.client.post("/feuilles", data={**form, "faces": "4,3,5,2", "face1": "3"})
    assert answer.status_code == 303
