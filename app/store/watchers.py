"""Who watches a sheet: told as something of it changes, never what."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TypeAlias

Call: TypeAlias = Callable[[], None]
Announce: TypeAlias = Callable[[int, bool], None]

STALE = 70.0
"""Seconds after which a process that says nothing more has no views."""


class Watchers:
    """The open views of each sheet. Calls come from any thread, and must return at once.

    Where other processes serve the same database, `announce` tells them, and they tell by `heard`. Once it is
    `over`, every view is to end.
    """

    def __init__(self) -> None:
        self.announce: Announce | None = None
        self.over = False
        self._calls: defaultdict[int, list[Call]] = defaultdict(list)
        self._followers: defaultdict[int, list[Call]] = defaultdict(list)
        self._elsewhere: defaultdict[int, dict[str, tuple[int, float]]] = defaultdict(dict)
        self._lock = threading.Lock()

    def watch(self, character_id: int, call: Call) -> None:
        """Have `call` called at every change; the other views are told that one more watches."""
        self._call(character_id)
        with self._lock:
            self._calls[character_id].append(call)
        if self.announce:
            self.announce(character_id, False)

    def leave(self, character_id: int, call: Call) -> None:
        """No longer call it."""
        with self._lock:
            self._calls[character_id].remove(call)
            if not self._calls[character_id]:
                del self._calls[character_id]
        self._tell(character_id, changed=False)

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
        """Something of this sheet changed: a move, its links."""
        self._tell(character_id, changed=True)

    def _tell(self, character_id: int, *, changed: bool) -> None:
        self._call(character_id)
        if self.announce:
            self.announce(character_id, changed)

    def _call(self, character_id: int) -> None:
        with self._lock:
            calls = [*self._calls.get(character_id, ()), *self._followers.get(character_id, ())]
        for call in calls:
            call()

    def count(self, character_id: int) -> int:
        """How many views are open, in every process."""
        fresh = time.monotonic() - STALE
        with self._lock:
            others = self._elsewhere.get(character_id, {}).values()
            there = sum(views for views, at in others if at > fresh)
            return self.here(character_id) + there

    # Between processes

    def here(self, character_id: int) -> int:
        """How many views are open in this process."""
        return len(self._calls.get(character_id, ()))

    def watched(self) -> list[int]:
        """The sheets watched in this process."""
        with self._lock:
            return [*self._calls, *self._followers]

    def heard(self, process: str, character_id: int, views: int, *, changed: bool) -> None:
        """Another process has so many views of this sheet, and may have changed it."""
        with self._lock:
            had = self._elsewhere[character_id].pop(process, (0, 0.0))[0]
            if views:
                self._elsewhere[character_id][process] = (views, time.monotonic())
            elif not self._elsewhere[character_id]:
                del self._elsewhere[character_id]
        if changed or views != had:
            self._call(character_id)

    def tell_all(self) -> None:
        """Something may have been missed: every view looks again."""
        for character_id in self.watched():
            self._call(character_id)

    def end(self) -> None:
        """The process is to stop: every view is told."""
        self.over = True
        self.tell_all()
