"""Meals carried, eaten, imposed, found."""

from dataclasses import dataclass, replace

from app.rules.dice import Dice
from app.rules.fields import Quantity
from app.rules.moves import Choice, Guard, Move, move
from app.rules.series import ScoreRule
from app.rules.shared.guards import NO_FIGHT
from app.rules.shared.scores import gain
from app.rules.sheet import Sheet

KIND = "provision"


@dataclass(frozen=True)
class Diet:
    """What a book says of meals: the score they feed, by how much, the cost of hunger, how many fit."""

    feeds: ScoreRule
    gives: int
    hunger: int
    most: int


def meals(sheet: Sheet) -> int:
    """How many meals are carried."""
    return sum(item.quantity for item in sheet.items(KIND).values())


def with_meals(sheet: Sheet, quantity: int) -> Sheet:
    """The sheet with this many meals on its line of provisions."""
    n, line = next(iter(sheet.items(KIND).items()))
    return sheet.put(("item", str(n)), replace(line, quantity=quantity))


def moves(diet: Diet, *alive: Guard) -> list[Move]:
    """The gestures on provisions."""
    no_fight = replace(NO_FIGHT, yields=True)
    has_meal = Guard("plus_de_repas", lambda sheet: meals(sheet) > 0)
    hungry = Guard(
        "repas_perdu",
        lambda sheet: sheet.value(diet.feeds.key) < diet.feeds.ceiling(sheet.score(diet.feeds.key)),
        yields=True,
    )
    at_hand = Choice(lambda sheet: range(1, meals(sheet) + 1), "pas_tant_de_repas")

    @move(*alive, no_fight, has_meal, hungry)
    def manger(sheet: Sheet, _: Dice, *, malgre_tout: bool = False) -> Sheet:
        """Eat one meal, out of combat: the score it feeds rises up to its ceiling."""
        return gain(with_meals(sheet, meals(sheet) - 1), diet.feeds, diet.gives)

    @move(*alive)
    def repas_impose(sheet: Sheet, _: Dice) -> Sheet:
        """The book imposes a meal: one less and no gain, or a loss where none is left."""
        if meals(sheet):
            return with_meals(sheet, meals(sheet) - 1)
        return gain(sheet, diet.feeds, -diet.hunger)

    @move(*alive)
    def trouver_provisions(sheet: Sheet, _: Dice, *, repas: Quantity, malgre_tout: bool = False) -> Sheet:
        """Find meals; what cannot be carried is left behind unless `malgre_tout`."""
        wanted = meals(sheet) + repas
        return with_meals(sheet, wanted if malgre_tout else max(meals(sheet), min(wanted, diet.most)))

    @move(*alive, choices={"repas": at_hand})
    def perdre_provisions(sheet: Sheet, _: Dice, *, repas: Quantity) -> Sheet:
        """Meals are lost, given or stolen."""
        return with_meals(sheet, meals(sheet) - repas)

    return [manger, repas_impose, trouver_provisions, perdre_provisions]
