"""Reads of boards: the first rows, those around a player, and those of some players."""

from __future__ import annotations

from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_games import catalogue
from cadogan_protocol.limits import RANKED_DAYS, RANKED_PEOPLE
from cadogan_server.store import keys
from cadogan_server.store.boards import skill
from cadogan_server.store.boards.board_reader import MOST_BOARDS, BoardReader, Rows, board_of_game, board_of_ratings
from cadogan_server.store.boards.erasing import BoardErasing
from cadogan_server.store.boards.periods import period_of
from cadogan_server.store.boards.skill import Skill
from tests.server.core import NOON
from tests.server.established import establish
from tests.server.rooms.duels import MODERN, begun
from tests.server.store.boards.test_leaderboard import DAY, Board, duelled, finished

TODAY = "2027-01-15"
WINS = board_of_game("klondike", "wins", day=TODAY)
TIMES = board_of_game("klondike", "best_time", day=TODAY)


def in_short(lines: Rows) -> list[tuple[int, str, float]]:
    return [(row.rank, row.player, row.value) for row in lines.rows]


async def test_ties_share_a_rank_in_every_view(redis: Redis) -> None:
    scores = {"a": 9, "b": 7, "c": 7, "d": 7, "e": 5, "f": 5, "g": 1}
    await redis.zadd(WINS.place, scores)
    reader = BoardReader(redis)
    assert [row.rank for row in (await reader.top(WINS, 10)).rows] == [1, 2, 2, 2, 5, 5, 7]
    assert in_short(await reader.around(WINS, "c", 1)) == [(2, "c", 7)]
    assert [row.rank for row in (await reader.around(WINS, "b", 3)).rows] == [2, 2, 5]
    assert in_short(await reader.among(WINS, ["g", "b", "nobody", "d", "b"], 10)) == [
        (1, "b", 7),
        (1, "d", 7),
        (3, "g", 1),
    ]


async def test_rows_behind_the_first_have_their_ranks(redis: Redis) -> None:
    await redis.zadd(WINS.place, {"a": 9, "b": 7, "c": 7, "d": 5})
    await redis.zadd(TIMES.place, {"a": 50_000, "b": 40_000, "c": 45_000, "d": 90_000, "e": 50_000})
    reader = BoardReader(redis)
    assert in_short(await reader.top(WINS, 2, 2)) == [(2, "b", 7), (4, "d", 5)]
    assert in_short(await reader.top(TIMES, 2, 3)) == [(3, "e", 50_000), (5, "d", 90_000)]


async def test_some_players_are_ranked_by_value_whatever_their_names(redis: Redis) -> None:
    await redis.zadd(WINS.place, {"z": 9, "y": 7.5, "a": 1})
    await redis.zadd(TIMES.place, {"z": 40_000, "a": 90_000})
    reader = BoardReader(redis)
    assert in_short(await reader.among(WINS, ["a", "y", "z"], 9)) == [(1, "z", 9), (2, "y", 7.5), (3, "a", 1)]
    assert in_short(await reader.among(TIMES, ["a", "z"], 9)) == [(1, "z", 40_000), (2, "a", 90_000)]


async def test_low_times_come_first_in_every_view(redis: Redis) -> None:
    await redis.zadd(TIMES.place, {"a": 50_000, "b": 40_000, "c": 50_000, "d": 90_000})
    reader = BoardReader(redis)
    assert [(rank, value) for rank, _, value in in_short(await reader.top(TIMES, 3))] == [
        (1, 40_000),
        (2, 50_000),
        (2, 50_000),
    ]
    assert in_short(await reader.around(TIMES, "d", 2)) == [(2, "c", 50_000), (4, "d", 90_000)]
    assert in_short(await reader.among(TIMES, ["d", "b"], 10)) == [(1, "b", 40_000), (2, "d", 90_000)]


@pytest.mark.parametrize(
    ("player", "shown"),
    [("p00", range(5)), ("p01", range(5)), ("p50", range(48, 53)), ("p98", range(95, 100)), ("p99", range(95, 100))],
)
async def test_the_requested_number_of_rows_is_read_around_a_player(redis: Redis, player: str, shown: range) -> None:
    await redis.zadd(WINS.place, {f"p{place:02}": 1000 - place for place in range(100)})
    lines = await BoardReader(redis).around(WINS, player, 5)
    assert [(row.rank, row.player) for row in lines.rows] == [(1 + place, f"p{place:02}") for place in shown]
    assert lines.total == 100


