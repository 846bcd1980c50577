"""Défis Fantastiques 51, Les Morts-Vivants de l'île de Solani."""

from app.rules.books.df51 import combat, gear, wounds
from app.rules.books.df51.state import ALIVE, DIET, ENDURANCE, RULES, SCORES, START, UNPLAYED, reads
from app.rules.series import Series, by_name
from app.rules.shared import arms, bag, fights, hero, lives, potions, provisions, scores, throws
from app.rules.sheet import Sheet, foe


def settle(sheet: Sheet) -> Sheet:
    """What follows from any move: the slain fall, spent luck lapses, death is decided if no offer is open."""
    sheet = arms.one_in_use(sheet)
    for slot in fights.standing(sheet):
        if sheet.value("endurance", foe(slot)) <= 0:
            sheet = fights.slain(sheet, slot)
    if not fights.standing(sheet) or sheet.fight is None:
        sheet = fights.close_fight(sheet, "mort" if sheet.fight else "fini")
    if not sheet.value("chance"):
        sheet = fights.without_offers(sheet)
    if sheet.offers:
        return sheet
    for rule in SCORES:
        if sheet.value(rule.key) < 0:
            sheet = sheet.with_score(rule.key, 0)
    if sheet.value("endurance") or sheet.ending:
        return sheet
    return fights.close_fight(sheet, "vainqueur").with_fact("ending", "mort")


SERIES = Series(
    key="df51",
    scores=SCORES,
    moves=by_name(
        START.moves(UNPLAYED, *ALIVE),
        hero.moves(*ALIVE, dice=START.dice),
        scores.moves(RULES, *ALIVE),
        throws.moves(RULES, reads, *ALIVE),
        (wounds.tenter_chance, wounds.chance_blessure, wounds.accepter_blessure),
        (combat.combattre, combat.renfort, combat.regler_combat, combat.amender, combat.assaut, combat.fuir),
        fights.moves(*ALIVE, manner="un_par_un"),
        provisions.moves(DIET, *ALIVE),
        potions.moves(RULES, *ALIVE),
        (gear.trouver_arme,),
        arms.finding(*ALIVE),
        arms.moves(*ALIVE),
        bag.moves(*ALIVE),
        lives.moves(ENDURANCE),
    ),
    settle=settle,
    reads=reads,
)
