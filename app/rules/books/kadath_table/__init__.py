"""Kadath, la table: who takes part in the round, in what order, and what is thrown there."""

from app.rules.books.kadath_table import party, round, throws
from app.rules.books.kadath_table.state import shows, tells
from app.rules.series import Series, by_name, only
from app.rules.shared import hero, pools
from app.rules.sheet import Sheet

SERIES = Series(
    key="kadath_table",
    scores=(),
    moves=by_name(
        (party.creer,),
        only(hero.moves(dice=hero.DICE), "renommer", "choisir_des", "noter", "corriger_note", "effacer_note"),
        (party.ajouter, party.amender, party.relier, party.retirer),
        (round.declarer, round.agir, round.attendre, round.intervenir, round.round_suivant),
        (round.surprendre, round.compter_effet),
        (throws.tester, throws.opposer),
        (party.nouveau_scenario, pools.regler),
    ),
    settle=lambda sheet: sheet,
    reads=Sheet.value,
    attempts=False,
    takes=frozenset({"kadath"}),
    tells=tells,
    shows=shows,
)
