"""Jinja, as pages and sentences use it."""

from collections.abc import MutableMapping
from typing import Any

from jinja2 import Environment


class Templates(Environment):
    """Globals are set before the first template is read, and are one plain dict.

    Jinja's own are maps in a chain, which every import of every fragment would go through.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """All that a template finds without being given it."""
        return {**self.globals, **(d or {})}
