"""A journal entry, told: a headline by its move, then what changed; and its throws, as dice show them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from jinja2 import TemplateError

from app.rules.dice import Throw
from app.rules.sheet import HERO, Item, Offer, Score, item
from app.rules.table import Point
from app.web import derived
from app.web.derived import TELLERS, Scene
from app.web.typography import NBSP, number, signed

if TYPE_CHECKING:
    from app.store.entries import Entry
    from app.web.words import Words

Verdict = Literal["good", "bad", ""]
ENDINGS: Mapping[str, Verdict] = {"mort": "bad", "victoire": "good"}
COLON = NBSP + ":"
MOST = 4
"""Beside a headline, with more clauses than this only those on scores are told."""
FAULTS = (TemplateError, TypeError, ValueError, LookupError, AttributeError)
"""What a sentence meets in an entry of other rules than today's: the journal must open all the same."""


@dataclass(frozen=True)
class ToldThrow:
    """A throw: whose or for what, what was added, what it was held against.

    Of a pool of dice: the other side's successes, which rule settled a tie, and the primes taken on it.
    """

    label: str
    faces: tuple[int, ...]
    total: int
    detail: str
    against: int | None
    success: bool | None
    who: str
    why: str
    at: str = ""
    pointed: tuple[Point, ...] = ()
    verdict: str = ""
    other: int | None = None
    settled: str = ""
    primes: str = ""


@dataclass(frozen=True)
class Told:
    """A journal line: the whole sentence, the dice, and apart: what changed, which foes were struck."""

    text: str
    throws: tuple[ToldThrow, ...]
    verdict: Verdict
    effect: str = ""
    struck: tuple[str, ...] = ()

    @property
    def pointed(self) -> tuple[ToldThrow, ...]:
        """The throws for which the Table de Hasard was pointed at."""
        return tuple(throw for throw in self.throws if throw.pointed)


def explain(words: "Words", entry: "Entry", names: Mapping[str, str]) -> Told:
    """The entry in words, or its move's name where it cannot be told."""
    scene = Scene(words, entry.changes, {**entry.names, **names})
    try:
        text, effect = told(scene, entry), _sentences(derived.clauses(scene, frozenset()))
    except FAULTS:
        text = effect = ""
    throws = tuple(thrown(words, throw, entry.args) for throw in entry.throws)
    return Told(
        text or _sentences([words.move(entry.move)]),
        throws,
        _verdict(scene, entry.throws),
        effect,
        tuple(_struck(scene)),
    )


def thrown(words: "Words", throw: Throw, args: Mapping[str, Any]) -> ToldThrow:
    """One throw; what shifted the value it was held against is told with what was added."""
    shifts = ((signed(amount), words.reason(why)) for why, amount in throw.plus)
    added = [f"{by} {why}" if throw.won is None else f"{why} {by}" for by, why in shifts]
    if throw.against is not None and args.get("modificateur"):
        added.append(words.say("changes", "modifier", args=args) or "")
    label = throw.who or words.by_reason("throws", throw.why) or words.label(throw.why)
    return ToldThrow(
        label=label,
        faces=throw.faces,
        total=throw.total,
        detail=", ".join(added),
        against=throw.against,
        success=throw.success,
        who=throw.who,
        why=throw.why,
        at=throw.at,
        pointed=throw.pointed,
        verdict=throw.verdict,
        **(_of_a_pool(words, throw, args) if throw.won is not None else {}),
    )


def _of_a_pool(words: "Words", throw: Throw, args: Mapping[str, Any]) -> dict[str, Any]:
    """What decided a pool of dice, as the result card tells it."""
    other = args.get("reussites") if throw.verdict else None
    try:
        settled = words.say("changes", "settled", t=throw, args=args) if throw.verdict else ""
        primes = words.say("changes", "primes", args=args, failed=throw.success is False)
    except FAULTS:
        settled = primes = ""
    return {"other": other, "settled": settled or "", "primes": primes or ""}


def told(scene: Scene, entry: "Entry") -> str:
    """Headline, clauses and ending, as sentences. A headline ending in a colon takes the clauses."""
    words, context = scene.words, _context(scene, entry)
    silent = frozenset(words.tables["silent"].get(entry.move, "").split())
    head = words.say("headlines", entry.move, **context) or ""
    every = frozenset(TELLERS)
    found = derived.clauses(scene, every if "all" in silent else silent)
    if head and len(found) > MOST:
        found = derived.clauses(scene, every - {"score"})
    if head.endswith(COLON):
        head, found = f"{head} {', '.join(found)}" if found else head.removesuffix(COLON), []
    parts = [part for part in (head, *found) if part]
    if parts:
        parts[-1] += words.say("tails", entry.move, **context) or ""
        parts[-1] += (words.say("changes", "overruled") or "") if entry.args.get("malgre_tout") else ""
    return _sentences([*parts, None if silent & {"hero", "all"} else derived.ending(scene)])


