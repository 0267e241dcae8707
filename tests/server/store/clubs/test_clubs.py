"""Which club makes way for another, with a real Redis."""

from __future__ import annotations

from functools import partial

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.clubs import club as orders
from cadogan_server.store.clubs.club import Entry
from cadogan_server.store.clubs.clubs import UNUSED_MS, Clubs
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