async def test_a_player_on_no_board_has_no_rows_around(redis: Redis) -> None:
    await redis.zadd(WINS.place, {"a": 1})
    assert await BoardReader(redis).around(WINS, "nobody", 5) == Rows((), 1)
    assert await BoardReader(redis).among(WINS, [], 5) == Rows((), 1)


async def test_each_period_has_boards_of_its_own_that_go(redis: Redis) -> None:
    board = Board(redis)
    await board.count(finished(identity="1"))  # a Friday
    await board.count(finished(identity="2"), now=NOON + DAY)
    await board.count(finished(identity="3"), now=NOON + 3 * DAY)
    for period, wins in (("", 3), ("2027-01", 3), ("2027-W02", 2), ("2027-W03", 1), ("2027-01-15", 1)):
        assert [row.value for row in await board.best("klondike", "wins", 10, "", period)] == [wins]
    assert await redis.ttl(keys.board("klondike", "wins")) == -1
    friday = period_of("day", NOON)
    assert friday.key == "2027-01-15"
    for metric in ("wins", "races", "best_time", "rating"):
        assert await redis.expiretime(keys.board("klondike", metric, "", friday.key)) == friday.until


async def test_the_races_beside_a_board_are_those_of_its_period(redis: Redis) -> None:
    board = Board(redis)
    await board.count(finished(identity="1"))
    await board.count(finished(identity="2"), now=NOON + DAY)
    assert [row.races for row in await board.best("klondike", "wins", 10)] == [2]
    assert [row.races for row in await board.best("klondike", "wins", 10, "", "2027-01-16")] == [1]


async def test_a_streak_is_the_most_duels_won_in_a_row(redis: Redis) -> None:
    board = Board(redis)
    for number, winner in enumerate((0, 0, 1, 0)):
        room = duelled(begun(MODERN, {}))
        if winner == 1:
            assert room.state.results is not None
            rows = [row.model_copy(update={"rank": 3 - row.rank}) for row in room.state.results.rows]
            room.state.results = room.state.results.model_copy(update={"rows": tuple(rows)})
        room.state.created = room.state.created._replace(identity=str(number))
        await board.count(room)
    longest = await board.best(MODERN, "streak", 10)
    assert [(row.player, row.value) for row in longest] == [("p0", 2), ("p1", 1)]


async def test_ratings_of_a_family_and_over_all_games(redis: Redis) -> None:
    board = Board(redis)
    await board.count(finished(players=4))
    duel: Any = duelled(begun(MODERN, {}))
    duel.state.created = duel.state.created._replace(identity="2")
    await board.count(duel)
    family = catalogue.head_of("klondike").family
    reader = board.reader
    in_family = await reader.top(board_of_ratings("klondike", family), 10)
    assert in_short(in_family) == in_short(await reader.top(board_of_game("klondike", "rating", day=TODAY), 10))
    assert in_family.total == 4
    everywhere = await reader.top(board_of_ratings("klondike", ""), 10)
    rated = {row.player: row.rating for row in everywhere.rows}
    assert rated["p0"] is not None
    assert rated["p0"].games == 2
    assert rated["p0"].provisional
    assert rated["p0"].value > in_family.rows[0].value


async def test_a_rating_is_provisional_until_ten_games(redis: Redis) -> None:
    for games, provisional in ((9, True), (10, False)):
        await redis.hset(keys.ratings(""), "p0", skill.as_text(Skill(30, 3, games)))
        found = (await BoardReader(redis).ratings("", ["p0", "stranger"]))["p0"]
        assert (found.value, found.uncertainty, found.provisional) == (2004, 72, provisional)


async def test_a_name_is_the_same_on_all_boards(redis: Redis) -> None:
    board = Board(redis)
    duel: Any = duelled(begun(MODERN, {}))
    duel.state.created = duel.state.created._replace(identity="2")
    rows = [row.model_copy(update={"name": f"New {row.seat}"}) for row in duel.state.results.rows]
    duel.state.results = duel.state.results.model_copy(update={"rows": tuple(rows)})
    await board.count(finished(), duel)
    assert [row.name for row in await board.best("klondike", "wins", 10)] == ["New 0"]


