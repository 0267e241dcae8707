"""The logs of rooms: opened, read, closed."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from redis.asyncio import Redis

from cadogan_server.fair_queue import FairQueue
from cadogan_server.rooms.records import BadLog, Created, Record, pack, unpack
from cadogan_server.store import keys
from cadogan_server.store.journal import Journal, RoomLog

KEPT_SECONDS = 24 * 3600
"""How long the log of a finished room is kept, for replays and late returns."""

KEPT_BRIEFLY_SECONDS = 600
"""How long that of one in which hardly a move was made."""

HARDLY = 5
"""So many moves, by all together, are hardly any."""

PAGE = 32
"""Entries that are read at once of a log that nobody waits for."""

FoundLog = tuple[list[Record], RoomLog]
"""The records of a room, and its log to go on with."""


class Logs:
    """Rooms' logs in Redis."""

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal

    def append(self, log: RoomLog, record: Record) -> None:
        """Append a record."""
        self._journal.append(log, pack(record))

    async def first(self, code: str) -> Created | None:
        """Return the record that a log begins with; None where there is no log, or it begins with something else.

        Raises:
            redis.RedisError: the store does not answer.
        """
        entries: Any = await self._redis.xrange(keys.log(code), count=1)
        try:
            record = next(unpack(fields[b"r"] for _, fields in entries), None)
        except BadLog:
            return None
        return record if isinstance(record, Created) else None

    async def read(self, code: str) -> FoundLog | None:
        """Return the records of a room, and its log to go on with; None where there is none.

        Raises:
            BadLog: it holds something else than records.
            redis.RedisError: the store does not answer.
        """
        entries: Any = await self._redis.xrange(keys.log(code))
        if not entries:
            return None
        records = list(unpack(fields[b"r"] for _, fields in entries))
        return records, RoomLog(code, _epoch(entries) + 1)

    async def read_in_steps(self, code: str, queue: FairQueue) -> FoundLog | None:
        """As `read`, but a page after the other, and an entry in each iteration of the event loop, while others play.

        Raises:
            BadLog: it holds something else than records.
            redis.RedisError: the store does not answer.
        """
        records: list[Record] = []
        after: Any = "-"
        epoch = 0
        while entries := await self._page(code, after):
            await queue.through(_unpacking(entries, records))
            after, epoch = b"(" + entries[-1][0], _epoch(entries)
        return (records, RoomLog(code, epoch + 1)) if records else None

    async def _page(self, code: str, after: Any) -> Any:
        return await self._redis.xrange(keys.log(code), min=after, count=PAGE)


def _unpacking(entries: Any, records: list[Record]) -> Generator[None]:
    for _, fields in entries:
        records += unpack([fields[b"r"]])
        yield


def _epoch(entries: Any) -> int:
    """The epoch of the last of these entries of a log."""
    return int(entries[-1][0].partition(b"-")[0])
