"""The books: a module or a folder each. One here that has a SERIES is a book."""

from importlib import import_module
from pkgutil import iter_modules

from app.rules.series import Series


def _books() -> dict[str, Series]:
    modules = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
    return {module.SERIES.key: module.SERIES for module in modules}


SERIES = _books()
