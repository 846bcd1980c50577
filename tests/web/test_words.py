"""The French of the sheet: every move, field, refusal and throw has its words."""

import random
import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from app.rules.books import SERIES
from app.rules.changes import changes
from app.rules.dice import Dice, DiceNeeded, Throw, given
from app.rules.moves import BadInput
from app.rules.refusal import Refusal
from app.rules.series import COMMON_REFUSALS, Series
from app.rules.sheet import Encounter, Item, Offer, Sheet
from app.store.journal import Entry
from app.web import told
from app.web.derived import Scene
from app.web.typography import NBSP, THIN, count, number, shortened, signed, tight, typo
from app.web.words import ENV, TEMPLATES, Told, Words

DF51 = SERIES["df51"]
WORDS = Words.of("df51")
BEGUN = (4, 3, 5, 2, 3)  # Habileté 10, Endurance 20, Chance 8, Présence 6
THE_STORE_S = [
    "deja_joue",
    "entree_absente",
    "deja_annule",
    "annulation_bloquee",
    "annulation_impossible",
    "creation_inannulable",
    "question_retour",
    "rien_a_defaire",
    "tableau_change",
    "conflit",
    "lien_inconnu",
    "lien_secret",
    "autre_serie",
    "deja_posee",
    "table_comble",
    "serie_inconnue",
    "corps_trop_grand",
    "introuvable",
    "faces_illisibles",
    "base_indisponible",
    "erreur",
]
PARAMS: dict[str, object] = {
    "n": 2,
    "name": "Corde",
    "most": 12,
    "turn": 3,
    "sides": 6,
    "seq": 47,
    "text": "Repas.",
    "total": 49,
    "left": 1,
}


class Game:
    """A sheet in play, and the entry of each move as the store would write it."""

    def __init__(self, series: Series = DF51) -> None:
        self.series, self.sheet, self.seq = series, Sheet(), 0
        self.words = Words.of(series.key)

    def entry(self, name: str, dice: Dice, **args: object) -> Entry:
        after, read = self.series.play(self.sheet, name, args, dice)
        delta, self.seq = changes(self.sheet, after), self.seq + 1
        names = {
            holder: met.name
            for (table, key), pair in delta.items()
            for holder in [key.split("/")[0]] * (table == "score")
            + [f"foe:{o.slot}" for o in pair if isinstance(o, Offer)]
            if (met := self._box(after, holder))
        }
        self.sheet = after
        now = datetime.now(UTC)
        return Entry(self.seq, now, after.attempt, name, read, tuple(dice.thrown), delta, names)

    def _box(self, after: Sheet, holder: str) -> Encounter | Item | None:
        kind, _, n = holder.partition(":")
        path = ({"foe": "encounter"}.get(kind, kind), n)
        box = after.boxes.get(path) or self.sheet.boxes.get(path)
        return box if isinstance(box, Encounter | Item) else None

    def told(self, name: str, *faces: int, **args: object) -> Told:
        return self.words.explain(self.entry(name, given(faces), **args))

    def says(self, name: str, *faces: int, **args: object) -> str:
        return self.told(name, *faces, **args).text

    def n(self, name: str) -> int:
        return next(n for n, held in self.sheet.items().items() if held.name == name)


@pytest.fixture
def game() -> Game:
    begun = Game()
    begun.told("creer", *BEGUN, nom="Aldric")
    return begun


def armed(game: Game) -> None:
    game.told("trouver_arme", nom="Épée")
    game.told("trouver_bouclier", nom="Rondache")


# Nothing is left without words


@pytest.mark.parametrize("series", SERIES.values(), ids=SERIES)
def test_every_move_has_a_name_and_a_headline_or_none_on_purpose(series: Series) -> None:
    words = Words.of(series.key)
    for move in (*series.moves, "annuler", "revenir"):
        assert words.has("moves", move), move
        assert words.has("headlines", move), move


@pytest.mark.parametrize("series", SERIES.values(), ids=SERIES)
def test_every_field_has_a_french_name(series: Series) -> None:
    words = Words.of(series.key)
    for move in series.moves.values():
        for field in move.params.model_fields:
            assert words.has("fields", field) or words.has("fields", f"{move.name}.{field}"), (
                move.name,
                field,
            )


@pytest.mark.parametrize("series", SERIES.values(), ids=SERIES)
def test_every_choice_among_given_values_has_a_label(series: Series) -> None:
    words = Words.of(series.key)
    for move in series.moves.values():
        for field in move.params.model_json_schema()["properties"].values():
            for value in field.get("enum", ()):
                assert words.label(value) != value, (move.name, value)


