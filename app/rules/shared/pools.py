"""Pools of dice: some faces bring successes, circumstances add or take some, and two sides may be opposed."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field

from app.rules.dice import Dice, Modifiers, Reading, Verdict
from app.rules.fields import BlankIsNone
from app.rules.moves import move
from app.rules.refusal import Refusal
from app.rules.sheet import Sheet

MOST_DICE = 6
BRINGS = {5: 1, 6: 2}
"""Successes by face; the others bring none."""

Rank: TypeAlias = Annotated[int, Field(ge=0, le=MOST_DICE)]
Few: TypeAlias = Annotated[int, Field(ge=0, le=12)]
Actions: TypeAlias = Annotated[int, Field(ge=1, le=6)]
Successes: TypeAlias = Annotated[int, Field(ge=0, le=60)]
Initiative: TypeAlias = Literal["moi", "autre", "tous_deux"]

Prime: TypeAlias = Literal["acceleration", "peril", "efficacite", "prudence"]
Penalty: TypeAlias = Literal["danger", "difficulte", "ralentissement", "risque"]
MaybePrime: TypeAlias = Annotated[Prime | None, BlankIsNone]
MaybePenalty: TypeAlias = Annotated[Penalty | None, BlankIsNone]

PRIME_REFUSALS = ("prime_incomplete", "prime_annulee")


HouseRule: TypeAlias = Literal[
    "favorables_sans_cinq", "egalite_sans_competence", "primes_libres", "un_de_a_zero"
]


@dataclass(frozen=True)
class House:
    """What a table may settle otherwise than we do. All False: as the rules page has it."""

    favorables_sans_cinq: bool = False  # favourable circumstances count though no die shows 5 or more
    egalite_sans_competence: bool = False  # at equal successes, the one who began wins whatever the ranks
    primes_libres: bool = False  # a prime without its penalty, and one with the penalty that undoes it
    un_de_a_zero: bool = False  # one die is thrown at rank 0


class Circumstances(BaseModel):
    """What the table says of a test, and the prime taken on it."""

    favorables: Few = 0
    defavorables: Few = 0
    aides: Few = 0
    genes: Few = 0
    plusieurs: bool = False
    coup_de_grace: bool = False
    prime: MaybePrime = None
    penalite: MaybePenalty = None
    gratuite: MaybePrime = None

    @property
    def primes(self) -> tuple[Prime | None, Prime | None]:
        return self.prime, self.gratuite

    def check(self, house: House) -> None:
        """A prime goes with a penalty, unless it is free; one that its penalty undoes is refused."""
        if house.primes_libres:
            return
        if (self.prime is None) != (self.penalite is None):
            raise Refusal("prime_incomplete")
        if (self.prime, self.penalite) == ("efficacite", "difficulte"):
            raise Refusal("prime_annulee")

    def modifiers(self) -> Modifiers:
        """Each with its reason. Several attackers of one defender have one favourable, however many."""
        return named(
            ("favorables", self.favorables),
            ("aides", self.aides),
            ("plusieurs", int(self.plusieurs)),
            ("coup_de_grace", int(self.coup_de_grace)),
            ("efficacite", self.primes.count("efficacite")),
            ("defavorables", -self.defavorables),
            ("genes", -self.genes),
            ("difficulte", -int(self.penalite == "difficulte")),
        )


def named(*amounts: tuple[str, int]) -> Modifiers:
    """Those that count."""
    return tuple((why, amount) for why, amount in amounts if amount)


def brings(face: int) -> int:
    """The successes of one die."""
    return BRINGS.get(face, 0)


def left(faces: Iterable[int], net: int, house: House) -> int:
    """The successes left once circumstances, the favourable less the others, are counted.

    Those against take none below 0; those in favour add only where some die brought one. No die, no success.
    """
    thrown = tuple(faces)
    found = sum(map(brings, thrown))
    if not thrown or (not found and not house.favorables_sans_cinq):
        return 0
    return max(0, found + net)


@dataclass(frozen=True)
class Against:
    """The other side: its successes, its rank, and who began the action."""

    successes: int
    rank: int
    initiative: Initiative

    def verdict(self, successes: int, rank: int, house: House) -> Verdict:
        """More successes win, then the higher rank, then the one who began; both began: a draw."""
        ours, theirs = [successes], [self.successes]
        if not house.egalite_sans_competence:
            ours, theirs = [*ours, rank], [*theirs, self.rank]
        if ours != theirs:
            return "gagne" if ours > theirs else "perdu"
        by_start: dict[Initiative, Verdict] = {"moi": "gagne", "autre": "perdu", "tous_deux": "nul"}
        return by_start[self.initiative]


def count(rank: int, house: House) -> int:
    """How many dice a rank throws."""
    return max(rank, int(house.un_de_a_zero))


def reading(rank: int, plus: Modifiers, house: House, against: Against | None = None) -> Reading:
    """How a throw of this rank is read, under these circumstances."""

    def read(faces: tuple[int, ...]) -> tuple[int, Verdict]:
        won = left(faces, sum(amount for _, amount in plus), house)
        return won, against.verdict(won, rank, house) if against else ""

    return read


def house(sheet: Sheet) -> House:
    """The house rules as a sheet has them: one fact each."""
    return House(**{rule.name: bool(sheet.fact(rule.name)) for rule in fields(House)})


@move()
def regler(sheet: Sheet, _: Dice, *, regle: HouseRule, valeur: bool) -> Sheet:
    """Switch a house rule on or off."""
    return sheet.with_fact(regle, 1 if valeur else None)
