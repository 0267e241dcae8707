"""Takes over the counts of earlier rules, once, before anything is counted by the present rule.

Rule 1 knew neither origins nor options, and counted victories over bots. Under rule 2 each game had its own slot in a
Cluster, duellists had a rating for each game, and there were no boards of days, weeks and months. Under rule 3 every
rating was ranked at once.
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
"""The rule by which results are counted now."""

WITHOUT_PERIODS = 3
"""The first rule with one slot for all boards, and with boards of days, weeks and months."""

AT_ONCE = 1000
"""Names read in one go."""


async def adopt(redis: Redis, now: int) -> None:
    """Take over the counts of an earlier rule, unless that is done. An interrupted run is continued.

    Args:
        redis: a client without `decode_responses`.
        now: the time, in ms since 1970.

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
    """Rename a key of an earlier rule. The names of a game's players are merged into those of all games."""
    if not key.endswith("}:names"):
        kept: Any = await redis.dump(key)  # RENAME can't move a key to another slot
        if kept is not None:  # a scan may return a key twice, or two servers may start at once
            with suppress(ResponseError):  # it exists: an earlier run was interrupted
                await redis.restore(keys.moved_board(key), 0, kept)
            await redis.delete(key)
        return
    async for player, name in redis.hscan_iter(key, count=AT_ONCE):
        await redis.hset(keys.NAMES, player, name)
    await redis.delete(key)


async def _set_apart(redis: Redis) -> None:
    """Keep the results of rule 1 in separate keys, by which they are recognised. A new store has none."""
    boards = {
        keys.board(game, metric): keys.old_board(game, metric) for game in catalogue.ids() for metric in OLD_METRICS
    }
    if not await redis.exists(*boards):
        return
    async with redis.pipeline(transaction=False) as pipeline:
        for board, old in boards.items():
            pipeline.zunionstore(old, [board])
        await pipeline.execute()