@pytest.mark.parametrize("series", SERIES.values(), ids=SERIES)
def test_every_score_and_the_book_have_their_names(series: Series) -> None:
    words = Words.of(series.key)
    for key in ("titre", "sous_titre", *(rule.key for rule in series.scores)):
        assert words.has("labels", key), key


@pytest.mark.parametrize("series", SERIES.values(), ids=SERIES)
def test_every_refusal_has_a_sentence(series: Series) -> None:
    words = Words.of(series.key)
    declared = set().union(*(move.refusals for move in series.moves.values()))
    for code in declared | COMMON_REFUSALS | set(THE_STORE_S):
        assert words.has("refusals", code), code
        sentence = words.refusal(code, PARAMS)
        assert sentence.endswith("."), sentence
        assert not re.search(r"[{}]| [:;!?»]|« ", sentence), sentence


def test_what_goes_wrong_before_a_sheet_is_known_has_a_sentence() -> None:
    for code in ("introuvable", "corps_trop_grand", "base_indisponible", "erreur", "serie_inconnue"):
        assert Words.common().refusal(code, {}) == WORDS.refusal(code, {})


def test_an_unknown_refusal_is_still_a_sentence() -> None:
    assert WORDS.refusal("inconnu_au_bataillon", {}).startswith("Ce geste n’est pas possible")


def test_a_series_words_go_over_the_common_ones() -> None:
    assert Words.common().tables["headlines"]["tester"] != WORDS.tables["headlines"]["tester"]
    assert Words.of("df51") is WORDS


def test_no_common_word_file_names_a_series() -> None:
    assert not set(SERIES) & set(re.findall(r"\w+", (TEMPLATES / "words.toml").read_text("utf-8")))


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("words.toml")), ids=lambda path: path.parent.name)
def test_every_sentence_compiles_and_is_set_with_french_signs(path: Path) -> None:
    for table, sentences in tomllib.loads(path.read_text("utf-8")).items():
        for key, text in sentences.items():
            outside = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", text)
            assert not re.search(r"'|\.\.\.| -", outside), (table, key)
            ENV.from_string(text)


# The journal's sentences


def fr(text: str) -> str:
    """As the reader sees it: the spaces of French."""
    return (
        text.replace(" :", f"{NBSP}:")
        .replace(" ;", f"{THIN};")
        .replace("« ", f"«{NBSP}")
        .replace(" »", f"{NBSP}»")
        .replace("§ ", f"§{NBSP}")
        .replace(" !", f"{THIN}!")
    )


def test_the_hero_thrown() -> None:
    game = Game()
    told = game.told("creer", *BEGUN, nom="Aldric")
    assert told.text == fr("Aldric : Habileté 10, Endurance 20, Chance 8, Présence 6.")
    assert [(throw.label, throw.faces) for throw in told.throws] == [
        ("Habileté", (4,)),
        ("Endurance", (3, 5)),
        ("Chance", (2,)),
        ("Présence", (3,)),
    ]


def test_thrown_again_only_what_changed_is_said(game: Game) -> None:
    assert game.says("relancer", 5, 3, 5, 2, 3) == fr("Nouveau lancer : Habileté 11.")
    assert game.says("relancer", 5, 3, 5, 2, 3) == "Nouveau lancer, mêmes scores."
    assert game.told("relancer", 5, 1, 1, 2, 3).verdict == ""


def test_a_new_attempt_does_not_list_the_kit(game: Game) -> None:
    game.told("aller", paragraphe=12)
    game.told("perdre", score="endurance", points=20)
    assert game.says("nouvelle_tentative", 1, 1, 1, 1, 1) == fr(
        "2ᵉ tentative : Habileté 7, Endurance 14, Chance 7, Présence 5."
    )


def test_an_assaut_won(game: Game) -> None:
    armed(game)
    game.told("perdre", score="habilete", points=1)
    game.told("combattre", nom="Spectre", habilete=8, endurance=6)
    game.told("assaut", 3, 4, 3, 3, turn=1)
    game.told("assaut", 3, 4, 3, 3, turn=2)
    told = game.told("assaut", 3, 4, 4, 3, turn=3)
    assert told.text == fr("Assaut 3 : vous 16, Spectre 15. Spectre −2 Endurance (4).")
    assert told.verdict == "good"


