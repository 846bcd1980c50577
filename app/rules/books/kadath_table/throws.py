"""Tests thrown at the table, mostly by the game master for someone who takes part."""

from app.rules.books.kadath_table.round import check_delay
from app.rules.books.kadath_table.state import PRESENT, more, put, value
from app.rules.dice import Dice, Modifiers
from app.rules.fields import MaybeNumber, Reason
from app.rules.moves import move
from app.rules.refusal import Refusal
from app.rules.shared import pools
from app.rules.shared.pools import Against, Circumstances, Initiative, Rank, Successes
from app.rules.sheet import Sheet

REFUSALS = (*pools.PRIME_REFUSALS, "prime_sans_participant", "ralentissement_vain")


def _plus(sheet: Sheet, slot: int | None, told: Circumstances, *, defends: bool) -> Modifiers:
    """What the table says, and what counts in by itself for one who takes part."""
    if slot is None:
        return told.modifiers()
    effects = {key: defends and value(sheet, slot, key) > 0 for key in ("prudence", "danger")}
    extra = max(0, value(sheet, slot, "actions") - 1)
    counted = (
        ("prudence", int(effects["prudence"])),
        ("danger", -int(effects["danger"])),
        ("actions", -extra),
    )
    return told.modifiers() + pools.named(*counted)


def _after(sheet: Sheet, slot: int, told: Circumstances, *, defends: bool) -> Sheet:
    """A defence uses up what waited for it; primes and penalties leave their effects."""
    for key in ("prudence", "danger") if defends else ():
        sheet = more(sheet, slot, key, -1)
    if "prudence" in told.primes:
        sheet = put(sheet, slot, "prudence", 1)
    lasting = (*told.primes, told.penalite)
    for key in ("acceleration", "danger", "ralentissement"):
        sheet = more(sheet, slot, key, lasting.count(key))
    return sheet


def _tested(
    sheet: Sheet,
    dice: Dice,
    why: str,
    slot: int | None,
    rank: int,
    told: Circumstances,
    *,
    defends: bool,
    overruled: bool,
    against: Against | None = None,
) -> Sheet:
    settled = pools.house(sheet)
    told.check(settled)
    if slot is None and (any(told.primes) or told.penalite):
        raise Refusal("prime_sans_participant")
    if slot is not None and told.penalite == "ralentissement":
        check_delay(sheet, slot, overruled=overruled)
    plus = _plus(sheet, slot, told, defends=defends)
    who = "" if slot is None else sheet.encounters[slot].name
    reads = pools.reading(rank, plus, settled, against)
    dice.throw(pools.count(rank, settled), why, who=who, plus=plus, reads=reads)
    return sheet if slot is None else _after(sheet, slot, told, defends=defends)


@move(choices={"participant": PRESENT}, refuses=REFUSALS)
def tester(
    sheet: Sheet,
    dice: Dice,
    *,
    participant: MaybeNumber = None,
    valeur: Rank,
    circonstances: Circumstances,
    defense: bool = False,
    raison: Reason = "",
    malgre_tout: bool = False,
) -> Sheet:
    """Throw as many dice as a compétence's rank: each 5 is one success, each 6 two.

    For one who takes part, actions declared beyond the first count in; in a defence, what waits for it too.
    """
    return _tested(
        sheet, dice, "test", participant, valeur, circonstances, defends=defense, overruled=malgre_tout
    )


@move(choices={"participant": PRESENT}, refuses=REFUSALS)
def opposer(
    sheet: Sheet,
    dice: Dice,
    *,
    participant: MaybeNumber = None,
    valeur: Rank,
    circonstances: Circumstances,
    reussites: Successes,
    valeur_adverse: Rank,
    initiative: Initiative = "autre",
    defense: bool = False,
    contre: Reason = "",
    malgre_tout: bool = False,
) -> Sheet:
    """Throw against what another's test came to: more successes, higher rank, or who began."""
    against = Against(reussites, valeur_adverse, initiative)
    return _tested(
        sheet,
        dice,
        "opposition",
        participant,
        valeur,
        circonstances,
        defends=defense,
        overruled=malgre_tout,
        against=against,
    )
