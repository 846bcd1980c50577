"""Cases of the rules, driven over HTTP with the reader's own dice."""

import pytest

from tests.web.player import JSON, Player


@pytest.fixture
def nine(player: Player) -> Player:
    """Habileté 9, as most cases have it."""
    player.play("perdre", score="habilete", points=1)
    return player


def armed(player: Player) -> None:
    player.play("trouver_arme", nom="Épée")
    player.play("trouver_bouclier", nom="Bouclier")


def meet(player: Player, **more: int) -> None:
    player.play("combattre", nom="Spectre", **{"habilete": 8, "endurance": 6, **more})


def foe(player: Player) -> int:
    return player.score("endurance", "foe:1")


def test_1_the_start(player: Player) -> None:
    scores = [player.score(key) for key in ("habilete", "endurance", "chance", "presence")]
    assert scores == [10, 20, 8, 6]


def test_2_a_knife_scratches(nine: Player) -> None:
    meet(nine)
    entry = nine.play("assaut", turn=1, faces="3,4,4,4,4")
    assert [throw["total"] for throw in entry["throws"]] == [15, 16, 4]
    assert foe(nine) == 5


def test_3_a_tie_throws_no_knife_die(nine: Player) -> None:
    meet(nine)
    entry = nine.play("assaut", turn=1, faces="3,4,3,4")
    assert [throw["total"] for throw in entry["throws"]] == [15, 15]
    assert foe(nine) == 6


def test_4_a_sword_and_luck(nine: Player) -> None:
    armed(nine)
    meet(nine)
    nine.play("assaut", turn=1, faces="3,4,4,3")
    assert foe(nine) == 4
    nine.play("chance_blessure", offre=nine.offer(), faces="4,4")
    assert (foe(nine), nine.score("chance")) == (2, 7)


def test_5_an_unlucky_scratch(nine: Player) -> None:
    nine.play("perdre", score="chance", points=1)
    meet(nine, endurance=5)
    nine.play("assaut", turn=1, faces="3,4,4,4,2")
    assert foe(nine) == 4
    nine.play("chance_blessure", offre=nine.offer(), faces="5,3")
    assert (foe(nine), nine.score("chance")) == (5, 6)


def test_6_luck_saves(player: Player) -> None:
    player.play("perdre", score="endurance", points=18)
    player.play("perdre", score="chance", points=1)
    meet(player)
    player.play("assaut", turn=1, faces="6,6,1,1")
    player.play("chance_blessure", offre=player.offer(), faces="3,4")
    assert (player.score("endurance"), player.score("chance")) == (1, 6)
    assert "hero/ending" not in player.export()["boxes"]


def test_7_luck_comes_too_late(player: Player) -> None:
    player.play("gagner", score="chance", points=1, malgre_tout=1)
    player.play("perdre", score="endurance", points=19)
    meet(player)
    player.play("assaut", turn=1, faces="6,6,1,1")
    player.play("chance_blessure", offre=player.offer(), faces="1,1")
    assert (player.score("endurance"), player.score("chance")) == (0, 8)
    assert player.export()["boxes"]["hero/ending"] == ["mort"]
    assert player.refused("manger") == "aventure_finie"


@pytest.mark.parametrize(("chance", "left"), [(1, 0), (0, 0)])
def test_8_imposed_luck_at_the_bottom(player: Player, chance: int, left: int) -> None:
    player.play("perdre", score="chance", points=8 - chance)
    throw = player.play("tenter_chance", faces="1,1")["throws"][0]
    assert throw["total"] > throw["against"]
    assert player.score("chance") == left


def test_9_meals(player: Player) -> None:
    player.play("perdre", score="endurance", points=2)
    player.play("perdre_provisions", repas=9)
    player.play("manger")
    assert player.score("endurance") == 20
    player.play("repas_impose")
    assert [item[2] for item in player.items("provision").values()] == [1]
    player.play("trouver_provisions", repas=10)
    player.play("trouver_provisions", repas=3)
    assert [item[2] for item in player.items("provision").values()] == [12]
    player.play("perdre_provisions", repas=12)
    player.play("perdre", score="endurance", points=18)
    player.play("repas_impose")
    assert player.export()["boxes"]["hero/ending"] == ["mort"]


def test_9_no_meal_in_combat(player: Player) -> None:
    player.play("perdre", score="endurance", points=5)
    meet(player)
    before = player.export()
    assert player.refused("manger") == "en_combat"
    assert player.export() == before


def test_10_tests_and_presence(nine: Player) -> None:
    throw = nine.play("tester", score="habilete", faces="4,5")["throws"][0]
    assert throw["total"] <= throw["against"] == 9
    nine.play("gagner", score="presence", points=5)
    nine.play("gagner", score="presence", points=3)
    assert nine.score("presence") == 12


def test_potion_and_bottle(player: Player) -> None:
    player.play("perdre", score="endurance", points=10)
    player.play("trouver_potion", nom="Potion ambrée", effet="endurance", points=4)
    player.play("boire", n=min(player.items("potion")))
    assert player.score("endurance") == 14
    bottle = min(player.items("bottle"))
    player.play("remplir", n=bottle, contenu="Eau bénite")
    assert player.items("bottle")[bottle][1] == "Eau bénite"
    player.play("vider", n=bottle)
    player.play("laisser", n=bottle, comment="donne")
    assert player.items("bottle") == {}


def test_missing_dice_are_asked_for(player: Player) -> None:
    player.play("choisir_des", des="miens")
    answer = player.post("tenter_chance", JSON)
    assert answer.status_code == 202
    assert answer.json()["dice"]["count"] == 2
    assert player.post("tenter_chance", JSON, faces="3,4,5").json()["refusal"] == "des_en_trop"
    assert player.post("tenter_chance", JSON, faces="3,7").json()["refusal"] == "de_impossible"


@pytest.mark.parametrize(("left", "told"), [(2, "Entre la vie et la mort"), (1, "Coup fatal")])
def test_a_wound_that_kills_says_whether_luck_can_help(player: Player, left: int, told: str) -> None:
    player.play("perdre", score="endurance", points=20 - left)
    meet(player)
    player.play("assaut", turn=1, faces="6,6,1,1")
    assert told in player.client.get(f"/f/{player.key}/combat").text
