"""The seven talents shared out, the Endurance that follows from Force, and tests of one talent or more."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, Field

from app.rules.dice import Dice, Throw
from app.rules.fields import DiceCount, DiceSource, Key, MaybeParagraph, Name, Reason, Shift
from app.rules.moves import Choice, Guard, move
from app.rules.refusal import Refusal
from app.rules.series import ScoreRule
from app.rules.shared import hero
from app.rules.shared.guards import GOING_ON
from app.rules.shared.start import BLANK, Start, tried, with_start
from app.rules.sheet import Sheet

Talent: TypeAlias = Literal[
    "force", "agilite", "chance", "diplomatie", "adresse", "habilete", "maitrise_de_la_mer"
]
MaybeTalent: TypeAlias = Annotated[Talent | None, BeforeValidator(lambda value: value or None)]
Points: TypeAlias = Annotated[int, Field(ge=2, le=12)]

MODEL = {
    "force": 12,
    "agilite": 5,
    "chance": 8,
    "diplomatie": 6,
    "adresse": 8,
    "habilete": 7,
    "maitrise_de_la_mer": 4,
}
"""The book's model hero."""
TOTAL = 50

TALENTS = tuple(ScoreRule(key) for key in MODEL)
ENDURANCE = ScoreRule("endurance")
SCORES = (ENDURANCE, *TALENTS)
RULES = {rule.key: rule for rule in SCORES}
START = Start(kept=("name", "dice", "attempt", "partage"), dice=(*hero.DICE, "table"))
ALIVE = (GOING_ON,)
UNPLAYED = Guard("aventure_commencee", START.unplayed)
A_SCORE = Choice(lambda _: list(RULES), "score_inconnu")


class Shares(BaseModel):
    """What each talent is given of the 50 points; by default what the model hero has."""

    force: Points = MODEL["force"]
    agilite: Points = MODEL["agilite"]
    chance: Points = MODEL["chance"]
    diplomatie: Points = MODEL["diplomatie"]
    adresse: Points = MODEL["adresse"]
    habilete: Points = MODEL["habilete"]
    maitrise_de_la_mer: Points = MODEL["maitrise_de_la_mer"]

    def share(self, sheet: Sheet) -> Sheet:
        """The sheet with its talents shared out, kept for the attempts to come. All 50 points are given."""
        given: dict[str, int] = self.model_dump()
        if (total := sum(given.values())) != TOTAL:
            raise Refusal("partage_faux", total=total, left=TOTAL - total)
        return _started(sheet.with_fact("partage", " ".join(map(str, given.values()))))


def _started(sheet: Sheet) -> Sheet:
    """The sheet with its scores as they were shared out, and Endurance: half of Force, rounded up."""
    shares = (int(points) for points in str(sheet.fact("partage")).split())
    start = dict(zip(MODEL, shares, strict=True))
    return with_start(sheet, start | {ENDURANCE.key: (start["force"] + 1) // 2})


@move(BLANK, choices={"des": hero.throwers(START.dice)}, refuses=["partage_faux"])
def creer(sheet: Sheet, _: Dice, *, nom: Name, des: DiceSource = "application", partage: Shares) -> Sheet:
    """Share 50 points out among seven talents, each 2 to 12: the sheet's first move."""
    return partage.share(START.named(sheet, nom, des))


@move(*ALIVE, UNPLAYED, refuses=["partage_faux"])
def repartir(sheet: Sheet, _: Dice, *, partage: Shares) -> Sheet:
    """Share the points out anew, while nothing has been played."""
    return partage.share(sheet)


@move()
def nouvelle_tentative(sheet: Sheet, _: Dice) -> Sheet:
    """The hero starts afresh with the same talents; notes stay."""
    return _started(START.again(sheet))


# Tests


def reads(sheet: Sheet, key: str) -> int:
    """A score as it counts in a test."""
    return sheet.value(key)


def _tested(sheet: Sheet, dice: Dice, talent: str, des: int, modifier: int) -> Throw:
    """Dice within the score are a success, and it costs nothing; a double ace is no more than that."""
    return dice.throw(des, f"test_{talent}", against=max(0, reads(sheet, talent) + modifier))


def _sent(sheet: Sheet, success: bool, succes: int | None, echec: int | None) -> Sheet:
    """The sheet with the paragraph that the test leads to, where one was given."""
    return hero.sent(sheet, succes, "succes") if success else hero.sent(sheet, echec, "echec")


@move(*ALIVE, choices={"score": A_SCORE})
def tester(
    sheet: Sheet,
    dice: Dice,
    *,
    score: Key,
    des: DiceCount = 2,
    modificateur: Shift = 0,
    raison: Reason = "",
    succes: MaybeParagraph = None,
    echec: MaybeParagraph = None,
) -> Sheet:
    """Test a talent, and go where success or failure leads, if it leads anywhere."""
    thrown = _tested(sheet, dice, score, des, modificateur)
    return _sent(tried(sheet), bool(thrown.success), succes, echec)


@move(*ALIVE)
def enchainer(
    sheet: Sheet,
    dice: Dice,
    *,
    premier: Talent,
    deuxieme: Talent,
    troisieme: MaybeTalent = None,
    quatrieme: MaybeTalent = None,
    arret: bool = True,
    modificateur: Shift = 0,
    raison: Reason = "",
    succes: MaybeParagraph = None,
    echec: MaybeParagraph = None,
) -> Sheet:
    """Test several talents in a row; `arret` stops at the first failure. All must succeed."""
    won = True
    for talent in filter(None, (premier, deuxieme, troisieme, quatrieme)):
        won = bool(_tested(sheet, dice, talent, 2, modificateur).success) and won
        if arret and not won:
            break
    return _sent(tried(sheet), won, succes, echec)
