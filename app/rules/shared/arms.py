"""Weapons, shields, armour: found, put to use, put away. One of each in use at most."""

from dataclasses import replace

from app.rules.dice import Dice
from app.rules.fields import Name, Number
from app.rules.moves import Choice, Guard, Move, move
from app.rules.sheet import Item, Sheet

KINDS = ("weapon", "shield", "armour")


def in_use(sheet: Sheet, kind: str) -> int | None:
    """The number of the weapon or shield in use, or None."""
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


def moves(*alive: Guard) -> list[Move]:
    """The gestures on arms, whatever their bonuses."""

    @move(*alive)
    def trouver_bouclier(sheet: Sheet, _: Dice, *, nom: Name, en_main: bool = True) -> Sheet:
        """Find a shield, taken up at once by default."""
        sheet, n = sheet.add("item", Item("shield", nom, paragraph=sheet.paragraph))
        return with_use(sheet, n, used=True) if en_main else sheet

    @move(*alive, choices={"n": _held(used=False)})
    def prendre(sheet: Sheet, _: Dice, *, n: Number) -> Sheet:
        """Take a weapon or a shield in hand, instead of any other of its kind."""
        return with_use(sheet, n, used=True)

    @move(*alive, choices={"n": _held(used=True)})
    def ranger(sheet: Sheet, _: Dice, *, n: Number) -> Sheet:
        """Put a weapon or a shield away."""
        return with_use(sheet, n, used=False)

    return [trouver_bouclier, prendre, ranger]
