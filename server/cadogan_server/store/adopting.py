"""What was counted under earlier rules is taken over, once, before anything is counted by the present one.

Rule 1 knew neither origins nor options, and bots could be beaten. Under rule 2 each game had a slot of its own in a cluster, and
its duellists ratings of their own; there was nothing of days, weeks and months.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from cadogan_games import catalogue
from cadogan_server.store import keys
from cadogan_server.store.metrics import OLD_METRICS

RULE = "3"
"""The rule by which results are counted."""

AT_ONCE = 1000
"""How many keys, or names, are looked at together."""


async def adopt(redis: Redis) -> None:
    """Take over what was counted under an earlier rule, unless that has been done. One that was cut short is gone on with.

    Raises:
        redis.RedisError: the store does not answer.
    """
    rule: Any = await redis.get(keys.BOARDS_RULE)
    if rule is not None and rule.decode() == RULE:
        return
    async for found in redis.scan_iter(match=keys.EARLIER_BOARDS, count=AT_ONCE):
        await _move(redis, found.decode())
    if rule is None:
        await _set_apart(redis)
    await redis.set(keys.BOARDS_RULE, RULE)


async def _move(redis: Redis, key: str) -> None:
    """Give a key of an earlier rule the name that it has now; the names of a game's players go to those of all."""
    if not key.endswith("}:names"):
        with suppress(
            ResponseError
        ):  # there is none any more: a scan may tell of one twice, or two servers begin at once
            await redis.rename(key, keys.moved_board(key))
        return
    async for player, name in redis.hscan_iter(key, count=AT_ONCE):
        await redis.hset(keys.NAMES, player, name)
    await redis.delete(key)


async def _set_apart(redis: Redis) -> None:
    """Set down what was counted under rule 1, by which it is marked."""
    async with redis.pipeline(transaction=False) as pipeline:
        for game in catalogue.ids():
            for metric in OLD_METRICS:
                pipeline.zunionstore(keys.old_board(game, metric), [keys.board(game, metric)])
        await pipeline.execute()
