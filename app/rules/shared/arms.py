"""Weapons, shields, body armour: found, put to use, put away. At most one of each in use."""

from dataclasses import replace

from app.rules.dice import Dice
from app.rules.fields import Name, Number
from app.rules.moves import Choice, Guard, Move, move
from app.rules.sheet import Item, Sheet

KINDS = ("weapon", "shield", "armour")


def in_use(sheet: Sheet, kind: str) -> int | None:
    """The number of the thing of this kind in use, or None."""
    return next((n for n, held in sheet.items(kind).items() if held.in_use), None)


def with_use(sheet: Sheet, n: int, *, used: bool) -> Sheet:
    """The sheet with this thing in use, and any other of its kind put away."""
    kind = sheet.items()[n].kind
    for other, held in sheet.items(kind).items():
        if held.in_use and (used or other == n):
            sheet = sheet.put(("item", str(other)), replace(held, in_use=False))
    return sheet.put(("item", str(n)), replace(sheet.items()[n], in_use=used))


def one_in_use(sheet: Sheet) -> Sheet:
    """The sheet with at most one thing of each kind in use: the first of several."""
    for kind in KINDS:
        first = in_use(sheet, kind)
        if first is not None and sum(held.in_use for held in sheet.items(kind).values()) > 1:
            sheet = with_use(sheet, first, used=True)
    return sheet


def _held(*, used: bool) -> Choice:
    return Choice(
        lambda sheet: [n for n, held in sheet.items(*KINDS).items() if held.in_use is used],
        "arme_rangee" if used else "arme_absente",
    )


def finding(*alive: Guard) -> list[Move]:
    """Finding a shield that is like any other."""

    @move(*alive)
    def trouver_bouclier(sheet: Sheet, _: Dice, *, nom: Name, en_main: bool = True) -> Sheet:
        """Find a shield, taken up at once by default."""
        sheet, n = sheet.add("item", Item("shield", nom, paragraph=sheet.paragraph))
        return with_use(sheet, n, used=True) if en_main else sheet

    return [trouver_bouclier]


def moves(*alive: Guard) -> list[Move]:
    """The gestures on arms, whatever their bonuses."""

    @move(*alive, choices={"n": _held(used=False)})
    def prendre(sheet: Sheet, _: Dice, *, n: Number) -> Sheet:
        """Take up a weapon, a shield or an armour, instead of any other of its kind."""
        return with_use(sheet, n, used=True)

    @move(*alive, choices={"n": _held(used=True)})
    def ranger(sheet: Sheet, _: Dice, *, n: Number) -> Sheet:
        """Put a weapon, a shield or an armour away."""
        return with_use(sheet, n, used=False)

    return [prendre, ranger]
