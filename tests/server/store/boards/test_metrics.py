"""Boards of games won alone or at home, beside those of games against people."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_server.rooms.room import Room
from cadogan_server.store import keys
from cadogan_server.store.boards.metrics import ALL_METRICS, SOLO_METRICS
from cadogan_server.store.boards.periods import period_of
from tests.server.core import NOON
from tests.server.store.boards.test_leaderboard import Board, figures, finished
from tests.server.store.boards.test_weigh import alone, met


async def test_games_won_alone_or_at_home_have_boards_of_their_own(redis: Redis) -> None:
    def together(room: Room) -> None:
        for occupant in room.state.occupants.values():
            occupant.origin = (f"browser {occupant.seat}", "network")

    board = Board(redis)
    await board.count(alone("1", 50_000, 90), alone("2", 40_000, 95, bots=True), finished(together, identity="3"))
    found = {metric: await figures(board, metric) for metric in ALL_METRICS}
    assert {metric: values for metric, values in found.items() if values} == {
        "solo_time": {"Player 0": 40_000},
        "solo_moves": {"Player 0": 0},
        "solo_streak": {"Player 0": 3},
    }
    assert [row.races for row in await board.best("klondike", "solo_time", 9, "", period_of("day", NOON).key)] == [0]
    assert await board.boards("klondike") == ({},)


async def test_a_game_lost_alone_ends_the_row_and_stands_on_no_board(redis: Redis) -> None:
    board = Board(redis)
    await board.count(alone("1", won=False))
    assert await board.best("klondike", "solo_streak", 9) == ()
    assert await board.boards("klondike") == (), "no board has a row"
    await board.count(alone("2"), alone("3"), alone("4", won=False), alone("5"))
    assert await figures(board, "solo_streak") == {"Player 0": 2}
    assert await redis.hgetall(keys.solo_streaks("klondike")) == {b"p0": b"1"}


async def test_a_game_won_against_people_is_not_on_the_boards_of_home(redis: Redis) -> None:
    board = Board(redis)
    await board.count(met("rival", "there"))
    assert [await board.best("klondike", metric, 9) for metric in SOLO_METRICS] == [(), (), ()]
    assert await figures(board, "wins") == {"Player 0": 1}


async def test_games_won_alone_are_sorted_in_though_nobody_reads_them(redis: Redis) -> None:
    board = Board(redis)
    await board.count(alone("1"))
    await board.leaderboard.sorting.sort()
    assert await redis.zscore(keys.board("klondike", "solo_time"), "p0") == 61_000
    assert await redis.keys("*queue*") == await redis.keys("*waiting*") == await redis.keys("*behind*") == []
