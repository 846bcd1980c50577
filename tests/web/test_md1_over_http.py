"""Le Maître du Destin 1 over HTTP: the shop's refusals, the trays of a fight, two phones at one Assaut."""

import pytest
from starlette.testclient import TestClient

from tests.web.player import JSON, Player


@pytest.fixture
def player(client: TestClient) -> Player:
    """Endurance 9, Habileté 9, Pouvoir 8."""
    return Player.begin(client, series="md1", faces="3,3,4")


def meet(player: Player) -> None:
    player.play("combattre", nom="Orque", habilete=10, endurance=6)
    player.play("renfort", nom="Loup", habilete=5, endurance=8, pouvoir=3)


def test_the_shop_says_why_not(player: Player) -> None:
    player.play("acheter", article="bouclier")
    answer = player.post("acheter", JSON, article="cuirasse")
    assert (answer.status_code, answer.json()["refusal"]) == (422, "bouclier_et_armure")
    assert answer.json()["sentence"].startswith("Jamais un bouclier et une armure ensemble")
    player.play("acheter", article="hache_d_armes")
    assert player.refused("acheter", article="poignard") == "trop_cher"
    page = player.client.get(f"/f/{player.key}").text
    assert "trop cher" in page
    assert 'id="x-poignard"' not in page
    assert 'id="x-rbouclier"' in page
    player.play("aller", paragraphe=1)
    assert player.refused("acheter", article="poignard") == "aventure_commencee"
    assert 'name="article"' not in player.client.get(f"/f/{player.key}").text


def test_dice_are_asked_for_in_the_book_s_order_and_for_whom(player: Player) -> None:
    meet(player)
    player.play("choisir_des", des="miens")
    asked, faces = [], ""
    for thrown in ("1,1", "1,1", "1,1", None):
        fields = {"faces": faces} if faces else {}
        answer = player.post("assaut", JSON, turn=1, cible=2, **fields)
        if thrown is None:
            break
        dice = answer.json()["dice"]
        asked.append((dice["why"], dice["who"], dice["at"], dice["count"]))
        faces = f"{faces},{thrown}" if faces else thrown
    assert asked == [("coup", "", "Loup", 2), ("riposte", "Orque", "", 2), ("riposte", "Loup", "", 2)]
    assert answer.status_code == 200
    asked, faces = [], "1,1,1,1"
    for thrown in ("6", "1,2,1"):
        dice = player.post("incanter", JSON, turn=2, sort="hypnose", faces=faces).json()["dice"]
        asked.append((dice["why"], dice["who"], dice["count"]))
        faces = f"{faces},{thrown}"
    assert asked == [("resistance", "Loup", 1), ("hypnose", "", 3)]
    assert player.play("incanter", turn=2, sort="hypnose", faces=faces)["text"].endswith("Pouvoir −2 (6).")


def test_two_phones_at_one_assaut(player: Player) -> None:
    meet(player)
    first = player.play("assaut", turn=1, cible=1, faces="5,5")
    again = player.play("assaut", turn=1, cible=2, faces="6,6")
    assert (again["again"], again["seq"]) == (True, first["seq"])
    cast = player.play("incanter", turn=2, sort="energie_pure", faces="1,1,1,1,1")
    assert player.play("incanter", turn=2, sort="hypnose")["seq"] == cast["seq"]
    assert player.refused("assaut", turn=2, cible=1) == "assaut_deja_joue"
    assert player.score("pouvoir") == 7


def test_a_blow_is_placed_once_and_holds_the_fight_until_then(player: Player) -> None:
    meet(player)
    player.play("assaut", turn=1, cible=1, faces="1,1,6,6,6,6")
    first = player.offer()
    page = player.client.get(f"/f/{player.key}/combat").text
    waiting = {
        "assaut": {"turn": 2},
        "incanter": {"turn": 2, "sort": "leurre"},
        "fuir": {},
        "finir_combat": {},
    }
    for move, fields in waiting.items():
        assert player.refused(move, **fields) == "coup_a_placer"
        assert f'value="{move}"' not in page
    player.play("placer", offre=first, sur="habilete", once="k")
    assert player.play("placer", offre=first, sur="habilete", once="k")["again"] is True
    assert player.refused("placer", offre=first, sur="habilete") == "coup_place"
    assert (player.score("habilete"), player.score("endurance")) == (5, 9)


def test_a_card_corrected_on_two_screens(player: Player) -> None:
    meet(player)
    answer = player.post("amender", JSON, adversaire=1, endurance=3, seen="vu ailleurs")
    assert answer.status_code == 409
    assert answer.json()["fields"]["endurance"] == {"mine": "3", "theirs": "6"}
