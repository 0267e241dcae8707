"""Contests in the store alone: attempts, boards of days, streaks."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_protocol.days import UnlistedWhy
from cadogan_server.rooms.finished.contest import Attempt
from cadogan_server.store import keys
from cadogan_server.store.games import contests as store
from cadogan_server.store.games.contests import AttemptRoom, Contests, days_of


async def test_streaks_count_days_in_any_order_of_counting(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        contests = Contests(redis, lambda: 0.0)
        await redis.hset(keys.player("p"), "name", "Anna")
        days = [*days_of("2026-11"), *days_of("2026-12")]
        place = AttemptRoom("1" * 16, "ABCDEF")
        done = [("race", day, day != "2026-11-20") for day in (*days[9:21], *days[25:40])]
        done.append(("duel", days[0], True))
        for kind, day, won in (*reversed(done), *done):
            attempt = Attempt("p", "Anna", won, 1000, 52, None, 9, "ABCDEF", 1000)
            assert await contests.claim(day, kind, "p", place)
            assert not await contests.claim(day, kind, "p", place._replace(identity="2" * 16))
            assert await contests.count(day, kind, place, attempt)
            assert not await contests.count(day, kind, place._replace(code="OTHER2"), attempt)

        async def race(today: str) -> tuple[int, ...]:
            one = (await contests.streaks("p", today))[0]
            return one.played, one.longest_played, one.won, one.longest_won

        assert await race(days[39]) == await race(days[40]) == (15, 15, 15, 15)
        assert (await race(days[41]))[:2] == (0, 15), "a day was left out"
        assert await race(days[20]) == (12, 12, 1, 10)
        assert (await contests.streaks("p", days[1]))[1].won == 1
        month = await contests.month("p", "2026-11")
        assert len(month) == 12 + 5 + 1
        assert not month["2026-11-20", "race"].won
        assert (await contests.best(days[9], "race", 10)).total == 1


async def test_the_reason_for_an_unlisted_attempt_is_kept(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        contests, day, place = Contests(redis, lambda: 0.0), "2026-11-21", AttemptRoom("1" * 16, "ABCDEF")
        found: tuple[tuple[str, int | None, UnlistedWhy | None], ...] = (
            ("listed", 9, None),
            ("early", None, "few_moves"),
        )
        for player, value, why_not in found:
            await contests.claim(day, "race", player, place)
            assert await contests.attempt(day, "race", player) == ("ABCDEF", False, None)
            attempt = Attempt(player, "Anna", False, 1000, 4, None, 2, "ABCDEF", value, why_not)
            await contests.count(day, "race", place, attempt)
            assert await contests.attempt(day, "race", player) == ("ABCDEF", True, why_not)
        assert (await contests.best(day, "race", 10)).total == 1


async def test_equal_results_share_a_rank_and_friends_are_found_anywhere(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        contests, day = Contests(redis, lambda: 0.0), "2026-11-21"
        for number, value in enumerate([10, 20, 20, 30]):
            player, place = f"p{number}", AttemptRoom(f"{number:016}", "ABCDEF")
            await contests.claim(day, "race", player, place)
            await contests.count(
                day, "race", place, Attempt(player, f"N{number}", True, value, 52, None, 9, "ABCDEF", value)
            )
        assert [row.rank for row in (await contests.best(day, "race", 10)).rows] == [1, 2, 2, 4]
        assert [
            (row.rank, row.player) for row in await contests.rows_of(day, "race", ["p3", "p2", "p1", "nobody"])
        ] == [
            (2, "p1"),
            (2, "p2"),
            (4, "p3"),
        ]
        board = keys.day_board(day, "race")
        assert await redis.expiretime(board) == store.begins(day) // 1000 + 41 * 86_400
        await contests.forget(["p0"], day)
        assert await contests.rows_of(day, "race", ["p0"]) == ()
        assert await contests.attempt(day, "race", "p0") is None
