"""`python -m tests.kill`: the app killed with -9 under sixteen writers; nothing answered is lost."""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from app.store import entries, journal
from app.store.check import check
from app.store.engine import Database
from tests.databases import ENGINES, postgres
from tests.serving import Served, serving

WRITERS = 16
SHEETS = 4


def post(url: str, **form: object) -> bytes:
    asked = Request(url, urlencode(form).encode(), {"Accept": "application/json"})
    with urlopen(asked, timeout=20) as answer:
        return answer.read()


def begin(served: Served) -> str:
    hero = Request(f"{served.url}/feuilles", urlencode({"series": "df51", "nom": "Aldric"}).encode())
    with urlopen(hero, timeout=20) as answer:
        return answer.url.split("/f/")[1].split("/")[0]


def play_until_killed(served: Served, keys: list[str], seconds: float) -> tuple[Counter[str], Counter[str]]:
    """Moves answered, and moves sent without an answer, by sheet: each pays one coin."""

    def work(n: int) -> tuple[str, int, int]:
        key, answered = keys[n % len(keys)], 0
        while True:
            try:
                post(f"{served.url}/f/{key}/journal", move="gagner_or", pieces=1)
            except HTTPError as error:
                if error.code != 503:
                    raise
                return key, answered, 1
            except (OSError, HTTPException):
                return key, answered, 1
            answered += 1

    with ThreadPoolExecutor(WRITERS) as pool:
        jobs = [pool.submit(work, n) for n in range(WRITERS)]
        time.sleep(seconds)
        served.process.kill()
        done = [job.result() for job in jobs]
    answered, sent = Counter[str](), Counter[str]()
    for key, moves, pending in done:
        answered[key] += moves
        sent[key] += pending
    return answered, sent


def kill(folder: Path, url: str, times: int) -> int:
    """Kill it so often; fails on the first move lost or half made. Returns how many moves were answered."""
    keys: list[str] = []
    least, most = Counter[str](), Counter[str]()
    for n in range(times):
        with serving(folder, url) as served:
            keys = keys or [begin(served) for _ in range(SHEETS)]
            answered, pending = play_until_killed(served, keys, random.uniform(0.2, 1.2))
            served.process.wait()
        least += answered
        most += answered + pending
        db = Database(url)
        report = check(db)
        assert report.faults == (), report.faults
        for key in keys:
            live = journal.open_sheet(db, key)
            assert live is not None
            gold = live.sheet.value("or")
            assert least[key] <= gold <= most[key], f"kill {n}: {least[key]} answered, {gold} kept"
            assert len(entries.whole(db, live)) == live.seq == gold + 1
            # What was on its way may have been written; from here on it counts.
            least[key], most[key] = gold, gold
        db.close()
    return sum(least.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    times = parser.parse_args().times
    for engine in ENGINES:
        with tempfile.TemporaryDirectory() as folder:
            if engine == "sqlite":
                moves = kill(Path(folder), f"sqlite:///{folder}/feuille.db", times)
            else:
                with postgres() as server:
                    moves = kill(Path(folder), server.create("kill"), times)
        print(f"{engine}: killed {times} times under {WRITERS} writers; {moves} moves, none lost nor half")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
