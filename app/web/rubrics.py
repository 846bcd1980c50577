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
"""What makes each page, unless a series' words say otherwise in their table `rubrics`."""
FIRST = "feuille"
FRAME = ("entete", "scores", "fin", "rendezvous", "attente")
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
WORN = frozenset({"item:weapon", "item:shield", "item:armour", "item:effet", "held:item"})
"""What may add to a score, with what it adds."""

READS: Mapping[str, frozenset[str]] = {
    "entete": frozenset({"hero:name", "hero:paragraph", "hero:attempt"}),
    "scores": WORN | {"held:hero"},
    "rendezvous": frozenset({"hero:rendez_vous", "hero:issue", "hero:ending", "hero:vaincu"}),
    "attente": frozenset({"offer"}),
    "gestes": END | {"held:hero"},
    "repartition": END | {"held:hero", "purse", "hero:paragraph", "hero:joue", "encounter", "fight", "item"},
    "variables": END | WORN | {"held:hero", "hero:captif"},
    "magie": END | {"held:hero", "fight"},
    "epreuves": END | {"held:hero", "item:weapon"},
    "heros": END | {"hero:name", "hero:dice", "hero:attempt", "hero:paragraph"},
    "rencontres": END | {"score", "encounter", "fight"},
    "provisions": END | {"held:hero", "item:provision", "fight"},
    "armes": END | WORN,
    "potions": END | {"item:potion"},
    "possessions": END | {"item:possession", "item:bottle"},
    "tresor": END | {"item:treasure", "purse"},
    "compteurs": END | {"item:counter"},
    "lieu": END | {"hero:paragraph"},
    "notes": frozenset({"note"}),
    "tentatives": frozenset({"hero:attempt"}),
}
"""What each fragment shows: a table of boxes, one kind or key of it, or the scores held by one
kind of holder; a test holds it to what is rendered.

What a series' own fragments show is in the table `reads` of its words.

Fragments not named here read the journal too, and go with every answer to their page.
"""


def _touched(delta: Changes) -> Iterable[str]:
    for (table, key), boxes in delta.items():
        if (table, key) == PURSE:
            yield "purse"
            continue
        yield table
        yield f"{table}:{key}"
        if table == "score":
            yield f"held:{key.partition('/')[0].partition(':')[0]}"
        yield from (f"{table}:{box.kind}" for box in boxes if isinstance(box, Item))


def tabs(words: "Words") -> tuple[str, ...]:
    """The rubrics of a series, in the order of their tabs."""
    own = words.tables.get("rubrics", {}).get("onglets")
    return tuple(own.split()) if own else tuple(RUBRICS)


def parts(words: "Words", rubric: str) -> tuple[str, ...]:
    """The fragments of a rubric, between the frame and the foot."""
    own = words.tables.get("rubrics", {}).get(rubric)
    return tuple(own.split()) if own else RUBRICS[rubric]


def _reads(words: "Words", name: str) -> frozenset[str] | None:
    own = words.tables.get("reads", {}).get(name)
    return READS.get(name) if own is None else frozenset(own.split())


def touching(words: "Words", rubric: str, touched: Iterable[str]) -> tuple[str, ...]:
    """The fragments of this page that show any of these, with those that read the journal."""
    tokens, found = frozenset(touched), (*FRAME, *parts(words, rubric))
    return tuple(name for name in found if (reads := _reads(words, name)) is None or reads & tokens)


def changed(words: "Words", rubric: str, deltas: Iterable[Changes]) -> tuple[str, ...]:
    """The fragments of this page that these changes touch, with those that read the journal."""
    return touching(words, rubric, (token for delta in deltas for token in _touched(delta)))
