"""Conditions that moves of several books wait for."""

from app.rules.moves import Choice, Guard

GOING_ON = Guard("aventure_finie", lambda sheet: not sheet.ending)
DEAD = Guard("pas_mort", lambda sheet: sheet.ending == "mort")
IN_FIGHT = Guard("pas_de_combat", lambda sheet: sheet.fight is not None)
NO_FIGHT = Guard("en_combat", lambda sheet: sheet.fight is None)


def items(*kinds: str, style: str | None = None, code: str = "objet_absent") -> Choice:
    """Choose among the items of these kinds, and of this style where one is named."""
    return Choice(
        lambda sheet: [n for n, item in sheet.items(*kinds).items() if style is None or item.style == style],
        code,
    )
