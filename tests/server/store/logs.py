"""The entries of a room in the store, and waits for them."""

from __future__ import annotations

import asyncio
from typing import Any

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.room_log import RoomLog
from tests.server.wire import PATIENCE


async def written(redis: Redis, code: str) -> list[bytes]:
    """Return the entries of a room's log."""
    entries: Any = await redis.xrange(keys.log(code))
    return [fields[b"r"] for _, fields in entries]


async def taken(journal: Journal) -> None:
    """Wait until the store has taken all writes."""
    has_taken = asyncio.Event()
    journal.when_written(has_taken.set)
    async with asyncio.timeout(PATIENCE):
        await has_taken.wait()


async def wrote(journal: Journal, log: RoomLog, *records: bytes) -> None:
    """Append records, each as an entry that the store has acknowledged."""
    for record in records:
        journal.append(log, record)
        await taken(journal)
