"""Well filled sheets of every book, and the states in which between them every move can be played."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from starlette.testclient import TestClient

from app.rules.books import SERIES
from app.store import links
from app.store.keys import new_key
from tests.web.player import Player

BEGUN: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "df51": {"faces": "4,3,5,2,3"},
        "h5": {},
        "kadath": {"perception": "3", "discretion": "3", "reflexes": "2", "muscles": "2", "defense": "2"},
        "kadath_table": {},
        "md1": {"faces": "3,3,4"},
    }
)
"""By series, what its hero is made with."""


def begun(client: TestClient, series: str) -> Player:
    """Aldric, just made."""
    return Player.begin(client, series=series, **BEGUN[series])


def fill(player: Player) -> None:
    """Something in every box: a fight under way, what was met before, possessions, notes, an undone line."""
    for move, fields in COMMON:
        if move in SERIES[player.series].moves:
            player.play(move, **fields)
    FILL[player.series](player)


COMMON: Sequence[tuple[str, Mapping[str, object]]] = (
    ("aller", {"paragraphe": 12}),
    ("noter", {"texte": "Une clef sous la pierre.\nLe mot de passe : « Ysengrin »"}),
    ("trouver", {"sorte": "objet", "nom": "Corde tressée", "quantite": 3, "note": "vingt mètres"}),
    ("trouver", {"sorte": "tresor", "nom": "Perle noire", "note": "vaut dix pièces"}),
    ("gagner_or", {"pieces": 17}),
    ("creer_compteur", {"nom": "Heures", "valeur": 9}),
)
"""What goes into any sheet whose book knows of it."""


def _undone(player: Player) -> None:
    player.play("perdre", score="endurance", points=2)
    player.play("annuler", entree=player.export()["seq"])


def _df51(player: Player) -> None:
    """A wound to settle in a fight against two at once, potions, bottles."""
    play = player.play
    play("trouver_arme", nom="Sabre rouillé", force=1)
    play("trouver_bouclier", nom="Écu fendu")
    play("trouver_potion", nom="Potion ambrée", effet="endurance", points=4, note="amère")
    play("trouver_potion", nom="Potion trouble")
    play("trouver_potion", nom="Fiole grise")
    for n in sorted(player.items("potion"))[-2:]:
        play("boire", n=n)
    play("remplir", n=max(player.items("bottle")), contenu="Eau bénite")
    play("aller", paragraphe=137)
    play("combattre", nom="Goule", habilete=5, endurance=2)
    play("assaut", turn=1, faces="1,1,6,6")
    _undone(player)
    play("combattre", nom="Spectre noyé", habilete=8, endurance=9, maniere="ensemble")
    play("renfort", nom="Noyeur", habilete=7, endurance=5)
    play("regler_combat", maniere="ensemble", modificateur=1, raison="dans l’eau")
    play("assaut", turn=1, cible=2, faces="3,3,6,6,6,6,1,1")
    assert player.offer()


def _md1(player: Player) -> None:
    """A blow to place in a fight against two, a spell that lasts, a foe asleep, a prisoner's arms."""
    play = player.play
    play("trouver_arme", nom="Sabre rouillé", degats=3, attaque=1)
    play("trouver_arme", nom="Dague courbe", degats=2, en_main=0)
    play("trouver_armure", nom="Écu fendu", sorte="bouclier")
    play("subir_sort", nom="Foudre noire", faces="1")
    play("jeter", sort="levitation")
    play("aller", paragraphe=137)
    play("combattre", nom="Goule", habilete=5, endurance=2)
    play("incanter", sort="hypnose", turn=1, faces="1,1,1,2,3")
    _undone(player)
    play("combattre", nom="Spectre noyé", habilete=9, endurance=9)
    play("renfort", nom="Noyeur", habilete=7, endurance=5, pouvoir=2)
    play("circonstance", variable="attaque", points=-1, raison="sous une pluie d’orage")
    play("assaut", turn=1, cible=2, faces="1,1,6,6,1,1")
    assert player.offer()


