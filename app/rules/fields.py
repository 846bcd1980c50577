"""The types of what a reader may enter, with their bounds. Signatures of moves are written with these."""

from typing import Annotated, Literal, TypeAlias
from unicodedata import category

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of what follows, on the rest of the page too."""


def _printable(text: str) -> str:
    text = text.replace("\r\n", "\n")
    if any((category(char) in ("Cc", "Cs") and char != "\n") or char in BIDI for char in text):
        raise ValueError("control")
    return text


def _one_line(text: str) -> str:
    if "\n" in _printable(text):
        raise ValueError("control")
    return text


def _blank_is_none(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


def _blank_is_zero(value: object) -> object:
    return 0 if isinstance(value, str) and not value.strip() else value


def _line(least: int, most: int) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, min_length=least, max_length=most)


Name: TypeAlias = Annotated[str, _line(1, 60), AfterValidator(_one_line)]
MaybeName: TypeAlias = Annotated[Name | None, BeforeValidator(_blank_is_none)]
Reason: TypeAlias = Annotated[str, _line(0, 80), AfterValidator(_one_line)]
Remark: TypeAlias = Annotated[str, _line(0, 200), AfterValidator(_one_line)]
Text: TypeAlias = Annotated[str, _line(1, 4000), AfterValidator(_printable)]

Points: TypeAlias = Annotated[int, Field(ge=1, le=99)]
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
Number: TypeAlias = Annotated[int, Field(ge=1, le=999_999)]
"""The number of an item, a note, an offer, or a slot."""
MaybeNumber: TypeAlias = Annotated[Number | None, BeforeValidator(_blank_is_none)]

Key: TypeAlias = Annotated[str, _line(1, 40)]
MaybeKey: TypeAlias = Annotated[Key | None, BeforeValidator(_blank_is_none)]
"""The key of a score."""

DiceSource: TypeAlias = Literal["application", "miens"]
