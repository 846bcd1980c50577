"""The rules know nothing of web and store, and no series is named outside its own files."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.rules.books import SERIES

ROOT = Path(__file__).parents[2]
RULES = sorted((ROOT / "app" / "rules").rglob("*.py"))
ALLOWED = {
    "collections",
    "dataclasses",
    "importlib",
    "inspect",
    "itertools",
    "pkgutil",
    "pydantic",
    "secrets",
}
ALLOWED |= {"types", "typing", "unicodedata", "functools", "math", "app.rules"}
NAMES = {
    "df51": r"df\W?51|défis fantastiques|solani",
    "h5": r"\bh5\.|\bh5_|\W[\"'/]h5\b|histoire\W?5|vaisseaux de feu",
    "kadath": r"kadath(?!_)|cité des rêves",
    "kadath_table": r"kadath_table",
    "md1": r"md\W?1|ma[iî]tre du destin",
}
"""How each series might be named, whatever the case."""


def imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}: a relative import"
            yield node.module or ""


@pytest.mark.parametrize("file", RULES, ids=lambda file: str(file.relative_to(ROOT)))
def test_rules_import_rules_and_little_else(file: Path) -> None:
    for name in imports(file):
        assert any(name == allowed or name.startswith(f"{allowed}.") for allowed in ALLOWED), name


def test_shared_rules_import_no_book() -> None:
    books = [file for file in RULES if "books" not in file.parts for name in imports(file) if "books" in name]
    assert books == []


def test_the_store_imports_nothing_of_the_web() -> None:
    for file in (ROOT / "app" / "store").rglob("*.py"):
        assert not [name for name in imports(file) if name.split(".")[:2] in (["app", "web"], ["fastapi"])], (
            file
        )


def own(file: Path, key: str) -> bool:
    """Whether the file is the series' own, or that of one made to go with it: `key_…`."""
    relative = file.relative_to(ROOT)
    for folder in ("app/rules/books", "templates/series"):
        if relative.is_relative_to(folder):
            stem = relative.relative_to(folder).parts[0].removesuffix(".py")
            return stem == key or stem.startswith(f"{key}_")
    return False


def test_no_series_is_named_outside_its_own_files() -> None:
    assert set(NAMES) == set(SERIES), "a new series: say here how it might be named"
    folders = ("app", "templates", "static", "migrations")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*") if file.is_file()]
    texts = {
        file: file.read_text("utf-8")
        for file in files
        if file.suffix not in (".pyc", ".woff2", ".png", ".ico")
    }
    assert len(texts) > len(RULES)
    for key, pattern in NAMES.items():
        named = [file for file, text in texts.items() if re.search(pattern, f"{file.name}\n{text}", re.I)]
        assert [file for file in named if not own(file, key)] == []
        assert [file for file in named if file.is_relative_to(ROOT / "app/rules/books")] != []


@pytest.mark.parametrize("key", SERIES)
def test_moves_say_what_they_mean_and_what_they_take(key: str) -> None:
    """`docs/moves.md` and the page are written from these."""
    for name, move in SERIES[key].moves.items():
        assert name == move.name
        assert move.meaning, name
        assert set(move.choices) <= set(move.params.model_fields), name
        if any(guard.yields for guard in move.guards):
            assert "malgre_tout" in move.params.model_fields, name
