"""The best players of each game: counted once, people only, and only on deals that nobody could know."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import BusyLoadingError, OutOfMemoryError, ReadOnlyError, ResponseError
from redis.exceptions import ConnectionError as RedisConnectionError

from cadogan_protocol.boards import LeaderRow
from cadogan_server.rooms.counting import Counted
from cadogan_server.rooms.fairness import day_of
from cadogan_server.rooms.room import Room
from cadogan_server.store import keys
from cadogan_server.store.boards.board_reader import BoardReader, board_of_game
from cadogan_server.store.boards.leaderboard import (
    MET_SECONDS,
    OUTCOME_SECONDS,
    RETRY_SECONDS,
    WEIGHTS,
    Leaderboard,
    is_for_ever,
)
from cadogan_server.store.boards.metrics import DUEL_METRICS
from cadogan_server.store.boards.outcome import GameOutcome
from cadogan_server.store.boards.ratings import Ratings
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.redis.embedded import EmbeddedRedis
from tests.server.core import NOON, created, finish, hands, moves, started
from tests.server.established import establish
from tests.server.rooms.duels import MODERN, begun

DAY = 24 * 3600 * 1000

APART = 1_000_000
"""Milliseconds between the starts of two games of a test."""


def finished(
    change: Callable[[Room], None] = lambda room: None, players: int = 2, identity: str = "1" * 16, **rules: object
) -> Room:
    """Return a race that the first seat won after 61 seconds. All others have played."""
    room = started(players=players, **rules)  # type: ignore[arg-type]
    for seat in range(1, players):
        moves(room, seat, 10_000, 50_000, 55_000)
    finish(room, 0, 61_000)
    room.state.created = room.state.created._replace(identity=identity)
    change(room)
    room.end("empty", NOON + 70_000)
    return room


def duelled(room: Room) -> Room:
    """Return a duel in which both have played and the second seat has left."""
    room.state.hands = {seat: hands(10_000, 20_000, 50_000) for seat in range(2)}
    room.leave(1, NOON + 60_000)
    return room


class Board:
    """A leaderboard that counts, and its boards.

    Args:
        redis: the store.
        sleep: waits for a number of seconds.
        earlier: number of games that were played before those that are counted here.
    """

    def __init__(
        self, redis: Redis, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep, earlier: int = 0
    ) -> None:
        self.leaderboard = Leaderboard(redis, certain=0, sleep=sleep)
        self._redis = redis
        self._earlier = earlier
        self._numbers: dict[str, int] = {}
        self.reader = BoardReader(redis)
        self.boards = self.reader.boards

    async def count(self, *rooms: Room, now: int = NOON, new: bool = False) -> None:
        """Count rooms one after the other. Their players have met others before, or are all new."""
        for room in rooms:
            number = self._numbers.setdefault(room.state.created.identity, self._earlier + len(self._numbers))
            room.state.starts = NOON + number * APART
            if not new:
                await establish(self._redis, *(occupant.player for occupant in room.state.occupants.values()))
            await self.leaderboard.count(room, now)

    async def best(
        self, game: str, metric: str, count: int, options: str = "", period: str = ""
    ) -> tuple[LeaderRow, ...]:
        await self.leaderboard.sorting.sort()
        return (await self.reader.top(board_of_game(game, metric, options, period, day=day_of(NOON)), count)).rows


async def count(redis: Redis, *rooms: Room) -> Board:
    board = Board(redis)
    await board.count(*rooms)
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
            room = finished(lambda room, t=time: finish(room, 0, t), identity=str(number))  # type: ignore[misc]
            board = await count(redis, room)
        times = await board.best("klondike", "best_time", 10)
        assert [(row.name, row.value, row.races) for row in times] == [("Player 0", 40_000, 3)]
        assert await board.best("klondike", "best_time", 10) == times
        assert await board.best("nestor", "wins", 10) == ()


async def test_the_shortest_time_and_the_most_of_all_else_come_first(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        rooms = []
        for number, time in enumerate((50_000, 40_000, 50_000)):
            room = finished(lambda room, t=time: finish(room, 0, t), identity=str(number))  # type: ignore[misc]
            room.state.occupants[0].player = room.state.occupants[0].name = f"Racer {number}"
            rooms.append(room)
        board = await count(redis, *rooms)
        times = await board.best("klondike", "best_time", 10)
        assert [(row.rank, row.value) for row in times] == [(1, 40_000), (2, 50_000), (2, 50_000)]
        assert await board.best("klondike", "best_time", 2) == times[:2]
        races = await board.best("klondike", "races", 2)
        assert (races[0].name, races[0].value) == ("Player 1", 3)
        assert [row.rank for row in races] == [1, 2]


async def test_counted_rooms_are_forgotten_when_they_cannot_come_again(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        board = Board(redis)
        for number, days in enumerate((0, 30, 31)):
            await board.count(finished(identity=str(number)), now=NOON + days * DAY)
        assert await redis.zrange(keys.counted("klondike"), 0, -1) == [b"1", b"2"]


@pytest.mark.parametrize(
    ("rules", "bot", "boards"),
    [
        ({}, "", {"races": 2, "wins": 1, "rating": 2}),
        ({}, "good", {"races": 0, "wins": 0, "rating": 0}),
        ({"rated": False}, "", {"races": 0, "wins": 0, "rating": 0}),
        ({"deal": "daily"}, "", {"races": 0, "wins": 0, "rating": 0}),
    ],
    ids=["two people", "against a bot", "not rated", "cards that may have been known"],
)
async def test_boards_that_a_duel_counts_for(
    redis_url: str, rules: dict[str, Any], bot: str, boards: dict[str, int]
) -> None:
    async with Redis.from_url(redis_url) as redis:
        board = Board(redis)
        room = begun(MODERN, {}, **rules)
        room.state.occupants[0].bot = bot
        await board.count(duelled(room))
        assert {metric: len(await board.best(MODERN, metric, 10)) for metric in boards} == boards


async def test_a_duel_waits_for_a_store_that_is_away(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    async with Redis.from_url(redis_url) as redis:
        board, answers = Board(redis, wait), [RedisConnectionError(), RedisConnectionError()]
        ask = redis.hmget

        def flaky(name: str, fields: list[str]) -> Any:
            if answers:
                raise answers.pop()
            return ask(name, fields)

        monkeypatch.setattr(redis, "hmget", flaky)
        room = duelled(begun(MODERN, {}))
        await board.count(room)
        assert waited == [RETRY_SECONDS, RETRY_SECONDS, 0]
        assert [row.value for row in await board.best(MODERN, "races", 10)] == [1, 1]


async def lose_all(server: EmbeddedRedis) -> None:
    """Kill a Redis before its last writes are on the disk."""
    await server.stop()
    for file in server.log.parent.glob("appendonlydir/*.incr.aof"):
        os.truncate(file, 0)
    await server.start()


@pytest.mark.parametrize(
    ("error", "for_ever"),
    [
        (ResponseError("wrong number of arguments for 'evalsha' command"), True),
        (ResponseError("user_script:7: attempt to index a nil value script: 0a1b"), True),
        (ResponseError("MISCONF Redis is configured to save RDB snapshots"), False),
        (ResponseError("NOREPLICAS Not enough good replicas to write."), False),
        (OutOfMemoryError("command not allowed when used memory > 'maxmemory'."), False),
        (ReadOnlyError("You can't write against a read only replica."), False),
        (BusyLoadingError("Redis is loading the dataset in memory"), False),
        (RedisConnectionError("user_script"), False),
    ],
)
async def test_only_a_store_in_trouble_is_asked_again(redis: Redis, error: Exception, for_ever: bool) -> None:
    waited: list[float] = []

    class Refused(Leaderboard):
        async def try_to_count(self, room: Room, results: list[Counted], now: int) -> tuple[str, GameOutcome]:
            if not waited:
                raise error
            return await super().try_to_count(room, results, now)

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    await establish(redis, "p0", "p1")
    assert is_for_ever(error) is for_ever
    await Refused(redis, certain=7, sleep=wait).count(finished(), NOON)
    assert waited == ([] if for_ever else [RETRY_SECONDS, 7])
    assert await redis.exists(keys.counted("klondike")) == (not for_ever)


async def test_players_are_told_once_how_a_game_has_changed_their_ratings(redis: Redis) -> None:
    board, room = Board(redis), duelled(begun(MODERN, {}))
    first: list[GameOutcome] = []
    second: list[GameOutcome] = []
    await establish(redis, "p0", "p1")
    for server in (first, second):  # the second server recovers the room after the first has ended
        await Leaderboard(redis, certain=0).count(room, NOON, server.append)
    assert first == second
    assert len(first) == 1
    changes = {change.seat: change for change in first[0].ratings}
    assert changes.keys() == {0, 1}
    assert changes[0].overall.change > 0 > changes[1].overall.change
    assert (await board.reader.ratings("", ["p0"]))["p0"].value == changes[0].overall.value
    none: list[object] = []
    await Leaderboard(redis, certain=0).count(finished(players=1, identity="alone"), NOON, none.append)
    assert none == []


async def test_players_are_told_anew_what_the_store_had_lost(redis: Redis) -> None:
    told: list[object] = []

    async def lose(seconds: float) -> None:
        if len(told) == 1:
            await redis.flushall()
            await establish(redis, "p0", "p1")

    await establish(redis, "p0", "p1")
    await Leaderboard(redis, certain=0, sleep=lose).count(duelled(begun(MODERN, {})), NOON, told.append)
    assert len(told) == 2


async def test_keys_of_meetings_and_outcomes_expire(redis: Redis) -> None:
    room = duelled(begun(MODERN, {}))
    await Board(redis).count(room)
    kept = (
        (keys.met(MODERN, day_of(NOON)), MET_SECONDS),
        (keys.outcome(MODERN, room.state.created.identity), OUTCOME_SECONDS),
    )
    for key, seconds in kept:
        assert seconds - 60 < await redis.ttl(key) <= seconds


@pytest.mark.parametrize("duel", [False, True], ids=["race", "duel"])
async def test_a_game_that_a_redis_has_lost_is_counted_again(tmp_path: Path, duel: bool) -> None:
    async with EmbeddedRedis(tmp_path) as server, Redis.from_url(server.url) as redis:
        room = duelled(begun(MODERN, {})) if duel else finished()
        seen: list[list[float]] = []

        async def pass_time(seconds: float) -> None:
            seen.append([row.value for row in await board.best(room.state.game.head.id, "rating", 10)])
            assert seconds == Bounds.lately
            if len(seen) == 1:
                await lose_all(server)
                await establish(redis, "p0", "p1")
                seen.append([row.value for row in await board.best(room.state.game.head.id, "rating", 10)])

        board = Board(redis)
        board.leaderboard = Leaderboard(redis, sleep=pass_time)
        await board.count(room)
        counted, lost, again = seen
        assert counted == again
        assert len(counted) == 2
        assert lost == []
        assert [row.value for row in await board.best(room.state.game.head.id, "races", 10)] == [1, 1]


# ---- the weight of games ---------------------------------------------------------------------------------------------


async def figures(board: Board, metric: str, game: str = "klondike", options: str = "") -> dict[str, float]:
    return {row.name: row.value for row in await board.best(game, metric, 10, options)}


async def test_games_against_bots_and_rushed_games_are_on_no_board(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:

        def make_bot(room: Room) -> None:
            room.state.occupants[1].bot = "good"

        def rush(room: Room) -> None:
            room.state.hands[0] = hands(10, 20, 30)

        board = await count(redis, finished(make_bot), finished(players=1, identity="2"), finished(rush, identity="3"))
        assert await figures(board, "wins") == {}
        assert await figures(board, "races") == {"Player 1": 1}


async def test_the_games_of_two_count_less_and_less_within_a_day(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        board = Board(redis)
        for number in range(6):
            await board.count(finished(identity=str(number)), now=NOON + number)
        await board.count(finished(identity="tomorrow"), now=NOON + DAY)
        assert await figures(board, "wins") == {"Player 0": sum(WEIGHTS) + 1}
        assert await figures(board, "races") == {"Player 0": len(WEIGHTS) + 1, "Player 1": len(WEIGHTS) + 1}
        assert await redis.ttl(keys.met("klondike", "2027-01-15")) > 0


async def test_a_new_name_from_the_same_place_is_the_same_opponent(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        rooms = []
        for number in range(3):

            def rename(room: Room, number: int = number) -> None:
                room.state.occupants[1].player, room.state.occupants[1].origin = (
                    f"new {number}",
                    ("there", f"browser {number}"),
                )

            rooms.append(finished(rename, identity=str(number)))
        board = await count(redis, *rooms)
        assert await figures(board, "wins") == {"Player 0": sum(WEIGHTS[:3])}


async def test_a_win_against_a_new_rival_too_counts_in_full(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:

        def meet(room: Room) -> None:
            room.state.occupants[2].player = room.state.occupants[2].name = "Newcomer"

        board = await count(redis, finished(), finished(meet, players=3, identity="2"))
        assert await figures(board, "wins") == {"Player 0": 2}


async def test_each_choice_of_options_has_its_board(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:

        def three(room: Room) -> None:
            room.state.created = room.state.created._replace(options=created("klondike", {"draw": 3}).options)

        board = await count(redis, finished(three), finished(three, identity="2"), finished(identity="3"))
        assert await figures(board, "best_time", options="draw=3") == {"Player 0": 61_000}
        assert (await board.best("klondike", "wins", 10, "draw=3"))[0].value == 1.5
        assert (await board.best("klondike", "wins", 10))[0].value == 0.25, "they have met twice that day"
        assert await board.boards("klondike") == ({"draw": 3}, {})


async def test_best_times_with_and_without_undone_moves_are_kept_apart(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        clean = finished(lambda room: finish(room, 0, 80_000), identity="1")
        undone = finished(identity="2")
        assert undone.state.results is not None
        rows = tuple(row.model_copy(update={"undone": 1}) for row in undone.state.results.rows)
        undone.state.results = undone.state.results.model_copy(update={"rows": rows})
        board = await count(redis, clean, undone)
        assert await figures(board, "best_time") == {"Player 0": 80_000}
        assert await figures(board, "best_time_undo") == {"Player 0": 61_000}


async def test_duels_of_the_same_two_move_ratings_and_points_less_and_less(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        board = Board(redis)
        seen = []
        for number in range(6):
            room = duelled(begun(MODERN, {}))
            room.state.created = room.state.created._replace(identity=str(number))
            await board.count(room)
            rating: Any = await redis.hget(keys.ratings("duel"), "p0")
            seen.append(float(rating.split()[0]))
        gained = [after - before for before, after in pairwise(seen)]
        assert gained == sorted(gained, reverse=True)
        assert gained[-2:] == [0, 0], "the fifth game and the sixth change nothing"
        assert await figures(board, "score", MODERN) == {
            "Player 0": (room.scoring.rows[0].score or 0) * sum(WEIGHTS),
            "Player 1": 0,
        }
        assert await figures(board, "wins", MODERN) == {"Player 0": sum(WEIGHTS)}


def count_meanwhile(patch: pytest.MonkeyPatch, board: Board, room: Room) -> None:
    """Count a room between the moment when the next ratings have been computed and the moment when they are stored."""
    reckon, waiting = Ratings.reckon, [room]

    async def late(*given: Any) -> Any:
        reckoned = await reckon(*given)
        if waiting:
            await board.count(waiting.pop())
        return reckoned

    patch.setattr(Ratings, "reckon", late)


async def test_a_duel_counts_as_much_as_when_it_was_read(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games of the same two players end together, on two boards: the second is weighed again."""

    async def rated(meanwhile: bool) -> Any:
        await redis.flushall()
        board = Board(redis)
        first, second = duelled(begun(MODERN, {"riddance": 5})), duelled(begun(MODERN, {}))
        second.state.created = second.state.created._replace(identity="2")
        if meanwhile:
            count_meanwhile(monkeypatch, board, first)
        else:
            await board.count(first)
        await board.count(second)
        assert await figures(board, "wins", MODERN) == {"Player 0": 0.5}
        return await redis.hgetall(keys.ratings("duel"))

    async with Redis.from_url(redis_url) as redis:
        assert await rated(meanwhile=True) == await rated(meanwhile=False)


