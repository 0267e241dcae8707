"""The best of each game: counted once, people only, and only where nobody could know the cards."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from cadogan_server.rooms.race import Race
from cadogan_server.store import keys, leaderboard
from cadogan_server.store.embedded import EmbeddedRedis
from cadogan_server.store.journal import Journal
from cadogan_server.store.leaderboard import CERTAIN_SECONDS, Leaderboard, counted_lines
from tests.server.core import NOON, race, started
from tests.server.test_duel import MODERN, begun


def finished(change: Callable[[Race], None] = lambda room: None, players: int = 2, **rules: object) -> Race:
    """A race in which the first seat has made one card's progress and won, as far as the results go."""
    room = started(players=players, **rules)  # type: ignore[arg-type]
    racer = room.racers[0]
    racer.state, racer.progress, racer.reached, racer.ended = "finished", 52, 61_000, 61_000
    change(room)
    room.end("empty", NOON + 70_000)
    return room


async def count(url: str, redis: Redis, *rooms: Race) -> Leaderboard:
    journal = Journal(url)
    board = Leaderboard(redis, journal)
    for room in rooms:
        board.count(room, NOON)
    await journal.close()
    return board


@pytest.mark.store
async def test_results_are_counted_once_however_often_they_come(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        room = finished()
        board = await count(redis_url, redis, room, room)
        await count(redis_url, redis, room)
        wins = await board.best("klondike", "wins", 10)
        assert [(row.rank, row.name, row.value, row.races) for row in wins] == [(1, "Player 0", 1, 1)]
        races = await board.best("klondike", "races", 10)
        assert sorted((row.rank, row.name, row.value) for row in races) == [(1, "Player 0", 1), (1, "Player 1", 1)]
        times = await board.best("klondike", "best_time", 10)
        assert [(row.name, row.value) for row in times] == [("Player 0", 61_000)]


@pytest.mark.store
async def test_only_a_better_time_counts(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        for number, time in enumerate((50_000, 40_000, 60_000)):
            room = finished(lambda room, time=time: setattr(room.racers[0], "reached", time))  # type: ignore[misc]
            room.created = room.created._replace(identity=str(number))
            board = await count(redis_url, redis, room)
        times = await board.best("klondike", "best_time", 10)
        assert [(row.name, row.value, row.races) for row in times] == [("Player 0", 40_000, 3)]
        assert await board.best("klondike", "best_time", 10) == times
        assert await board.best("nestor", "wins", 10) == ()


async def test_the_shortest_time_and_the_most_of_all_else_come_first(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        rooms = []
        for number, time in enumerate((50_000, 40_000, 50_000)):
            room = finished(lambda room, time=time: setattr(room.racers[0], "reached", time))  # type: ignore[misc]
            room.created = room.created._replace(identity=str(number))
            room.chairs[0].player = room.chairs[0].name = f"Racer {number}"
            rooms.append(room)
        board = await count(redis_url, redis, *rooms)
        times = await board.best("klondike", "best_time", 10)
        assert [(row.rank, row.value) for row in times] == [(1, 40_000), (2, 50_000), (2, 50_000)]
        assert await board.best("klondike", "best_time", 2) == times[:2]
        races = await board.best("klondike", "races", 2)
        assert (races[0].name, races[0].value) == ("Player 1", 3)
        assert [row.rank for row in races] == [1, 2]


async def test_which_rooms_were_counted_is_forgotten_when_none_can_come_again(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        journal = Journal(redis_url)
        board = Leaderboard(redis, journal)
        for number, days in enumerate((0, 30, 31)):
            room = finished()
            room.created = room.created._replace(identity=str(number))
            board.count(room, NOON + days * 86_400_000)
        await journal.close()
        assert await redis.zrange(keys.counted("klondike"), 0, -1) == [b"1", b"2"]


@pytest.fixture
def _certain_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard, "CERTAIN_SECONDS", 0)


@pytest.mark.usefixtures("_certain_at_once")
@pytest.mark.parametrize(
    ("rules", "bot", "boards"),
    [
        ({}, "", {"races": 2, "wins": 1, "rating": 2}),
        ({}, "good", {"races": 1, "wins": 0, "rating": 0}),
        ({"rated": False}, "", {"races": 0, "wins": 0, "rating": 0}),
        ({"deal": "daily"}, "", {"races": 0, "wins": 0, "rating": 0}),
    ],
    ids=["two people", "against a bot", "not rated", "cards that may have been known"],
)
async def test_what_counts_of_a_duel(redis_url: str, rules: dict[str, Any], bot: str, boards: dict[str, int]) -> None:
    async with Redis.from_url(redis_url) as redis:
        board = Leaderboard(redis, Journal(redis_url))
        room = begun(MODERN, **rules)
        room.chairs[0].bot = bot
        room.leave(1, NOON + 60_000)
        await board.count_duel(room, NOON)
        assert {metric: len(await board.best(MODERN, metric, 10)) for metric in boards} == boards


@pytest.mark.usefixtures("_certain_at_once")
async def test_a_duel_waits_for_a_store_that_is_away(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard, "RETRY_SECONDS", 0)
    async with Redis.from_url(redis_url) as redis:
        board, answers = Leaderboard(redis, Journal(redis_url)), [RedisConnectionError(), RedisConnectionError()]
        ask = redis.hmget

        def flaky(name: str, fields: list[str]) -> Any:
            if answers:
                raise answers.pop()
            return ask(name, fields)

        monkeypatch.setattr(redis, "hmget", flaky)
        room = begun(MODERN)
        room.leave(1, NOON + 60_000)
        await board.count_duel(room, NOON)
        assert [row.value for row in await board.best(MODERN, "races", 10)] == [1, 1]


async def lose_all(server: EmbeddedRedis) -> None:
    """Let a Redis die before anything that it was told is on its disk."""
    await server.stop()
    for file in server.log.parent.glob("appendonlydir/*.incr.aof"):
        os.truncate(file, 0)
    await server.start()


async def test_a_race_that_a_redis_has_lost_is_counted_again(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as server, Redis.from_url(server.url) as redis:
        journal = Journal(server.url)
        board = Leaderboard(redis, journal)
        board.count(finished(), NOON)
        while not await board.best("klondike", "wins", 10):
            pass
        await lose_all(server)
        assert not await board.best("klondike", "wins", 10)
        journal.write("PING")
        await journal.close()
        assert [row.value for row in await board.best("klondike", "wins", 10)] == [1]


async def test_a_duel_that_a_redis_has_lost_is_counted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with EmbeddedRedis(tmp_path) as server, Redis.from_url(server.url) as redis:
        board = Leaderboard(redis, Journal(server.url))
        room = begun(MODERN)
        room.leave(1, NOON + 60_000)
        seen: list[list[float]] = []

        async def pass_time(seconds: float) -> None:
            seen.append([row.value for row in await board.best(MODERN, "rating", 10)])
            if seconds == CERTAIN_SECONDS and len(seen) == 1:
                await lose_all(server)
                seen.append([row.value for row in await board.best(MODERN, "rating", 10)])

        monkeypatch.setattr(leaderboard, "asyncio", SimpleNamespace(sleep=pass_time))
        await board.count_duel(room, NOON)
        counted, lost, again = seen
        assert counted == again
        assert len(counted) == 2
        assert lost == []
        assert [row.value for row in await board.best(MODERN, "races", 10)] == [1, 1]


def test_bots_do_not_stand_on_peoples_boards() -> None:
    def make_bot(room: Race) -> None:
        room.chairs[0].bot = "good"

    assert counted_lines(finished(make_bot)) == ["p1", "Player 1", 0, ""]


def test_a_race_alone_is_no_win_but_sets_a_time() -> None:
    assert counted_lines(finished(players=1)) == ["p0", "Player 0", 0, 61_000]


def test_who_is_level_with_all_has_beaten_nobody() -> None:
    room = started(players=2)
    room.end("empty", NOON + 70_000)
    assert counted_lines(room) == ["p0", "Player 0", 0, "", "p1", "Player 1", 0, ""]


def test_what_is_not_rated_or_may_have_been_known_is_not_counted() -> None:
    assert counted_lines(finished(rated=False)) == []
    assert counted_lines(finished(deal="numbered", number=7)) == []
    assert counted_lines(finished(deal="daily")) == []
    assert counted_lines(race()) == []
