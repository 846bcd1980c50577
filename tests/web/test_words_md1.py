"""The journal of Le Maître du Destin 1: who, which dice, what was added, the total, the threshold."""

import pytest

from app.rules.books import SERIES
from tests.web.test_words import Game, fr


@pytest.fixture
def game() -> Game:
    """Endurance 9, Habileté 9, Pouvoir 8."""
    begun = Game(SERIES["md1"])
    begun.says("creer", 3, 3, 4, nom="Aldric")
    return begun


@pytest.fixture
def fight(game: Game) -> Game:
    """Épée and Bouclier against Orque, of Défense +1, and Loup."""
    game.says("acheter", article="epee")
    game.says("acheter", article="bouclier")
    game.says("combattre", nom="Orque", habilete=10, endurance=6)
    game.says("renfort", nom="Loup", habilete=5, endurance=4, degats=3)
    return game


def offer(game: Game) -> int:
    return min(game.sheet.offers)


def test_the_start_and_the_shop() -> None:
    game = Game(SERIES["md1"])
    assert game.says("creer", 3, 6, 5, nom="Aldric") == fr("Aldric : Endurance 9, Habileté 12, Pouvoir 9.")
    assert game.says("acheter", article="epee") == fr("Acheté : Or −5 (5 pièces), Épée (Dégâts 4), en main.")
    assert game.says("acheter", article="bouclier") == fr(
        "Acheté : Or −2 (3 pièces), Bouclier (Défense +2), sur vous."
    )
    assert game.says("rendre", n=game.n("Épée")) == fr("Rendu : Épée. Or +5 (8 pièces).")


def test_foes_come_in(game: Game) -> None:
    assert game.says("combattre", nom="Orque", habilete=10, endurance=6, surprise=True) == fr(
        "Combat, vous êtes surpris : Orque, Habileté 10, Endurance 6."
    )
    assert game.says("renfort", nom="Zombie", habilete=5, endurance=8, pouvoir=2, mort_vivant=True) == fr(
        "Un adversaire de plus : Zombie, Habileté 5, Endurance 8, Pouvoir 2, mort-vivant."
    )
    assert game.says("assaut", 1, 1, 1, 2, turn=1) == fr(
        "Assaut 1 : Orque, 2 < 7, manqué ; Zombie, 3 < 7, manqué."
    )


def test_a_blow_of_nine_and_one_answered(fight: Game) -> None:
    told = fight.told("assaut", 5, 5, turn=1, cible=1)
    assert told.text == fr(
        "Assaut 1 : vous contre Orque, 10 −1 Défense adverse = 9 ≥ 9, touché, encore à vous. "
        "Orque −4 Habileté (6)."
    )
    assert (told.verdict, told.throws[0].at, told.throws[0].detail) == ("good", "Orque", "−1 Défense adverse")
    told = fight.told("assaut", 4, 3, 4, 4, 5, 5, turn=2, cible=2)
    assert told.text == fr(
        "Assaut 2 : vous contre Loup, 7 ≥ 7, touché ; Orque, 8 −2 Défense adverse = 6 < 7, manqué ; "
        "Loup, 10 −1 Attaque −2 Défense adverse = 7 ≥ 7, touché. "
        "Loup −4 Habileté (1). Loup : 3 points à placer."
    )


def test_a_blow_to_place_and_the_fall(fight: Game) -> None:
    fight.says("perdre", score="endurance", points=5)
    told = fight.told("assaut", 1, 1, 6, 6, 1, 1, turn=1, cible=2)
    assert told.text.endswith(fr("Orque : 4 points à placer."))
    assert told.verdict == "bad"
    assert fight.says("placer", offre=offer(fight), sur="endurance") == fr(
        "Coup placé (Orque, 4 points). Endurance −4 (0). Vous perdez connaissance."
    )
    assert fight.says("reveiller", endurance=3, captif=True) == fr(
        "Vous revenez à vous, prisonnier. Endurance +3 (3)."
    )
    assert fight.says("s_evader") == "Vous n’êtes plus prisonnier."


