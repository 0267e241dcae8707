"""Which club makes way for another, with a real Redis."""

from __future__ import annotations

from functools import partial

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.clubs import club as orders
from cadogan_server.store.clubs.club import Entry
from cadogan_server.store.clubs.clubs import LOOKED_AT, OF_A_NETWORK, UNUSED_MS, Clubs
from tests.server.core import NOON


async def test_a_club_whose_founder_stays_alone_makes_way(redis: Redis) -> None:
    clock = [NOON]
    clubs = Clubs(redis, lambda: clock[0])
    opened: tuple[tuple[str, Entry, int], ...] = (
        ("joined", "open", UNUSED_MS + 1),
        ("asked", "approval", UNUSED_MS + 1),
        ("alone", "open", UNUSED_MS + 1),
        ("older", "open", UNUSED_MS + 5),
        ("new", "open", 0),
    )
    for id, entry, ago in opened:
        clock[0] = NOON - ago
        await clubs.open(id, orders.opened(id, "", ("crown", "wine", "gold"), entry, "olga", "Olga", clock[0]))
        if id in ("joined", "asked"):
            await clubs.change(id, partial(orders.join, player="ben", name="Ben", now=clock[0]))
    clock[0] = NOON
    assert [await clubs.make_way() for _ in range(3)] == [True, True, False]
    assert sorted(await clubs.mine("olga")) == ["asked", "joined", "new"]
    assert await redis.zscore(keys.CLUBS, "older") is None


async def test_many_clubs_of_one_network_hide_no_others(redis: Redis) -> None:
    clock = [NOON]
    clubs = Clubs(redis, lambda: clock[0])

    async def opened(id: str, number: int) -> None:
        clock[0] += 1
        await clubs.open(id, orders.opened(id, "", ("crown", "wine", "gold"), "open", f"owner of {id}", "Olga", NOON))
        await redis.zadd(keys.CLUB_NETWORKS, {id: number})

    await opened("older", 7)
    await clubs.open(
        "of an earlier server", orders.opened("x", "", ("crown", "wine", "gold"), "open", "o", "Olga", NOON)
    )
    for number in range(LOOKED_AT):
        await opened(f"eve{number:05}", 8)
    listed = list(await clubs.listed())
    assert listed[:OF_A_NETWORK] == [f"eve{LOOKED_AT - number:05}" for number in range(1, OF_A_NETWORK + 1)]
    assert set(listed[OF_A_NETWORK : OF_A_NETWORK + 2]) == {"older", "of an earlier server"}
