"""The start of an adventure: the hero thrown, thrown again, and started afresh."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.rules.dice import Dice
from app.rules.fields import DiceSource, Name
from app.rules.moves import Guard, Move, move
from app.rules.shared.bag import GOLD
from app.rules.sheet import Item, Score, Sheet, score_path

BLANK = Guard("feuille_remplie", lambda sheet: not sheet.boxes)


@dataclass(frozen=True)
class Start:
    """How a book begins: start throws in the order printed, kit, gold, the facts that a new attempt keeps."""

    thrown: Callable[[Dice], dict[str, int]]
    kit: tuple[Item, ...]
    gold: int = 0
    kept: tuple[str, ...] = ("name", "dice", "attempt")

    def begun(self, sheet: Sheet) -> Sheet:
        """A new hero under the old name, with the kit and no scores yet; notes stay."""
        boxes = {path: box for path, box in sheet.boxes.items() if path[0] == "note"}
        begun = replace(sheet, boxes=boxes).put(score_path(GOLD), Score(self.gold, self.gold))
        for key in self.kept:
            begun = begun.with_fact(key, sheet.fact(key))
        for thing in self.kit:
            begun, _ = begun.add("item", thing)
        return begun

    def throw(self, sheet: Sheet, dice: Dice) -> Sheet:
        """The sheet with start values thrown."""
        for key, value in self.thrown(dice).items():
            sheet = sheet.put(score_path(key), Score(value, value))
        return sheet

    def moves(self, unplayed: Guard, *alive: Guard) -> list[Move]:
        """The gestures that throw a hero; `unplayed` says that nothing has been played yet."""

        @move(BLANK)
        def creer(sheet: Sheet, dice: Dice, *, nom: Name, des: DiceSource = "application") -> Sheet:
            """Throw a hero: the sheet's first move."""
            facts = (("name", nom), ("dice", des), ("attempt", 1))
            for key, value in facts:
                sheet = sheet.with_fact(key, value)
            return self.throw(self.begun(sheet), dice)

        @move(*alive, unplayed)
        def relancer(sheet: Sheet, dice: Dice) -> Sheet:
            """Throw the start values again, while nothing has been played."""
            return self.throw(sheet, dice)

        @move()
        def nouvelle_tentative(sheet: Sheet, dice: Dice) -> Sheet:
            """The hero starts afresh; notes stay."""
            begun = self.begun(sheet).with_fact("attempt", sheet.attempt + 1)
            return self.throw(begun, dice)

        return [creer, relancer, nouvelle_tentative]
