"""Where players come from, so that two seats of one address or browser are known as such without either being kept.

An address, the network around it and a browser leave marks: keyed hashes, by a random key of the day on which the room was
opened. So marks are alike within a day, in all rooms, and say nothing of another day. The keys lie in the store for as long as a
room of the day may need them; after that nobody can find out from a log who it was, the server's owner included.
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
"""How long the key of a day is kept once the day has begun. A room older than that takes the marks of new players by a new key."""

DAYS_AHEAD = 2
"""Keys are made before they are needed, so that all nodes have the same, also when the store is away at midnight."""

LOOK_SECONDS = 600.0
"""Between two looks whether there are those of the days that come."""

DAYS_KNOWN = 8
"""Of so many days the keys are held in memory."""

MARK_BYTES = 9
"""Of a hash so much is kept: the marks of one day are not so many that two could be the same by chance."""

Origin = Callable[[int], tuple[str, ...]]
"""From the moment at which a room was opened, in ms since 1970, to the marks of somebody in it."""


def unknown(_: int) -> tuple[str, ...]:
    """The origin of who came from nowhere that could be told, such as a server's own bots."""
    return ()


class Origins:
    """Makes the marks of all nodes of a store: the first that needs the key of a day makes it."""

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal
        self._keys: dict[str, bytes] = {}
        self._own: set[str] = set()
        """Days whose keys were made here while the store could not be asked."""

    async def recall(self, now: int) -> None:
        """Read the keys that there are, and make those of the days that come.

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
        """Look after the keys now and then, until cancelled; `now` is a clock in ms since 1970."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.recall(now())
            except STORE_AWAY as error:
                logger.debug("keys of the days that come can't be had: %s", error)

    def of(self, address: str, browser: str | None) -> Origin:
        """Return the origin of a socket: its address, the network of its place, and the browser that it has named.

        The mark of the address is the first, since who was put out of a room is kept out by that one alone.
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