def test_the_throws_of_an_assaut_say_what_was_added(game: Game) -> None:
    game.told("combattre", nom="Spectre noyé", habilete=8, endurance=6, modificateur=-2, raison="obscurité")
    told = game.told("assaut", 1, 1, 4, 4, 4, turn=1)
    assert told.text == fr(
        "Assaut 1 : vous 15, Spectre noyé 10, dé du couteau : 4. Spectre noyé −1 Endurance (5)."
    )
    foe, hero, knife = told.throws
    assert (foe.label, foe.total, foe.detail) == ("Spectre noyé", 10, "+8 Habileté")
    assert (hero.label, hero.who, hero.detail) == ("Vous", "", "+10 Habileté, −1 sans bouclier, −2 obscurité")
    assert (knife.label, knife.faces, knife.detail) == ("Couteau", (4,), "")


def test_an_assaut_lost_and_one_dodged(game: Game) -> None:
    armed(game)
    game.told("combattre", nom="Spectre", habilete=8, endurance=6)
    lost = game.told("assaut", 6, 6, 1, 1, turn=1)
    assert lost.text == fr("Assaut 1 : vous 12, Spectre 20. Endurance −2 (18).")
    assert lost.verdict == "bad"
    tie = game.told("assaut", 6, 6, 5, 5, turn=2)
    assert tie.text == fr("Assaut 2 : vous 20, Spectre 20, chacun esquive.")
    assert tie.verdict == ""


def test_several_foes_each_have_their_throw_and_a_win_over_another_parries(game: Game) -> None:
    armed(game)
    game.told("combattre", nom="Goule", habilete=6, endurance=4, maniere="ensemble")
    game.told("renfort", nom="Spectre", habilete=8, endurance=6)
    assert game.says("assaut", 1, 1, 6, 6, 1, 1, 6, 6, turn=1, cible=2) == fr(
        "Assaut 1 : vous 22, Goule 8, coup paré ; vous 22, Spectre 10. Spectre −2 Endurance (4)."
    )


def test_the_blow_that_kills(game: Game) -> None:
    armed(game)
    game.told("combattre", nom="Spectre", habilete=8, endurance=2)
    assert game.says("assaut", 1, 1, 6, 6, turn=1) == fr(
        "Assaut 1 : vous 22, Spectre 10. Spectre −2 Endurance (0) : adversaire vaincu."
    )


def test_the_blow_that_kills_the_hero_waits_for_luck(game: Game) -> None:
    game.told("ecrire_score", score="endurance", valeur=1)
    game.told("combattre", nom="Spectre", habilete=8, endurance=6)
    assert game.says("assaut", 6, 6, 1, 1, turn=1) == fr("Assaut 1 : vous 11, Spectre 20. Endurance −2 (0).")
    offer = next(iter(game.sheet.offers))
    luck = game.told("chance_blessure", 6, 6, offre=offer)
    assert luck.text == fr(
        "Chance tentée : 12 > 8, Malchanceux : la blessure est plus grave. Chance −1 (7). "
        "Votre aventure s’arrête ici."
    )
    assert luck.verdict == "bad"


def test_luck_for_a_wound(game: Game) -> None:
    armed(game)
    game.told("combattre", nom="Spectre", habilete=8, endurance=6)
    game.told("assaut", 1, 1, 6, 6, turn=1)
    assert game.says("chance_blessure", 4, 4, offre=next(iter(game.sheet.offers))) == fr(
        "Chance tentée : 8 ≤ 8, Chanceux : le coup porte plus fort. Chance −1 (7). Spectre −2 Endurance (2)."
    )
    game.told("assaut", 6, 6, 1, 1, turn=2)
    assert game.says("chance_blessure", 1, 1, offre=next(iter(game.sheet.offers))) == fr(
        "Chance tentée : 2 ≤ 7, Chanceux : la blessure est moins grave. Endurance +1 (19). Chance −1 (6)."
    )
    game.told("assaut", 6, 6, 1, 1, turn=3)
    assert game.says("accepter_blessure", offre=next(iter(game.sheet.offers))) == (
        "Blessure laissée telle quelle, sans tenter la Chance."
    )


def test_luck_tried(game: Game) -> None:
    told = game.told("tenter_chance", 4, 5)
    assert told.text == fr("Chance tentée : 9 > 8, Malchanceux. Chance −1 (7).")
    assert (told.verdict, told.throws[0].label, told.throws[0].success) == ("bad", "Chance", False)


