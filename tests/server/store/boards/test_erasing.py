"""Removing players from the boards costs few commands, however many boards and players there are."""

from __future__ import annotations

from typing import Any

from redis.asyncio import Redis

from cadogan_games import catalogue
from cadogan_server.store import keys
from cadogan_server.store.boards.erasing import UNLINKED, BoardErasing
from cadogan_server.store.boards.metrics import ALL_METRICS
from cadogan_server.store.boards.periods import periods_of
from cadogan_server.store.redis.servers import AT_ONCE
from tests.server.store.pipelined import NotingRedis

NOON = 1_793_793_600_000
"""A moment, in ms since 1970."""

A_GAME = 3
"""The most commands for each game that was played."""


async def commands(redis: Redis) -> int:
    """Return the number of commands that the store has got, without those of scripts."""
    stats: Any = await redis.info("commandstats")
    inside = ("cmdstat_zrem", "cmdstat_hdel", "cmdstat_info")
    return sum(stat["calls"] for name, stat in stats.items() if not name.startswith(inside))


async def test_a_deletion_takes_few_commands(redis: Redis) -> None:
    async with redis.pipeline(transaction=False) as pipe:
        for game in catalogue.ids():
            for options in ("", "draw=1"):
                pipe.zadd(keys.boards(game), {options: 1})
                for metric in ALL_METRICS:
                    for period in periods_of(NOON):
                        pipe.zadd(keys.board(game, metric, options, period.key), {"p0": 1, "p1": 2, "p2": 3})
        await pipe.execute()
    before = await commands(redis)
    await BoardErasing(redis).erase(["p0", "p1"], NOON)
    assert await commands(redis) - before < A_GAME * len(catalogue.ids()) + 50
    for key in await redis.keys("cadogan:{boards}:*"):
        if not str(key).endswith(":boards'"):
            assert await redis.zrange(key, 0, -1) == [b"p2"], key


async def test_figures_of_a_game_on_no_board_go_too(redis: Redis) -> None:
    await redis.hset(keys.earlier_figures("p0"), "klondike draw=1", "{}")
    await redis.hset(keys.earlier_own("klondike", "draw=1", "p0"), "races", 1)
    await BoardErasing(redis).erase(["p0"], NOON)
    assert await redis.exists(keys.earlier_own("klondike", "draw=1", "p0")) == 0


async def test_many_players_are_taken_off_a_few_questions_at_a_time(redis_url: str, redis: Redis) -> None:
    players = [f"p{number}" for number in range(4 * AT_ONCE + 1)]
    for player in players:
        await redis.hset(keys.earlier_figures(player), "klondike draw=1", "{}")
        for options in ("", "draw=1", "draw=3"):
            await redis.hset(keys.earlier_own("klondike", options, player), "races", 1)
    await redis.zadd(keys.boards("klondike"), {"draw=1": 1, "draw=3": 1})
    client = NotingRedis.at(redis_url)
    async with client:
        await BoardErasing(client).erase(players, NOON)
        assert 0 < client.most <= AT_ONCE
        assert 0 < client.most_unlinked <= UNLINKED < 3 * len(players)
    assert await redis.keys(keys.earlier_own("klondike", "*", "*")) == []
