"""Farming of boards: the weight of an opponent, one rated game at a time, and the conditions for a ranked rating."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import msgpack
import pytest
from redis.asyncio import Redis

from cadogan_protocol.limits import RANKED_DAYS, RANKED_PEOPLE
from cadogan_server.rooms.fairness import day_of
from cadogan_server.rooms.room import Room
from cadogan_server.store import keys
from cadogan_server.store.boards.board_reader import board_of_ratings
from cadogan_server.store.boards.circles import MOST_PEOPLE
from cadogan_server.store.boards.leaderboard import TRUST, WEIGHTS
from cadogan_server.store.boards.outcome import GameOutcome
from cadogan_server.store.boards.ratings import Ratings
from tests.server.core import NOON, finish, hands, race_of
from tests.server.established import establish
from tests.server.store.boards.test_leaderboard import DAY, Board, figures, finished


def met(name: str, *origin: str, cheat: str = "p0", identity: str = "") -> Room:
    """Return a race that a player won against another from the given origin."""

    def seat(room: Room) -> None:
        room.state.occupants[0].player = cheat
        room.state.occupants[1].player, room.state.occupants[1].origin = name, origin
        room.state.hands[0] = room.state.hands[1]  # the last move was made after 55 seconds

    return finished(seat, identity=identity or f"{cheat} {name}")


async def rating(redis: Redis, player: str = "p0") -> float:
    kept: Any = await redis.hget(keys.ratings(""), player)
    return float(kept.split()[0]) if kept else 25.0


async def circle(redis: Redis, player: str) -> list[Any]:
    kept: Any = await redis.hget(keys.CIRCLES, player)
    return list(msgpack.unpackb(kept))


async def test_one_game_against_sixteen_at_once_counts_once(redis: Redis) -> None:
    """One token sat in sixteen rooms at once, in each against a second identity of the same person from another place."""
    board = Board(redis)
    await establish(redis, *(f"second {number}" for number in range(16)))
    for number in range(16):
        room = met(f"second {number}", f"place {number}")
        assert room.state.starts is not None
        room.state.starts += 500 * number  # they are opened one after the other, and played by turns
        await board.leaderboard.count(room, NOON)
        if not number:
            after_one = await rating(redis)
    assert await figures(board, "wins") == {"Player 0": 1}
    assert [row.value for row in await board.best("klondike", "races", 20) if row.player == "p0"] == [1]
    assert await rating(redis) == after_one > 25
    assert (await circle(redis, "p0"))[2] == ["second 0"], "a room that does not count adds nobody to the circle"


async def test_the_time_of_a_race_played_beside_another_is_no_record(redis: Redis) -> None:
    board = Board(redis)
    await establish(redis, "a", "b", "c")
    for name, time, began in (("a", 61_000, 0), ("b", 20_000, 1000), ("c", 50_000, 200_000)):
        room = met(name, name)
        room.state.starts = NOON + began
        assert room.state.results is not None
        rows = tuple(
            row.model_copy(update={"time": time if row.seat == 0 else row.time}) for row in room.state.results.rows
        )
        room.state.results = room.state.results.model_copy(update={"rows": rows})
        await board.leaderboard.count(room, NOON)
        best = await board.best("klondike", "best_time", 9)
        assert [row.value for row in best if row.player == "p0"] == [61_000 if name != "c" else 50_000]


async def test_games_of_one_player_count_if_they_do_not_overlap(redis: Redis) -> None:
    board = Board(redis)
    await establish(redis, "a", "b", "c", "d")
    for name, began, counts in (("a", 0, 1), ("b", 54_999, 1), ("c", 55_000, 2), ("d", -55_000, 3)):
        room = met(name, name)
        room.state.starts = NOON + began
        await board.leaderboard.count(room, NOON)
        assert await figures(board, "wins") == {"Player 0": counts}, name


def span(name: str, began: int, last: int) -> Room:
    """Return a game that a player began and made the last move of at these moments, in seconds."""
    room = met(name, name)
    room.state.starts = NOON + 1000 * began
    room.state.hands[0] = hands(1000 * (last - began))
    return room


async def counts(redis: Redis, *games: tuple[int, int]) -> list[tuple[int, int]]:
    """Count games of one player in this order, each against somebody else; return those that count."""
    board, found = Board(redis), []
    for number, (began, last) in enumerate(games):
        told: list[GameOutcome] = []
        await establish(redis, f"rival {number}")
        await board.leaderboard.count(span(f"rival {number}", began, last), NOON, told.append)
        if (0,) not in [one.elsewhere for one in told]:
            found.append((began, last))
    return found


async def test_a_game_that_is_counted_late_is_compared_with_all_before(redis: Redis) -> None:
    """A player goes from one room, whose rivals play on, and is in two others meanwhile: one of them at the same moment."""
    assert await counts(redis, (50, 90), (150, 200), (0, 100)) == [(50, 90), (150, 200)]


@pytest.mark.parametrize("seed", range(6))
async def test_no_two_games_at_one_moment_count_in_whatever_order(redis: Redis, seed: int) -> None:
    chance = random.Random(seed)
    games = [(began, began + chance.randint(1, 30)) for began in (chance.randrange(200) for _ in range(20))]
    found = await counts(redis, *games)
    assert len(found) > 3
    assert all(one[1] <= other[0] for one, other in pairwise(sorted(found)))


async def test_of_more_than_eight_games_the_two_oldest_become_one_span(redis: Redis) -> None:
    """So nobody can play at the moment of a game that is no longer known by itself."""
    nine = [(began, began + 10) for began in range(160, -1, -20)]  # the latest is counted first
    between = [(152, 158), (32, 38), (12, 18), (2, 8)]
    assert await counts(redis, *nine, *between[:1]) == [*nine, between[0]]
    await redis.flushall()
    assert await counts(redis, *nine, between[2], between[3]) == nine
    await redis.flushall()
    assert await counts(redis, *nine[::-1], between[2], between[1]) == [*nine[::-1], between[1]]


async def test_a_player_learns_that_a_game_did_not_count(redis: Redis) -> None:
    told: list[GameOutcome] = []
    board = Board(redis)
    await establish(redis, "a", "b")
    for name in ("a", "b"):
        await board.leaderboard.count(span(name, 0, 50), NOON, told.append)
    assert [one.elsewhere for one in told] == [(), (0,)]
    assert [change.seat for change in told[1].ratings] == [1], "for the other player it counts"
    again: list[GameOutcome] = []
    await board.leaderboard.count(span("b", 0, 50), NOON, again.append)
    assert again == told[1:], "a server that recovers the room is told as well"


async def test_a_correspondence_duel_is_in_no_other_games_way(redis: Redis) -> None:
    board = Board(redis)
    await establish(redis, "a", "b", "c")
    for name, days, counts in (("a", None, 1), ("b", 3, 2), ("c", None, 2)):
        room = met(name, name)
        room.state.rules = room.state.rules.model_copy(update={"days_per_turn": days})
        await board.leaderboard.count(room, NOON)
        assert await figures(board, "wins") == {"Player 0": counts}, name


async def test_an_opponents_weight_grows_with_the_people_met(redis: Redis) -> None:
    board, before = Board(redis), 25.0
    gained = []
    for number in range(len(TRUST) + 1):
        people: list[Any] = [b"p0", *(b"other %d" % other for other in range(number))]
        await redis.hset(
            keys.CIRCLES, f"rival {number}", msgpack.packb(["2026-01-01", 1, people, []], use_bin_type=False)
        )
        await redis.delete(keys.ratings(""), keys.ratings(finished().state.game.head.family))
        await board.count(met(f"rival {number}", f"place {number}"), new=True)
        gained.append(await rating(redis) - before)
    assert [round(one / gained[-1], 3) for one in gained] == [*TRUST, 1]
    assert await figures(board, "wins") == {"Player 0": sum(TRUST) + 1}


async def test_an_opponent_known_from_one_player_alone_says_little_of_them(redis: Redis) -> None:
    """A player who has only lost to one other says little about that other, however often."""
    board = Board(redis)
    for day in range(3):
        await board.count(met("second", "there", identity=str(day)), now=NOON + day * DAY, new=True)
    assert await figures(board, "wins") == {"Player 0": 3 * TRUST[0]}


async def test_a_game_that_weighs_nothing_for_one_moves_neither_rating(redis: Redis) -> None:
    """The player is new to each new name from one place, but the place is not new to the player."""
    board = Board(redis)
    for number in range(len(WEIGHTS) + 1):
        before = await rating(redis)
        await board.count(met(f"new {number}", "there", f"browser {number}"))
    assert await rating(redis) == before
    assert await rating(redis, "new 0") < await rating(redis, f"new {number - 1}") < 25
    assert not await redis.hexists(keys.ratings(""), f"new {number}"), "not even the number of rated games grows"
    assert f"new {number}" not in {row.player for row in await board.best("klondike", "rating", 20)}


async def test_ratings_move_only_between_two_players_who_count_mutually(redis: Redis) -> None:
    """A player who stopped early has met all the others, but was a rival only of the fastest."""

    def other_names(room: Room) -> None:
        for occupant in room.state.occupants.values():
            occupant.player = f"other {occupant.player}"

    def third_stopped_early_and_fourth_was_fast(room: Room) -> None:
        room.state.hands[2] = hands(10_000, 20_000, 30_000)
        finish(room, 3, 40_000)

    board = Board(redis)
    fast = third_stopped_early_and_fourth_was_fast
    await board.count(finished(other_names))
    await establish(redis, "p3")  # the other rivals would weigh less
    await board.count(finished(fast, players=4, identity="2"), new=True)
    assert await rating(redis, "p2") == await rating(redis, "other p1") < 25
    assert await rating(redis, "p3") > await rating(redis, "p0") > await rating(redis, "p1")


async def test_a_rating_is_ranked_once_it_has_lasted_and_met_people(redis: Redis) -> None:
    board = Board(redis)
    for number in range(RANKED_PEOPLE):
        assert await board.best("klondike", "rating", 10) == (), number
        day = min(number, RANKED_DAYS - 1)
        await board.count(met(f"rival {number}", f"place {number}"), now=NOON + day * DAY, new=True)
    assert [row.name for row in await board.best("klondike", "rating", 10)] == ["Player 0"]
    assert (await circle(redis, "p0"))[1] == RANKED_DAYS
    assert (await circle(redis, "rival 0"))[1:3] == [1, ["p0"]]


async def test_many_people_on_one_day_are_not_enough(redis: Redis) -> None:
    board = Board(redis)
    for number in range(MOST_PEOPLE + 3):
        await board.count(met(f"rival {number}", f"place {number}"), new=True)
    assert await board.best("klondike", "rating", 10) == ()
    _, days, people, _ = await circle(redis, "p0")
    assert (days, len(people)) == (1, MOST_PEOPLE)


async def test_many_days_with_one_person_are_not_enough(redis: Redis) -> None:
    board = Board(redis)
    for day in range(RANKED_DAYS + 2):
        await board.count(met("rival", "there", identity=str(day)), now=NOON + day * DAY, new=True)
    assert await board.best("klondike", "rating", 10) == ()


async def test_names_from_one_place_are_one_person_within_a_day(redis: Redis) -> None:
    board = Board(redis)
    for number in range(3):
        await board.count(met(f"rival {number}", "network", f"browser {number}"), new=True)
    assert (await circle(redis, "p0"))[2] == ["rival 0"]
    await board.count(met("rival 1", "network of tomorrow", identity="tomorrow"), now=NOON + DAY, new=True)
    assert (await circle(redis, "p0"))[1:3] == [2, ["rival 0", "rival 1"]]


async def test_a_room_of_all_seats_from_as_many_places_is_counted(redis: Redis) -> None:
    def apart(room: Room) -> None:
        for seat, occupant in room.state.occupants.items():
            occupant.origin = tuple(f"{what} {seat}" for what in ("address", "network", "browser"))

    board = Board(redis)
    room = finished(apart, players=64, seats=64)
    await board.count(room, new=True)
    assert len(await board.best("klondike", "races", 100)) == 64
    names = len({name for occupant in room.state.occupants.values() for name in (occupant.player, *occupant.origin)})
    assert await redis.hlen(keys.met("klondike", day_of(NOON))) == 63 * names, (
        "each player has met all names of all others"
    )


async def test_players_with_large_circles_change_ratings_in_full(redis: Redis) -> None:
    room, players = finished(players=3), ("p0", "p1", "p2")
    await establish(redis, *players)
    reckoned = await Ratings(redis).reckon(room, room.scoring.counted, dict.fromkeys(players, 1.0))
    await Board(redis).count(room)
    assert {player: await redis.hget(keys.ratings(""), player) for player in players} == {
        player: line["all"].encode() for player, line in reckoned.lines.items()
    }


async def test_a_game_that_ended_as_the_last_one_began_counts(redis: Redis) -> None:
    board = Board(redis)
    await establish(redis, "a", "b")
    for name, began in (("a", 0), ("b", -55_000)):
        room = met(name, name)
        room.state.starts = NOON + began
        await board.leaderboard.count(room, NOON)
    assert await figures(board, "wins") == {"Player 0": 2}


def alone(identity: str, time: int = 61_000, moves: int = 80, won: bool = True, bots: bool = False) -> Room:
    """Return a race that a player won alone or against a bot, with this time in ms and number of moves, or gave up."""

    def change(room: Room) -> None:
        race_of(room).racers[0].reached = time
        if bots:
            room.state.occupants[1].bot = "good"
        if not won:
            race_of(room).racers[0].state = "stood"

    room = finished(change, players=2 if bots else 1, identity=identity)
    assert room.state.results is not None
    rows = tuple(row.model_copy(update={"moves": moves}) for row in room.state.results.rows)
    room.state.results = room.state.results.model_copy(update={"rows": rows})
    return room


async def test_a_lone_player_has_met_nobody_and_may_play_beside_it(redis: Redis) -> None:
    board, beside = Board(redis), met("rival", "there")
    lonely = alone("1")
    await board.leaderboard.count(lonely, NOON)
    assert await redis.hlen(keys.CIRCLES) == await redis.hlen(keys.PLAYING) == 0
    await establish(redis, "rival")
    beside.state.starts = lonely.state.starts
    await board.leaderboard.count(beside, NOON)
    assert await figures(board, "wins") == {"Player 0": 1}


async def test_a_ranked_rating_is_shown_though_the_opponent_has_none(redis: Redis) -> None:
    board = Board(redis)
    await establish(redis, "p0")
    await board.leaderboard.count(met("rival", "there"), NOON)
    await board.leaderboard.sorting.sort()
    for family in ("", finished().state.game.head.family):
        rows = (await board.reader.top(board_of_ratings("klondike", family), 9)).rows
        assert [row.player for row in rows] == ["p0"]
