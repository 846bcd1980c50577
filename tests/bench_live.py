"""A class: forty phones watch one sheet by its read-only link while one plays, as static/live.js does it."""

import asyncio
import os
import re
import statistics
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from tests.serving import WATCHED, Served

VIEWERS, MOVES_A_SECOND, SECONDS = 40, 5, 30
STEADY = 10.0
"""Seconds at most until the last view shows the last move."""
SHOWN = re.compile(r'id="etat" data-seq="(\d+)"')
WANTED = re.compile(r'"seq": ?(\d+)')


@dataclass
class Viewer:
    """One phone: it hears of changes, and asks for what it does not show yet, one question at a time."""

    client: httpx2.AsyncClient
    page: str
    shown: int = 0
    wanted: int = 0
    asked: int = 0
    at: dict[int, float] = field(default_factory=dict)
    """When each entry was first shown, or passed over for a later one."""

    async def watch(self) -> None:
        self._shows((await self.client.get(self.page)).text)
        heard = asyncio.Event()
        async with asyncio.TaskGroup() as both:
            both.create_task(self._listen(heard))
            both.create_task(self._follow(heard))

    async def _listen(self, heard: asyncio.Event) -> None:
        headers = {"accept": "text/event-stream"}
        async with self.client.stream("GET", f"{self.page}/direct", headers=headers, timeout=None) as line:
            async for said in line.aiter_lines():
                if found := WANTED.search(said):
                    self.wanted = int(found[1])
                    heard.set()

    async def _follow(self, heard: asyncio.Event) -> None:
        while await heard.wait():
            heard.clear()
            while self.wanted > self.shown:
                headers = {"HX-Request": "true", "Feuille-Seq": str(self.shown)}
                self._shows((await self.client.get(self.page, headers=headers)).text)
                self.asked += 1

    def _shows(self, html: str) -> None:
        found = SHOWN.search(html)
        assert found, html[:300]
        now, seq = time.monotonic(), int(found[1])
        self.at |= dict.fromkeys(range(self.shown + 1, seq + 1), now)
        self.shown = seq


@dataclass(frozen=True)
class Lesson:
    """What the forty cost, and how soon they saw."""

    lags: list[float]
    requests: int
    moves: int
    reached: int
    cpu: float
    seconds: float

    @property
    def median(self) -> float:
        return statistics.median(self.lags)

    @property
    def slow(self) -> float:
        """The 95th percentile."""
        return statistics.quantiles(self.lags, n=20)[-1]

    def rows(self) -> list[str]:
        """For the table of `make bench`."""
        bar = f"≤ 1,000 ms {'' if self.median <= 1 else '**missed**'}"
        return [
            f"| views that reached the last of {self.moves} moves | {self.reached} | {VIEWERS} |",
            f"| lag of a move on {VIEWERS} views, median | {self.median * 1000:.0f} ms | {bar} |",
            f"| the same, 95th percentile | {self.slow * 1000:.0f} ms | |",
            f"| server's CPU for it, of {self.seconds:.0f} s | {self.cpu:.1f} s | |",
            f"| questions asked by the views | {self.requests:,} | |",
        ]


def lesson(served: Served, sheet: str) -> Lesson:
    """Forty views of this sheet for half a minute of play. Raises AssertionError where one is left behind."""
    return asyncio.run(_lesson(served, sheet))


async def _lesson(served: Served, sheet: str) -> Lesson:
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx2.AsyncClient(limits=limits, timeout=30) as client:
        found = WATCHED.search((await client.get(f"{sheet}/partage")).text)
        assert found
        viewers = [Viewer(client, found[1]) for _ in range(VIEWERS)]
        watching = [asyncio.create_task(viewer.watch()) for viewer in viewers]
        try:
            await _until(lambda: all(viewer.wanted for viewer in viewers), STEADY)
            began, cpu = time.monotonic(), _cpu(served)
            sent = await _play(client, sheet)
            last = max(sent)
            with suppress(TimeoutError):
                await _until(lambda: all(viewer.shown >= last for viewer in viewers), STEADY)
            spent, took = _cpu(served) - cpu, time.monotonic() - began
        finally:
            failed = [task.exception() for task in watching if task.done()]
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
    lags = [viewer.at[seq] - at for viewer in viewers for seq, at in sent.items() if seq in viewer.at]
    reached = sum(viewer.shown >= last for viewer in viewers)
    assert reached == VIEWERS, (f"{VIEWERS - reached} of {VIEWERS} views were left behind", failed)
    return Lesson(lags, sum(viewer.asked for viewer in viewers), len(sent), reached, spent, took)


async def _play(client: httpx2.AsyncClient, sheet: str) -> dict[int, float]:
    """One plays, five moves a second. When each entry was sent."""
    sent: dict[int, float] = {}
    begun = time.monotonic()
    for n in range(MOVES_A_SECOND * SECONDS):
        await asyncio.sleep(max(0.0, begun + n / MOVES_A_SECOND - time.monotonic()))
        move = {"move": ("perdre", "gagner")[n % 2], "score": "endurance", "points": 1}
        at = time.monotonic()
        answer = await client.post(f"{sheet}/journal", data=move, headers={"accept": "application/json"})
        sent[answer.json()["seq"]] = at
    return sent


async def _until(true: Callable[[], bool], seconds: float) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.02)


def _cpu(served: Served) -> float:
    """Seconds of processor time that the server has used."""
    user, system = Path(f"/proc/{served.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
