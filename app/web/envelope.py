"""What comes with a move: who asks, how the answer is wanted, the dice, the key of the form."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fastapi import Request

from app.rules.dice import Dice, fair, given, pointed
from app.rules.refusal import Refusal
from app.rules.table import CELLS, Point, point
from app.store.undo import number
from app.web.rubrics import FIRST

HERO_PAGE = "heros"
"""The page of the hero just thrown: not a rubric, but moves come from it and return to it."""
ENVELOPE = ("move", "once", "rubric", "seq", "seen", "faces", "pointed", "cell")
FACE = re.compile(r"face(\d{1,2})")
MOST_FACES = 200


@dataclass(frozen=True)
class Envelope:
    """A posted form, sorted: the move and its own fields, and what surrounds them."""

    move: str
    fields: dict[str, str]
    faces: tuple[int, ...] | None
    once: str | None
    seen: str | None
    seq: int | None
    rubric: str
    pointed: tuple[Point, ...] = ()

    @property
    def thrown(self) -> bool:
        """Whether part of the throws came with the form."""
        return bool(self.faces or self.pointed)

    def dice(self, source: object) -> Dice:
        """The reader's faces where there are any, else what the sheet throws with."""
        if self.faces is not None:
            return given(self.faces)
        if source == "table":
            return pointed(self.pointed)
        return given(()) if source == "miens" else fair()

    def restarted(self) -> "Envelope":
        """The same order with no throw made yet."""
        return replace(self, faces=None if self.faces is None else (), pointed=(), seq=None)


def read(form: Mapping[str, object]) -> Envelope:
    """Sort a form. Raises Refusal("faces_illisibles") where the faces are no numbers, or the table none.

    A finger newly put on the table (`cell`) is looked up here, in a grid shuffled only now.
    """
    texts = {key: value for key, value in form.items() if isinstance(value, str)}
    return Envelope(
        move=texts.get("move", ""),
        fields={k: v for k, v in texts.items() if k not in ENVELOPE and not FACE.fullmatch(k)},
        faces=_faces(texts),
        once=texts.get("once", "")[:64] or None,
        seen=texts.get("seen") or None,
        seq=number(texts.get("seq")),
        rubric=texts.get("rubric", FIRST),
        pointed=_points(texts),
    )


def carried(points: Sequence[Point]) -> str:
    """What was pointed at so far, as the tray sends it again."""
    return ",".join(f"{point.cell}:{point.grid}" for point in points)


def _points(texts: Mapping[str, str]) -> tuple[Point, ...]:
    """`pointed` as the tray carries it, then the new `cell`."""
    pairs = [text.partition(":") for text in texts.get("pointed", "").split(",") if text]
    found = [Point(number(cell) or 0, grid) for cell, _, grid in pairs]
    if texts.get("cell"):
        cell = number(texts["cell"]) or 0
        if not 1 <= cell <= CELLS:
            raise Refusal("faces_illisibles")
        found.append(point(cell))
    if len(found) > MOST_FACES or not all(point.fair for point in found):
        raise Refusal("faces_illisibles")
    return tuple(found)


def _faces(texts: Mapping[str, str]) -> tuple[int, ...] | None:
    """`faces` as "3,4", then face1, face2… as the tray sends them."""
    drawn = sorted((int(found[1]), texts[key]) for key in texts if (found := FACE.fullmatch(key)))
    words = [*re.split(r"[\s,;]+", texts.get("faces", "").strip()), *(text for _, text in drawn)]
    words = [word for word in words if word]
    if not words and "faces" not in texts:
        return None
    if len(words) > MOST_FACES or not all(
        word.isascii() and word.isdigit() and len(word) < 4 for word in words
    ):
        raise Refusal("faces_illisibles")
    return tuple(int(word) for word in words)


def shown_seq(request: Request) -> int | None:
    """The last entry that the page asking shows; None where it does not say."""
    return number(request.headers.get("feuille-seq"))


def shown_mark(request: Request) -> str | None:
    """The mark of the sheets beside, as the page asking shows them; None where it does not say."""
    return request.headers.get("feuille-autres")


def wants_fragments(request: Request) -> bool:
    """Whether htmx asks: told by its header alone."""
    return request.headers.get("hx-request") == "true"


def wants_json(request: Request) -> bool:
    """Whether a program asks."""
    return "application/json" in request.headers.get("accept", "")
