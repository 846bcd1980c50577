"""Between processes on one PostgreSQL: LISTEN and NOTIFY carry which sheet changed, and how many watch it."""

import logging
import queue
import re
import secrets
import threading
import time
from collections.abc import Iterable

import psycopg
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from app.store.postgres import IN_USE
from app.store.watchers import Watchers

logger = logging.getLogger("feuille")

CHANNEL = "feuille"
BEAT = 20.0
"""Seconds between two announcements of what is watched here: a process that died is soon not counted."""
AGAIN = 0.5
"""Seconds before another try, where the server is away."""
BREATH = 0.01
"""Seconds in which more may come to be said at once: each time costs the server a transaction."""
MOST = 200
"""Words in one notification: PostgreSQL takes 8,000 bytes."""

NOTIFY = text("SELECT pg_notify(:channel, :words)")
HELLO = (0, 0, False)
"""A process that has just come, or was cut off, asks the others what they watch."""

Word = tuple[int, int, bool]
"""A sheet, how many views of it the process has, and whether it changed."""
WORD = re.compile(r"(\d{1,18}) (\d{1,9}) ([01])", re.ASCII)


class Bell:
    """Two threads: one rings what this process does, one hears the others.

    A notification is rung after the commit, beside it: inside, every commit of the database would wait for
    the one before. If the process dies in between, views elsewhere see the move at their next beat.
    """

    def __init__(self, engine: Engine, watchers: Watchers) -> None:
        self._engine, self._watchers = engine, watchers
        self._me = secrets.token_hex(4)
        self._words: queue.SimpleQueue[Word | None] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self.listening = threading.Event()
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._ring, self._listen)]

    def start(self) -> None:
        """Begin; returns at once, whether the server answers or not."""
        self._watchers.announce = self._announce
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End both threads; the others no longer count this process's views."""
        self._stopped.set()
        for character_id in self._watchers.watched():
            self._words.put((character_id, 0, False))
        self._words.put(None)
        for thread in self._threads:
            thread.join(timeout=3)

    # Ringing

    def _announce(self, character_id: int, changed: bool) -> None:
        self._words.put((character_id, self._watchers.here(character_id), changed))

    def _ring(self) -> None:
        beat = time.monotonic()
        while True:
            try:
                words = self._gathered(max(0.0, beat + BEAT - time.monotonic()))
            except queue.Empty:
                beat = time.monotonic()
                words = [(n, self._watchers.here(n), False) for n in self._watchers.watched()]
            self._send([word for word in words if word])
            if None in words:
                self._say([self._me])  # heard by our own listener, which sees that it is over
                return

    def _gathered(self, wait: float) -> list[Word | None]:
        """All that is waiting to be said; raises Empty where nothing comes."""
        words = [self._words.get(timeout=wait)]
        time.sleep(BREATH)
        while not self._words.empty():
            words.append(self._words.get())
        return words

    def _send(self, words: list[Word]) -> None:
        """Say it; where the server is away it is lost, and every process looks again once it is back."""
        lines = [f"{n} {views} {int(changed)}" for n, views, changed in dict.fromkeys(words)]
        for some in range(0, len(lines), MOST):
            self._say([self._me, *lines[some : some + MOST]])

    def _say(self, lines: list[str]) -> None:
        try:
            with self._engine.begin() as connection:
                # Nothing of this is kept: no need to wait for the disk.
                connection.execute(text("SET LOCAL synchronous_commit = off"))
                connection.execute(NOTIFY, {"channel": CHANNEL, "words": "\n".join(lines)})
        except SQLAlchemyError as error:
            logger.warning("telling other processes: %s", type(error).__name__)

    # Hearing

    def _listen(self) -> None:
        while not self._stopped.is_set():
            try:
                self._hear()
            except Exception as error:  # whatever it is, a process that hears no more would show old pages
                logger.warning("listening to other processes: %s", type(error).__name__)
                self._stopped.wait(AGAIN)

    def _hear(self) -> None:
        """Listen on a connection of its own until it breaks or the bell is stopped."""
        borrowed = self._engine.raw_connection()
        connection = borrowed.driver_connection
        assert isinstance(connection, psycopg.Connection)
        borrowed.detach()
        try:
            connection.rollback()
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            connection.execute(f"SELECT pg_advisory_lock_shared({IN_USE})")
            self.listening.set()
            self._words.put(HELLO)
            self._watchers.tell_all()
            while not self._stopped.is_set():
                for said in connection.notifies(timeout=0.5, stop_after=1):
                    self._heard(said.payload.split("\n"))
        finally:
            self.listening.clear()
            connection.close()

    def _heard(self, lines: list[str]) -> None:
        process, *words = lines
        if process == self._me:
            return
        for n, views, changed in _read(words):
            if n:
                self._watchers.heard(process, n, views, changed=changed)
            else:
                for watched in self._watchers.watched():
                    self._announce(watched, False)


def _read(words: Iterable[str]) -> Iterable[Word]:
    """What words say; those that say nothing, as another program's on this channel, are skipped."""
    for word in words:
        if said := WORD.fullmatch(word):
            yield int(said[1]), int(said[2]), said[3] == "1"
