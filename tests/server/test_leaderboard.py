"""The best of each game: counted once, people only, and only where nobody could know the cards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from redis.asyncio import Redis

from cadogan_server.rooms.race import Race
from cadogan_server.store.journal import Journal
from cadogan_server.store.leaderboard import Leaderboard, counted_lines
from tests.server.core import NOON, race, started


def finished(change: Callable[[Race], None] = lambda room: None, players: int = 2, **rules: object) -> Race:
    """A race in which the first seat has made one card's progress and won, as far as the results go."""
    room = started(players=players, **rules)  # type: ignore[arg-type]
    racer = room.racers[0]
    racer.state, racer.progress, racer.reached, racer.ended = "finished", 52, 61_000, 61_000
    change(room)
    room.end("empty", NOON + 70_000)
    return room


async def count(redis: Redis, *rooms: Race) -> Leaderboard:
    journal = Journal(redis)
    board = Leaderboard(redis, journal)
    for room in rooms:
        board.count(room, NOON)
    await journal.close()
    return board


@pytest.mark.store
async def test_results_are_counted_once_however_often_they_come(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        room = finished()
        board = await count(redis, room, room)
        await count(redis, room)
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
            board = await count(redis, room)
        times = await board.best("klondike", "best_time", 10)
        assert [(row.name, row.value, row.races) for row in times] == [("Player 0", 40_000, 3)]
        assert await board.best("klondike", "best_time", 10) == times
        assert await board.best("nestor", "wins", 10) == ()


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