def test_a_score_tested(game: Game) -> None:
    game.told("perdre", score="habilete", points=1)
    assert game.says("tester", 4, 5, score="habilete") == fr("Habileté testée : 9 ≤ 9, c’est réussi.")
    dark = game.told("tester", 4, 5, score="habilete", modificateur=-2, raison="obscurité")
    assert dark.text == fr("Habileté testée : 9 > 7 (−2 : obscurité), c’est manqué.")
    assert (dark.throws[0].label, dark.throws[0].detail) == ("Habileté", fr("−2 : obscurité"))
    assert game.says("lancer", 3, des=1, modificateur=2) == fr("Lancer de 1 dé : 5 (+2).")


def test_meals(game: Game) -> None:
    game.told("perdre", score="endurance", points=6)
    assert game.says("manger") == fr("Repas : Endurance +4 (18).")
    assert game.says("manger") == fr("Repas : Endurance +2 (20), arrêt au total de départ.")
    assert game.says("manger", malgre_tout=True) == "Repas sans effet, Endurance au plus haut, malgré tout."
    assert game.says("repas_impose") == "Repas imposé. Repas −1 (8)."
    assert game.says("trouver_provisions", repas=6) == "Repas +4 (12), 2 repas laissés sur place."
    assert game.says("trouver_provisions", repas=1) == "Sac plein, 1 repas laissé sur place."
    assert game.says("trouver_provisions", repas=1, malgre_tout=True) == "Repas +1 (13), malgré tout."
    assert game.says("perdre_provisions", repas=13) == "Repas −13 (0)."
    assert game.says("repas_impose") == "Repas imposé, plus rien à manger. Endurance −2 (18)."


def test_gains_stop_at_their_ceiling_and_say_so(game: Game) -> None:
    game.told("perdre", score="endurance", points=2)
    assert game.says("gagner", score="endurance", points=4) == "Endurance +2 (20), arrêt au total de départ."
    assert game.says("gagner", score="endurance", points=4) == fr(
        "Endurance : +4 sans effet, arrêt au total de départ."
    )
    assert (
        game.says("gagner", score="endurance", points=4, malgre_tout=True)
        == "Endurance +4 (24), malgré tout."
    )
    assert game.says("gagner", score="presence", points=9) == "Présence +6 (12), arrêt à 12."


def test_scores_lost_changed_and_corrected(game: Game) -> None:
    assert game.says("perdre", score="chance", points=3) == "Chance −3 (5)."
    assert game.says("ecrire_score", score="chance", valeur=8) == fr("Correction : Chance +3 (8).")
    assert game.says("ecrire_score", score="chance", valeur=8) == "Chance reste à 8."
    assert game.says("changer_depart", score="habilete", points=1) == "Habileté de départ +1 (11)."
    assert game.says("perdre", score="habilete", points=12) == "Habileté −10 (0)."
    assert game.says("perdre", score="habilete", points=1) == fr("Habileté : déjà à 0.")


def test_death_and_life(game: Game) -> None:
    died = game.told("perdre", score="endurance", points=30)
    assert died.text == "Endurance −20 (0). Votre aventure s’arrête ici."
    assert died.verdict == "bad"
    assert game.says("revivre", endurance=5) == fr("Le paragraphe vous rend la vie : Endurance +5 (5).")
    game.told("finir", issue="mort")
    assert game.says("revivre", endurance=3) == fr("Le paragraphe vous rend la vie : Endurance −2 (3).")
    game.told("finir", issue="mort")
    assert game.says("revivre", endurance=30) == fr(
        "Le paragraphe vous rend la vie : Endurance +17 (20), arrêt au total de départ."
    )
    assert game.told("finir", issue="victoire").verdict == "good"


def test_potions_and_bottles(game: Game) -> None:
    game.told("perdre", score="endurance", points=3)
    assert game.says("trouver_potion", nom="Potion ambrée", effet="endurance", points=4) == fr(
        "Ajouté aux Potions : Potion ambrée (Endurance +4)."
    )
    assert game.says("boire", n=game.n("Potion ambrée")) == fr(
        "Potion ambrée : Endurance +3 (20), arrêt au total de départ, bouteille vide gardée."
    )
    assert game.says(
        "remplir", n=game.n("Bouteille vide"), contenu="Eau vive", effet="chance", points=-1
    ) == fr("Bouteille remplie : Eau vive (Chance −1).")
    assert game.says("vider", n=game.n("Eau vive")) == fr("Vidé : Eau vive, bouteille vide gardée.")
    game.told("trouver_potion", nom="Élixir")
    assert game.says("boire", n=game.n("Élixir")) == "Élixir, bouteille vide gardée."


