"""From a sheet to HTML: whole pages, or the fragments a move changed."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined, Template
from jinja2.ext import Extension
from markupsafe import Markup

from app.config import ROOT
from app.rules.dice import DiceNeeded
from app.rules.shared import pools
from app.rules.table import Point
from app.store.entries import Live
from app.store.seen import fingerprint
from app.web import assets
from app.web.envelope import carried
from app.web.rubrics import FOOT, parts, tabs
from app.web.templating import Templates
from app.web.typography import signed, tight
from app.web.words import ToldThrow, Words, typo


class FrenchSpaces(Extension):
    """Templates are written with plain spaces; French no-break spaces are set as they are read."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return typo(source)


@dataclass(frozen=True)
class Message:
    """What the strip says instead of the last line. `retry` holds the fields of a re-post.

    `draft` is a text that was refused, kept in sight.
    """

    kind: str
    text: str
    retry: dict[str, str] | None = None
    label: str = "Malgré tout"
    draft: str | None = None


@dataclass(frozen=True)
class Version:
    """A field that two screens wrote differently."""

    name: str
    label: str
    mine: str
    theirs: str


@dataclass(frozen=True)
class Tray:
    """The reader's own dice, or a finger on the Table de Hasard, asked for one throw at a time.

    `pointed` is None where dice are thrown, else what was pointed at so far; `halved` says that a number from
    1 to 6 is asked for.
    """

    count: int
    sides: int
    prompt: str
    action: str
    faces: tuple[int, ...] = ()
    fields: dict[str, str] = field(default_factory=dict)
    thrown: tuple[ToldThrow, ...] = ()
    restarted: bool = False
    pointed: tuple[Point, ...] | None = None
    halved: bool = False

    @property
    def carried(self) -> str:
        """What was pointed at so far, to post again."""
        return carried(self.pointed or ())

    @classmethod
    def of(
        cls,
        words: Words,
        needed: DiceNeeded,
        action: str,
        fields: dict[str, str],
        pointed: tuple[Point, ...] | None = None,
        *,
        restarted: bool = False,
    ) -> "Tray":
        """The tray for the throw that is missing; its form posts `fields` to `action`."""
        table = pointed is not None
        done = len(pointed or ()) - sum(len(throw.pointed) for throw in needed.thrown)
        return cls(
            needed.count,
            needed.sides,
            words.prompt(needed, table=table),
            action,
            pointed=pointed,
            halved=table and needed.count % 2 == 1 and done == needed.count // 2,
            faces=() if table else tuple(face for throw in needed.thrown for face in throw.faces),
            fields=fields,
            thrown=tuple(words.throw(throw) for throw in needed.thrown),
            restarted=restarted,
        )


def _environment() -> Templates:
    made = Templates(
        loader=FileSystemLoader(ROOT / "templates"),
        extensions=[FrenchSpaces],
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,  # else every template's file is looked at for every fragment
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"signed": signed, "tight": tight, "brings": pools.brings}
    made.globals |= {"once": new_once, "asset": assets.address}
    return made


def new_once(size: int = 9) -> str:
    """A key for one form, spent as its move is played; of 16 bytes where a link is derived of it."""
    return secrets.token_urlsafe(size)


ENV = _environment()


def page(*templates: str, **context: Any) -> str:  # noqa: ANN401  whatever the template names
    """A whole page, by the first of these templates that there is."""
    return str(ENV.select_template(templates).render(**context))


@cache
def fragment(series: str, name: str) -> Template:
    """A series' own template of a fragment, or else the one for all."""
    return ENV.select_template([f"series/{series}/_{name}.html", f"sheet/_{name}.html"])


def sheet_context(live: Live, key: str, rubric: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """What every sheet template reads."""
    words, series = Words.of(live.series.key), live.series

    def seen(move: str, **args: object) -> str:
        stands = series.moves[move].stands
        assert stands is not None
        return fingerprint(stands(live.sheet, args))

    def blocked(move: str, field: str) -> Mapping[str, str]:
        """Why each value that cannot be chosen now cannot: a refusal's code."""
        return series.moves[move].choices[field].blocked(live.sheet)

    return {
        "sheet": live.sheet,
        "series": series,
        "key": key,
        "rubric": rubric,
        "seq": live.seq,
        "plays": not live.read_only,
        "legal": {} if live.read_only else series.legal_moves(live.sheet),
        "words": words,
        "label": words.label,
        "seen": seen,
        "blocked": blocked,
        "fragment": partial(fragment, series.key),
        "shows": series.shows(live.sheet),
        "tabs": tabs(words),
        "fragments": parts(words, rubric),
        "foot": FOOT,
        "message": None,
        "conflict": None,
        "tray": None,
        "revealed": (),
        "last": None,
        "lines": [],
        "older": None,
        "blows": [],
        "aim": None,
        "path": [],
        "attempts": [],
        "kin": None,
        **more,
    }


def fragments(names: Iterable[str], context: dict[str, Any], swap: str = "") -> str:
    """These fragments, each wrapped so that htmx puts it in its place, by `swap` or by the page's default."""
    how = f' hx-swap="{swap}"' if swap else ""
    parts = (
        f'<hx-partial hx-target="#{name}"{how}>'
        f"{context['fragment'](name).render(context).strip()}</hx-partial>"
        for name in names
    )
    return Markup("").join(Markup(part) for part in parts)
