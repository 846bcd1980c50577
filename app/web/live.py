"""Open views of a sheet, told within the second that it changed; each then asks for what it may see."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.store import journal
from app.web.access import Db, Opened
from app.web.described import Key

router = APIRouter(prefix="/f/{key}")

BEAT = 15.0
"""Seconds between two events at most: a view that hears nothing for longer knows that it is cut off."""
PACE = 0.25
"""Seconds between two events at least: moves in between are told at once."""


@router.get("/direct", response_class=EventSourceResponse, include_in_schema=False)
async def direct(key: Key, live: Opened, db: Db) -> AsyncIterator[ServerSentEvent]:
    """Where the sheet stands, now and at each change: `etat` tells the last entry, and how many watch.

    `fin` ends it once the link has been renewed: the key is looked up before every event.
    """
    changed, loop = asyncio.Event(), asyncio.get_running_loop()

    def call() -> None:
        with suppress(RuntimeError):  # the server is stopping
            loop.call_soon_threadsafe(changed.set)

    db.watchers.watch(live.id, call)
    try:
        while True:
            changed.clear()  # before looking: what changes meanwhile is told next
            now = await run_in_threadpool(journal.open_sheet, db, key)
            if now is None:
                break
            state = {"seq": now.seq, "ecrans": db.watchers.count(live.id)}
            yield ServerSentEvent(event="etat", raw_data=json.dumps(state), retry=2000)
            await asyncio.sleep(PACE)
            await _heard(changed)
        yield ServerSentEvent(event="fin", raw_data="")
    finally:
        db.watchers.leave(live.id, call)


async def _heard(changed: asyncio.Event) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(changed.wait(), BEAT)