def test_things(game: Game) -> None:
    assert game.says("trouver_arme", nom="Épée", force=1, habilete=-1) == fr(
        "Couteau de côté. Ajouté aux armes : Épée (Force d’Attaque +1, Habileté −1), en main."
    )
    assert game.says("ranger", n=game.n("Épée")) == "Épée de côté."
    assert game.says("prendre", n=game.n("Épée")) == "Épée en main."
    assert game.says("trouver", sorte="objet", nom="Corde", quantite=3) == fr(
        "Ajouté aux Possessions : Corde (3)."
    )
    assert game.says("corriger_objet", n=game.n("Corde"), nom="Corde à nœuds", note="pont") == fr(
        "Fiche corrigée : Corde devient Corde à nœuds, Corde à nœuds : « pont »."
    )
    assert game.says("laisser", n=game.n("Corde à nœuds")) == fr("Laissé : Corde à nœuds (1), reste 2.")
    assert game.says("laisser", n=game.n("Corde à nœuds"), quantite=2, comment="donne") == fr(
        "Donné : Corde à nœuds (2)."
    )
    assert game.says("laisser", n=game.n("Épée"), comment="perdu") == fr("Perdu : Épée.")


def test_gold_and_counters(game: Game) -> None:
    assert game.says("gagner_or", pieces=15) == "Or +15 (15 pièces)."
    assert game.says("payer", pieces=14) == "Or −14 (1 pièce)."
    assert game.says("creer_compteur", nom="Jours", valeur=3) == fr("Nouveau compteur : Jours (3).")
    assert game.says("compter", n=game.n("Jours"), de=1) == "Jours +1 (4)."
    assert game.says("compter", n=game.n("Jours"), de=-5) == "Jours −5 (−1)."
    assert game.says("compter", n=game.n("Jours"), de=0) == "Compteur inchangé."
    assert game.says("laisser", n=game.n("Jours")) == fr("Compteur rayé : Jours.")


def test_encounters(game: Game) -> None:
    assert game.says(
        "combattre", nom="Spectre noyé", habilete=8, endurance=6, degats=3, raison="brume"
    ) == fr("Combat (brume) : Spectre noyé, Habileté 8, Endurance 6, Dégâts infligés 3.")
    assert game.says("renfort", nom="Goule", habilete=5, endurance=4) == fr(
        "Un adversaire de plus : Goule, Habileté 5, Endurance 4."
    )
    assert game.says("amender", adversaire=2, habilete=6, force=1) == fr(
        "Adversaire corrigé : Goule +1 Habileté (6), Goule : Force d’Attaque 1."
    )
    assert game.says("regler_combat", maniere="ensemble", modificateur=-1, raison="brume") == fr(
        "Combat réglé : tous ensemble (−1 : brume)."
    )
    assert game.says("retirer", adversaire=2) == "Goule quitte le combat."
    assert game.says("fuir", perte=2) == "Vous fuyez le combat. Endurance −2 (18)."
    assert game.says("reprendre_combat", adversaire=1) == fr("Le combat reprend : Spectre noyé.")
    assert game.says("finir_combat") == "Combat terminé."
    assert game.says("effacer_rencontre", adversaire=1) == fr("Rencontre effacée : Spectre noyé.")


def test_where_the_reader_stands_and_what_they_know(game: Game) -> None:
    assert game.says("aller", paragraphe=137) == fr("§ 137.")
    assert game.says("renommer", nom="Aldric le Pêcheur") == fr("Nom du héros : Aldric le Pêcheur.")
    assert game.says("choisir_des", des="miens") == fr("Dés : Mes propres dés.")
    assert game.says("noter", texte="Le pont\nest coupé : faire demi-tour") == (
        f"Note{NBSP}: «{NBSP}Le pont est coupé : faire demi-tour{NBSP}»."
    )
    n = next(iter(game.sheet.notes))
    assert len(game.says("corriger_note", n=n, texte="mot " * 900)) < 90
    assert game.says("effacer_note", n=n).startswith("Note effacée")
    assert game.says("finir", issue="mort") == "Votre aventure s’arrête ici."


def entry(move: str, **fields: Any) -> Entry:
    blank = {
        "seq": 48,
        "at": datetime.now(UTC),
        "attempt": 1,
        "args": {},
        "throws": (),
        "changes": {},
        "names": {},
    }
    return Entry(move=move, **blank | fields)


