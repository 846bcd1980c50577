"""Kadath's cases, driven over HTTP with the reader's own dice, and what its pages say of them."""

import re

import pytest
from starlette.testclient import TestClient

from app.web.rubrics import tabs
from app.web.typography import NBSP, THIN
from app.web.words import Words
from tests.web.player import JSON, Player

HX = {"hx-request": "true"}


@pytest.fixture
def randolph(client: TestClient) -> Player:
    return Player.begin(client, series="kadath", nom="Randolph", perception="3", discretion="3", muscles="2")


def plain(text: str) -> str:
    return text.replace(NBSP, " ").replace(THIN, " ")


def won(player: Player, faces: str, move: str = "tester", **fields: object) -> int:
    entry = player.play(move, faces=faces, **{"competence": "perception", **fields})
    return entry["throws"][0]["total"]


def test_1_to_6_tests(randolph: Player) -> None:
    assert won(randolph, "3,3,5") == 1
    assert won(randolph, "6,5,2") == 3
    assert [won(randolph, faces, defavorables=2) for faces in ("6,5,1", "5,5,1", "5,1,1")] == [1, 0, 0]
    assert [won(randolph, f, defavorables=2, favorables=1) for f in ("5,2,2", "6,2,2")] == [0, 1]
    assert won(randolph, "4,4,2", defavorables=1) == 0
    assert [won(randolph, faces, favorables=1) for faces in ("5,3,1", "4,3,1")] == [2, 0]


def test_7_and_8_oppositions(randolph: Player) -> None:
    def text(faces: str, theirs: int, rank: int, start: str) -> str:
        fields = {"reussites": theirs, "valeur_adverse": rank, "initiative": start}
        return plain(randolph.play("opposer", competence="discretion", faces=faces, **fields)["text"])

    tied = " (à égalité, "
    assert text("5,2,1", 1, 3, "moi") == (
        f"Discrétion, dés 5 2 1 : 1 réussite contre 1, opposition gagnée{tied}qui a commencé gagne)."
    )
    higher = "la compétence la plus haute gagne, 3 contre"
    assert f"opposition perdue{tied}{higher} 4)" in text("5,2,1", 1, 4, "moi")
    assert f"opposition gagnée{tied}{higher} 2)" in text("5,2,1", 1, 2, "autre")
    assert f"match nul{tied}tous deux ont commencé)" in text("5,2,1", 1, 3, "tous_deux")
    assert "0 réussite contre 0, opposition gagnée" in text("4,3,2", 0, 3, "moi")
    assert "égalité" not in text("5,2,1", 0, 3, "moi")


def test_9_and_10_what_counts_in_by_itself(randolph: Player) -> None:
    randolph.play("trouver_armure", nom="Cotte", muscles=4)
    entry = randolph.play("tester", competence="perception", plusieurs=1, faces="6,2,2")
    assert entry["throws"][0]["plus"] == [["plusieurs", 1], ["armure", -2]]
    assert plain(entry["text"]) == (
        "Perception/1−, dés 6 2 2 → 2, plusieurs attaquants +1, Muscles manquants −2 : "
        "1 réussite, test réussi."
    )
    assert won(randolph, "6,5,2", actions=3) == 0
    page = randolph.client.get(f"/f/{randolph.key}").text
    assert "Muscles manquants" in plain(page)


def test_the_journal_tells_primes_and_incidents(randolph: Player) -> None:
    fields = {"competence": "perception", "prime": "peril", "penalite": "risque"}
    lost = randolph.play("tester", faces="1,2,3", **fields)["text"]
    assert plain(lost) == (
        "Perception, dés 1 2 3 : 0 réussite, test raté ; Péril contre Risque, un incident survient."
    )
    assert "incident" not in randolph.play("tester", faces="5,2,3", **fields)["text"]
    assert (
        randolph.refused("tester", competence="perception", prime="peril", penalite="") == "prime_incomplete"
    )


