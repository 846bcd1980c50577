"""Which fragments make which page, and which boxes each of them reads."""

from collections.abc import Iterable, Mapping

from app.rules.changes import Changes

RUBRICS: Mapping[str, tuple[str, ...]] = {
    "feuille": ("gestes", "epreuves", "heros"),
    "combat": ("combat", "rencontres"),
    "sac": ("provisions", "armes", "potions", "possessions", "tresor", "compteurs"),
    "plan": ("lieu", "chemin", "notes", "tentatives"),
    "journal": ("journal",),
}
FRAME = ("entete", "scores", "fin")
"""On every page, above the rubric."""
FOOT = ("plateau", "suite")
"""On every page, above the tabs; they go with every answer."""

BAG = frozenset({"item", "hero", "fight", "offer", "score"})
READS: Mapping[str, frozenset[str]] = {
    "entete": frozenset({"hero"}),
    "scores": frozenset({"score", "item"}),
    "fin": frozenset({"hero"}),
    "gestes": frozenset({"score", "hero", "offer"}),
    "epreuves": frozenset({"score", "item", "hero", "offer"}),
    "heros": frozenset({"hero", "score", "item", "encounter", "fight", "offer"}),
    "combat": frozenset({"score", "item", "hero", "encounter", "fight", "offer"}),
    "rencontres": frozenset({"score", "hero", "encounter", "fight", "offer"}),
    "provisions": BAG,
    "armes": BAG,
    "potions": BAG,
    "possessions": BAG,
    "tresor": BAG,
    "compteurs": BAG,
    "lieu": frozenset({"hero", "score", "offer"}),
    "chemin": frozenset({"hero"}),
    "notes": frozenset({"note", "hero"}),
    "tentatives": frozenset({"hero"}),
}


def changed(rubric: str, delta: Changes) -> Iterable[str]:
    """The fragments of this page that a move's changes touch; the journal and the foot always."""
    tables = {table for table, _ in delta}
    for name in (*FRAME, *RUBRICS[rubric]):
        if name not in READS or READS[name] & tables:
            yield name
    yield from FOOT
