"""A player's circle: the people met in rated games, and on how many days. `weigh.lua` adds to it."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgpack
from redis.asyncio import Redis

from cadogan_protocol.boards import Ranking
from cadogan_protocol.limits import RANKED_DAYS, RANKED_PEOPLE
from cadogan_server.store import keys

MOST_PEOPLE = 8
"""Number of people met that are remembered: more than any rule needs."""


class Circle(NamedTuple):
    """The people that a player has met.

    Attributes:
        last: the last day with a rated game, such as `2026-11-22`.
        days: number of such days.
        people: ids of the first few people met.
        marks: origins of those met on the last day (`origins.py`).
    """

    last: str = ""
    days: int = 0
    people: list[str] = []  # noqa: RUF012 - never changed
    marks: list[str] = []  # noqa: RUF012

    @property
    def is_ranked(self) -> bool:
        """True if the player's ratings are ranked."""
        return self.days >= RANKED_DAYS and len(self.people) >= RANKED_PEOPLE

    @property
    def ranking(self) -> Ranking:
        """The figures that the player is shown."""
        return Ranking(
            days=RANKED_DAYS,
            people=RANKED_PEOPLE,
            own_days=min(self.days, RANKED_DAYS),
            own_people=min(len(self.people), RANKED_PEOPLE),
        )

    def pack(self) -> bytes:
        """Pack it for the store."""
        packed: bytes = msgpack.packb(tuple(self), use_bin_type=False)
        return packed

    @classmethod
    def unpack(cls, kept: bytes) -> Circle:
        """Return a circle packed by this module or by `weigh.lua`, which packs an empty list like an empty map."""
        last, days, people, marks = msgpack.unpackb(kept)
        return cls(last, int(days), list(people), list(marks))


async def circle_of(redis: Redis, player: str) -> Circle:
    """Return a player's circle.

    Raises:
        redis.RedisError: the store does not answer.
    """
    kept: Any = await redis.hget(keys.CIRCLES, player)
    return Circle.unpack(kept) if kept else Circle()
