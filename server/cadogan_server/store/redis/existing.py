"""Asks the store which of many things it has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from redis.asyncio import Redis

Item = TypeVar("Item")


async def existing(redis: Redis, items: Sequence[Item], key: Callable[[Item], str]) -> list[Item]:
    """Return those of `items` whose `key` exists, in the same order. All are asked for at once.

    Raises:
        redis.RedisError: the store does not answer.
    """
    async with redis.pipeline(transaction=False) as pipeline:
        for item in items:
            pipeline.exists(key(item))
        answers = await pipeline.execute()
    return [item for item, there in zip(items, answers, strict=True) if there]
