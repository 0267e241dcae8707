"""The games that are played most."""

from __future__ import annotations

from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.games.popularity import HALF_MS, KNOWN_MS, MOST_LISTED, PlayCounts
from tests.server.core import NOON
from tests.server.store.executed import Commands


def counting(redis: Redis) -> tuple[PlayCounts, Commands]:
    journal = Commands()
    return PlayCounts(redis, journal), journal  # type: ignore[arg-type]


async def test_a_game_counts_half_as_much_after_a_month(redis: Redis) -> None:
    counts, journal = counting(redis)
    for room in range(3):
        counts.count("nestor", f"old {room}", NOON)
    counts.count("klondike", "new", NOON + HALF_MS)
    assert counts.most == ("nestor", "klondike")
    counts.count("klondike", "newer", NOON + HALF_MS)
    assert counts.most == ("klondike", "nestor")
    await journal.carry_out(redis)
    scores: Any = await redis.zrange(keys.PLAYED, 0, -1, withscores=True)
    found = dict(scores)
    assert found[b"klondike"] / found[b"nestor"] == pytest.approx(4 / 3)


async def test_a_room_counts_once_whichever_node_counts_it(redis: Redis) -> None:
    one, first = counting(redis)
    two, second = counting(redis)
    one.count("nestor", "room", NOON)
    two.count("nestor", "room", NOON)
    await first.carry_out(redis)
    alone = await redis.zscore(keys.PLAYED, "nestor")
    await second.carry_out(redis)
    assert await redis.zscore(keys.PLAYED, "nestor") == alone
    two.count("nestor", "another", NOON + KNOWN_MS + 1)
    await second.carry_out(redis)
    assert await redis.zrange(keys.PLAYED_ROOMS, 0, -1) == [b"another"], "yesterday's rooms are forgotten"


async def test_a_node_learns_the_counts_of_others(redis: Redis) -> None:
    await redis.zadd(keys.PLAYED, {"nestor": 3, "klondike": 5, "a game of tomorrow": 99})
    counts, _ = counting(redis)
    await counts.load()
    assert counts.most == ("klondike", "nestor")


async def test_the_list_of_popular_games_is_limited(redis: Redis) -> None:
    counts, _ = counting(redis)
    for game in range(MOST_LISTED + 3):
        counts.count(f"game {game}", "room", NOON)
    assert len(counts.most) == MOST_LISTED


async def test_a_store_that_has_lost_the_counts_gets_them_again(redis: Redis) -> None:
    counts, journal = counting(redis)
    counts.count("nestor", "room", NOON)
    journal.written.clear()
    counts.write_again()
    await journal.carry_out(redis)
    kept = await redis.zscore(keys.PLAYED, "nestor")
    assert kept
    await redis.zadd(keys.PLAYED, {"nestor": 2 * kept})
    counts.write_again()
    await journal.carry_out(redis)
    assert await redis.zscore(keys.PLAYED, "nestor") == 2 * kept, "another node knows more"


async def test_a_full_journal_is_not_burdened(redis: Redis) -> None:
    counts, journal = counting(redis)
    journal.full = True
    counts.count("nestor", "room", NOON)
    assert (journal.written, counts.most) == ([], ("nestor",))
