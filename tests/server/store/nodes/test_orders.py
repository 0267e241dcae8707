"""Orders of the operator to the nodes, their answers, and bans."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.nodes.orders import Ban, Orders


async def test_a_node_reads_the_orders_that_came_after_its_start(redis: Redis) -> None:
    orders = Orders(redis)
    assert await orders.last() == "0-0"
    await orders.give({"do": "report"})
    start = await orders.last()
    drain = await orders.give({"do": "drain", "node": "a"})
    bans = await orders.give({"do": "bans"})
    assert await orders.since(start) == [(drain, {"do": "drain", "node": "a"}), (bans, {"do": "bans"})]
    assert await orders.since(bans) == []


async def test_every_node_is_done_with_an_order_and_some_answer(redis: Redis) -> None:
    orders = Orders(redis)
    id = await orders.give({"do": "report"})
    assert (await orders.answers(id), await orders.done_with(id)) == ([], 0)
    await orders.answer(id, {"node": "a"})
    await orders.answer(id, None)
    assert (await orders.answers(id), await orders.done_with(id)) == ([{"node": "a"}], 2)
    assert min([await redis.ttl(key) for key in (keys.answers(id), keys.looks(id))]) > 0
    await orders.take_back(id)
    assert await orders.since("0-0") == []
    assert not await redis.exists(keys.answers(id), keys.looks(id))


async def test_bans_are_stored_by_the_banned_player_or_address(redis: Redis) -> None:
    orders = Orders(redis)
    player, network = Ban("player", "anna", 0, "cheats: often"), Ban("address", "203.0.113.0/24", 5, "")
    for ban in (Ban("player", "anna", 9, "earlier"), player, network):
        await orders.ban(ban)
    assert await orders.bans() == [network, player]
    assert [await orders.unban("player", "anna") for _ in range(2)] == [True, False]
    assert await orders.bans() == [network]


def test_a_ban_holds_until_its_moment_or_for_good() -> None:
    ban = Ban("player", "anna", 5000, "")
    assert (ban.holds(4999), ban.holds(5000)) == (True, False)
    assert ban._replace(until=0).holds(10**15)
