"""The sheet: boxes on paper, as one frozen value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Self, TypeAlias, TypeVar, cast

Path: TypeAlias = tuple[str, str]
"""Which table, which key: `("score", "hero/endurance")`, `("item", "3")`, `("hero", "name")`."""

HERO = "hero"


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing known of the hero: name, paragraph, attempt, ending, dice."""

    value: str | int


@dataclass(frozen=True, slots=True)
class Score:
    """A number with its start value, held by the hero, a foe or an item. `initial` is never erased."""

    initial: int
    current: int


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the bag. `style` says how a weapon strikes, `paragraph` where the thing was found."""

    kind: str
    name: str
    quantity: int = 1
    in_use: bool = False
    note: str = ""
    style: str = ""
    paragraph: int | None = None


@dataclass(frozen=True, slots=True)
class Encounter:
    """A foe in a box of « Rencontres ».

    `state` is `combat`, or how it ended: `mort`, `vaincu` (it will not fight again), `parti`, `fui` (the hero
    fled), `fini` (by the book), `vainqueur` (the hero fell), or a state of the book's own.
    """

    name: str
    state: str = "combat"
    paragraph: int | None = None


@dataclass(frozen=True, slots=True)
class Fight:
    """The fight under way. `turn` numbers the Assaut to be played next, from 1."""

    manner: str
    turn: int = 1
    modifier: int = 0
    reason: str = ""
    bare_hands: int = 1


@dataclass(frozen=True, slots=True)
class Offer:
    """A choice left open in a fight, such as luck for a wound: its kind, which foe, how many points."""

    kind: str
    slot: int
    points: int


@dataclass(frozen=True, slots=True)
class Note:
    """Something the reader knows. Notes outlive attempts."""

    text: str
    paragraph: int | None = None


Box: TypeAlias = Fact | Score | Item | Encounter | Fight | Offer | Note
B = TypeVar("B", Fact, Score, Item, Encounter, Fight, Offer, Note)

TABLES: Mapping[str, type[Box]] = {
    "hero": Fact,
    "score": Score,
    "item": Item,
    "encounter": Encounter,
    "fight": Fight,
    "offer": Offer,
    "note": Note,
}


def score_path(key: str, holder: str = HERO) -> Path:
    """Where a score stands; a holder is `hero`, `foe:2` (a slot) or `item:5` (a number)."""
    return "score", f"{holder}/{key}"


def foe(slot: int) -> str:
    """The holder name of the foe in this slot."""
    return f"foe:{slot}"


def item(n: int) -> str:
    """The holder name of the item with this number."""
    return f"item:{n}"


@dataclass(frozen=True)
class Sheet:
    """All boxes by path. `fresh` is the next unused number: it only grows, and is no part of equality."""

    boxes: Mapping[Path, Box] = field(default_factory=dict)
    fresh: int = field(default=1, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "boxes", MappingProxyType(dict(self.boxes)))

    # Reading

    def fact(self, key: str) -> str | int | None:
        """What is known of the hero under this key, or None."""
        box = self.boxes.get(("hero", key))
        return box.value if isinstance(box, Fact) else None

    @property
    def name(self) -> str:
        return str(self.fact("name") or "")

    @property
    def paragraph(self) -> int | None:
        return int(self.fact("paragraph") or 0) or None

    @property
    def attempt(self) -> int:
        return int(self.fact("attempt") or 0)

    @property
    def ending(self) -> str:
        """`mort`, `victoire`, or empty while the adventure goes on."""
        return str(self.fact("ending") or "")

    @property
    def dice(self) -> str:
        """Who throws: `application`, `miens` or `table`."""
        return str(self.fact("dice") or "")

    def score(self, key: str, holder: str = HERO) -> Score:
        """Raises KeyError if the holder has no such score."""
        box = self.boxes[score_path(key, holder)]
        assert isinstance(box, Score)
        return box

    def value(self, key: str, holder: str = HERO, default: int = 0) -> int:
        """A score's current value, or `default` where the holder has no such score."""
        box = self.boxes.get(score_path(key, holder))
        return box.current if isinstance(box, Score) else default

    def scores(self, holder: str = HERO) -> dict[str, Score]:
        """The holder's scores by key, in the order in which they were written down."""
        prefix = f"{holder}/"
        return {
            key.removeprefix(prefix): box
            for (table, key), box in self.boxes.items()
            if table == "score" and key.startswith(prefix) and isinstance(box, Score)
        }

    def _numbered(self, kind: type[B]) -> Iterator[tuple[int, B]]:
        return iter(cast(list[tuple[int, B]], self._by_kind.get(kind, [])))

    @cached_property
    def _by_kind(self) -> dict[type, list[tuple[int, Box]]]:
        """Numbered boxes by type, in order: asked for dozens of times on one sheet."""
        found: dict[type, list[tuple[int, Box]]] = {}
        for (_, key), box in self.boxes.items():
            if key.isdecimal():
                found.setdefault(type(box), []).append((int(key), box))
        for rows in found.values():
            rows.sort(key=lambda row: row[0])
        return found

    def items(self, *kinds: str) -> dict[int, Item]:
        """Items by number, of these kinds or of all."""
        return {n: box for n, box in self._numbered(Item) if not kinds or box.kind in kinds}

    @property
    def encounters(self) -> dict[int, Encounter]:
        return dict(self._numbered(Encounter))

    @property
    def offers(self) -> dict[int, Offer]:
        return dict(self._numbered(Offer))

    @property
    def notes(self) -> dict[int, Note]:
        return dict(self._numbered(Note))

    @property
    def fight(self) -> Fight | None:
        return next((box for _, box in self._numbered(Fight)), None)

    @property
    def fight_path(self) -> Path:
        """Where the fight under way is written. Raises StopIteration if there is none."""
        return "fight", str(next(n for n, _ in self._numbered(Fight)))

    # Writing: each returns a new sheet

    def put(self, path: Path, box: Box) -> Self:
        """The sheet with this box written."""
        return replace(self, boxes={**self.boxes, path: box})

    def drop(self, path: Path) -> Self:
        """The sheet without this box; with an item or a foe go the scores it holds."""
        table, key = path
        holder = {"item": f"item:{key}/", "encounter": f"foe:{key}/"}.get(table)
        kept = {
            p: box
            for p, box in self.boxes.items()
            if p != path and not (holder and p[0] == "score" and p[1].startswith(holder))
        }
        return replace(self, boxes=kept)

    def with_fact(self, key: str, value: str | int | None) -> Self:
        """The sheet with a fact of the hero's written, or taken away by None."""
        return self.drop(("hero", key)) if value is None else self.put(("hero", key), Fact(value))

    def with_score(self, key: str, current: int, holder: str = HERO) -> Self:
        """The sheet with a score's current value changed; a new score starts at that value."""
        old = self.boxes.get(score_path(key, holder))
        initial = old.initial if isinstance(old, Score) else current
        return self.put(score_path(key, holder), Score(initial, current))

    def add(self, table: str, box: Box) -> tuple[Self, int]:
        """The sheet with a box under a number never used before, and that number."""
        n = self.fresh
        return replace(self, boxes={**self.boxes, (table, str(n)): box}, fresh=n + 1), n
