"""`make bench`: what it costs, measured side by side in one run and printed as ratios."""

import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

from tests import bench_store, lighthouse
from tests.baseline import baseline
from tests.bench_live import lesson
from tests.bench_sizes import EVENINGS, HX, bar, begin, call, weighed
from tests.databases import ENGINES, postgres
from tests.serving import ROOT, serving

CALLERS = 16
SECONDS = 1.5
TURNS = 8
PERFORMANCE = ROOT / "docs" / "performance.md"


def rate(one: Callable[[], object]) -> float:
    """Calls a second, by 16 callers."""
    until, done = time.monotonic() + SECONDS, 0

    def work() -> int:
        count = 0
        while time.monotonic() < until:
            one()
            count += 1
        return count

    with ThreadPoolExecutor(CALLERS) as pool:
        done = sum(job.result() for job in [pool.submit(work) for _ in range(CALLERS)])
    return done / SECONDS


def against(ours: Callable[[], object], theirs: Callable[[], object], what: str) -> float:
    """Calls a second of one against the other's, in turn, each as often first: the median of the ratios."""
    ratios = []
    for turn in range(TURNS):
        if turn % 2:
            other, mine = rate(theirs), rate(ours)
        else:
            mine, other = rate(ours), rate(theirs)
        ratios.append(mine / other)
        print(f"    {what}: {mine:.0f}/s against {other:.0f}/s", file=sys.stderr)
    return statistics.median(ratios)


def move_on(sheet: str) -> Callable[[], object]:
    """One move, answered with the fragments it changed."""
    move = {"move": "gagner_or", "pieces": 1, "rubric": "sac"}
    return lambda: call(f"{sheet}/journal", move, HX)


def start_up(folder: Path, url: str) -> tuple[float, int]:
    """Seconds from the start of the process to its first answer, on a database in use; its memory in MB."""
    times = []
    for _ in range(5):
        began = time.monotonic()
        with serving(folder, url) as served:
            times.append(time.monotonic() - began)
            status = Path(f"/proc/{served.process.pid}/status").read_text()
    memory = re.search(r"VmRSS:\s+(\d+)", status)
    assert memory is not None
    return min(times), int(memory[1]) // 1024


def measured(engine: str, folder: Path, urls: list[str]) -> list[str]:
    """The rows of one engine."""
    url, bare_url = urls
    with serving(folder, url) as served, baseline(folder, bare_url) as bare:
        short, long = begin(served.url), begin(served.url)
        bench_store.lengthen(url, short, bench_store.FEW)
        bench_store.lengthen(url, long, bench_store.MANY)
        ratio = against(move_on(short), lambda: call(bare, {"n": 1}), f"{engine}, moves and bare calls")
        ages = against(move_on(long), move_on(short), f"{engine}, a long journal and a short one")
        lessons = lesson(served, begin(served.url)).rows() if engine == "sqlite" else []
    start, memory = start_up(folder, url)
    size = bench_store.bytes_per_move(url, long)
    return [
        row(
            f"{engine}: moves/s against a bare endpoint, {CALLERS} callers",
            f"{ratio:.2f}",
            "≥ 0.5",
            ratio >= 0.5,
        ),
        row(
            f"{engine}: moves/s at {bench_store.MANY:,} entries against {bench_store.FEW}",
            f"{ages:.2f}",
            "≥ 0.9",
            ages >= 0.9,
        ),
        row(f"{engine}: journal on disk, a move", f"{size:.0f} B", "≤ 500 B", size <= 500),
        row(f"{engine}: start to first answer", f"{start:.2f} s", "≤ 1.5 s", start <= 1.5),
        row(f"{engine}: memory, idle", f"{memory} MB", "≤ 110 MB", memory <= 110),
        *lessons,
    ]


def row(what: str, found: str, bar: str, held: bool = True) -> str:
    return f"| {what} | {found} | {bar}{'' if held else ' **missed**'} |"


def weights(folder: Path) -> list[str]:
    """What goes over the line."""
    rows = []
    with serving(folder, f"sqlite:///{folder / 'sizes.db'}") as served:
        for evening in EVENINGS:
            for name, size in weighed(served.url, evening).items():
                rows.append(row(name, f"{size:,} B", f"≤ {bar(name):,} B", size <= bar(name)))
    return rows


PAGE = """# What it costs

Written by `make bench`, never by hand: on {day}, {cores} processors, load {load} as it began. Each ratio is
of calls made in turn in one run, {turns} times {seconds} s each, the median; the start is the quickest of
five. What else the machine does moves the figures, and less the ratios.

The bare endpoint is `tests/baseline.py`: FastAPI, one SELECT, one UPDATE, one INSERT by Core statements, a
2 kB template, the same kind of database.

| what | measured | bar |
|---|---|---|
"""


def main() -> None:
    load = f"{os.getloadavg()[0]:.1f}"
    head = PAGE.format(day=date.today(), cores=os.cpu_count(), load=load, seconds=SECONDS, turns=TURNS)
    rows: list[str] = []
    with tempfile.TemporaryDirectory() as name, postgres() as server:
        folder = Path(name)
        rows += weights(folder)
        for engine in ENGINES:
            lite = [f"sqlite:///{folder / f'{kind}.db'}" for kind in ("feuille", "bare")]
            urls = lite if engine == "sqlite" else [server.create(kind) for kind in ("feuille", "bare")]
            rows += measured(engine, folder, urls)
            rows.append(
                row(
                    f"{engine}: a thousand sheets of {bench_store.EVENING} moves",
                    *bench_store.thousand(urls[0]),
                )
            )
        rows += lighthouse.rows(folder)
    print(*rows, sep="\n")
    PERFORMANCE.write_text(head + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
