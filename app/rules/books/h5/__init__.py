"""Histoire 5, Les Vaisseaux de feu."""

from app.rules.books.h5.duel import (
    ON_FEET,
    amender,
    assaut,
    combattre,
    regler_combat,
    renfort,
    settled,
)
from app.rules.books.h5.talents import (
    ALIVE,
    ENDURANCE,
    RULES,
    SCORES,
    START,
    creer,
    enchainer,
    nouvelle_tentative,
    reads,
    repartir,
    tester,
)
from app.rules.series import Series, by_name
from app.rules.shared import bag, fights, hero, lives, scores, throws
from app.rules.sheet import Sheet


def settle(sheet: Sheet) -> Sheet:
    """What follows from any move: no score below 0, fights end, Endurance 0 is death but for the beaten."""
    for key, score in sheet.scores().items():
        if score.current < 0:
            sheet = sheet.with_score(key, 0)
    sheet = settled(sheet)
    if sheet.value(ENDURANCE.key):
        sheet = sheet.with_fact("vaincu", None)
    elif not sheet.ending and not sheet.fact("vaincu"):
        sheet = sheet.with_fact("ending", "mort")
    return hero.sent(sheet, None, "") if sheet.ending else sheet


SERIES = Series(
    key="h5",
    scores=SCORES,
    moves=by_name(
        (creer, repartir, nouvelle_tentative),
        hero.moves(*ALIVE, dice=START.dice),
        scores.moves(RULES, *ALIVE),
        (tester, enchainer),
        throws.throwing(*ALIVE),
        (combattre, renfort, regler_combat, amender, assaut),
        fights.moves(*ALIVE, ON_FEET, manner="un_par_un"),
        bag.moves(*ALIVE),
        lives.moves(ENDURANCE),
    ),
    settle=settle,
    reads=reads,
)
