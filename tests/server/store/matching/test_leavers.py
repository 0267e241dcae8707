"""The players who have left games in a row, with a real Redis."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_protocol.limits import HELD_SECONDS, LONGEST_HELD_SECONDS
from cadogan_server.store import keys
from cadogan_server.store.matching.leavers import KEPT_SECONDS, NOTHING, Held, Leavers

ANN = ("ann", "her home", "her browser")


async def test_who_leaves_one_game_after_the_other_waits_ever_longer(redis: Redis) -> None:
    leavers, waits = Leavers(redis), list[int]()
    for now in range(1, 15):
        await leavers.left(ANN, now)
        waits.append((await leavers.held(ANN)).until)
    assert waits[0] == 0
    assert waits[1:] == [
        1000 * min(HELD_SECONDS * further, LONGEST_HELD_SECONDS) + 1 + further for further in range(1, 14)
    ]


async def test_a_new_name_at_the_same_place_does_not_help(redis: Redis) -> None:
    leavers = Leavers(redis)
    await leavers.left(ANN, 10)
    await leavers.left(("eve", "her home", "another browser"), 20)
    held = Held(2, 20 + 1000 * HELD_SECONDS)
    assert await leavers.held(("zoe", "her home")) == held
    assert await leavers.held(("ann", "elsewhere")) == NOTHING
    assert await leavers.held(("ann", "her home")) == held
    assert await leavers.held(()) == NOTHING


async def test_a_game_played_to_its_end_clears_it(redis: Redis) -> None:
    leavers = Leavers(redis)
    for _ in range(3):
        await leavers.left(ANN, 10)
    await leavers.stayed(ANN)
    assert await leavers.held(ANN) == NOTHING


async def test_it_is_forgotten_after_a_day(redis: Redis) -> None:
    await Leavers(redis).left(ANN, 10)
    assert 0 < await redis.ttl(keys.leaver("ann")) <= KEPT_SECONDS
