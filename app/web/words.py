"""The French the reader sees: data in words.toml, common to all series and each one's own, which wins."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jinja2 import Template

from app.config import ROOT
from app.rules.books import SERIES
from app.rules.dice import DiceNeeded, Throw
from app.rules.moves import BadInput
from app.rules.series import Series
from app.rules.shared import pools
from app.web import entered, told
from app.web.templating import Templates
from app.web.told import Told, ToldThrow
from app.web.typography import count, number, shortened, signed, typo

if TYPE_CHECKING:
    from app.store.entries import Entry

__all__ = ["Told", "ToldThrow", "Words", "typo"]

TEMPLATES = ROOT / "templates"
Tables = dict[str, dict[str, str]]

NAMED = ("labels", "values", "reasons")
"""Where a label is looked for, in this order."""

ENV = Templates()  # plain text: pages escape it
ENV.tests["brings"] = pools.brings
ENV.filters |= {"brings": pools.brings, "n": number, "signed": signed, "count": count, "short": shortened}


def _read(*names: str) -> Tables:
    """Tables of the files that exist, a later file's words over an earlier one's."""
    tables: Tables = {}
    for path in (TEMPLATES / name for name in names):
        found = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
        for table, words in found.items():
            tables.setdefault(table, {}).update({key: typo(text) for key, text in words.items()})
    return tables


class Words:
    """One series' words, or with no series those common to all."""

    def __init__(self, tables: Tables, series: Series | None = None) -> None:
        self.tables, self.series = tables, series
        self._compiled: dict[tuple[str, str], Template] = {}

    @staticmethod
    def of(key: str) -> "Words":
        """The words of a series, read once."""
        return _of(key)

    @staticmethod
    def common() -> "Words":
        """The words that need no series, read once."""
        return _of(None)

    def has(self, table: str, key: str) -> bool:
        return key in self.tables.get(table, {})

    def say(self, table: str, key: str, /, **context: Any) -> str | None:  # noqa: ANN401  whatever it names
        """A sentence with its blanks filled in; None if there is none of this name."""
        if not self.has(table, key):
            return None
        if (table, key) not in self._compiled:
            self._compiled[table, key] = ENV.from_string(self.tables[table][key])
        return self._compiled[table, key].render(context, label=self.label, reason=self.reason).strip()

    def label(self, key: str) -> str:
        """The name of a score, a kind, a state, a value of a field, a reason of a throw."""
        for table in NAMED:
            if self.has(table, key):
                return self.tables[table][key]
        return key.replace("_", " ")

    def reason(self, why: str) -> str:
        """Why something is added to a throw: ours, or as the reader typed it."""
        return self.tables["reasons"].get(why, why)

    def move(self, name: str) -> str:
        """A move's name, as a gesture."""
        return self.tables["moves"].get(name) or self.label(name)

    def page(self, name: str) -> str:
        """What the pages about a sheet call it and its making."""
        return self.tables["pages"][name]

    def field(self, move: str, name: str) -> str:
        """The name of a move's field."""
        fields = self.tables["fields"]
        return fields.get(f"{move}.{name}") or fields.get(name) or shortened(name, 40)

    def refusal(self, code: str, params: Mapping[str, object]) -> str:
        """Why not, and what would make it possible."""
        return self.say("refusals", code, **params) or self.tables["refusals"]["refus"]

    def bad_input(self, error: BadInput, move: str) -> str:
        """What is wrong with what was entered, by the field's name."""
        return entered.explain(self, error, move)

    def prompt(self, needed: DiceNeeded, *, table: bool = False) -> str:
        """What to throw, or to point at on the table, and for whom or why."""
        sides = "" if needed.sides == 6 else f" à {needed.sides} faces"
        dice = count(needed.count, f"dé{sides}", f"dés{sides}")
        act = "Pointez une case" if table else f"Lancez {dice}"
        known = {key: getattr(needed, key) for key in ("count", "sides", "who", "at", "against")}
        return self.by_reason("prompts", needed.why, dice=dice, act=act, **known) or act

    def by_reason(self, table: str, why: str, /, **context: Any) -> str | None:  # noqa: ANN401
        """What is said of a throw; "test_*" stands for all of "test_habilete", "test_chance"…"""
        stem, _, score = why.partition("_")
        return self.say(table, why, **context) or self.say(table, f"{stem}_*", score=score, **context)

    def throw(self, throw: Throw, args: Mapping[str, Any] | None = None) -> ToldThrow:
        """One throw, as dice show it."""
        return told.thrown(self, throw, args or {})

    def explain(self, entry: "Entry", names: Mapping[str, str] | None = None) -> Told:
        """A journal entry: what was done and what it changed, with every number."""
        return told.explain(self, entry, names or {})


@lru_cache
def _of(key: str | None) -> Words:
    if key is None:
        return Words(_read("words.toml"))
    return Words(_read("words.toml", f"series/{key}/words.toml"), SERIES[key])
