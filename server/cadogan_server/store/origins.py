"""Where players come from, so that two seats of one address or browser are known as such without either being kept.

An address or browser leaves a mark: a keyed hash, by a random key of the day on which the room was opened. So marks are alike
within a day, in all rooms, and say nothing of another day. The keys lie in the store for as long as a room of the day may need
them; after that nobody can find out from a log who it was, the server's owner included.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.journal import Journal

DAY_SECONDS = 24 * 3600

KEPT_SECONDS = 3 * DAY_SECONDS
"""How long the key of a day is kept. A room older than that takes the marks of new players by a new key."""

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
    """Makes the marks of a server."""

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal
        self._keys: dict[str, bytes] = {}

    async def recall(self, now: int) -> None:
        """Read the keys that a server before has left.

        Raises:
            redis.RedisError: the store does not answer.
        """
        for day in {_day(now - 1000 * back) for back in range(0, KEPT_SECONDS + DAY_SECONDS, DAY_SECONDS)}:
            key: Any = await self._redis.get(keys.origins_key(day))
            if key:
                self._keys[day] = key

    def of(self, address: str, browser: str | None) -> Origin:
        """Return the origin of a socket: its address, and the browser that it has named."""

        def marks(at: int) -> tuple[str, ...]:
            key = self._key(_day(at))
            places = [f"address {address}"] + ([f"browser {browser}"] if browser else [])
            return tuple(hmac.digest(key, place.encode(), "sha256")[:MARK_BYTES].hex() for place in places)

        return marks

    def _key(self, day: str) -> bytes:
        key = self._keys.get(day)
        if key is None:
            key = self._keys[day] = secrets.token_bytes(32)
            self._journal.write("SET", keys.origins_key(day), key, "EX", KEPT_SECONDS)
            for old in sorted(self._keys)[:-DAYS_KNOWN]:
                del self._keys[old]
        return key


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d")
