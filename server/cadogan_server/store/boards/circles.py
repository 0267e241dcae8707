"""A player's circle: whom the player has met in rated games against others, and on how many days. `weigh.lua` adds to it."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgpack
from redis.asyncio import Redis

from cadogan_protocol.limits import RANKED_DAYS, RANKED_PEOPLE
from cadogan_protocol.rooms import Ranking
from cadogan_server.store import keys

MOST_PEOPLE = 8
"""So many of the people whom a player has met are remembered: more than any rule asks for."""


class Circle(NamedTuple):
    """Whom a player has met.

    Attributes:
        last: the last day with a rated game, as `2026-11-22`.
        days: how many such days there were.
        people: the ids of the first few people met.
        marks: where those came from who were met on the last day (`origins.py`).
    """

    last: str = ""
    days: int = 0
    people: list[str] = []  # noqa: RUF012 - nobody changes it
    marks: list[str] = []  # noqa: RUF012

    @property
    def is_ranked(self) -> bool:
        """Whether the player's ratings are ranked."""
        return self.days >= RANKED_DAYS and len(self.people) >= RANKED_PEOPLE

    @property
    def ranking(self) -> Ranking:
        """What is told to the player of it."""
        return Ranking(
            days=RANKED_DAYS,
            people=RANKED_PEOPLE,
            own_days=min(self.days, RANKED_DAYS),
            own_people=min(len(self.people), RANKED_PEOPLE),
        )

    def pack(self) -> bytes:
        """Return the bytes that the store keeps."""
        packed: bytes = msgpack.packb(tuple(self), use_bin_type=False)
        return packed

    @classmethod
    def unpack(cls, kept: bytes) -> Circle:
        """Return what was packed, by this module or by `weigh.lua`, which packs an empty list as it does an empty map."""
        last, days, people, marks = msgpack.unpackb(kept)
        return cls(last, int(days), list(people), list(marks))


async def circle_of(redis: Redis, player: str) -> Circle:
    """Return a player's circle.

    Raises:
        redis.RedisError: the store does not answer.
    """
    kept: Any = await redis.hget(keys.CIRCLES, player)
    return Circle.unpack(kept) if kept else Circle()
