"""Marks of addresses and browsers, which say that two seats may be one person, without storing either.

An address, its network and a browser leave marks: hashes with a random key of the day on which the room was opened.
Marks are equal within one day, in all rooms, and can't be compared between days. The keys stay in the store as long as
rooms of that day may need them. After that nobody can link a log to an address or a browser, not even the server's
operator.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from redis.asyncio import Redis

from cadogan_server.fair_share import widest
from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.log.journal import Journal

logger = logging.getLogger(__name__)

DAY_SECONDS = 24 * 3600

KEPT_SECONDS = 3 * DAY_SECONDS
"""Seconds for which a day's key is kept after the start of the day. In an older room, new players get marks by a new
key."""

DAYS_AHEAD = 2
"""Days for which keys are made in advance, so that all nodes have the same key even if the store is away at
midnight."""

LOOK_SECONDS = 600.0
"""Seconds between two checks that these keys exist."""

DAYS_KNOWN = 8
"""Days whose keys are held in memory."""

MARK_BYTES = 9
"""Bytes of a hash that are kept: enough to rule out equal marks by chance within a day."""

Origin = Callable[[int], tuple[str, ...]]
"""Returns a client's marks in a room that was opened at this time, in ms since 1970."""


def unknown(_: int) -> tuple[str, ...]:
    """Return no marks: the origin of the server's own bots and other clients without an address."""
    return ()


class Origins:
    """Makes marks that are the same on all nodes of a store. The first node that needs a day's key makes it."""

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal
        self._keys: dict[str, bytes] = {}
        self._own: set[str] = set()
        """Days whose keys were made here while the store was away."""

    async def recall(self, now: int) -> None:
        """Read the existing keys, and make those of the coming days.

        Raises:
            redis.RedisError: the store does not answer, or takes nothing.
        """
        back = range(0, KEPT_SECONDS + DAY_SECONDS, DAY_SECONDS)
        for day in {_day(now - 1000 * seconds) for seconds in back} | self._own:
            await self._read(day)
        for ahead in range(DAYS_AHEAD + 1):
            day = _day(now + 1000 * ahead * DAY_SECONDS)
            if day not in self._keys:
                made, kept = secrets.token_bytes(32), KEPT_SECONDS + ahead * DAY_SECONDS
                await self._redis.set(keys.origins_key(day), made, ex=kept, nx=True)
                await self._read(day)

    async def _read(self, day: str) -> None:
        key: Any = await self._redis.get(keys.origins_key(day))
        if key:
            self._keep(day, key)
            self._own.discard(day)

    async def run(self, now: Callable[[], int]) -> None:
        """Check the keys every `LOOK_SECONDS`, until cancelled; `now` returns ms since 1970."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.recall(now())
            except STORE_AWAY as error:
                logger.debug("the keys of the coming days can't be read: %s", error)

    def of(self, address: str, browser: str | None) -> Origin:
        """Return the origin of a socket: of its address, its network, and the browser that it named.

        The mark of the address comes first: a player who was put out of a room stays out by that one alone.
        """

        def marks(at: int) -> tuple[str, ...]:
            key = self._key(_day(at))
            places = [f"address {address}", f"network {widest(address)}"]
            if browser:
                places.append(f"browser {browser}")
            return tuple(hmac.digest(key, place.encode(), "sha256")[:MARK_BYTES].hex() for place in places)

        return marks

    def _key(self, day: str) -> bytes:
        key = self._keys.get(day)
        if key is None:
            key = secrets.token_bytes(32)
            self._keep(day, key)
            self._own.add(day)
            self._journal.write("SET", keys.origins_key(day), key, "EX", KEPT_SECONDS, "NX")
        return key

    def _keep(self, day: str, key: bytes) -> None:
        self._keys[day] = key
        for old in sorted(self._keys)[:-DAYS_KNOWN]:
            del self._keys[old]
            self._own.discard(old)


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d")
