"""Open views of a sheet, told within the second that it changed; each then asks for what it may see."""

import asyncio
import json
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.store import journal, members
from app.store.members import ALONE
from app.store.watchers import Watchers
from app.web.access import Db, Opened
from app.web.described import Key

router = APIRouter(prefix="/f/{key}")

BEAT = 15.0
"""Seconds between two events at most: a view that hears nothing for longer knows that it is cut off."""
PACE = 0.25
"""Seconds between two events at least: moves in between are told at once."""


@router.get("/direct", response_class=EventSourceResponse, include_in_schema=False)
async def direct(key: Key, live: Opened, db: Db) -> AsyncIterator[ServerSentEvent]:
    """Where the sheet stands, now and at each change: `etat` tells the last entry, how many watch, and a mark
    of the sheets shown with it. One stream a page: it hears of those too.

    `fin` ends it once the link has been renewed: the key is looked up before every event. Where the server
    stops it ends without: the page will ask again.
    """
    changed, loop = asyncio.Event(), asyncio.get_running_loop()

    def call() -> None:
        with suppress(RuntimeError):  # the server is stopping
            loop.call_soon_threadsafe(changed.set)

    beside = ALONE
    db.watchers.watch(live.id, call)
    try:
        while not db.watchers.over:
            changed.clear()  # before looking: what changes meanwhile is told next
            now = await run_in_threadpool(journal.open_sheet, db, key)
            if now is None:
                yield ServerSentEvent(event="fin", raw_data="")
                break
            beside, before = await run_in_threadpool(members.around, db, now), beside
            if beside.ids != before.ids:
                db.watchers.follow(call, before.ids, beside.ids)
                changed.set()  # what changed before it was followed would go unheard
            state = {"seq": now.seq, "ecrans": db.watchers.count(live.id), "autres": beside.mark}
            yield ServerSentEvent(event="etat", raw_data=json.dumps(state), retry=2000)
            await asyncio.sleep(PACE)
            await _heard(changed)
    finally:
        db.watchers.follow(call, beside.ids, ())
        db.watchers.leave(live.id, call)


async def _heard(changed: asyncio.Event) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(changed.wait(), BEAT)


@contextmanager
def ended_first(watchers: Watchers) -> Iterator[None]:
    """As the process is told to stop, end every live view before the server waits for what is under way.

    It would wait for them in vain, then cut them off. It has its own handlers of these signals, which are run
    as ever; where there are none, or this is not the thread that signals come to, nothing is done.
    """
    loop = asyncio.get_running_loop()
    heard = threading.current_thread() is threading.main_thread()
    found = {sig: signal.getsignal(sig) for sig in (signal.SIGINT, signal.SIGTERM) if heard}
    theirs = {sig: handler for sig, handler in found.items() if callable(handler)}

    def stop(sig: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(watchers.end)  # later: what was interrupted may hold the lock
        theirs[signal.Signals(sig)](sig, frame)

    for sig in theirs:
        signal.signal(sig, stop)
    try:
        yield
    finally:
        for sig, handler in theirs.items():
            signal.signal(sig, handler)
