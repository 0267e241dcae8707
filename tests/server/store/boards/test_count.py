"""Each result counts once, however often results are delivered, in whatever order and over any number of connections."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from redis.asyncio import Redis

from cadogan_server.rooms.records import SeatRating
from cadogan_server.store import keys
from cadogan_server.store.boards.leaderboard import WEIGHTS, Leaderboard
from cadogan_server.store.boards.outcome import GameOutcome
from cadogan_server.store.boards.periods import periods_of
from tests.examples import examples
from tests.games.chance import chances
from tests.server.core import NOON, finish, moves, started
from tests.server.established import establish
from tests.server.rooms.duels import MODERN, begun
from tests.server.store.boards.test_leaderboard import APART, duelled

MOST_TIMES = 5


def games() -> list[Any]:
    """Return five finished games: races of two and three, one with a move taken back, and two duels of the same players."""
    made: list[Any] = []
    for players, time in ((2, 61_000), (3, 50_000), (3, 70_000)):
        room = started(players=players)
        for seat in range(players - 1):
            moves(room, seat, 10_000, 50_000, 55_000)
        finish(room, players - 1, time)
        room.end("empty", NOON + 90_000)
        made.append(room)
    made += [duelled(begun(MODERN, {})) for _ in range(2)]
    rows = made[2].state.results.rows
    made[2].state.results = made[2].state.results.model_copy(
        update={"rows": tuple(row.model_copy(update={"undone": 1}) for row in rows)}
    )
    for number, room in enumerate(made):
        room.state.created = room.state.created._replace(identity=f"room {number}")
        room.state.starts = NOON + APART * number
    return made


GAMES = games()

deliveries = st.lists(st.integers(1, MOST_TIMES), min_size=len(GAMES), max_size=len(GAMES)).flatmap(
    lambda times: st.permutations([number for number, many in enumerate(times) for _ in range(many)])
)


async def deliver(leaderboard: Leaderboard, number: int) -> tuple[SeatRating, ...]:
    """Deliver the results of a game once, as a server does that ends right after it."""
    room = GAMES[number]
    while True:
        answer, (ratings, _) = await leaderboard.try_to_count(room, room.scoring.counted, NOON)
        if answer != "stale":
            return ratings


async def everything(redis: Redis) -> dict[Any, Any]:
    """Return everything in the store, except when keys expire."""
    found: dict[Any, Any] = {}
    key: Any
    for key in await redis.keys():
        match await redis.type(key):
            case b"zset":
                found[key] = await redis.zrange(key, 0, -1, withscores=True)
            case b"hash":
                found[key] = await redis.hgetall(key)
            case _:
                found[key] = await redis.get(key)
    return found


@examples(8, thorough=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(order=deliveries, who=chances)
def test_results_delivered_over_two_connections_count_once(redis_url: str, order: list[int], who: Random) -> None:
    async def run() -> None:
        async with Redis.from_url(redis_url) as one, Redis.from_url(redis_url) as other:
            servers = [Leaderboard(one), Leaderboard(other)]
            await one.flushall()
            await establish(one, "p0", "p1", "p2")
            told = []
            for number in order:
                told.append((number, await deliver(who.choice(servers), number)))
                if who.random() < 0.3:
                    await who.choice(servers).sorting.sort()
            await servers[1].sorting.sort()
            found = await everything(one)
            await one.flushall()
            await establish(one, "p0", "p1", "p2")
            first = {number: await deliver(servers[0], number) for number in dict.fromkeys(order)}
            await servers[0].sorting.sort()
            assert found == await everything(one)
            assert all(ratings == first[number] for number, ratings in told), "later deliveries get the same answer"

    asyncio.run(run())


def sums() -> Iterator[tuple[str, dict[str, float]]]:
    """Yield the values that must be on the boards, whatever came first."""
    yield "klondike", {"races": 8, "best_time": 2, "best_time_undo": 1, "rating": 3}
    yield MODERN, {"races": 4, "wins": sum(WEIGHTS[:2]), "streak": 2, "rating": 2}


@examples(7, thorough=20, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(order=deliveries)
def test_deliveries_at_the_same_moment_count_once(redis_url: str, order: list[int]) -> None:
    async def run() -> None:
        async with Redis.from_url(redis_url) as one, Redis.from_url(redis_url) as other:
            await one.flushall()
            await establish(one, "p0", "p1", "p2")
            servers = [Leaderboard(one), Leaderboard(other)]
            work: list[Awaitable[Any]] = [deliver(servers[n % 2], number) for n, number in enumerate(order)]
            told = await asyncio.gather(*work)
            await asyncio.gather(*(server.sorting.sort() for server in servers))
            for (a, first), (b, second) in combinations(zip(order, told, strict=True), 2):
                assert a != b or first == second
            for period in periods_of(NOON):
                for game, expected in sums():
                    for metric, value in expected.items():
                        key = keys.board(game, metric, "", period.key)
                        on_it: Any = await one.zrange(key, 0, -1, withscores=True)
                        scores = [score for _, score in on_it]
                        counts = metric in ("rating", "best_time", "best_time_undo")
                        assert (len(scores) if counts else sum(scores)) == value, key
            rated: Any = await one.hgetall(keys.ratings(""))
            assert {player: int(text.split()[2]) for player, text in rated.items()} == {b"p0": 5, b"p1": 5, b"p2": 2}

    asyncio.run(run())


@pytest.mark.store
async def test_a_room_learns_what_it_changed_though_its_counting_server_is_gone(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as one, Redis.from_url(redis_url) as other:
        before = await deliver(Leaderboard(one), 1)
        assert {seat for seat, _, _ in before} == {0, 1, 2}
        again: list[GameOutcome] = []
        room = GAMES[1]
        await Leaderboard(other).count(room, NOON, again.append)
        assert again == [GameOutcome(before)]
