"""Pages and fragments for those who only watch, drawn once for all: forty phones of a class ask as one."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from fastapi import Request

MOST = 400


class Kept:
    """What was drawn last, by link, entry and page: none of it changes until the sheet does."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[Hashable, str] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, draw: Callable[[], str]) -> str:
        """What stands under this key, drawn if need be; who asks meanwhile waits for it."""
        with self._lock:
            if key not in self._drawn:
                self._drawn[key] = draw()
                while len(self._drawn) > MOST:
                    self._drawn.popitem(last=False)
            self._drawn.move_to_end(key)
            return self._drawn[key]


def kept(request: Request) -> Kept:
    """The app's own."""
    found: Kept = request.app.state.kept
    return found