def test_the_card_tells_what_decided(randolph: Player) -> None:
    def card(**fields: object) -> str:
        html = randolph.post("opposer", HX, competence="perception", rubric="combat", **fields).text
        return re.sub(r"<[^>]+>", "", plain(html[html.index('id="resultat"') :].split("</section>")[0]))

    fields = {"faces": "5,2,1", "reussites": 1, "valeur_adverse": 4, "prime": "peril", "penalite": "risque"}
    lost = card(**fields)
    assert "1 réussite contre 1 : opposition perdue" in lost
    assert "À égalité, la compétence la plus haute gagne, 3 contre 4." in lost
    assert "Péril contre Risque, un incident survient." in lost
    won = card(**{**fields, "faces": "6,2,1"})
    assert "2 réussites contre 1 : opposition gagnée" in won
    assert "égalité" not in won
    assert "Péril contre Risque." in won
    assert "actions du round −1" in card(**fields, actions=2)


def test_nothing_speaks_of_a_book_or_a_bag(randolph: Player) -> None:
    page = plain(randolph.client.get(f"/f/{randolph.key}/sac").text)
    assert "livre" not in page
    assert "sac." not in page
    told = randolph.play("ajouter_competence", nom="Équitation", valeur=4)["text"]
    assert plain(told) == "Nouvelle compétence : Équitation, rang 4."


def test_a_rank_of_0_is_told(randolph: Player) -> None:
    randolph.play("changer_competence", competence="perception", valeur=0)
    entry = randolph.play("tester", competence="perception", favorables=2)
    assert entry["throws"][0]["faces"] == []
    assert "aucun dé à lancer" in entry["text"]
    assert "aucun dé" in randolph.client.get(f"/f/{randolph.key}").text


def test_dice_are_shown_one_by_one_with_what_each_brings(randolph: Player) -> None:
    html = randolph.post("tester", HX, competence="perception", faces="6,5,2", rubric="feuille").text
    assert 'hx-target="#resultat"' in html
    assert [html.count(f"<b>{text}</b>") for text in ("+2", "+1", "0")] == [1, 1, 1]


def test_own_dice_are_asked_for_all_at_once(randolph: Player) -> None:
    randolph.play("changer_competence", competence="perception", valeur=6)
    randolph.play("choisir_des", des="miens")
    answer = randolph.post("tester", JSON, competence="perception")
    assert (answer.status_code, answer.json()["dice"]["count"]) == (202, 6)
    html = randolph.post("tester", HX, competence="perception").text
    assert html.count('<fieldset class="faces">') == 6
    randolph.play("changer_competence", competence="perception", valeur=0)
    assert randolph.post("tester", JSON, competence="perception").status_code == 200


def test_a_token_moved_by_two_phones_is_a_conflict(randolph: Player) -> None:
    page = randolph.client.get(f"/f/{randolph.key}").text
    form = page[page.index('value="deplacer"') :]
    seen = form[form.index('name="seen" value="') + 19 :][:16]
    randolph.play("deplacer", case=5)
    assert randolph.post("deplacer", JSON, case=4, seen=seen).status_code == 409
    assert randolph.score("ligne_de_vie") == 5


def test_nothing_speaks_of_attempts_or_paragraphs(randolph: Player) -> None:
    for path in (
        "/",
        *(f"/f/{randolph.key}/{tab}" for tab in tabs(Words.of("kadath"))),
        f"/f/{randolph.key}/heros",
    ):
        text = randolph.client.get(path).text
        if path != "/":
            assert "tentative" not in text, path
            assert "§" not in text, path
    home = randolph.client.get("/").text
    assert "0ᵉ tentative" not in home
    assert "Randolph" in home
    assert randolph.refused("nouvelle_tentative") == "coup_inconnu"


def test_every_page_of_a_character_in_every_state(randolph: Player) -> None:
    def all_answer() -> None:
        for tab in tabs(Words.of("kadath")):
            assert randolph.client.get(f"/f/{randolph.key}/{tab}").status_code == 200, tab

    all_answer()
    randolph.play("ajouter_competence", nom="<b>Chant</b>", valeur=6)
    randolph.play("trouver_armure", nom="Cotte", muscles=6)
    randolph.play("trouver", sorte="tresor", nom="Perle")
    randolph.play("deplacer", case=1)
    randolph.play("tester", competence="defense", prime="prudence", penalite="danger")
    all_answer()
    randolph.play("regler", regle="un_de_a_zero", valeur=1)
    randolph.play("changer_etat", etat="mort")
    all_answer()
    page = randolph.client.get(f"/f/{randolph.key}/sac").text
    assert "<b>Chant" not in page
    assert "Perle" in page
