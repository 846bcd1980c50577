"""Which fragments make which page, and which boxes each of them reads."""

from collections.abc import Iterable, Mapping

from app.rules.changes import Changes
from app.rules.shared.bag import GOLD
from app.rules.sheet import Item, score_path
from app.web.words import Words

RUBRICS: Mapping[str, tuple[str, ...]] = {
    "feuille": ("gestes", "epreuves", "heros"),
    "combat": ("combat", "rencontres"),
    "sac": ("provisions", "armes", "potions", "possessions", "tresor", "compteurs"),
    "plan": ("lieu", "chemin", "notes", "tentatives"),
    "journal": ("journal",),
}
"""What makes each page, unless a series' words say otherwise in their table `rubrics`."""
FIRST = "feuille"
FRAME = ("entete", "scores", "fin")
"""On every page, above the rubric."""
FOOT = ("plateau", "suite")
"""On every page, above the tabs; they go with every answer."""
STATE = "etat"
"""The number of the last entry the page shows: it goes with every answer that makes the page current."""

BESIDE = ("autres",)
"""What stands, among the boxes that fragments show, for the sheets shown with this one."""

PURSE = score_path(GOLD)
END = frozenset({"hero:ending", "offer"})
"""What opens or closes most gestures: the hero's end, and a wound to settle first."""

READS: Mapping[str, frozenset[str]] = {
    "entete": frozenset({"hero:name", "hero:paragraph", "hero:attempt"}),
    "scores": frozenset({"score"}),
    "fin": frozenset({"hero:ending", "hero:name", "hero:paragraph", "hero:attempt", "score"}),
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

What a series' own fragments show is in the table `reads` of its words.

Fragments not named here read the journal too, and go with every answer to their page.
"""


def _touched(delta: Changes) -> Iterable[str]:
    for (table, key), boxes in delta.items():
        yield table if (table, key) != PURSE else "purse"
        yield f"{table}:{key}"
        yield from (f"{table}:{box.kind}" for box in boxes if isinstance(box, Item))


def tabs(words: Words) -> tuple[str, ...]:
    """The rubrics of a series, in the order of their tabs."""
    own = words.tables.get("rubrics", {}).get("onglets")
    return tuple(own.split()) if own else tuple(RUBRICS)


def parts(words: Words, rubric: str) -> tuple[str, ...]:
    """The fragments of a rubric, between the frame and the foot."""
    own = words.tables.get("rubrics", {}).get(rubric)
    return tuple(own.split()) if own else RUBRICS[rubric]


def _reads(words: Words, name: str) -> frozenset[str] | None:
    own = words.tables.get("reads", {}).get(name)
    return READS.get(name) if own is None else frozenset(own.split())


def touching(words: Words, rubric: str, touched: Iterable[str]) -> tuple[str, ...]:
    """The fragments of this page that show any of these, with those that read the journal."""
    tokens, found = frozenset(touched), (*FRAME, *parts(words, rubric))
    return tuple(name for name in found if (reads := _reads(words, name)) is None or reads & tokens)


def changed(words: Words, rubric: str, deltas: Iterable[Changes]) -> tuple[str, ...]:
    """The fragments of this page that these changes touch, with those that read the journal."""
    return touching(words, rubric, (token for delta in deltas for token in _touched(delta)))
