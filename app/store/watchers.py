"""Who watches a sheet: told as something of it changes, never what."""

import threading
from collections import defaultdict
from collections.abc import Callable
from typing import TypeAlias

Call: TypeAlias = Callable[[], None]


class Watchers:
    """The open views of each sheet. Calls come from any thread, and must return at once."""

    def __init__(self) -> None:
        self._calls: defaultdict[int, list[Call]] = defaultdict(list)
        self._lock = threading.Lock()

    def watch(self, character_id: int, call: Call) -> None:
        """Have `call` called at every change; the other views are told that one more watches."""
        self.tell(character_id)
        with self._lock:
            self._calls[character_id].append(call)

    def leave(self, character_id: int, call: Call) -> None:
        """No longer call it."""
        with self._lock:
            self._calls[character_id].remove(call)
            if not self._calls[character_id]:
                del self._calls[character_id]
        self.tell(character_id)

    def tell(self, character_id: int) -> None:
        """Something of this sheet changed: a move, its links, who watches."""
        with self._lock:
            calls = list(self._calls.get(character_id, ()))
        for call in calls:
            call()

    def count(self, character_id: int) -> int:
        """How many views are open."""
        with self._lock:
            return len(self._calls.get(character_id, ()))
