"""What was counted under earlier rules is taken over, once, before anything is counted by the present one.

Rule 1 knew neither origins nor options, and bots could be beaten. Under rule 2 each game had a slot of its own in a cluster, and
its duellists ratings of their own; there was nothing of days, weeks and months. Under rule 3 every rating was ranked at once.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from cadogan_games import catalogue
from cadogan_server.store import keys
from cadogan_server.store.boards.adopting_ratings import adopt_ratings
from cadogan_server.store.boards.metrics import OLD_METRICS
from cadogan_server.store.redis.servers import masters

RULE = "4"
"""The rule by which results are counted."""

WITHOUT_PERIODS = 3
"""The first rule with one slot for all boards, and with days, weeks and months."""

AT_ONCE = 1000
"""How many names are looked at together."""


async def adopt(redis: Redis, now: int) -> None:
    """Take over what was counted under an earlier rule, unless that has been done. One that was cut short is gone on with.

    Args:
        redis: a client without `decode_responses`.
        now: the moment, in ms since 1970.

    Raises:
        redis.RedisError: the store does not answer.
    """
    rule: Any = await redis.get(keys.BOARDS_RULE)
    if rule is not None and rule.decode() == RULE:
        return
    if rule is None or int(rule) < WITHOUT_PERIODS:
        for server in await masters(redis):
            async for found in server.keys(keys.EARLIER_BOARDS):
                for key in found:
                    await _move(redis, key.decode())
    if rule is None:
        await _set_apart(redis)
    await adopt_ratings(redis, now)
    await redis.set(keys.BOARDS_RULE, RULE)


async def _move(redis: Redis, key: str) -> None:
    """Give a key of an earlier rule the name that it has now; the names of a game's players go to those of all."""
    if not key.endswith("}:names"):
        kept: Any = await redis.dump(key)  # its new name lies in another slot, where nothing can be renamed to
        if kept is not None:  # a scan may tell of one twice, or two servers begin at once
            with suppress(ResponseError):  # it is there already: this was cut short before
                await redis.restore(keys.moved_board(key), 0, kept)
            await redis.delete(key)
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
