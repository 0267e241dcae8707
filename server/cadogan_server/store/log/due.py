"""When each room is due: the moment at which some node has to look after it, were it only to close it.

A node looks by itself after the rooms that it has. When it has ended, its rooms lie in the store until somebody asks for one, or
until one is due: then any node takes it up. So a start takes up nothing, and what is due is taken up a few rooms at a time.

A room's moment stands in the store from its opening to its end, and may be earlier than the room's clock says, never later: its
node puts it off when it comes near, so that moves, which often change clocks, write nothing here.
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
"""A room whose clock has nothing to do is looked after when it has been without a node for so long."""

NEAR_MS = 60_000
"""A moment as near as this is put off, where the clock says so."""

LEFT_MS = 60_000
"""A due room that can't be taken up is left alone for so long."""

AT_ONCE = 16
"""So many rooms are taken up at once."""

LOOKED_AT = 8 * AT_ONCE
"""Chosen from so many, so that not all nodes want the same."""

MOST_WRITTEN = 500
"""Moments that go into one command."""


class DueRooms:
    """The moments of all rooms that are not over, in ms since 1970."""

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal
        self._written: dict[str, int] = {}
        """By code, of the rooms of this node."""

    def open(self, code: str, now: int) -> None:
        """A room of this node begins, or is taken up."""
        self._write({code: now + WITHOUT_CLOCK_MS})

    def to_be_counted(self, code: str, now: int) -> None:
        """A room of this node is over: where this node ends before it has counted the results, another is to do so at once."""
        self._write({code: now})

    def over(self, code: str) -> None:
        """Nobody has to look after this room any more."""
        self._written.pop(code, None)
        self._journal.write("ZREM", keys.DUE, code)

    def let_go(self, code: str, deadline: int | None, now: int) -> None:
        """This node does not have a room any more."""
        self._write({code: now + WITHOUT_CLOCK_MS if deadline is None else deadline})
        self._written.pop(code, None)

    def handed_over(self, code: str) -> None:
        """Another node looks after a room of this one from now on."""
        self._written.pop(code, None)

    def update(self, rooms: Iterable[tuple[str, int | None]], now: int) -> None:
        """Write what has to be, of rooms of this node: codes, and when the clock of each has something to do."""
        changed: dict[str, int] = {}
        for code, deadline in rooms:
            due = now + WITHOUT_CLOCK_MS if deadline is None else deadline
            written = self._written.get(code)
            if written is None or due < written or (written < now + NEAR_MS and written < due):
                changed[code] = due
        self._write(changed)

    async def claim(self, now: int) -> list[str]:
        """Return some of the rooms that are due and that this node does not have.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.zrange(keys.DUE, "-inf", now, byscore=True, offset=0, num=LOOKED_AT)
        codes = [code for code in (member.decode() for member in found) if code not in self._written]
        return random.sample(codes, min(AT_ONCE, len(codes)))

    async def knows(self, code: str) -> bool:
        """Whether a room is yet to be looked after: to be played, or to be counted.

        Raises:
            redis.RedisError: the store does not answer.
        """
        return await self._redis.zscore(keys.DUE, code) is not None

    async def codes(self) -> list[str]:
        """Return the codes of all rooms that are not over, whichever node has them.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.zrange(keys.DUE, 0, -1)
        return sorted(code.decode() for code in found)

    def put_off(self, code: str, now: int) -> None:
        """Let others look after a room that is due, or this node again after a while."""
        self._journal.write("ZADD", keys.DUE, "XX", now + LEFT_MS, code)

    async def adopt(self) -> None:
        """Take over the list of an earlier version: all its rooms are due.

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