def _h5(player: Player) -> None:
    """Boxes of the Feuille de Combat won, left and open, and a throw by the table."""
    play = player.play
    play("choisir_des", des="table")
    play("tester", score="diplomatie", cell=17)
    play("choisir_des", des="application")
    play("aller", paragraphe=137)
    play("combattre", nom="Corsaire", valeur=5, endurance=2, victoire=45)
    play("assaut", turn=1, faces="1,1")
    play("combattre", nom="Vieux loup de mer", valeur=5, endurance=2)
    play("finir_combat")
    _undone(player)
    play(
        "combattre",
        nom="Espagnol borgne",
        valeur=7,
        endurance=4,
        defaite=123,
        modificateur=1,
        raison="de haut",
    )
    play("renfort", nom="Arquebusier", talent="adresse", valeur=6, endurance=3)
    play("assaut", turn=1, cible=3, faces="3,3,3,3")


def _kadath(player: Player) -> None:
    """A compétence added, arms, an effect that waits for the next Défense, a line undone."""
    play = player.play
    play("ajouter_competence", nom="Équitation", valeur=4)
    play("trouver_arme", nom="Lame recourbée")
    play("trouver_arme", nom="Fronde", en_main=0)
    play("trouver_armure", nom="Cotte de mailles", muscles=4)
    play("tester", competence="reflexes", prime="efficacite", penalite="danger", faces="5,1")
    play("deplacer", case=3)
    play("annuler", entree=player.export()["seq"])


def _table(player: Player) -> None:
    """Three in a round: one has acted, one may act, and one who is surprised."""
    play = player.play
    for name, reflexes, camp in (("Randolph", 3, "joueurs"), ("Goule", 4, "meneur"), ("Selma", 2, "joueurs")):
        play("ajouter", nom=name, reflexes=reflexes, camp=camp)
    for participant in (1, 2, 3):
        play("declarer", participant=participant, actions=2)
    play("agir", participant=2, action=1)
    play("renommer", nom="Mardi soir")
    play("annuler", entree=player.export()["seq"])


FILL: Mapping[str, Callable[[Player], None]] = MappingProxyType(
    {"df51": _df51, "h5": _h5, "kadath": _kadath, "kadath_table": _table, "md1": _md1}
)


def _at_rest(player: Player) -> None:
    if player.series == "md1":
        _placed(player)
    player.play("finir_combat")


def _dead(player: Player) -> None:
    player.play("finir", issue="mort")


def _placed(player: Player) -> None:
    player.play("placer", offre=player.offer(), sur="endurance")


def _anew(player: Player) -> None:
    player.play("nouvelle_tentative", **BEGUN[player.series])


def _in_the_shop(player: Player) -> None:
    _anew(player)
    player.play("acheter", article="epee")


def _captive(player: Player) -> None:
    _dead(player)
    player.play("reveiller", captif=1)


def _beaten(player: Player) -> None:
    player.play("perdre", score="endurance", points=4)
    player.play("assaut", turn=2, cible=3, faces="6,6,3,3")


def _on_the_ground(player: Player) -> None:
    _beaten(player)
    player.play("aller", paragraphe=123)


def _someone_waits(player: Player) -> None:
    player.play("attendre", participant=1, action=1)


STATES: Mapping[str, Sequence[Callable[[Player], None]]] = MappingProxyType(
    {
        "df51": (_at_rest, _dead),
        "h5": (_at_rest, _dead, _anew, _beaten, _on_the_ground),
        "kadath": (),
        "kadath_table": (_someone_waits,),
        "md1": (_at_rest, _dead, _placed, _in_the_shop, _captive),
    }
)
"""By series, what a filled sheet can be brought to, so that every move can be played in one of them."""


def states(player: Player) -> list[Player]:
    """Copies of a filled sheet: as it is, at rest, dead, and in each further state of its book."""
    copies = [Player(player.client, new_key(None)) for _ in range(len(STATES[player.series]) + 1)]
    for copy in copies:
        assert links.duplicate(player.client.app.state.db, player.key, copy.key)
    for copy, bring in zip(copies[1:], STATES[player.series], strict=True):
        bring(copy)
    return copies
