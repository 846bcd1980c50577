"""Pages and fragments for those who only watch, drawn once for all: forty phones of a class ask as one."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future

from fastapi import Request

MOST = 400


class Kept:
    """What was drawn last, by link, entry and page: none of it changes until the sheet does."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[Hashable, Future[str]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, draw: Callable[[], str]) -> str:
        """What stands under this key, drawn if need be; who asks for it meanwhile waits, others do not."""
        with self._lock:
            found = self._drawn.get(key)
            mine = found is None
            if found is None:
                found = self._drawn[key] = Future()
                while len(self._drawn) > MOST:
                    self._drawn.popitem(last=False)
        if mine:
            self._fill(key, found, draw)
        return found.result()

    def _fill(self, key: Hashable, drawn: Future[str], draw: Callable[[], str]) -> None:
        try:
            drawn.set_result(draw())
        except BaseException as error:
            with self._lock:
                self._drawn.pop(key, None)
            drawn.set_exception(error)


def kept(request: Request) -> Kept:
    """The app's own."""
    found: Kept = request.app.state.kept
    return found