async def test_a_duel_weighs_less_after_one_that_has_moved_no_rating(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same two players have met meanwhile, in a duel in which one was too fast for ratings."""

    async def rated(meanwhile: bool) -> Any:
        await redis.flushall()
        board, elsewhere = Board(redis, earlier=1), Board(redis)
        first, second = duelled(begun(MODERN, {})), duelled(begun(MODERN, {}))
        assert first.state.results is not None
        rows = [
            row.model_copy(update={"why_not": "fast" if row.seat == 0 else None}) for row in first.state.results.rows
        ]
        first.state.results = first.state.results.model_copy(update={"rows": tuple(rows)})
        second.state.created = second.state.created._replace(identity="2")
        if meanwhile:
            count_meanwhile(monkeypatch, elsewhere, first)
        else:
            await elsewhere.count(first)
        await board.count(second)
        return await redis.hgetall(keys.ratings("duel"))

    assert await rated(meanwhile=True) == await rated(meanwhile=False) != {}


async def test_a_rating_over_all_goes_on_from_a_game_of_another_family(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A race of the same two players ends while a duel's ratings are computed, so they are computed again."""

    async def rated(meanwhile: bool) -> Any:
        await redis.flushall()
        waited: list[float] = []

        async def wait(seconds: float) -> None:
            waited.append(seconds)

        board, elsewhere, race = Board(redis, wait, earlier=1), Board(redis), finished()
        duel = duelled(begun(MODERN, {}))
        duel.state.created = duel.state.created._replace(identity="2")
        if meanwhile:
            count_meanwhile(monkeypatch, elsewhere, race)
        else:
            await elsewhere.count(race)
        await board.count(duel)
        assert waited == [0], "it waits only until the count is certain"
        return await redis.hgetall(keys.ratings(""))

    assert await rated(meanwhile=True) == await rated(meanwhile=False)


async def test_a_duel_of_one_who_was_too_fast_moves_no_rating(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        board = Board(redis)
        room = begun(MODERN, {})
        duelled(room)
        assert room.state.results is not None
        rows = tuple(
            row.model_copy(update={"why_not": "fast" if row.seat == 0 else None}) for row in room.state.results.rows
        )
        room.state.results = room.state.results.model_copy(update={"rows": rows})
        await board.count(room)
        assert {metric: len(await board.best(MODERN, metric, 10)) for metric in DUEL_METRICS} == {
            "wins": 0,
            "races": 1,
            "score": 1,
            "streak": 0,
            "rating": 0,
        }


async def test_a_game_that_rates_nobody_leaves_no_changes_to_tell(redis: Redis) -> None:
    room = finished(players=1)
    await Board(redis).count(room)
    assert not await redis.exists(keys.outcome("klondike", room.state.created.identity))
    assert await redis.exists(keys.counted("klondike"))


async def test_a_streak_counts_games_with_the_same_options(redis: Redis) -> None:
    board = Board(redis)
    for number, options in enumerate(({"riddance": 5}, {}, {})):
        room = duelled(begun(MODERN, options))
        room.state.created = room.state.created._replace(identity=str(number))
        await board.count(room)
    assert [row.value for row in await board.best(MODERN, "streak", 9)] == [2]
    assert [row.value for row in await board.best(MODERN, "streak", 9, "riddance=5")] == [1]


async def test_a_lone_streak_counts_games_with_the_same_options(redis: Redis) -> None:
    def three(room: Room) -> None:
        room.state.created = room.state.created._replace(options=created("klondike", {"draw": 3}).options)

    rooms = [finished(three, players=1, identity="0"), *(finished(players=1, identity=str(n)) for n in (1, 2))]
    board = await count(redis, *rooms)
    assert [row.value for row in await board.best("klondike", "solo_streak", 9)] == [2]
    assert [row.value for row in await board.best("klondike", "solo_streak", 9, "draw=3")] == [1]


async def test_players_faster_than_hands_are_logged_for_operators(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    def rush(room: Room) -> None:
        room.state.hands[0] = hands(10, 20, 30)

    caplog.set_level("INFO")
    await count(redis, finished(rush), finished(identity="2"))
    assert caplog.messages == ["room ABCDEF: player p0 moved faster than hands can, and is not counted"]
    unfinished = started(players=2)
    await Leaderboard(redis, certain=0).count(unfinished, NOON)
    assert len(caplog.messages) == 1
