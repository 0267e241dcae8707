"""The store's entries of each player's correspondence duels."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.games.running import LASTS_SECONDS, UNUSED_MS, RunningGame, RunningGames
from tests.server.store.straight import Straight


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(redis_url) as client:
        yield client


def game(room: str, *, turn: bool = False, deadline: int | None = None) -> RunningGame:
    return RunningGame(room, "russian_bank", 3, "Olga", "o", turn=turn, deadline=deadline)


async def test_duels_that_await_the_player_come_first_then_the_soonest(redis: Redis) -> None:
    journal = Straight()
    running = RunningGames(redis, journal)  # type: ignore[arg-type]
    await redis.hset(keys.player("a"), "name", "Anna")
    games = [
        game("MINE", turn=True, deadline=900),
        game("MINEL8", turn=True, deadline=950),
        game("SOON", deadline=100),
        game("LATE", deadline=200),
        game("LOBBY"),
    ]
    for one in reversed(games):
        running.note("a", one)
        await redis.zadd(keys.DUE, {one.room: 1})
    await journal.flush(redis)
    assert await running.of("a") == games
    assert await running.count("a") == 5
    assert await running.who_plays(["a", "b"]) == {"a"}


async def test_who_waits_alone_is_told_from_who_plays_or_has_gone(redis: Redis) -> None:
    journal = Straight()
    running = RunningGames(redis, journal)  # type: ignore[arg-type]
    await redis.hset(keys.player("a"), "name", "Anna")
    for one in (RunningGame("ALONE", "russian_bank", 3), RunningGame("ENDED", "russian_bank", 3), game("BEGUN")):
        running.note("a", one)
    await journal.flush(redis)
    for room in ("ALONE", "BEGUN"):
        await redis.zadd(keys.DUE, {room: 1})
    asked = [("a", "ALONE"), ("a", "BEGUN"), ("a", "ENDED"), ("b", "ALONE")]
    assert await running.waiting(asked) == {("a", "ALONE")}
    assert await running.waiting([]) == set()


async def test_a_player_of_a_duel_is_kept_for_longer_and_never_for_less(redis: Redis) -> None:
    journal = Straight()
    running = RunningGames(redis, journal)  # type: ignore[arg-type]
    for player, seconds in (("short", 60), ("long", 2 * LASTS_SECONDS)):
        await redis.hset(keys.player(player), "name", "Anna")
        await redis.expire(keys.player(player), seconds)
        await redis.hset(keys.friends(player), "x", "y")
        running.note(player, game("ROOM"))
        await journal.flush(redis)
        assert await redis.ttl(keys.running(player)) > LASTS_SECONDS - 60
        assert await redis.ttl(keys.friends(player)) > LASTS_SECONDS - 60
        assert await redis.ttl(keys.player(player)) > max(seconds, LASTS_SECONDS) - 60


async def test_nothing_is_written_of_a_player_who_was_deleted(redis: Redis) -> None:
    journal = Straight()
    running = RunningGames(redis, journal)  # type: ignore[arg-type]
    running.note("gone", game("ROOM"))
    await journal.flush(redis)
    assert await running.count("gone") == 0


async def test_a_room_that_the_store_has_no_more_is_forgotten(redis: Redis) -> None:
    journal = Straight()
    running = RunningGames(redis, journal)  # type: ignore[arg-type]
    await redis.hset(keys.player("a"), "name", "Anna")
    running.note("a", game("GONE"))
    await journal.flush(redis)
    assert await running.of("a") == []
    await journal.flush(redis)
    assert await running.count("a") == 0


async def test_only_a_room_that_no_node_has_is_evicted(redis: Redis) -> None:
    journal = Straight()
    running = RunningGames(redis, journal)  # type: ignore[arg-type]
    for code, moment in (("OLD", 1), ("NEW", 2)):
        running.touch(code, moment, alone=code == "OLD")
        await redis.zadd(keys.DUE, {code: moment})
        await redis.xadd(keys.log(code), {"r": "x"})
    await journal.flush(redis)
    assert await running.untouched(1) == ["OLD"]
    await redis.set(keys.room("NEW"), "1 node")
    assert [await running.evict(code) for code in ("OLD", "NEW")] == [True, False]
    assert await running.all() == 1
    assert await redis.zrange(keys.DUE, 0, -1) == [b"NEW"]
    running.over("NEW")
    await journal.flush(redis)
    assert await running.all() == 0


async def test_the_lobby_in_which_a_player_waits_longest_makes_way(redis: Redis) -> None:
    journal = Straight()
    running = RunningGames(redis, journal)  # type: ignore[arg-type]
    for code, moment, alone in (("BEGUN", 1, False), ("OPEN", 2, True), ("OLD", 3, True), ("OLDER", 4, True)):
        running.touch(code, 5, alone=True)
        running.touch(code, moment, alone=alone)
        await redis.xadd(keys.log(code), {"r": "x"})
    running.touch("NEW", UNUSED_MS, alone=True)
    await journal.flush(redis)
    await redis.set(keys.room("OPEN"), "1 node")
    now = UNUSED_MS + 10
    assert [await running.make_way(now) for _ in range(3)] == [True, True, False]
    assert await redis.zrange(keys.CORRESPONDENCE, 0, -1) == [b"BEGUN", b"OPEN", b"NEW"]
    assert await redis.zrange(keys.CORRESPONDENCE_LOBBIES, 0, -1) == [b"OPEN", b"NEW"]
