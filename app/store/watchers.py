"""Who watches a sheet: told as something of it changes, never what."""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TypeAlias

Call: TypeAlias = Callable[[], None]


class Watchers:
    """The open views of each sheet. Calls come from any thread, and must return at once."""

    def __init__(self) -> None:
        self._calls: defaultdict[int, list[Call]] = defaultdict(list)
        self._followers: defaultdict[int, list[Call]] = defaultdict(list)
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

    def follow(self, call: Call, before: Iterable[int], now: Iterable[int]) -> None:
        """Have `call` called at every change of other sheets too, without being counted as a view of them."""
        was, wanted = frozenset(before), frozenset(now)
        with self._lock:
            for character_id in wanted - was:
                self._followers[character_id].append(call)
            for character_id in was - wanted:
                self._followers[character_id].remove(call)
                if not self._followers[character_id]:
                    del self._followers[character_id]

    def tell(self, character_id: int) -> None:
        """Something of this sheet changed: a move, its links, who watches."""
        with self._lock:
            calls = [*self._calls.get(character_id, ()), *self._followers.get(character_id, ())]
        for call in calls:
            call()

    def count(self, character_id: int) -> int:
        """How many views are open."""
        with self._lock:
            return len(self._calls.get(character_id, ()))
