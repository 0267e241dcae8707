"""The moments at which rooms need a node's attention, if only to be closed.

A node looks after the rooms that it owns. After it has ended, its rooms stay in the store until somebody asks for one
or until one is due. Then any node takes that room up. So starting a server takes up no rooms, and due rooms are taken
up a few at a time.

The store has a due time for each room that is not over. It may be earlier than the room's clock says, never later. The
owner moves it when it comes near, so moves, which often change clocks, write nothing here.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.redis.writer import Argument

WITHOUT_CLOCK_MS = 600_000
"""Milliseconds after which a room without an owner is due if none of its clocks runs."""

NEAR_MS = 60_000
"""Milliseconds ahead within which a due time is moved to a later one. A move to an earlier one is written in any case."""

LEFT_MS = 60_000
"""Milliseconds for which a due room that can't be taken up is left alone."""

AT_ONCE = 16
"""Rooms that one node takes up at once."""

LOOKED_AT = 8 * AT_ONCE
"""Due rooms to choose from at random, so that not all nodes want the same ones."""

MOST_WRITTEN = 500
"""Due times in one command."""


class DueRooms:
    """The due times of all rooms that are not over, in ms since 1970."""

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal
        self._written: dict[str, int] = {}
        """Code of a room of this node → due time in the store."""

    def open(self, code: str, now: int) -> None:
        """Note that a room of this node begins or is taken up."""
        self._write({code: now + WITHOUT_CLOCK_MS})

    def to_be_counted(self, code: str, now: int) -> None:
        """Note that a room of this node is over. If this node ends before it has counted the results, another does so
        at once."""
        self._write({code: now})

    def over(self, code: str) -> None:
        """Note that this room needs no node any more."""
        self._written.pop(code, None)
        self._journal.write("ZREM", keys.DUE, code)

    def let_go(self, code: str, deadline: int | None, now: int) -> None:
        """Note that this node no longer owns a room, whose clock has something to do at `deadline` (ms; None:
        nothing)."""
        self._write({code: now + WITHOUT_CLOCK_MS if deadline is None else deadline})
        self._written.pop(code, None)

    def handed_over(self, code: str) -> None:
        """Note that another node looks after a room of this one from now on."""
        self._written.pop(code, None)

    def update(self, rooms: Iterable[tuple[str, int | None]], now: int) -> None:
        """Write the due times that have changed too much. `rooms` are this node's rooms, each with its clock's next
        time in ms or None."""
        changed: dict[str, int] = {}
        for code, deadline in rooms:
            due = now + WITHOUT_CLOCK_MS if deadline is None else deadline
            written = self._written.get(code)
            if written is None or due < written or (written < now + NEAR_MS and written < due):
                changed[code] = due
        self._write(changed)

    async def claim(self, now: int) -> list[str]:
        """Return codes of some due rooms that this node does not own.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.zrange(keys.DUE, "-inf", now, byscore=True, offset=0, num=LOOKED_AT)
        codes = [code for code in (member.decode() for member in found) if code not in self._written]
        return random.sample(codes, min(AT_ONCE, len(codes)))

    async def knows(self, code: str) -> bool:
        """Return True if a room still has to be played or counted.

        Raises:
            redis.RedisError: the store does not answer.
        """
        return await self._redis.zscore(keys.DUE, code) is not None

    async def codes(self) -> list[str]:
        """Return the codes of all rooms that are not over, on whichever node.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.zrange(keys.DUE, 0, -1)
        return sorted(code.decode() for code in found)

    def put_off(self, code: str, now: int) -> None:
        """Postpone a due room by `LEFT_MS`, for other nodes and for this one."""
        self._journal.write("ZADD", keys.DUE, "XX", now + LEFT_MS, code)

    async def adopt(self) -> None:
        """Convert the list of an earlier version: all its rooms are due.

        Raises:
            redis.RedisError: the store does not answer.
        """
        codes: Any = [code async for code in self._redis.sscan_iter(keys.UNFINISHED, count=1000)]
        for at in range(0, len(codes), MOST_WRITTEN):
            await self._redis.zadd(keys.DUE, dict.fromkeys(codes[at : at + MOST_WRITTEN], 0), nx=True)
        if codes:
            await self._redis.delete(keys.UNFINISHED)

    def _write(self, moments: dict[str, int]) -> None:
        self._written.update(moments)
        listed = list(moments.items())
        for at in range(0, len(listed), MOST_WRITTEN):
            arguments: list[Argument] = [part for code, due in listed[at : at + MOST_WRITTEN] for part in (due, code)]
            self._journal.write("ZADD", keys.DUE, *arguments)
