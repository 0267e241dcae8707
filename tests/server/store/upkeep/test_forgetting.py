"""Deleting a player from the store and from the nodes' memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from redis.asyncio import Redis

from cadogan_server.clock import Clock
from cadogan_server.store import keys
from cadogan_server.store.nodes.orders import Orders
from cadogan_server.store.upkeep.forgetting import AT_ONCE, Forgetting
from tests.server.store.nodes.living import Living
from tests.server.store.pipelined import NotingRedis


class Boards:
    """Boards, and contests, that note whom they remove."""

    def __init__(self) -> None:
        self.removed: list[tuple[str, ...]] = []

    async def erase(self, players: Sequence[str], now: int) -> None:
        self.removed.append(tuple(players))

    async def forget(self, players: Sequence[str], day: str) -> None:
        self.removed.append(tuple(players))


class NoClubs:
    """No clubs."""

    async def forget(self, players: Sequence[str]) -> None:
        """Nobody is in one."""


class Answering(Orders):
    """Orders that all living nodes carry out at once."""

    nodes: Sequence[str] = ()

    async def give(self, order: dict[str, Any]) -> str:
        id = await super().give(order)
        for node in self.nodes:
            await self.answer(id, {"node": node, **order})
        return id


def forgetting(redis: Redis, nodes: set[str]) -> tuple[Forgetting, Boards, Answering]:
    boards, orders = Boards(), Answering(redis)
    orders.nodes = sorted(nodes | {"a"})
    lease: Any = Living("a", nodes)
    return Forgetting(redis, orders, lease, boards, boards, NoClubs(), Clock()), boards, orders  # type: ignore[arg-type]


async def kept(redis: Redis, *players: str) -> set[str]:
    """Fill every key of these players, and return the names."""
    names = {key for player in players for key in (*keys.of_player(player), *keys.passing(player), keys.player(player))}
    for name in names:
        await redis.set(name, "x")
    return names


async def left(redis: Redis) -> set[str]:
    found: Any = await redis.keys("*")
    return {key.decode() for key in found}


async def test_all_keys_of_a_player_go_and_no_others(redis: Redis) -> None:
    await kept(redis, "anna")
    others = await kept(redis, "olga")
    forget, boards, _ = forgetting(redis, set())
    await forget.forget("anna")
    assert await left(redis) == others
    assert boards.removed == [("anna",), ("anna",)]


async def test_other_nodes_forget_a_player_first(redis: Redis) -> None:
    forget, _, orders = forgetting(redis, {"b"})
    given: list[Any] = []
    give = orders.give

    async def noted(order: dict[str, Any]) -> str:
        given.append((order, await redis.exists(keys.player("anna"))))
        return await give(order)

    orders.give = noted  # type: ignore[method-assign]
    await kept(redis, "anna")
    await forget.forget("anna")
    assert given == [({"do": "forget", "player": "anna"}, 1)]
    assert await orders.since("0-0") == []
    assert await left(redis) == {keys.ORDERS}, "the answers are gone too"


async def test_without_players_nothing_is_erased(redis: Redis) -> None:
    forget, boards, _ = forgetting(redis, set())
    await forget.erase([])
    assert boards.removed == []


async def test_many_players_are_removed_a_few_at_a_time(redis_url: str, redis: Redis) -> None:
    players = [f"player{number}" for number in range(5 * AT_ONCE + 1)]
    of_one = len(await kept(redis, *players)) // len(players)
    client = NotingRedis.at(redis_url)
    async with client:
        forget, _, _ = forgetting(client, set())
        await forget.erase(players)
    assert await left(redis) == set()
    assert 0 < client.most <= AT_ONCE * of_one
