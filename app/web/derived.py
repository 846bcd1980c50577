"""What changed, as clauses: derived from the boxes of a journal entry, whatever the move."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from app.rules.changes import Changes
from app.rules.shared.fights import BEATEN
from app.rules.sheet import HERO, Encounter, Fact, Item, Note, Offer, Path, Score, foe, item, score_path

if TYPE_CHECKING:
    from app.web.words import Words

Clauses: TypeAlias = Iterator[str | None]
"""None, or nothing in it, where there is nothing to say."""


@dataclass(frozen=True)
class Scene:
    """What changed, and who is who."""

    words: "Words"
    changes: Changes
    names: Mapping[str, str]

    @property
    def vital(self) -> tuple[str, ...]:
        """The scores that a wound takes off."""
        return self.words.series.vital if self.words.series else ()

    def say(self, clause: str, /, **context: Any) -> str | None:  # noqa: ANN401  whatever the sentence names
        return self.words.say("changes", clause, **context)

    def pair(self, path: Path) -> tuple[Any, Any]:
        return self.changes.get(path, (None, None))

    def box(self, path: Path) -> Any:  # noqa: ANN401  the type of box that stands there
        """The box as it stands after, or stood before it was struck off; None if it did not change."""
        before, after = self.pair(path)
        return after or before

    def name(self, holder: str) -> str:
        """The name of a foe or of a thing."""
        kind, _, n = holder.partition(":")
        box = self.box(({"foe": "encounter"}.get(kind, kind), n))
        return self.names.get(holder) or getattr(box, "name", "") or self.words.label(kind)

    def scores(self, holder: str) -> dict[str, tuple[Any, Any]]:
        """The scores of a holder that changed, before and after, by key."""
        keys = (key.partition("/") for table, key in self.changes if table == "score")
        return {key: self.pair(score_path(key, whose)) for whose, _, key in keys if whose == holder}

    def written(self, holder: str) -> list[tuple[str, int]]:
        """The scores written for a holder, with their names, save those that have a clause of their own."""
        found = self.scores(holder).items()
        return [
            (self.words.label(key), after.current)
            for key, (_, after) in found
            if after and not self.words.has("changes", f"foe_{key}")
        ]


def clauses(scene: Scene, silent: frozenset[str]) -> list[str]:
    """One clause or more for each box that changed, save in the tables that the headline tells of."""
    told = (
        clause
        for (table, key), (before, after) in scene.changes.items()
        if table not in silent and table in TELLERS
        for clause in TELLERS[table](scene, key, before, after)
    )
    return [clause for clause in told if clause]


# Scores


def shown(score: Score) -> int:
    """A score as it is shown: below 0 it waits for luck, and shows 0."""
    return max(0, score.current)


def _score(scene: Scene, key: str, before: Score | None, after: Score | None) -> Clauses:
    holder, _, name = key.partition("/")
    yield from HOLDERS[holder.partition(":")[0]](scene, holder, name, before, after)


def _hero_score(scene: Scene, _: str, name: str, before: Score | None, after: Score | None) -> Clauses:
    if after is None:
        return
    own = f"score_{name}" if scene.words.has("changes", f"score_{name}") else "score"
    if before is None:
        yield scene.say("score_new", key=name, current=after.current)
        return
    if after.initial != before.initial:
        yield scene.say("start", key=name, delta=after.initial - before.initial, initial=after.initial)
    if shown(after) != shown(before):
        yield scene.say(own, key=name, delta=after.current - before.current, current=shown(after))
        if not after.current:
            yield scene.say(f"zero_{name}")


def _foe_score(scene: Scene, holder: str, name: str, before: Score | None, after: Score | None) -> Clauses:
    met_before, met = scene.pair(("encounter", holder.partition(":")[2]))
    if after is None:
        return
    context = {"name": scene.name(holder), "key": name, "current": shown(after)}
    if scene.words.has("changes", f"foe_{name}"):
        yield scene.say(f"foe_{name}", **context)
    elif met and not met_before:
        return  # told with its encounter
    elif before is None:
        own = f"trait_{name}" if scene.words.has("changes", f"trait_{name}") else "trait"
        yield scene.say(own, **context | {"current": after.current})
    elif after.current != before.current:
        dead = met is not None and met.state in BEATEN and name in scene.vital and not shown(after)
        yield scene.say("foe_slain" if dead else "foe", **context, delta=after.current - before.current)


def _item_score(scene: Scene, holder: str, name: str, _: Score | None, after: Score | None) -> Clauses:
    if after and ("item", holder.partition(":")[2]) not in scene.changes:
        yield scene.say("trait", name=scene.name(holder), key=name, current=after.current)


HOLDERS: Mapping[str, Callable[[Scene, str, str, Score | None, Score | None], Clauses]] = {
    HERO: _hero_score,
    "foe": _foe_score,
    "item": _item_score,
}


# The other boxes


def _item(scene: Scene, n: str, before: Item | None, after: Item | None) -> Clauses:
    if after is None:
        yield scene.say("struck", item=before)
    elif before is None:
        kind = f"added_{after.kind}" if scene.words.has("changes", f"added_{after.kind}") else "added"
        places = scene.words.tables["places"]
        yield scene.say(kind, item=after, places=places, bonuses=scene.written(item(int(n))))
    else:
        for field in ("name", "quantity", "in_use", "note"):
            if getattr(before, field) != getattr(after, field):
                yield scene.say(f"item_{field}", item=after, was=before)


def _encounter(scene: Scene, slot: str, before: Encounter | None, after: Encounter | None) -> Clauses:
    if after is None:
        yield scene.say("encounter_gone", met=before)
    elif before is None:
        yield scene.say("encounter", met=after, scores=scene.written(foe(int(slot))))
    else:
        if before.name != after.name:
            yield scene.say("item_name", item=after, was=before)
        slain = after.state in BEATEN and not scene.scores(foe(int(slot))).keys().isdisjoint(scene.vital)
        if before.state != after.state and not slain:
            yield scene.say(f"state_{after.state}", met=after)


def _note(scene: Scene, _: str, before: Note | None, after: Note | None) -> Clauses:
    kind = "note_gone" if after is None else "note" if before is None else "note_changed"
    yield scene.say(kind, note=after or before)


def _offer(scene: Scene, _: str, before: Offer | None, after: Offer | None) -> Clauses:
    if after and not before:
        yield scene.say(f"offer_{after.kind}", offer=after, name=scene.name(foe(after.slot)))


def _fact(scene: Scene, key: str, before: Fact | None, after: Fact | None) -> Clauses:
    if key != "ending" and after:
        yield scene.say(key, value=after.value)


def ending(scene: Scene) -> str | None:
    """How the adventure ended, or that it goes on again."""
    before, after = scene.pair(("hero", "ending"))
    if before is None and after is None:
        return None
    return scene.say(f"ending_{after.value}" if after else "ending_gone")


TELLERS: Mapping[str, Callable[[Scene, str, Any, Any], Clauses]] = {
    "score": _score,
    "item": _item,
    "encounter": _encounter,
    "note": _note,
    "offer": _offer,
    "hero": _fact,
}
"""By table. A fight is bookkeeping, and an offer where it has no words of its own: headlines tell of them."""
