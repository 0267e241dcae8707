"""Each step of eviction asks about few keys at a time, because a long pipeline stops the event loop."""

from __future__ import annotations

from collections.abc import Sequence

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.redis.servers import AT_ONCE, Server
from cadogan_server.store.upkeep.policy import EvictionStep
from cadogan_server.store.upkeep.shedding import Shedding
from tests.server.store.pipelined import NotingRedis


async def nobody(players: Sequence[str]) -> set[str]:
    return set()


async def none(players: Sequence[str]) -> None:
    return None


async def kept(player: str) -> bool:
    return True


async def never() -> bool:
    return False


async def test_logs_of_games_go_and_those_of_tournaments_stay(redis: Redis) -> None:
    """A tournament that is not over has a log that expires, too."""
    game, evening = keys.log("K7QX2M"), keys.tournament("evening2")
    for key, days in ((game, 30), (evening, 75)):
        await redis.rpush(key, "x")
        await redis.expire(key, days * 86_400)
    shedding = Shedding(redis, none, nobody, kept, lambda: 0.0)
    for step, left in ((EvictionStep.LOGS, [evening]), (EvictionStep.PAST, [evening])):
        await shedding.shed(step, Server("", redis), never)
        assert [key for key in (game, evening) if await redis.exists(key)] == left
    await redis.expire(evening, 28 * 86_400)
    await shedding.shed(EvictionStep.PAST, Server("", redis), never)
    assert not await redis.exists(evening), "it has been over for a day"


async def test_strays_are_looked_for_a_few_at_a_time(redis_url: str, redis: Redis) -> None:
    players = [f"p{number}" for number in range(12 * AT_ONCE)]
    strays, known = set(players[1:]), players[0]
    await redis.hset(keys.NAMES, mapping=dict.fromkeys(players, "Eve"))
    await redis.hset(keys.player(known), "name", "Eve")
    erased: list[str] = []

    async def erase(some: Sequence[str]) -> None:
        erased.extend(some)

    client = NotingRedis.at(redis_url)
    async with client:
        shedding = Shedding(client, erase, nobody, kept, lambda: 0.0)
        gone = await shedding.shed(EvictionStep.STRAYS, Server("", client), never)
        assert 0 < client.most <= AT_ONCE
    assert (set(erased), gone) == (strays, len(erased))
