"""Every page answers, with and without htmx, alive and dead."""

import re

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


@pytest.mark.parametrize("before", ["-1", "x", "", "9" * 30, "٣"])
def test_an_odd_page_number_shows_the_journal(player: Player, before: str) -> None:
    assert player.client.get(f"/f/{player.key}/journal", params={"avant": before}).status_code == 200


@pytest.mark.parametrize("entry", ["9" * 20, "٣", "-1", "x", ""])
def test_an_odd_entry_number_is_refused(player: Player, entry: str) -> None:
    for gesture in ("annuler", "revenir"):
        assert player.refused(gesture, entree=entry) == "entree_absente"


def test_needless_dice_on_a_sheet_that_moved_on_change_nothing_more(player: Player) -> None:
    player.play("gagner_or", pieces=3)
    assert player.post("gagner_or", JSON, pieces=5, faces="3", seq=1).status_code == 200
    assert player.score("or") == 8


def test_a_note_written_without_javascript_may_fill_its_box(player: Player) -> None:
    note = "\r\n".join("a" * 99 for _ in range(40))
    player.play("noter", texte=note)
    player.play("noter", texte="une\ttabulation et une espace insécable :\u00a0ici")


@pytest.mark.parametrize("name", ["\u200b", "\u2800", "\u3164", "\u00ad", "\ufeff", "\u200d", " \u00a0 "])
def test_a_name_that_cannot_be_seen_is_refused(player: Player, name: str) -> None:
    assert player.refused("renommer", nom=name) == "saisie"


def test_a_name_keeps_its_emoji_and_loses_marks_that_turn_the_page(player: Player) -> None:
    player.play("renommer", nom="\u202eAldric 👨\u200d👩\u200d👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿\u2028")
    assert player.export()["boxes"]["hero/name"] == ["Aldric 👨\u200d👩\u200d👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿"]


def test_a_conflict_shows_each_field_that_differs(player: Player) -> None:
    player.play("trouver", sorte="objet", nom="Clef", note="rouillée")
    n = max(player.items("possession"))
    page = player.client.get(f"/f/{player.key}/sac").text
    form = re.search(rf'value="corriger_objet".*?name="n" value="{n}".*?name="seen" value="(\w+)"', page)
    assert form
    player.play("corriger_objet", n=n, nom="Clef", note="huilée")
    answer = player.post("corriger_objet", JSON, n=n, nom="Clef", note="cassée", seen=form[1])
    assert answer.status_code == 409
    assert answer.json()["fields"] == {"note": {"mine": "cassée", "theirs": "huilée"}}
    for headers in (HX, {}):
        html = player.post("corriger_objet", headers, n=n, nom="Clef", note="cassée", seen=form[1]).text
        assert "cassée" in html
        assert "huilée" in html


def test_a_note_erased_meanwhile_can_be_written_anew(player: Player) -> None:
    player.play("noter", texte="La clef")
    page = player.client.get(f"/f/{player.key}/plan").text
    n, seen = re.search(
        r'value="corriger_note".*?name="n" value="(\d+)".*?name="seen" value="(\w+)"', page
    ).groups()
    player.play("effacer_note", n=n)
    html = player.post("corriger_note", HX, n=n, texte="La clef est fausse", seen=seen).text
    assert "La clef est fausse" in html
    assert 'value="noter"' in html


def test_a_refused_note_stays_in_sight_without_javascript(player: Player) -> None:
    assert "Ma longue note" in player.post("noter", rubric="plan", texte="Ma longue note\x07").text


def test_two_foes_of_one_name_are_told_apart(player: Player) -> None:
    for move in ("combattre", "renfort", "renfort"):
        player.play(move, nom="Zombie", habilete=7, endurance=5)
    boxes = player.export()["boxes"]
    assert [boxes[f"encounter/{n}"][0] for n in (1, 2, 3)] == ["Zombie", "Zombie 2", "Zombie 3"]


def test_two_creations_with_one_key_make_two_sheets(player: Player) -> None:
    form = {"series": "df51", "once": "k" * 22}
    made = [player.client.post("/feuilles", data={**form, "nom": nom}).headers["location"] for nom in "ABA"]
    assert made[0] == made[2] != made[1]
