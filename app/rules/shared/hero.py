"""Who the hero is, where the reader stands, how it ends, and what is worth remembering."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from app.rules.dice import Dice
from app.rules.fields import DiceSource, Name, Number, Paragraph, Text
from app.rules.moves import Args, Choice, Guard, Move, move
from app.rules.shared.fights import close_fight
from app.rules.sheet import Note, Sheet

DICE = ("application", "miens")
"""Who may throw, in a book that offers no more."""

A_NOTE = Choice(lambda sheet: list(sheet.notes), "note_absente")


def _written(sheet: Sheet, args: Args) -> dict[str, object]:
    note = sheet.notes.get(args["n"])
    return {"texte": note and note.text}


def throwers(dice: Sequence[str]) -> Choice:
    """Choose among these sources of dice."""
    return Choice(lambda _: dice, "des_absents")


def sent(sheet: Sheet, paragraph: int | None, outcome: str) -> Sheet:
    """The sheet with the paragraph at which the reader is awaited, and why; by None, with none."""
    sheet = sheet.with_fact("rendez_vous", paragraph)
    return sheet.with_fact("issue", outcome if paragraph else None)


def moves(*alive: Guard, dice: Sequence[str]) -> list[Move]:
    """The gestures of any hero; `alive` guards those a dead one cannot make. `dice`: who may throw."""

    @move(*alive, stands=lambda sheet, _: {"nom": sheet.name})
    def renommer(sheet: Sheet, _: Dice, *, nom: Name) -> Sheet:
        """Give the hero another name."""
        return sheet.with_fact("name", nom)

    @move(*alive)
    def aller(sheet: Sheet, _: Dice, *, paragraphe: Paragraph) -> Sheet:
        """Go to a paragraph of the book."""
        return sent(sheet, None, "").with_fact("paragraph", paragraphe)

    @move(*alive, choices={"des": throwers(dice)})
    def choisir_des(sheet: Sheet, _: Dice, *, des: DiceSource) -> Sheet:
        """Throw with the application's dice, with one's own, or by the Table de Hasard."""
        return sheet.with_fact("dice", des)

    @move(*alive)
    def finir(sheet: Sheet, _: Dice, *, issue: Literal["mort", "victoire"]) -> Sheet:
        """The book says that the adventure ends here."""
        return close_fight(sheet, "fini").with_fact("ending", issue)

    return [renommer, aller, choisir_des, finir, noter, corriger_note, effacer_note]


@move()
def noter(sheet: Sheet, _: Dice, *, texte: Text) -> Sheet:
    """Write a note; it keeps the paragraph it was written at."""
    return sheet.add("note", Note(texte, sheet.paragraph))[0]


@move(choices={"n": A_NOTE}, stands=_written)
def corriger_note(sheet: Sheet, _: Dice, *, n: Number, texte: Text) -> Sheet:
    """Write a note anew."""
    return sheet.put(("note", str(n)), replace(sheet.notes[n], text=texte))


@move(choices={"n": A_NOTE}, stands=_written)
def effacer_note(sheet: Sheet, _: Dice, *, n: Number) -> Sheet:
    """Strike a note off; undo brings it back."""
    return sheet.drop(("note", str(n)))
