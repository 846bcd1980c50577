"""Possessions, treasure, gold, and counters the reader names."""

from dataclasses import replace
from typing import Literal

from app.rules.dice import Dice
from app.rules.fields import Count, Name, Number, Quantity, Remark
from app.rules.moves import Args, Choice, Guard, Move, move
from app.rules.refusal import Refusal
from app.rules.shared.guards import items
from app.rules.sheet import Item, Sheet

GOLD = "or"
SORTS = {"objet": "possession", "tresor": "treasure"}
CARRIED = ("possession", "treasure", "weapon", "shield", "armour", "potion", "bottle", "counter")


def _written(sheet: Sheet, args: Args) -> dict[str, object]:
    held = sheet.items().get(args["n"])
    return {"nom": held and held.name, "note": held and held.note}


def moves(*alive: Guard) -> list[Move]:
    """The gestures on the bag and the purse."""
    purse = Choice(lambda sheet: range(1, sheet.value(GOLD) + 1), "pas_assez_d_or")

    @move(*alive)
    def trouver(
        sheet: Sheet,
        _: Dice,
        *,
        sorte: Literal["objet", "tresor"],
        nom: Name,
        quantite: Quantity = 1,
        note: Remark = "",
    ) -> Sheet:
        """Write an object into Possessions or a valuable into Trésor."""
        found = Item(SORTS[sorte], nom, quantite, note=note, paragraph=sheet.paragraph)
        return sheet.add("item", found)[0]

    @move(*alive, choices={"n": items(*CARRIED)}, stands=_written)
    def corriger_objet(sheet: Sheet, _: Dice, *, n: Number, nom: Name, note: Remark = "") -> Sheet:
        """Write a thing's name and remark anew."""
        return sheet.put(("item", str(n)), replace(sheet.items()[n], name=nom, note=note))

    @move(*alive, choices={"n": items(*CARRIED)}, refuses=["pas_tant"])
    def laisser(
        sheet: Sheet,
        _: Dice,
        *,
        n: Number,
        quantite: Quantity = 1,
        comment: Literal["laisse", "donne", "utilise", "perdu"] = "laisse",
    ) -> Sheet:
        """Part with a thing, or with some of it: left, given, used or lost."""
        held = sheet.items()[n]
        if held.kind == "counter":
            return sheet.drop(("item", str(n)))
        if quantite > held.quantity:
            raise Refusal("pas_tant", n=held.quantity, name=held.name)
        if quantite == held.quantity:
            return sheet.drop(("item", str(n)))
        return sheet.put(("item", str(n)), replace(held, quantity=held.quantity - quantite))

    @move(*alive)
    def gagner_or(sheet: Sheet, _: Dice, *, pieces: Quantity) -> Sheet:
        """Gold pieces go into the purse."""
        return sheet.with_score(GOLD, sheet.value(GOLD) + pieces)

    @move(*alive, choices={"pieces": purse})
    def payer(sheet: Sheet, _: Dice, *, pieces: Quantity) -> Sheet:
        """Gold pieces leave the purse, which never goes below 0."""
        return sheet.with_score(GOLD, sheet.value(GOLD) - pieces)

    @move(*alive)
    def creer_compteur(sheet: Sheet, _: Dice, *, nom: Name, valeur: Count = 0) -> Sheet:
        """Open a counter of one's own."""
        return sheet.add("item", Item("counter", nom, valeur))[0]

    @move(*alive, choices={"n": items("counter")}, refuses=["compteur_plein"])
    def compter(sheet: Sheet, _: Dice, *, n: Number, de: Count) -> Sheet:
        """Count up or down."""
        counter = sheet.items()[n]
        if abs(counter.quantity + de) > 9999:
            raise Refusal("compteur_plein")
        return sheet.put(("item", str(n)), replace(counter, quantity=counter.quantity + de))

    return [trouver, corriger_objet, laisser, gagner_or, payer, creer_compteur, compter]