def _sentences(parts: Iterable[str | None]) -> str:
    return " ".join(part if _closed(part) else f"{part}." for part in parts if part)


def _closed(sentence: str) -> bool:
    """Whether it has its full stop, be it within a quotation."""
    return sentence.rstrip(f"{NBSP}»")[-1:] in tuple(".!?…")


def _verdict(scene: Scene, throws: Sequence[Throw]) -> Verdict:
    """Whether it went well: by the ending, else in a fight by who was wounded, else by the last test."""
    before, after = scene.pair(("hero", "ending"))
    if after and not before:
        return ENDINGS.get(after.value, "")
    hurt, hit = _hurt(scene), bool(_struck(scene))
    if throws and (hit or any(throw.who or throw.at for throw in throws)):
        return "" if hurt == hit else "bad" if hurt else "good"
    tests = [throw.success for throw in throws if throw.success is not None]
    return "" if not tests else "good" if tests[-1] else "bad"


# What a headline can name


def _context(scene: Scene, entry: "Entry") -> dict[str, Any]:
    words = scene.words
    ceilings = words.tables["ceilings"]
    shift = words.say("changes", "modifier", args=entry.args) if entry.args.get("modificateur") else None
    return {
        "args": entry.args,
        "say": scene.say,
        "changed": bool(scene.changes),
        "shift": f" ({shift or entry.args['raison']})" if shift or entry.args.get("raison") else "",
        "throws": entry.throws,
        "groups": _groups(entry.throws),
        "attempt": entry.attempt,
        "undoes": entry.undoes,
        "name": scene.name,
        "box": lambda table, n: scene.box((table, str(n))),
        "was": lambda table, n: scene.pair((table, str(n)))[0],
        "ceiling": lambda key: ceilings.get(key, ceilings["any"]),
        "gained": partial(gained, scene),
        "short_of": partial(_short_of, scene),
        "effects": partial(_effects, scene),
        "struck": _struck(scene),
        "sum": partial(_sum, words),
        "carried": _carried(scene),
        "starts": _starts(scene),
    }


def _sum(words: "Words", throw: Throw) -> str:
    """A throw's arithmetic: the faces, what was added with its reason, and the total where they differ."""
    added = "".join(f" {signed(amount)} {words.reason(why)}" for why, amount in throw.plus)
    return f"{sum(throw.faces)}{added} = {number(throw.total)}" if added else number(throw.total)


def gained(scene: Scene, key: str) -> int:
    """What the hero's score gained, or lost below 0."""
    before, after = scene.scores(HERO).get(key, (None, None))
    return after.current - before.current if before and after else 0


def _hurt(scene: Scene) -> bool:
    """Whether the hero was wounded, or has a wound to place."""
    offered = (box for (table, _), (_, box) in scene.changes.items() if table == "offer")
    return any(gained(scene, key) < 0 for key in scene.vital) or any(
        isinstance(box, Offer) and box.kind == "recue" for box in offered
    )


def _short_of(scene: Scene, key: str, wanted: int) -> bool:
    """Whether the hero's score changed, and stands below what was wanted."""
    _, after = scene.scores(HERO).get(key, (None, None))
    return after is not None and after.current < wanted


def _effects(scene: Scene, n: int) -> dict[str, int]:
    """What a potion that was struck off did, by score."""
    return {key: before.current for key, (before, _) in scene.scores(item(n)).items() if before}


def _struck(scene: Scene) -> list[str]:
    """The foes that were wounded."""
    falls = (
        key.partition("/")
        for (table, key), (before, after) in scene.changes.items()
        if table == "score" and isinstance(before, Score) and isinstance(after, Score)
        if after.current < before.current
    )
    return [scene.name(holder) for holder, _, key in falls if holder != HERO and key in scene.vital]


def _carried(scene: Scene) -> int:
    """How many meals came in."""
    lines = [pair for (table, _), pair in scene.changes.items() if table == "item"]
    return sum(_meals(after) - _meals(before) for before, after in lines)


def _meals(box: object) -> int:
    return box.quantity if isinstance(box, Item) and box.kind == "provision" else 0


def _starts(scene: Scene) -> list[tuple[str, int]]:
    """The hero's scores as they start, with their names."""
    rules, changed = scene.words.series.scores if scene.words.series else (), scene.scores(HERO)
    found = ((rule.key, changed.get(rule.key, (None, None))[1]) for rule in rules)
    return [(scene.words.label(key), score.initial) for key, score in found if isinstance(score, Score)]


def _groups(throws: Sequence[Throw]) -> list[list[Throw]]:
    """Throws by foe: each foe's own, then those that answer it."""
    groups: list[list[Throw]] = []
    for throw in throws:
        if throw.who or not groups:
            groups.append([])
        groups[-1].append(throw)
    return groups