def test_undo_says_what_comes_back(game: Game) -> None:
    lost = game.entry("perdre", given(()), score="endurance", points=2)
    back = {path: (after, before) for path, (before, after) in lost.changes.items()}
    undo = entry("annuler", args={"entree": 47}, changes=back, undoes=47)
    assert WORDS.explain(undo).text == fr("Annulé : #47. Endurance +2 (20).")
    far = entry("revenir", args={"entree": 31}, changes=back, undoes=32)
    assert WORDS.explain(far).text == fr("Retour à l’étape #31.")


def test_undoing_much_is_said_briefly() -> None:
    game = Game()
    made = game.entry("creer", given(BEGUN), nom="Aldric")
    back = {path: (after, before) for path, (before, after) in made.changes.items()}
    assert WORDS.explain(entry("annuler", changes=back, undoes=1)).text == fr("Annulé : #1.")


@pytest.mark.parametrize("move", [*DF51.moves, "annuler", "revenir", "un_coup_d_autrefois"])
def test_an_entry_that_cannot_be_told_still_has_its_name(move: str) -> None:
    odd: Any = {("grimoire", "3"): (None, object()), ("score", "dragon/feu"): (None, None)}
    told = WORDS.explain(entry(move, changes=odd))
    assert told.text.strip(" .")


def test_what_a_reader_typed_is_never_touched(game: Game) -> None:
    name = "<b>{{ 7*7 }}</b> ? « x » ; {% if %}"
    assert game.says("renommer", nom=name) == f"Nom du héros{NBSP}: {name}."
    game.told("combattre", nom=name, habilete=8, endurance=6, modificateur=1, raison="hop : ! ?")
    told = game.told("assaut", 1, 1, 2, 2, 1, turn=1)
    assert name in told.text
    assert told.throws[0].label == name
    assert told.throws[1].detail.endswith("+1 hop : ! ?")


# Throws to come


def needed(game: Game, name: str, *faces: int, **args: object) -> str:
    with pytest.raises(DiceNeeded) as caught:
        game.series.play(game.sheet, name, args, given(faces))
    return game.words.prompt(caught.value)


def test_prompts(game: Game) -> None:
    assert needed(Game(), "creer", nom="Aldric") == fr("Lancez 1 dé : Habileté de départ")
    assert needed(Game(), "creer", 4, nom="Aldric") == fr("Lancez 2 dés : Endurance de départ")
    game.told("combattre", nom="Spectre noyé", habilete=8, endurance=6)
    assert needed(game, "assaut", turn=1) == "Lancez 2 dés pour Spectre noyé"
    assert needed(game, "assaut", 1, 1, turn=1) == fr("Lancez 2 dés pour vous : Force d’Attaque")
    assert needed(game, "assaut", 1, 1, 6, 6, turn=1) == fr("Lancez 1 dé : votre couteau")
    assert needed(game, "tester", score="presence", des=3) == fr("Lancez 3 dés : Présence à l’épreuve")
    assert needed(game, "tenter_chance") == fr("Lancez 2 dés : votre Chance")
    assert needed(game, "lancer", des=1) == "Lancez 1 dé"
    assert WORDS.prompt(DiceNeeded(2, 10, "mystere", "", [])) == "Lancez 2 dés à 10 faces"


# Fields filled in wrongly


