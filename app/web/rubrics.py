"""Which fragments make which page, and which boxes each of them reads."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from app.rules.changes import Changes
from app.rules.shared.bag import GOLD
from app.rules.sheet import Item, score_path

if TYPE_CHECKING:
    from app.web.words import Words

RUBRICS: Mapping[str, tuple[str, ...]] = {
    "feuille": ("gestes", "epreuves", "heros"),
    "combat": ("combat", "rencontres"),
    "sac": ("provisions", "armes", "potions", "possessions", "tresor", "compteurs"),
    "plan": ("lieu", "chemin", "notes", "tentatives"),
    "journal": ("journal",),
}
"""What every book has; a book that has more, less or another order says so in its words, under `rubrics`."""
FIRST = "feuille"
FRAME = ("entete", "scores", "fin", "rendezvous")
"""On every page, above the rubric."""
FOOT = ("plateau", "suite")
"""On every page, above the tabs; they go with every answer."""

PURSE = score_path(GOLD)
END = frozenset({"hero:ending", "offer"})
"""What opens or closes most gestures: the hero's end, and a wound to settle first."""

READS: Mapping[str, frozenset[str]] = {
    "entete": frozenset({"hero:name", "hero:paragraph", "hero:attempt"}),
    "scores": frozenset({"score"}),
    "rendezvous": frozenset({"hero:rendez_vous", "hero:issue", "hero:ending", "hero:vaincu"}),
    "gestes": END | {"score"},
    "epreuves": END | {"score", "item:weapon"},
    "heros": END | {"hero:name", "hero:dice", "hero:attempt", "hero:paragraph"},
    "rencontres": END | {"score", "encounter", "fight"},
    "provisions": END | {"score", "item:provision", "fight"},
    "armes": END | {"item:weapon", "item:shield"},
    "potions": END | {"item:potion"},
    "possessions": END | {"item:possession", "item:bottle"},
    "tresor": END | {"item:treasure", "purse"},
    "compteurs": END | {"item:counter"},
    "lieu": END | {"hero:paragraph"},
    "notes": frozenset({"note"}),
    "tentatives": frozenset({"hero:attempt"}),
}
"""What each fragment shows: a table of boxes, or one kind or key of it; a test holds it to what is rendered.

Fragments not named here read the journal too, and go with every answer to their page.
"""


def fragments_of(words: "Words", rubric: str) -> tuple[str, ...]:
    """The fragments of a rubric of this book."""
    own = words.tables.get("rubrics", {}).get(rubric)
    return tuple(own.split()) if own else RUBRICS[rubric]


def _touched(delta: Changes) -> Iterable[str]:
    for (table, key), boxes in delta.items():
        yield table if (table, key) != PURSE else "purse"
        yield f"{table}:{key}"
        yield from (f"{table}:{box.kind}" for box in boxes if isinstance(box, Item))


def changed(shown: Iterable[str], delta: Changes) -> Iterable[str]:
    """The fragments of the page's own that a move's changes touch, with those that read the journal."""
    touched = set(_touched(delta))
    for name in (*FRAME, *shown):
        if name not in READS or READS[name] & touched:
            yield name
    yield from FOOT
