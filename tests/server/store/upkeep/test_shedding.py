"""Each step of eviction asks about few keys at a time, because a long pipeline stops the event loop."""

from __future__ import annotations

from collections.abc import Sequence

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.redis.servers import AT_ONCE, Server
from cadogan_server.store.upkeep.policy import EvictionStep
from cadogan_server.store.upkeep.shedding import Shedding
from tests.server.store.pipelined import NotingRedis


async def test_strays_are_looked_for_a_few_at_a_time(redis_url: str, redis: Redis) -> None:
    players = [f"p{number}" for number in range(12 * AT_ONCE)]
    strays, known = set(players[1:]), players[0]
    await redis.hset(keys.NAMES, mapping=dict.fromkeys(players, "Eve"))
    await redis.hset(keys.player(known), "name", "Eve")
    erased: list[str] = []

    async def erase(some: Sequence[str]) -> None:
        erased.extend(some)

    async def nobody(players: Sequence[str]) -> set[str]:
        return set()

    async def kept(player: str) -> bool:
        return True

    async def enough() -> bool:
        return False

    client = NotingRedis.at(redis_url)
    async with client:
        shedding = Shedding(client, erase, nobody, kept, lambda: 0.0)
        gone = await shedding.shed(EvictionStep.STRAYS, Server("", client), enough)
        assert 0 < client.most <= AT_ONCE
    assert (set(erased), gone) == (strays, len(erased))