@pytest.mark.parametrize(
    ("move", "fields", "sentence"),
    [
        ("creer", {"nom": "x" * 61}, "« Nom » : 60 caractères au plus."),
        ("creer", {}, "« Nom » manque."),
        ("creer", {"nom": "  "}, "« Nom » manque."),
        ("creer", {"nom": "a\x07b"}, "« Nom » contient un caractère invisible qui ne peut pas être gardé."),
        (
            "finir",
            {"issue": "pipée"},
            "« Issue » : choisissez parmi Mort, Victoire.",
        ),
        ("gagner", {"score": "chance", "points": "100"}, "« Points » : un nombre entre 1 et 99."),
        ("gagner", {"score": "chance", "points": "0"}, "« Points » : un nombre entre 1 et 99."),
        ("gagner", {"score": "chance", "points": "deux"}, "« Points » : un nombre entier entre 1 et 99."),
        ("gagner", {"score": "chance", "points": ""}, "« Points » manque."),
        ("gagner", {"score": "chance", "points": "9" * 5000}, "« Points » : un nombre entier entre 1 et 99."),
        ("gagner", {"score": "chance", "points": 1, "malgre_tout": "bof"}, "« Malgré tout » : oui ou non."),
        (
            "tester",
            {"score": "chance", "modificateur": "-40"},
            "« Modificateur » : un nombre entre −20 et 20.",
        ),
        ("amender", {"adversaire": 1, "endurance": "400"}, "« Endurance » : un nombre entre 0 et 99."),
        ("amender", {"adversaire": 1, "nom": "x" * 80}, "« Nom » : 60 caractères au plus."),
        ("noter", {"texte": "x" * 4001}, "« Texte » : 4000 caractères au plus."),
        ("compter", {"n": 1, "de": "x"}, "« De combien » : un nombre entier entre −9999 et 9999."),
        ("manger", {"sel": "1"}, "« sel » n’est pas un champ de ce geste."),
        ("aller", {"paragraphe": []}, "« Paragraphe » : un nombre entier entre 1 et 9999."),
    ],
)
def test_bad_input(move: str, fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        DF51.moves[move].read(fields)
    assert WORDS.bad_input(caught.value, move) == fr(sentence)


# Typography


@pytest.mark.parametrize(
    ("plain", "set_"),
    [
        ("Oui : non ; quoi ? Là !", f"Oui{NBSP}: non{THIN}; quoi{THIN}? Là{THIN}!"),
        ("« Ça »", f"«{NBSP}Ça{NBSP}»"),
        ("§ {{ n }}", f"§{NBSP}{{{{ n }}}}"),
        ("« {{ x }} » : {{ y }} !", f"«{NBSP}{{{{ x }}}}{NBSP}»{NBSP}: {{{{ y }}}}{THIN}!"),
        ("<b>Chance</b> : 8", f"<b>Chance</b>{NBSP}: 8"),
        ("Quoi ?! »", f"Quoi{THIN}?!{NBSP}»"),
        ("{{ a if b else c : d ? e }}", None),
        ("{{ '}} : ' ~ x }}", f"{{{{ '}}}}{NBSP}: ' ~ x }}}}"),
        ('{{ a("k", "Qui lance ?") if b ? c }}', f'{{{{ a("k", "Qui lance{THIN}?") if b ? c }}}}'),
        ('{% set x = ["§ %s" % n] %}', f'{{% set x = ["§{NBSP}%s" % n] %}}'),
        ("{% if x[1 :2] %}", None),
        ("{# dit : « non » ! #}", None),
        ("{#- l'eau : -#}", None),
        ('<a title="oui : non" class="{{ "a" if b > c else "d :" }}">', None),
        ("<p {% if a > b %}hidden{% endif %} data-x='« y »'>", None),
        ("<!-- a > b : c -->", None),
        ("<script>a ? b : c</script>", None),
        ("<style>a :hover { x : y }</style>", None),
        ("9 < 8 et http://x", None),
        ("a :hover", None),
        ("    : début", None),
        ("déjà fait : non", f"déjà fait{NBSP}: non"),
    ],
)
def test_typo(plain: str, set_: str | None) -> None:
    assert typo(plain) == (plain if set_ is None else set_)
    assert typo(typo(plain)) == typo(plain)


def test_typo_of_what_is_not_closed_takes_no_time() -> None:
    for broken in ("{{ 'a' " * 5000, '<a title="{{ x }}" ' * 5000, "<p '" * 5000, "{% " * 5000):
        assert len(typo(broken + " !")) == len(broken) + 2


def test_numbers_stay_with_what_they_belong_to() -> None:
    assert tight("Spectre noyé −2 Endurance (7).") == f"Spectre noyé{NBSP}−2{NBSP}Endurance{NBSP}(7)."
    assert tight("vous 12 −1 = 11 ≥ 7, touché") == f"vous 12{NBSP}−1{NBSP}={NBSP}11{NBSP}≥{NBSP}7, touché"
    assert tight("Une clef, 3 pièces") == "Une clef, 3 pièces"


def test_numbers() -> None:
    assert [number(n) for n in (0, -3, 9999, 12500)] == ["0", "−3", "9999", f"12{THIN}500"]
    assert [signed(n) for n in (4, -2, 0)] == ["+4", "−2", "+0"]
    assert [count(n, "dé", "dés") for n in (0, 1, 2)] == ["0 dé", "1 dé", "2 dés"]
    assert shortened("mot " * 50).endswith("mot…")
    assert len(shortened("x" * 90)) == 60


# Whatever is played, it is told


TYPED = st.sampled_from(["Goule", "L’Ombre", "x", "« y » !", "{{ z }}", "a" * 60])
SAMPLES: dict[str, Any] = {"boolean": st.booleans(), "string": TYPED}


def samples(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values of a field, by its JSON schema."""
    schema = next((kind for kind in schema.get("anyOf", [schema]) if kind.get("type") != "null"), schema)
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "integer":
        least, most = (schema.get(a, schema.get(b)) for a, b in (("minimum", "ge"), ("maximum", "le")))
        return st.integers(max(least, -30), min(most, 30))
    drawn_from: st.SearchStrategy[Any] = SAMPLES[schema["type"]]
    return drawn_from


@st.composite
def orders(draw: st.DrawFn, game: Game) -> tuple[str, dict[str, Any]]:
    """A legal move with fields within bounds."""
    legal = game.series.legal_moves(game.sheet)
    name = draw(st.sampled_from([*legal, *(m for m in ("assaut", "chance_blessure") if m in legal)]))
    move, args = game.series.moves[name], {}
    for field, schema in move.params.model_json_schema()["properties"].items():
        if field in legal[name].choices:
            values = list(legal[name].choices[field])[:20]
            if values and (move.params.model_fields[field].is_required() or draw(st.booleans())):
                args[field] = draw(st.sampled_from(values))
        elif move.params.model_fields[field].is_required() or draw(st.booleans()):
            args[field] = draw(samples(schema))
    if "turn" in args:
        args |= {"turn": game.sheet.fight.turn if game.sheet.fight else 1, "combat": None}
    return name, args


def thrown_by(chance: random.Random) -> Dice:
    return Dice(lambda n, sides: tuple(chance.randint(1, sides) for _ in range(n)))


@pytest.mark.parametrize("series", SERIES.values(), ids=SERIES)
@settings(max_examples=60, deadline=None)
@drawn(data=st.data())
def test_whatever_is_played_is_told(series: Series, data: st.DataObject) -> None:
    game, chance = Game(series), random.Random(data.draw(st.integers(0, 999)))
    made = game.entry("creer", thrown_by(chance), nom="Aldric")
    for _ in range(12):
        name, args = data.draw(orders(game))
        try:
            made = game.entry(name, thrown_by(chance), **args)
        except Refusal:
            continue
        scene = Scene(game.words, made.changes, made.names)
        assert told.told(scene, made) is not None  # which raises where explain() would fall back
        text = game.words.explain(made).text
        assert text.strip(" .,:")
        assert told._closed(text)
        assert not re.search(r"\bNone\b|Undefined|\(\)|  | ,", text), text
        for throw in made.throws:
            assert_prompted(game.words, throw)
            assert game.words.throw(throw, made.args).label


def assert_prompted(words: Words, throw: Throw) -> None:
    asked = DiceNeeded(2, 6, throw.why, throw.who, [], at=throw.at, against=throw.against)
    blanks = {"dice": "2 dés", "who": throw.who, "at": throw.at, "against": throw.against}
    for act, table in (("Lancez 2 dés", False), ("Pointez une case", True)):
        said = words.by_reason("prompts", throw.why, act=act, **blanks)
        assert said == words.prompt(asked, table=table)
        assert said is not None and len(said) > len("Lancez 2") and "None" not in said


def reasons_in_the_source() -> Iterator[str]:
    """Each reason that a rule throws for, a score standing for any."""
    for path in (Path(told.__file__).parents[1] / "rules").rglob("*.py"):
        source = path.read_text("utf-8")
        yield from re.findall(r'(?:dice\.throw\([\w ]+|_luck\(sheet, dice), f?"([^"]+)"', source)


def test_every_throw_in_the_source_has_a_prompt_and_a_label() -> None:
    found = {why.replace("{key}", "chance").replace("{score}", "chance") for why in reasons_in_the_source()}
    assert {"force", "couteau", "chance", "libre", "test_chance", "depart_chance"} <= found
    for why in {why for why in found if "{" not in why} | {"chance_infligee", "chance_recue"}:
        blanks = {"dice": "2 dés", "act": "Lancez 2 dés", "against": 7}
        for words in (words for words in map(Words.of, SERIES) if words.has("prompts", why)):
            assert words.by_reason("prompts", why, **blanks), why
            assert words.by_reason("throws", why), why
        assert any(Words.of(key).by_reason("prompts", why, **blanks) for key in SERIES), why
