"""Results wait to be sorted into the boards. Views include them before."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import msgpack
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from cadogan_games import catalogue
from cadogan_server.rooms.room import Room
from cadogan_server.store import keys
from cadogan_server.store.boards import board_reader
from cadogan_server.store.boards.board_reader import BoardReader, board_of_game, board_of_ratings
from cadogan_server.store.boards.erasing import BoardErasing
from cadogan_server.store.boards.leaderboard import Leaderboard
from cadogan_server.store.boards.metrics import SORTED_METRICS
from cadogan_server.store.boards.waiting import BoardGroup, Sorting, group_of_game, group_of_ratings, group_of_solo
from tests.server.core import NOON, finish
from tests.server.rooms.duels import MODERN, begun
from tests.server.store.boards.test_board_reader import TODAY, in_short
from tests.server.store.boards.test_leaderboard import DAY, Board, duelled, finished
from tests.server.wire import PATIENCE


def of(metric: str) -> board_reader.Board:
    return board_of_game("klondike", metric, day=TODAY)


def timed(time: int, identity: str) -> Room:
    return finished(lambda room: finish(room, 0, time), identity=identity)


async def test_a_few_waiting_results_are_sorted_in_before_a_read(redis: Redis) -> None:
    await Board(redis).count(finished())
    reader = BoardReader(redis)
    assert await redis.exists(of("wins").place) == 0
    assert in_short(await reader.top(of("wins"), 10)) == [(1, "p0", 1)]
    assert in_short(await reader.top(board_of_ratings("klondike", ""), 10))[0][:2] == (1, "p0")
    family = catalogue.head_of("klondike").family
    assert in_short(await reader.around(board_of_ratings("klondike", family), "p1", 1))[0][:2] == (2, "p1")
    assert await redis.keys("*queue*") == await redis.keys("*waiting*") == await redis.keys("*behind*") == []


async def test_own_and_friends_rows_show_waiting_results_at_once(redis: Redis) -> None:
    await redis.zadd(of("wins").place, {"p0": 4, "p1": 4, "p2": 5, "p3": 1})
    await redis.zadd(of("best_time").place, {"p0": 70_000, "p2": 65_000})
    await redis.zadd(of("races").place, {"p0": 10})
    board, reader = Board(redis), BoardReader(redis, few=0)
    await board.count(finished(players=4))
    # The first rows are as before: 4, 4, 5, 1.
    assert in_short(await reader.top(of("wins"), 1)) == [(1, "p2", 5)]
    assert [(row.rank, row.races) for row in (await reader.top(of("wins"), 9)).rows] == [
        (1, 0),
        (2, 0),
        (2, 10),
        (4, 0),
    ]
    # Rows of friends are shown as if they had been sorted in, without sorting.
    friends = await reader.among(of("wins"), ["p0", "p2", "p3", "nobody"], 9)
    assert in_short(friends) == [(1, "p0", 5), (1, "p2", 5), (3, "p3", 1)]
    assert [row.races for row in friends.rows] == [11, 1, 1]
    assert in_short(await reader.among(of("best_time"), ["p0", "p2"], 9)) == [(1, "p0", 61_000), (2, "p2", 65_000)]
    assert await redis.zscore(of("wins").place, "p0") == 4
    # A player who asks for the rows around is sorted in first, alone.
    assert in_short(await reader.around(of("wins"), "p0", 1)) == [(1, "p0", 5)]
    assert [row.races for row in (await reader.around(of("races"), "p0", 1)).rows] == [11]
    assert await redis.zscore(of("races").place, "p1") is None
    # The rest is sorted in, and nothing twice.
    await board.leaderboard.sorting.sort()
    assert in_short(await reader.top(of("races"), 9)) == [(1, "p0", 11), (2, "p3", 1), (2, "p2", 1), (2, "p1", 1)]


async def test_results_of_a_player_who_waits_are_added_up(redis: Redis) -> None:
    board = Board(redis)
    for number, time in enumerate((70_000, 61_000, 65_000)):
        await board.count(timed(time, str(number)))
    duels: list[Any] = [duelled(begun(MODERN, {})) for _ in range(2)]
    for number, room in enumerate(duels):
        room.state.created = room.state.created._replace(identity=f"duel {number}")
        await board.count(room)
    assert await redis.llen(group_of_game("klondike", "", TODAY).queue) == 2
    assert [row.value for row in await board.best("klondike", "wins", 9)] == [1.75]
    assert [row.value for row in await board.best("klondike", "best_time", 9)] == [61_000]
    assert [row.value for row in await board.best(MODERN, "streak", 9)] == [2]
    rating: Any = await redis.hget(keys.ratings("duel"), "p0")
    shown = (await board.reader.ratings("duel", ["p0"]))["p0"].value
    assert rating
    assert [row.value for row in await board.best(MODERN, "rating", 1)] == [shown]


async def test_a_result_counts_on_the_day_it_came_whenever_it_is_sorted_in(redis: Redis) -> None:
    board = Board(redis)
    await board.count(timed(61_000, "1"))
    await board.count(timed(70_000, "2"), now=NOON + DAY)
    for day, time in ((TODAY, 61_000), ("2027-01-16", 70_000), ("2027-W02", 61_000), ("2027-01", 61_000), ("", 61_000)):
        assert [row.value for row in await board.best("klondike", "best_time", 9, "", day)] == [time]
        races = await board.best("klondike", "races", 1, "", day)
        assert [row.value for row in races] == [1 if day.count("-") == 2 else 2]


async def test_the_best_of_a_month_may_be_none_of_its_week(redis: Redis) -> None:
    board, months = Board(redis), datetime(2026, 12, 31, 12, tzinfo=UTC)
    for number, time in enumerate((50_000, 60_000)):
        await board.count(timed(time, str(number)), now=int(1000 * months.timestamp()) + number * DAY)
        await board.leaderboard.sorting.sort()
    found = {
        period: [row.value for row in await board.best("klondike", "best_time", 9, "", period)]
        for period in ("2026-12", "2027-01", "2026-W53", "2027-01-01", "")
    }
    assert found == {
        "2026-12": [50_000],
        "2027-01": [60_000],
        "2026-W53": [50_000],
        "2027-01-01": [60_000],
        "": [50_000],
    }


async def test_a_player_erased_while_waiting_comes_on_no_board(redis: Redis) -> None:
    board = Board(redis)
    await board.count(finished())
    await BoardErasing(redis).erase(["p0"], NOON)
    assert [row.player for row in await board.best("klondike", "races", 9)] == ["p1"]
    assert in_short(await board.reader.top(board_of_ratings("klondike", ""), 9))[0][1:2] == ("p1",)


class Turns(Sorting):
    """A sorting that notes which groups had their turn, and how many players it might sort in. Each call takes a while."""

    def __init__(self, redis: Redis, takes: float = 0.0) -> None:
        self.now, self.takes = 1000.0, takes
        self.turns: list[tuple[str, int]] = []
        super().__init__(redis, clock=lambda: self.now)

    async def settle(self, group: BoardGroup, count: int) -> int:
        self.turns.append((group.name.split()[0], count))
        self.now += self.takes
        return await super().settle(group, count)


async def wait_for(redis: Redis, group: BoardGroup, players: int) -> None:
    """Let this many new players wait to be sorted into a group of boards, each with one value."""
    metric = "rating" if group.is_of_ratings else "races" if group.behind == keys.BEHIND else "solo_streak"
    values = msgpack.packb([1 if metric == each else False for each in SORTED_METRICS])
    names = [f"{group.name} {number}" for number in range(players)]
    await redis.hset(group.waiting, mapping=dict.fromkeys(names, values))
    await redis.rpush(group.queue, *names)
    await redis.sadd(group.behind, group.name)


async def test_only_few_waiting_results_are_sorted_in_before_a_read(redis: Redis) -> None:
    await wait_for(redis, group_of_game("klondike", "", TODAY), 2)
    assert in_short(await BoardReader(redis, few=1).top(of("races"), 9)) == []
    assert len((await BoardReader(redis, few=2).top(of("races"), 9)).rows) == 2


async def test_a_single_waiting_result_is_shown_among_friends(redis: Redis) -> None:
    group = group_of_game("klondike", "", TODAY)
    await wait_for(redis, group, 1)
    waiting: Any = await redis.lrange(group.queue, 0, -1)
    player = waiting[0].decode()
    assert in_short(await BoardReader(redis).among(of("races"), [player], 9)) == [(1, player, 1)]


async def test_a_waiting_player_is_counted_once_in_the_rows_around(redis: Redis) -> None:
    await Board(redis).count(finished())
    assert in_short(await BoardReader(redis).around(of("wins"), "p0", 1)) == [(1, "p0", 1)]


async def test_a_group_that_another_server_has_sorted_meanwhile_is_done(redis: Redis) -> None:
    sorting, group = Sorting(redis), group_of_game("klondike", "", TODAY)
    await redis.sadd(group.behind, group.name)
    assert await sorting.settle(group, 4) == 0
    assert await sorting.behind() == []


async def test_boards_of_ratings_have_one_turn_in_eight_while_games_wait(redis: Redis) -> None:
    game, solo, ratings = (
        group_of_game("klondike", "", TODAY),
        group_of_solo("klondike", "", TODAY),
        group_of_ratings(""),
    )
    for group, players in ((game, 4 * 10), (solo, 4), (ratings, 40)):
        await wait_for(redis, group, players)
    sorting = Turns(redis)
    await sorting.sort()
    names = [name for name, _ in sorting.turns]
    assert sorted(names[:3]) == ["klondike", "ratings", "solo"], "at first all groups have a turn"
    assert names[3:10] == ["klondike"] * 7
    assert sorted(names[10:12]) == ["klondike", "ratings"], "all groups have the ninth turn"
    assert names[12:] == ["klondike"]
    assert set(sorting.turns) == {("klondike", 4), ("solo", 4), ("ratings", 32)}
    assert sorting.left == 0
    assert await sorting.behind() == []


async def test_boards_of_ratings_have_every_turn_if_nothing_else_waits(redis: Redis) -> None:
    await wait_for(redis, group_of_ratings(""), 70)
    sorting = Turns(redis)
    await sorting.sort()
    assert sorting.turns == [("ratings", 32)] * 3


async def test_sorting_ends_in_time_and_says_how_many_are_left(redis: Redis) -> None:
    for group, players in (
        (group_of_game("klondike", "", TODAY), 10),
        (group_of_game("nestor", "", TODAY), 7),
        (group_of_ratings(""), 40),
    ):
        await wait_for(redis, group, players)
    sorting = Turns(redis, takes=0.001)
    await sorting.sort(until=sorting.now)
    assert sorting.turns == []
    await sorting.sort(until=sorting.now + 0.0005)
    assert sorted(name for name, _ in sorting.turns) == ["klondike", "nestor", "ratings"], (
        "a turn that has begun is finished"
    )
    assert sorting.left == 6 + 3


async def test_the_store_rests_after_each_call_for_as_long_as_it_took(redis: Redis) -> None:
    await wait_for(redis, group_of_game("klondike", "", TODAY), 12)
    sorting, clock = Turns(redis, takes=0.05), asyncio.get_running_loop().time
    began = clock()
    await sorting.sort()
    assert len(sorting.turns) == 3
    assert 3 * 0.05 <= clock() - began < 3 * 0.05 + 2


async def sorted_in(redis: Redis) -> None:
    async with asyncio.timeout(PATIENCE):
        while await redis.exists(keys.BEHIND):
            await asyncio.sleep(0)


async def test_a_server_sorts_in_its_own_results_and_those_others_left(redis: Redis) -> None:
    answers = [RedisConnectionError()]

    class Flaky(Sorting):
        async def settle(self, group: BoardGroup, count: int) -> int:
            if answers:
                self.wake()
                raise answers.pop()
            return await super().settle(group, count)

    await Board(redis).count(finished())  # a server that has ended counted it
    own = Leaderboard(redis, certain=0)
    own.sorting = Flaky(redis, look=3600)
    task = asyncio.create_task(own.sorting.run())
    try:
        await sorted_in(redis)
        await own.count(finished(identity="2"), NOON)
        await sorted_in(redis)
    finally:
        task.cancel()
    assert await redis.zscore(of("wins").place, "p0") == 1.5


async def test_a_server_looks_for_results_that_others_left_without_a_wake_up(redis: Redis) -> None:
    sorting = Sorting(redis, look=0.01)
    assert sorting.left == 0
    task = asyncio.create_task(sorting.run())
    try:
        for players in (3, 5):
            await wait_for(redis, group_of_game("klondike", "", TODAY), players)
            await sorted_in(redis)
    finally:
        task.cancel()
    assert await redis.zcard(of("races").place) == 5
