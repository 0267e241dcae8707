"""Players who have met others before, so that they count in full as opponents, and their ratings are ranked."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_protocol.limits import RANKED_DAYS, RANKED_PEOPLE
from cadogan_server.store import keys
from cadogan_server.store.boards.circles import Circle

CIRCLE = Circle("2026-01-01", RANKED_DAYS, [f"earlier {number}" for number in range(RANKED_PEOPLE)]).pack()
"""The circle of an established player, as the store keeps it."""


async def establish(redis: Redis, *players: str) -> None:
    """Give unknown players enough people met on enough days."""
    for player in players:
        await redis.hsetnx(keys.CIRCLES, player, CIRCLE)
