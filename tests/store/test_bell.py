"""Two processes on one PostgreSQL, as two Databases: each hears what the other changes, and who watches."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from app.store.engine import Database
from tests.conftest import SHARED
from tests.databases import Postgres, postgres

SHEET = 12


@pytest.fixture
def two(pg_shared: str) -> Iterator[tuple[Database, Database]]:
    one, other = Database(pg_shared), Database(pg_shared)
    for db in (one, other):
        db.listen()
    yield one, other
    one.close()
    other.close()


def until(holds: Callable[[], bool], seconds: float = 5) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "in vain"
        time.sleep(0.01)


def test_a_change_is_heard_by_the_other_process(two: tuple[Database, Database]) -> None:
    one, other = two
    called = threading.Event()
    other.watchers.watch(SHEET, called.set)
    until(lambda: one.watchers.count(SHEET) == 1)
    called.clear()
    one.watchers.tell(SHEET + 1)
    assert not called.wait(0.3)
    one.watchers.tell(SHEET)
    assert called.wait(5)


def test_views_are_counted_in_every_process(two: tuple[Database, Database]) -> None:
    one, other = two

    def call() -> None: ...

    one.watchers.watch(SHEET, call)
    other.watchers.watch(SHEET, call)
    other.watchers.watch(SHEET, call)
    until(lambda: one.watchers.count(SHEET) == other.watchers.count(SHEET) == 3)
    other.watchers.leave(SHEET, call)
    until(lambda: one.watchers.count(SHEET) == 2)
    other.close()
    until(lambda: one.watchers.count(SHEET) == 1)


def test_who_comes_later_learns_who_watches(pg_shared: str, two: tuple[Database, Database]) -> None:
    two[0].watchers.watch(SHEET, lambda: None)
    late = Database(pg_shared)
    late.listen()
    until(lambda: late.watchers.count(SHEET) == 1)
    late.close()


def test_what_is_no_word_of_ours_is_skipped(pg: Postgres, two: tuple[Database, Database]) -> None:
    one, other = two
    called = threading.Event()
    other.watchers.watch(SHEET, called.set)
    until(lambda: one.watchers.count(SHEET) == 1)
    called.clear()
    for odd in (
        "",
        "x",
        "x\nfoo",
        "x\n1 2",
        "x\n1 -2 1",
        "x\n9999999999999999999999 1 1",
        f"x\n\n{SHEET} 0 1",
    ):
        pg.execute(f"SELECT pg_notify('feuille', E'{odd}')", database=SHARED)
    assert called.wait(5)  # what is among them is heard
    called.clear()
    one.watchers.tell(SHEET)
    assert called.wait(5)


def test_a_fault_in_hearing_is_not_the_end_of_it(two: tuple[Database, Database]) -> None:
    one, other = two
    called, failed = threading.Event(), threading.Event()

    def fail() -> None:
        failed.set()
        raise RuntimeError

    other.watchers.watch(SHEET, fail)
    other.watchers.watch(SHEET + 1, called.set)
    until(lambda: one.watchers.count(SHEET) == one.watchers.count(SHEET + 1) == 1)
    one.watchers.tell(SHEET)
    assert failed.wait(5)
    other.watchers.leave(SHEET, fail)
    assert called.wait(5)  # it listens again, and has every view look
    called.clear()
    one.watchers.tell(SHEET + 1)
    assert called.wait(5)


def test_after_a_gap_every_view_looks_again() -> None:
    called = threading.Event()
    with postgres("fsync = off") as server:
        db = Database(server.url("postgres"))
        db.watchers.watch(SHEET, called.set)
        db.listen()
        assert called.wait(5)
        server.stop()
        called.clear()
        server.start()
        assert called.wait(10)
        db.close()
