"""The types of what a reader may enter, with their bounds. Signatures of moves are written with these."""

from typing import Annotated, TypeAlias
from unicodedata import category

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

JOINER, TAGS = "\u200d", range(0xE0020, 0xE0080)  # emoji are made with these
BLANK = dict.fromkeys(map(ord, " \u2800\u3164\u115f\u1160\uffa0" + JOINER))
"""What is drawn as nothing."""


def _clean(text: object) -> object:
    """Newlines as one sign, and no mark that cannot be seen: those that turn the page's direction too."""
    if not isinstance(text, str):
        return text
    kept = (c for c in text.replace("\r\n", "\n").replace("\t", " ") if not _unseen(c))
    return "".join(kept)


def _unseen(char: str) -> bool:
    return category(char) in ("Cf", "Zl", "Zp") and char != JOINER and ord(char) not in TAGS


def _printable(text: str) -> str:
    if any(category(char) in ("Cc", "Cs") and char != "\n" for char in text):
        raise ValueError("control")
    return text


def _visible(text: str) -> str:
    if not text.translate(BLANK).strip():
        raise ValueError("blank")
    return text


def _one_line(text: str) -> str:
    if "\n" in _printable(text):
        raise ValueError("control")
    return text


def _blank_is_none(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


def _blank_is_zero(value: object) -> object:
    return 0 if isinstance(value, str) and not value.strip() else value


BlankIsNone = BeforeValidator(_blank_is_none)
"""For a field that may be left empty."""


def _line(least: int, most: int) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, min_length=least, max_length=most)


# Before-validators stand last: the outermost runs first.
Name: TypeAlias = Annotated[
    str, _line(1, 60), AfterValidator(_one_line), AfterValidator(_visible), BeforeValidator(_clean)
]
MaybeName: TypeAlias = Annotated[Name | None, BeforeValidator(_blank_is_none)]
Reason: TypeAlias = Annotated[str, _line(0, 80), AfterValidator(_one_line), BeforeValidator(_clean)]
Remark: TypeAlias = Annotated[str, _line(0, 200), AfterValidator(_one_line), BeforeValidator(_clean)]
Text: TypeAlias = Annotated[
    str, _line(1, 4000), AfterValidator(_printable), AfterValidator(_visible), BeforeValidator(_clean)
]

Points: TypeAlias = Annotated[int, Field(ge=1, le=99)]
MaybePoints: TypeAlias = Annotated[Points | None, BeforeValidator(_blank_is_none)]
Value: TypeAlias = Annotated[int, Field(ge=0, le=99)]
MaybeValue: TypeAlias = Annotated[Value | None, BeforeValidator(_blank_is_none)]
MaybeShift: TypeAlias = Annotated[
    Annotated[int, Field(ge=-20, le=20)] | None, BeforeValidator(_blank_is_none)
]
Shift: TypeAlias = Annotated[int, BeforeValidator(_blank_is_zero), Field(ge=-20, le=20)]
Quantity: TypeAlias = Annotated[int, Field(ge=1, le=9999)]
Count: TypeAlias = Annotated[int, Field(ge=-9999, le=9999)]
DiceCount: TypeAlias = Annotated[int, Field(ge=1, le=10)]
Turn: TypeAlias = Annotated[int, Field(ge=1, le=9999)]
Paragraph: TypeAlias = Annotated[int, Field(ge=1, le=9999)]
MaybeParagraph: TypeAlias = Annotated[Paragraph | None, BeforeValidator(_blank_is_none)]
Number: TypeAlias = Annotated[int, Field(ge=1, le=999_999)]
"""The number of an item, a note, an offer, or a slot."""
MaybeYes: TypeAlias = Annotated[bool | None, BeforeValidator(_blank_is_none)]
MaybeNumber: TypeAlias = Annotated[Number | None, BeforeValidator(_blank_is_none)]

Key: TypeAlias = Annotated[str, _line(1, 40)]
MaybeKey: TypeAlias = Annotated[Key | None, BeforeValidator(_blank_is_none)]
"""The key of a score."""

DiceSource: TypeAlias = Key
"""Who throws; the book says which of them it knows."""