async def test_an_erased_player_is_on_no_board(redis: Redis) -> None:
    board = Board(redis)
    duel: Any = duelled(begun(MODERN, {"riddance": 5}))
    duel.state.created = duel.state.created._replace(identity="2")
    await board.count(finished(), duel)
    await redis.zadd(keys.old_board("klondike", "wins"), {"p0": 1})
    await redis.zadd(keys.board("klondike", "wins", period=period_of("day", NOON - 24 * 3600 * 1000).key), {"p0": 1})
    await BoardErasing(redis).erase(["p0"], NOON)
    lasting = [key for key in await redis.keys() if not any(word in key for word in (b":met:", b":outcome:"))]
    for key in lasting:
        kind = await redis.type(key)
        assert b"own:p0" not in key
        if kind == b"zset":
            assert await redis.zscore(key, "p0") is None, key
        elif kind == b"hash":
            assert not await redis.hexists(key, "p0"), key
    assert [row.player for row in await board.best("klondike", "races", 10)] == ["p1"]


async def test_the_races_beside_a_board_are_those_of_its_options(redis: Redis) -> None:
    for options, races in (("", 9), ("draw=3", 4)):
        board = board_of_game("klondike", "wins", options, day=TODAY)
        await redis.zadd(board.place, {"a": 2})
        await redis.zadd(keys.board("klondike", "races", options), {"a": races})
        assert [row.races for row in (await BoardReader(redis).top(board, 9)).rows] == [races]


async def test_the_races_beside_ratings_are_those_of_a_game(redis: Redis) -> None:
    await redis.zadd(keys.rating_board(""), {"a": 2000})
    await redis.zadd(keys.board("klondike", "races"), {"a": 7})
    assert [row.races for row in (await BoardReader(redis).top(board_of_ratings("klondike", ""), 9)).rows] == [7]


async def test_boards_of_lone_games_show_no_number_of_races(redis: Redis) -> None:
    await redis.zadd(keys.board("klondike", "solo_time"), {"a": 60_000})
    await redis.zadd(keys.board("klondike", "races"), {"a": 7})
    board = board_of_game("klondike", "solo_time", day=TODAY)
    assert [row.races for row in (await BoardReader(redis).top(board, 9)).rows] == [0]


async def test_a_game_won_alone_is_shown_at_once(redis: Redis) -> None:
    await Board(redis).count(finished(players=1))
    rows = (await BoardReader(redis).top(board_of_game("klondike", "solo_time", day=TODAY), 9)).rows
    assert [(row.player, row.value) for row in rows] == [("p0", 61_000)]


async def test_only_boards_of_all_time_have_values_of_an_earlier_rule(redis: Redis) -> None:
    boards = {
        (metric, options, period): board_of_game("klondike", metric, options, period, day=TODAY)
        for metric in ("wins", "streak")
        for options in ("", "draw=3")
        for period in ("", TODAY)
    }
    for metric in ("wins", "streak"):
        await redis.zadd(keys.old_board("klondike", metric), {"a": 5})
    marked = []
    for kind, board in boards.items():
        await redis.zadd(board.place, {"a": 5})
        (row,) = (await BoardReader(redis).top(board, 9)).rows
        if row.old_rule:
            marked.append(kind)
    assert marked == [("wins", "", "")]


async def test_the_boards_with_most_races_are_listed(redis: Redis) -> None:
    await redis.zadd(keys.boards("klondike"), {f"draw={number}": number for number in range(MOST_BOARDS + 2)})
    listed = await BoardReader(redis).boards("klondike")
    assert [board["draw"] for board in listed] == list(range(MOST_BOARDS + 1, 1, -1))


async def test_a_player_is_told_how_far_a_ranked_rating_is(redis: Redis) -> None:
    await establish(redis, "p0")
    reader = BoardReader(redis)
    for player, own in (("p0", (RANKED_DAYS, RANKED_PEOPLE)), ("new", (0, 0)), (None, (0, 0))):
        found = await reader.ranking(player)
        assert (found.own_days, found.own_people) == own
        assert (found.days, found.people) == (RANKED_DAYS, RANKED_PEOPLE)


async def test_a_row_without_a_name_is_shown_with_a_mark(redis: Redis) -> None:
    await redis.zadd(WINS.place, {"a": 2, "b": 1})
    await redis.hset(keys.NAMES, "b", "Bea")
    assert [row.name for row in (await BoardReader(redis).top(WINS, 9)).rows] == ["?", "Bea"]
