"""The start of an adventure: the hero made, made again, and started afresh."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from app.rules.dice import Dice
from app.rules.fields import DiceSource, Name
from app.rules.moves import Guard, Move, move
from app.rules.shared import hero
from app.rules.shared.bag import GOLD
from app.rules.sheet import Item, Score, Sheet, score_path

TRIED = "joue"
"""A fact of the hero: a test was made. Nothing else of the sheet would tell, and the adventure has begun."""

BLANK = Guard("feuille_remplie", lambda sheet: not sheet.boxes)


def with_start(sheet: Sheet, values: Mapping[str, int]) -> Sheet:
    """The sheet with these scores at their start values."""
    for key, value in values.items():
        sheet = sheet.put(score_path(key), Score(value, value))
    return sheet


def tried(sheet: Sheet) -> Sheet:
    """The sheet after a test, which leaves no other trace."""
    return sheet.with_fact(TRIED, 1)


def as_begun(sheet: Sheet) -> tuple[object, ...]:
    """What tells an adventure begun from one not begun: all but names, numbers and start values."""
    current = [key for key, score in sheet.scores().items() if score.current != score.initial]
    tables = [table for table, _ in sheet.boxes if table in ("encounter", "fight")]
    return sheet.paragraph, sheet.ending, sheet.fact(TRIED), current, tables, list(sheet.items().values())


@dataclass(frozen=True)
class Start:
    """How a book begins: start throws in the order printed, kit, gold, the facts that a new attempt keeps.

    `dice` are the ways of throwing that it offers. A book whose hero is not thrown has first moves of its
    own, made with `named`, `begun` and `again`.
    """

    thrown: Callable[[Dice], dict[str, int]] = lambda _: {}
    kit: tuple[Item, ...] = ()
    gold: int = 0
    kept: tuple[str, ...] = ("name", "dice", "attempt")
    dice: tuple[str, ...] = hero.DICE

    def named(self, sheet: Sheet, name: str, dice: str) -> Sheet:
        """A blank sheet with its hero's name, and who throws for them."""
        for key, value in (("name", name), ("dice", dice), ("attempt", 1)):
            sheet = sheet.with_fact(key, value)
        return self.begun(sheet)

    def begun(self, sheet: Sheet) -> Sheet:
        """A new hero under the old name, with the kit and no scores yet; notes stay."""
        boxes = {path: box for path, box in sheet.boxes.items() if path[0] == "note"}
        begun = replace(sheet, boxes=boxes).put(score_path(GOLD), Score(self.gold, self.gold))
        for key in self.kept:
            begun = begun.with_fact(key, sheet.fact(key))
        for thing in self.kit:
            begun, _ = begun.add("item", thing)
        return begun

    def again(self, sheet: Sheet) -> Sheet:
        """The hero begun anew, one attempt later."""
        return self.begun(sheet).with_fact("attempt", sheet.attempt + 1)

    def throw(self, sheet: Sheet, dice: Dice) -> Sheet:
        """The sheet with start values thrown."""
        return with_start(sheet, self.thrown(dice))

    def unplayed(self, sheet: Sheet) -> bool:
        """Whether nothing has been played since the start."""
        return as_begun(sheet) == as_begun(self.begun(sheet))

    def moves(self, unplayed: Guard, *alive: Guard) -> list[Move]:
        """The gestures that throw a hero; `unplayed` says that nothing has been played yet."""

        @move(BLANK, choices={"des": hero.throwers(self.dice)})
        def creer(sheet: Sheet, dice: Dice, *, nom: Name, des: DiceSource = "application") -> Sheet:
            """Throw a hero: the sheet's first move."""
            return self.throw(self.named(sheet, nom, des), dice)

        @move(*alive, unplayed)
        def relancer(sheet: Sheet, dice: Dice) -> Sheet:
            """Throw the start values again, while nothing has been played."""
            return self.throw(sheet, dice)

        @move()
        def nouvelle_tentative(sheet: Sheet, dice: Dice) -> Sheet:
            """The hero starts afresh; notes stay."""
            return self.throw(self.again(sheet), dice)

        return [creer, relancer, nouvelle_tentative]
