"""Real processes: two on one PostgreSQL see each other's moves; two on one SQLite file are refused."""

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path
from queue import Queue
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from tests.databases import Postgres
from tests.serving import ROOT, free_port, serving


def post(url: str, **form: object) -> str:
    """Where the answer leads."""
    with urlopen(url, urlencode(form).encode(), timeout=10) as answer:
        return answer.url


@pytest.fixture
def events() -> Queue[dict[str, int]]:
    return Queue()


def watch(url: str, events: Queue[dict[str, int]]) -> None:
    """Put every state that this live view is told into the queue, until the server goes."""

    def read() -> None:
        with urlopen(url, timeout=30) as stream:
            for line in stream:
                if line.startswith(b"data: {"):
                    events.put(json.loads(line[6:]))

    threading.Thread(target=read, daemon=True).start()


def wait_for(events: Queue[dict[str, int]], **state: int) -> None:
    while not events.get(timeout=5).items() >= state.items():
        pass


def test_two_processes_on_one_postgresql(pg: Postgres, tmp_path: Path, events: Queue[dict[str, int]]) -> None:
    pg.execute('DROP DATABASE IF EXISTS "two" WITH (FORCE)')
    url = pg.create("two")
    (tmp_path / "other").mkdir()
    with serving(tmp_path, url) as one, serving(tmp_path / "other", url) as other:
        hero = post(f"{one.url}/feuilles", series="df51", nom="Aldric", faces="4,3,5,2,3")
        key = hero.split("/")[4]
        watch(f"{other.url}/f/{key}/direct", events)
        wait_for(events, seq=1, ecrans=1)
        post(f"{one.url}/f/{key}/journal", move="gagner_or", pieces=7)
        wait_for(events, seq=2, ecrans=1)
        post(f"{other.url}/f/{key}/journal", move="gagner_or", pieces=5)
        wait_for(events, seq=3, ecrans=1)
        watch(f"{one.url}/f/{key}/direct", Queue())
        wait_for(events, seq=3, ecrans=2)
        with urlopen(f"{one.url}/f/{key}/export.json") as export:
            assert json.load(export)["boxes"]["score/hero/or"][1] == 12
        # The same form sent to both makes one sheet.
        form = {"series": "df51", "nom": "Berthe", "faces": "4,3,5,2,3", "once": "k" * 22}
        assert (
            post(f"{one.url}/feuilles", **form).split("/f/")[1]
            == post(f"{other.url}/feuilles", **form).split("/f/")[1]
        )


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_stopping_ends_live_views_at_once(
    tmp_path: Path, events: Queue[dict[str, int]], told: signal.Signals
) -> None:
    with serving(tmp_path) as served:
        hero = post(f"{served.url}/feuilles", series="df51", nom="Aldric", faces="4,3,5,2,3")
        watch(f"{served.url}/f/{hero.split('/')[4]}/direct", events)
        wait_for(events, seq=1, ecrans=1)
        served.process.send_signal(told)
        served.process.wait(timeout=10)
    log = served.log.read_text()
    assert "Application shutdown complete" in log
    assert "exceeded" not in log and "Traceback" not in log  # it did not wait until its patience was over


def serve(url: str, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "app", "serve", "--port", str(free_port()), *more]
    env = {"FEUILLE_DATABASE_URL": url}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=30)


def test_a_second_process_on_one_sqlite_file_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'feuille.db'}"
    with serving(tmp_path):
        refused = serve(url)
        assert refused.returncode == 1
        assert refused.stderr.startswith("Another process is using") and refused.stderr.count("\n") == 1
    with serving(tmp_path) as again:  # the first one's end lets go
        again.process.kill()
        again.process.wait()
    with serving(tmp_path):  # and so does its death
        pass


def test_several_workers_on_sqlite_are_refused(tmp_path: Path) -> None:
    refused = serve(f"sqlite:///{tmp_path / 'feuille.db'}", "--workers", "2")
    assert refused.returncode == 1
    assert "one process" in refused.stderr


def test_a_postgresql_that_is_away_is_said_in_a_sentence() -> None:
    refused = serve("postgresql://nobody@127.0.0.1:1/none")
    assert refused.returncode == 1
    assert refused.stderr.startswith("The database cannot be used:") and "Traceback" not in refused.stderr