def test_foes_fall(fight: Game) -> None:
    fight.says("amender", adversaire=2, habilete=3)
    assert fight.says("assaut", 6, 6, turn=1, cible=2).endswith(fr("Loup −4 Endurance (0) : hors de combat."))


def test_a_spell_fumbled_and_one_that_works(fight: Game) -> None:
    fight.says("amender", adversaire=2, pouvoir=3)
    told = fight.told("incanter", 5, 4, 1, 1, sort="hypnose", turn=1)
    assert told.text == fr(
        "Assaut 1, Hypnose : Orque, 9 −2 Défense adverse = 7 ≥ 7, touche ; "
        "Loup, 2 −1 Attaque −2 Défense adverse = −1 < 7, manque ; le sort échoue. "
        "Pouvoir −2 (6). Orque : 4 points à placer."
    )
    assert told.verdict == "bad"
    fight.says("placer", offre=offer(fight), sur="endurance")
    told = fight.told("incanter", 1, 1, 1, 1, 4, 1, 2, 3, sort="hypnose", turn=2)
    assert told.text.endswith(
        fr("Loup, 4 +1 sort = 5 > 3, ne résiste pas ; 6 points. Pouvoir −2 (4). Loup s’endort.")
    )
    assert fight.says("incanter", 1, 1, 4, sort="energie_pure", turn=3, cible=1).endswith(
        fr("manque ; 4 points contre Orque. Pouvoir −1 (3). Orque −4 Endurance (2).")
    )


def test_spells_out_of_a_fight(game: Game) -> None:
    assert game.says("jeter", 5, 4, 2, sort="hypnose") == fr("Hypnose : 11 points. Pouvoir −2 (6).")
    assert game.says("jeter", 1, sort="energie_pure", pouvoir=3) == fr(
        "Énergie Pure : la créature, 1 +1 sort = 2 ≤ 3, résiste. Pouvoir −1 (5)."
    )
    assert game.says("jeter", sort="levitation") == fr("Lévitation. Pouvoir −1 (4). En cours : Lévitation.")
    assert game.says("dissiper", n=game.n("Lévitation")) == fr("Lévitation : fini.")
    assert game.says("jeter", sort="guerison") == fr("Guérison. Pouvoir −1 (3), Endurance déjà au plus haut.")
    assert game.says("se_reposer") == fr("Repos : Pouvoir +5 (8).")
    assert game.says("se_reposer") == "Repos sans effet, Pouvoir au plus haut."
    equal = game.says("jeter", 2, sort="energie_pure", pouvoir=3)
    assert "3 ≤ 3, résiste et perd 1 Pouvoir" in equal


def test_a_foe_s_spell(game: Game) -> None:
    told = game.told("subir_sort", 6, nom="Foudre", effet="endurance", points=3)
    assert (told.text, told.verdict) == (
        fr("Sort « Foudre » : 6 +1 sort = 7 ≤ 8, sans effet sur vous."),
        "good",
    )
    game.says("perdre", score="pouvoir", points=2)
    told = game.told("subir_sort", 6, nom="Foudre", effet="endurance", points=3)
    assert told.text == fr("Sort « Foudre » : 6 +1 sort = 7 > 6, vous en êtes victime. Endurance −3 (6).")
    assert told.verdict == "bad"


def test_a_circumstance(fight: Game) -> None:
    assert fight.says("circonstance", variable="attaque", points=-2, raison="Obscurité") == fr(
        "Obscurité : −2 en Attaque."
    )
    assert fight.says("poster", adversaire=1, en_retrait=True) == "Orque se tient en retrait."
    assert fight.says("regler_coups", coups="haut") == fr("Coups reçus : le plus haut total.")
    assert fight.says("fuir") == "Vous fuyez le combat."
