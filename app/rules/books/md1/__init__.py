"""Le Maître du Destin 1."""

from app.rules.books.md1 import combat, gear, magic, state
from app.rules.books.md1.state import CONSCIOUS, PLACED, RULES, SCORES, START, VITAL, down
from app.rules.books.md1.variables import EFFECT, UNSEEING, derived
from app.rules.series import Series, by_name
from app.rules.shared import arms, bag, fights, hero, scores, throws
from app.rules.shared.guards import GOING_ON
from app.rules.sheet import Sheet, foe, score_path


def reads(sheet: Sheet, key: str) -> int:
    """A score as it counts in a test: the total itself."""
    return sheet.value(key)


def settle(sheet: Sheet) -> Sheet:
    """What follows from any move: foes at 0 fall; without foes, or the hero down, a fight is over."""
    sheet = arms.one_in_use(sheet)
    for rule in SCORES:
        if sheet.value(rule.key) < 0:
            sheet = sheet.with_score(rule.key, 0)
    for slot in fights.standing(sheet):
        if down(sheet, foe(slot)):
            sheet = fights.with_state(sheet, slot, "vaincu")
    if down(sheet):
        return _over(sheet, "vainqueur")
    return sheet if fights.standing(sheet) and sheet.fight else _over(sheet, "fini")


def _over(sheet: Sheet, state: str) -> Sheet:
    """The sheet with no fight, nor what lasts as long as one."""
    sheet = fights.close_fight(sheet, state)
    for n, held in sheet.items(EFFECT).items():
        if held.style == "combat":
            sheet = sheet.drop(("item", str(n)))
    for slot in sheet.encounters:
        sheet = sheet.drop(score_path(UNSEEING, foe(slot))).drop(score_path(combat.BACK, foe(slot)))
    return sheet


SERIES = Series(
    key="md1",
    scores=SCORES,
    moves=by_name(
        START.moves(gear.SHOP, GOING_ON),
        (gear.acheter, gear.rendre),
        hero.moves(GOING_ON, dice=START.dice),
        scores.moves(RULES, GOING_ON),
        throws.moves(RULES, reads, GOING_ON),
        (combat.combattre, combat.renfort, combat.amender, combat.poster, combat.circonstance),
        (combat.assaut, combat.placer, combat.regler_coups, combat.fuir, combat.achever),
        fights.moves(GOING_ON, CONSCIOUS, PLACED, manner=combat.ORDINARY),
        (magic.jeter, magic.incanter, magic.subir_sort, state.dissiper, state.se_reposer),
        (gear.trouver_arme, gear.trouver_armure, gear.regler_objet),
        arms.moves(GOING_ON),
        bag.moves(GOING_ON),
        (state.reveiller, state.s_evader),
    ),
    settle=settle,
    reads=reads,
    vital=VITAL,
    derived=derived,
    goods=gear.GOODS,
    spells=magic.COSTS,
)
