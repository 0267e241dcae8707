"""Duels: turns, clock, match, and a log that holds everything."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_games.engine import duel, view
from cadogan_protocol.applying import after_events
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.games import TableState
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.rooms.effects import Awaited, BoardChanged, Progressed, RoomChanged
from cadogan_server.rooms.kinds.duel import Duel
from cadogan_server.rooms.kinds.match import seed_of_game
from cadogan_server.rooms.opening import open_room, replay
from cadogan_server.rooms.records import Ended, GaveUp, NextGame, Played, TimedOut, Unseated, pack, unpack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from tests.examples import examples
from tests.server.core import BREAK_MS, NOON, all_ready, created, duel_of
from tests.server.rooms.duels import MODERN, SHORT, begun


def on_turn(room: Room) -> int:
    assert room.state.clock is not None
    assert room.state.clock.seat is not None
    return room.state.clock.seat


def now_of(room: Room, t: int = 0) -> int:
    assert room.state.starts is not None
    return room.state.starts + t


def states(room: Room) -> dict[int, str]:
    return {seat.seat: seat.state for seat in describe.seats(room, Volatile())}


def whole(room: Room) -> Any:
    """Return the complete state of a duel in a comparable form."""
    boards = [room.mode.views.board(stream) for stream in room.mode.views.streams]
    return (
        describe.state(room, Volatile(), NOON),
        boards,
        room.deadline,
        duel_of(room).match.points,
        duel_of(room).match.games,
        room.state.seed,
    )


def play_on(room: Room, chance: random.Random, now: int, most: int = 2000) -> int:
    """Play random moves, centre plays before all others, until the game is over; return the moment."""
    game = duel_of(room).match.games
    for _ in range(most):
        if (
            room.state.phase != "running"
            or duel_of(room).match.games != game
            or duel.awaited(duel_of(room).table) is None
        ):
            break
        now += 100
        seat = on_turn(room)
        moves = room.mode.choices(seat)[1]
        plays = [move for move in moves if move[0] == "play"]
        room.play(seat, chance.choice(plays or moves), now)
    return now


def test_only_the_seat_on_turn_may_play() -> None:
    room = begun()
    seat = on_turn(room)
    move = room.mode.choices(seat)[1][0]
    assert room.mode.choices(1 - seat)[1] == []
    with pytest.raises(Refused, match="not your turn: it is Player") as caught:
        room.play(1 - seat, move, now_of(room, 5))
    assert caught.value.code == ErrorCode.NOT_YOUR_TURN


def test_a_move_tells_how_its_player_stands_and_that_the_other_is_awaited() -> None:
    room = begun()
    room.take_outcome()
    seat = on_turn(room)
    room.play(seat, next(move for move in room.mode.choices(seat)[1] if move[0] == "discard"), now_of(room, 5))
    effects = room.take_outcome().effects
    assert [effect for effect in effects if isinstance(effect, Progressed)] == [
        Progressed(seat, duel_of(room).match.standings[seat])
    ]
    assert [effect for effect in effects if isinstance(effect, Awaited)] == [Awaited(1 - seat)]


def test_the_end_of_a_game_tells_the_score_and_how_both_stand() -> None:
    room = begun(target=100)
    room.take_outcome()
    room.give_up(0, now_of(room, 5))
    assert RoomChanged(("match", "seats")) in room.take_outcome().effects


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    room = begun()
    with pytest.raises(Refused, match="as long as you hold a card") as caught:
        room.play(on_turn(room), ("stand",), now_of(room, 5))
    assert caught.value.code == ErrorCode.ILLEGAL_MOVE


def test_a_single_game_ends_with_its_winner() -> None:
    room = begun()
    now = play_on(room, random.Random(1), now_of(room))
    assert room.state.phase == "finished"
    assert room.take_outcome().records[-1] == Ended(now, "done")
    assert room.state.results is not None
    winner, loser = room.state.results.rows
    assert (winner.rank, loser.rank) == (1, 2)
    assert winner.won
    assert winner.score == duel_of(room).match.points[winner.seat] > 0
    assert loser.score == 0


def test_a_match_goes_on_to_its_target_with_new_deals_in_turn() -> None:
    room = begun(target=8)
    now, chance = now_of(room), random.Random(3)
    tables = []
    while room.state.phase == "running":
        tables.append(room.mode.views.board(3))
        now = play_on(room, chance, now)
        if room.state.phase == "running":
            assert room.deadline == now + BREAK_MS
            with pytest.raises(Refused, match="next one is dealt"):
                room.play(0, ("stand",), now)
            now += BREAK_MS
            room.tick(now)
    assert max(duel_of(room).match.points) >= 8
    assert duel_of(room).match.games == len(tables) > 1
    assert len({tuple(table.piles) for table in tables}) == len(tables)
    assert room.state.match == tuple(duel_of(room).match.points)


@pytest.mark.parametrize("spans", [(50, 200), (0, 0)])
def test_a_recovered_room_keeps_the_spans_that_it_was_opened_with(spans: tuple[int, int]) -> None:
    """The first record holds them, whatever the settings of the server that replays the log."""
    countdown, between_games = spans
    room = open_room(created(MODERN, SHORT, target=50)._replace(countdown=countdown, between_games=between_games))
    for seat in (0, 1):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    all_ready(room)
    assert room.state.phase == "running" if not countdown else room.deadline == NOON + countdown
    room.tick(NOON + countdown)
    room.give_up(0, NOON + 1000)
    log = room.take_outcome().records
    for one in (room, replay(unpack(map(pack, log)))):
        assert one.deadline == NOON + 1000 + between_games
        one.tick(NOON + 1000 + between_games)
        assert one.take_outcome().records == [NextGame(1000 + between_games - countdown)]


def test_a_log_without_spans_has_the_spans_of_its_time() -> None:
    """They were three seconds of countdown, and eight seconds between two games."""
    room = begun(target=50)
    room.give_up(0, now_of(room, 1000))
    first, *rest = room.take_outcome().records
    older = msgpack.packb(("create", *first[:8]))
    again = replay(unpack([older, *map(pack, rest)]))
    assert isinstance(again.mode, Duel)
    assert (again.state.created.countdown, again.state.created.between_games) == (3000, 8000)
    assert whole(again) == whole(room)


def test_the_second_game_is_dealt_to_the_other_seat_first() -> None:
    room = begun(target=50)
    now = play_on(room, random.Random(3), now_of(room))
    room.tick(now + BREAK_MS)
    straight = room.state.game.deal(seed_of_game(room.state.seed, 1))
    assert duel_of(room).table.group("riddance") == straight.group("riddance")[::-1]
    assert duel_of(room).table.group("hand") == straight.group("hand")[::-1]
    assert duel_of(room).table.count("seat") == 1 - straight.count("seat")


def test_the_rules_act_for_a_late_player_who_forfeits_the_third_time() -> None:
    room = begun(time_limit=0)
    late = on_turn(room)
    assert room.deadline == now_of(room, 45_000)
    room.tick(now_of(room, 44_999))
    assert on_turn(room) == late
    room.tick(now_of(room, 45_000))
    assert on_turn(room) == 1 - late
    room.tick(now_of(room, 6 * 45_000))
    assert room.state.phase == "finished"
    assert room.state.results is not None
    assert room.state.results.rows[0].seat == 1 - late
    assert states(room) == {late: "late", 1 - late: "finished"}


def timeouts(room: Room) -> tuple[int, ...]:
    assert room.state.clock is not None
    return room.state.clock.timeouts


def test_the_clock_counts_turns_that_it_ended_until_the_player_acts() -> None:
    room = begun(time_limit=0)
    late, now = on_turn(room), now_of(room, 4 * 45_000)
    assert timeouts(room) == (0, 0)
    room.tick(now)
    assert timeouts(room) == (2, 2)
    room.play(late, next(move for move in room.mode.choices(late)[1] if move[0] == "discard"), now)
    assert timeouts(room) == ((0, 2) if late == 0 else (2, 0))
    assert replay(unpack(map(pack, room.take_outcome().records))).state.clock == room.state.clock


def test_a_player_late_once_who_plays_on_has_not_lost_by_it() -> None:
    room = begun(time_limit=0)
    late = on_turn(room)
    room.tick(now_of(room, 45_000))
    room.give_up(1 - late, now_of(room, 45_001))
    assert states(room) == {late: "finished", 1 - late: "stood"}


def test_the_clock_of_the_whole_game_forfeits_it() -> None:
    room = begun(options=SHORT | {"move_seconds": 0}, time_limit=60)
    seat = on_turn(room)
    discard = next(move for move in room.mode.choices(seat)[1] if move[0] == "discard")
    room.play(seat, discard, now_of(room, 20_000))
    assert room.state.clock is not None
    assert room.state.clock.remaining[seat] == 40_000
    assert room.state.clock.remaining[1 - seat] == 60_000
    room.tick(now_of(room, 80_000))
    assert room.state.phase == "finished"
    assert room.state.results is not None
    assert room.state.results.rows[0].seat == seat
    assert states(room) == {seat: "finished", 1 - seat: "late"}


def test_without_a_clock_nobody_is_ever_late() -> None:
    room = begun(options=SHORT | {"move_seconds": 0}, time_limit=0)
    assert room.deadline is None
    room.tick(now_of(room, 10**9))
    assert room.state.phase == "running"


def test_resigning_gives_the_game_away_and_leaving_the_match() -> None:
    room = begun(target=100)
    room.give_up(0, now_of(room, 10))
    assert room.state.match == (0, 5)
    room.tick(now_of(room, 10 + BREAK_MS))
    assert duel_of(room).match.games == 2
    room.leave(1, now_of(room, 20 + BREAK_MS))
    assert room.state.phase == "finished"
    assert room.state.results is not None
    assert [row.seat for row in room.state.results.rows] == [0, 1]
    assert states(room) == {0: "finished", 1: "left"}


def test_a_player_who_leaves_between_games_has_left_the_match() -> None:
    room = begun(target=100)
    room.give_up(0, now_of(room, 10))
    assert states(room) == {0: "stood", 1: "finished"}
    room.leave(1, now_of(room, 20))
    assert states(room) == {0: "stood", 1: "left"}


def test_all_people_have_left_a_duel_that_nobody_came_back_to() -> None:
    room = begun()
    room.end("empty", now_of(room, 10))
    assert states(room) == {0: "left", 1: "left"}


def test_a_player_who_leaves_a_match_comes_last_also_in_a_replay() -> None:
    room = begun(target=100)
    room.give_up(1, now_of(room, 10))
    room.tick(now_of(room, 10 + BREAK_MS))
    room.leave(0, now_of(room, 20 + BREAK_MS))
    assert room.state.match == (5, 5)
    assert room.state.results is not None
    assert [(row.seat, row.rank, row.won) for row in room.state.results.rows] == [(1, 1, True), (0, 2, False)]
    again = replay(unpack(map(pack, room.take_outcome().records)))
    assert again.state.results == room.state.results


def test_at_the_end_nobody_is_awaited_any_more() -> None:
    room = begun(time_limit=60)
    room.take_outcome()
    room.give_up(0, now_of(room, 10_000))
    assert room.state.clock is not None
    assert (room.state.clock.seat, room.state.clock.deadline, room.state.clock.remaining) == (
        None,
        None,
        (50_000, 60_000),
    )
    told = {
        field for effect in room.take_outcome().effects if isinstance(effect, RoomChanged) for field in effect.fields
    }
    assert "clock" in told


def test_a_duel_that_all_have_left_awaits_nobody() -> None:
    room = begun()
    room.take_outcome()
    room.end("empty", now_of(room, 10))
    assert room.state.clock is not None
    assert (room.state.clock.seat, room.state.clock.deadline) == (None, None)
    told = {
        field for effect in room.take_outcome().effects if isinstance(effect, RoomChanged) for field in effect.fields
    }
    assert "clock" in told


def test_one_alone_does_not_begin_a_duel() -> None:
    room = open_room(created(MODERN, SHORT))
    room.sit("p0", "Player 0", NOON)
    room.ready(0, True, "", NOON)
    assert room.state.phase == "lobby"


def test_each_sees_the_own_view_and_at_the_end_the_open_table_too() -> None:
    room = begun()
    assert [room.mode.views.seen_by(seat) for seat in (0, 1, None)] == [(1,), (2,), (3,)]
    room.take_outcome()
    room.give_up(0, now_of(room, 10))
    assert [room.mode.views.seen_by(seat) for seat in (0, 1, None)] == [(1, 3), (2, 3), (3,)]
    effects = room.take_outcome().effects
    shown = [effect.events for effect in effects if isinstance(effect, BoardChanged) and effect.stream == 3][-1]
    piles, _ = after_events(
        [[view.HIDDEN] * len(pile) for pile in duel_of(room).table.piles],
        room.mode.views.board(3).counters,
        shown,
    )
    hands = room.state.game.indexes("hand")
    assert [piles[pile] for pile in hands] == [tuple(duel_of(room).table.piles[pile]) for pile in hands]


def test_leaving_between_two_games_loses_and_nothing_can_be_given_up() -> None:
    room = begun(target=100)
    room.give_up(0, now_of(room, 10))
    before = whole(room)
    with pytest.raises(Refused, match="nothing left to give up"):
        room.give_up(1, now_of(room, 20))
    assert whole(room) == before
    room.leave(1, now_of(room, 30))
    assert room.state.results is not None
    assert (room.state.phase, room.state.results.rows[0].seat) == ("finished", 0)


def test_leaving_the_only_game_ends_it_once() -> None:
    room = begun()
    room.take_outcome()
    room.leave(0, now_of(room, 10))
    assert [type(record) for record in room.take_outcome().records] == [GaveUp, Ended]


def test_the_next_game_begins_with_full_clocks_and_no_moves() -> None:
    room = begun(target=100, time_limit=600)
    seat = on_turn(room)
    room.play(seat, room.mode.choices(seat)[1][0], now_of(room, 5_000))
    room.give_up(0, now_of(room, 10_000))
    assert [duel_of(room).match.standings[each].state for each in (0, 1)] == ["stood", "finished"]
    assert [duel_of(room).match.standings[each].ended for each in (0, 1)] == [10_000, 10_000]
    room.tick(now_of(room, 10_000 + BREAK_MS))
    assert room.state.clock is not None
    assert room.state.clock.remaining == (600_000, 600_000)
    assert [
        (duel_of(room).match.standings[each].state, duel_of(room).match.standings[each].moves) for each in (0, 1)
    ] == [("playing", 0)] * 2


def test_all_are_told_of_the_next_game() -> None:
    room = begun(target=100)
    room.give_up(0, now_of(room, 10))
    shown = {stream: room.mode.views.board(stream) for stream in room.mode.views.streams}
    room.take_outcome()
    room.tick(now_of(room, 10 + BREAK_MS))
    effects = room.take_outcome().effects
    for effect in effects:
        if isinstance(effect, BoardChanged):
            before = shown[effect.stream]
            piles, counters = after_events(before.piles, before.counters, effect.events)
            shown[effect.stream] = TableState(piles=piles, counters=counters)
    assert shown == {stream: room.mode.views.board(stream) for stream in room.mode.views.streams}
    assert {effect.seat for effect in effects if isinstance(effect, Awaited)} == {0, 1}
    told = {field for effect in effects if isinstance(effect, RoomChanged) for field in effect.fields}
    assert told == {"match", "clock", "seats"}


def test_moments_of_a_recovered_room_go_on_from_those_of_its_log() -> None:
    room = begun(target=100, time_limit=0)
    starts = now_of(room)
    room.tick(starts + 45_000)
    room.reopen(starts + 500_000)
    room.give_up(0, starts + 501_000)
    room.tick(starts + 501_000 + BREAK_MS)
    room.reopen(starts + 900_000)
    room.give_up(1, starts + 901_000)
    moments = [record.t for record in room.take_outcome().records if isinstance(record, (TimedOut, GaveUp, NextGame))]
    assert moments == sorted(moments)


def test_a_turn_noted_before_a_handover_goes_on_at_the_other_node() -> None:
    room = begun(target=100, time_limit=0)
    starts = now_of(room)
    room.log_clocks(starts + 30_000)
    room.reopen(starts + 30_500)
    assert room.deadline == starts + 45_500, "the turn has used thirty seconds of its time, and gets none back"


def test_a_request_that_comes_again_is_not_carried_out_twice() -> None:
    room = begun(target=100)
    seat = on_turn(room)
    move = room.mode.choices(seat)[1][0]
    assert room.play(seat, move, now_of(room, 10), 5)
    before = whole(room)
    assert not room.play(seat, move, now_of(room, 20), 5)
    assert whole(room) == before
    assert room.give_up(seat, now_of(room, 30), 6)
    room.tick(now_of(room, 30 + BREAK_MS))
    assert not room.give_up(seat, now_of(room, 40 + BREAK_MS), 6)
    assert duel_of(room).match.games == 2


def test_there_is_no_undo() -> None:
    room = begun()
    with pytest.raises(Refused) as caught:
        room.undo(on_turn(room), now_of(room, 5))
    assert "has no undo" in caught.value.message
    assert caught.value.code == ErrorCode.UNDO_OFF


def test_a_third_player_finds_no_seat() -> None:
    room = open_room(created(MODERN, SHORT))
    for seat in (0, 1):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    with pytest.raises(Refused) as caught:
        room.sit("p2", "Player 2", NOON)
    assert caught.value.code == ErrorCode.ROOM_FULL


def test_nobody_loses_time_while_there_is_no_server() -> None:
    room = begun(time_limit=0)
    log = room.take_outcome().records
    again = replay(unpack(map(pack, log)))
    assert isinstance(again.mode, Duel)
    again.reopen(now_of(room, 500_000))
    assert again.deadline == now_of(room, 545_000)
    assert on_turn(again) == on_turn(room)


def test_nobody_loses_time_in_a_pause() -> None:
    room = begun(time_limit=600)
    assert room.deadline == now_of(room, 45_000)
    seat, starts = on_turn(room), now_of(room)
    room.take_outcome()
    room.resume(starts + 20_000, starts + 500_000)
    assert (room.state.starts, room.deadline, on_turn(room)) == (starts + 480_000, starts + 525_000, seat)
    told = {
        field for effect in room.take_outcome().effects if isinstance(effect, RoomChanged) for field in effect.fields
    }
    assert {"starts", "clock"} <= told
    room.play(seat, room.mode.choices(seat)[1][0], starts + 501_000)
    assert room.state.clock is not None
    assert room.state.clock.remaining[seat] == 579_000


@examples(20, thorough=60)
@given(
    game=st.sampled_from(["spite_and_malice", "spite_and_malice_mixed", MODERN, "russian_bank"]),
    target=st.sampled_from([0, 12]),
    steps=st.lists(
        st.tuples(
            st.sampled_from(["play"] * 12 + ["wait", "long", "reopen", "still", "pause", "stand", "leave"]),
            st.integers(0, 2**16),
        ),
        max_size=60,
    ),
)
def test_the_records_of_a_duel_are_all_of_it(game: str, target: int, steps: list[tuple[str, int]]) -> None:
    room = begun(game, {}, target=target)
    now, log = now_of(room), room.take_outcome().records
    for step, number in steps:
        now += {"wait": 9_000, "long": 60_000}.get(step, number % 500)
        with suppress(Refused):
            room.tick(now)
            take_step(room, step, number, now)
        log += room.take_outcome().records
        again = replay(unpack(map(pack, log)))
        assert isinstance(again.mode, Duel)
        assert whole(again) == whole(room)


def take_step(room: Room, step: str, number: int, now: int) -> None:
    seat = number % 2
    match step:
        case "play":
            for each in (0, 1):
                moves = room.mode.choices(each)[1]
                if moves:
                    room.play(each, random.Random(number).choice(moves), now, 1 + number)
                    return
        case "stand" if number % 3 == 0:
            room.give_up(seat, now, 1 + number)
        case "leave" if number % 5 == 0:
            room.leave(seat, now, 1 + number)
        case "reopen":
            room.reopen(now)
        case "still":
            room.log_clocks(now)
        case "pause":
            room.resume(now - number % 500, now)


# ---- single parts of a duel ------------------------------------------------------------------------------------------


def test_a_hand_is_shown_to_its_player_alone_until_the_end() -> None:
    room = begun()
    owners = {pile: owner for pile, owner in enumerate(room.state.game.owners) if owner is not None}

    def seen_in(stream: int) -> set[int]:
        piles = room.mode.views.board(stream).piles
        return {owner for pile, owner in owners.items() if any(card >= 0 for card in piles[pile])}

    assert [seen_in(stream) for stream in (1, 2, 3)] == [{0}, {1}, set()]
    room.end("empty", now_of(room, 1000))
    assert [seen_in(stream) for stream in (1, 2, 3)] == [{0}, {1}, {0, 1}]


def test_a_duel_before_its_cards_has_no_board_and_nobody_is_done() -> None:
    room = open_room(created(MODERN, SHORT))
    assert isinstance(room.mode, Duel)
    for seat in (0, 1):
        room.sit(f"p{seat}", "AB"[seat] * 12, NOON)
    assert (room.mode.views.streams, room.mode.views.seen_by(None), room.mode.standing(0), room.mode.is_done(0)) == (
        (),
        (),
        None,
        False,
    )
    assert room.mode.views.name(3) == "AAAAAAAAAAAA – BBBBBBBBB"
    room.take_outcome()
    assert room.leave(1, NOON + 5, 7)
    assert room.take_outcome().records == [Unseated(NOON + 5, 1, 1, 7)]


def test_a_duel_begins_level() -> None:
    room = begun()
    assert room.state.match == (0, 0)
    assert [(row.rank, row.won, row.moves) for row in room.scoring.rows] == [(1, False, 0), (1, False, 0)]
    assert room.mode.views.name(3) == "Player 0 – Player 1"
    seat = on_turn(room)
    assert room.mode.choices(seat) == (1 + seat, duel_of(room).table.moves(), False)
    assert room.mode.choices(1 - seat) == (2 - seat, [], False)


def test_a_player_not_on_turn_is_told_whose_turn_it_is() -> None:
    room = begun(time_limit=0)
    seats = set()
    for number in range(2):
        seat = on_turn(room)
        seats.add(seat)
        with pytest.raises(Refused, match=f"it is Player {seat}'s"):
            room.play(1 - seat, ("stand",), now_of(room, 45_000 * number + 5))
        room.tick(now_of(room, 45_000 * (number + 1)))
    assert seats == {0, 1}


def test_a_match_ended_in_the_middle_of_a_game_awaits_nobody() -> None:
    room = begun(target=100)
    room.end("empty", now_of(room, 1000))
    for seat in (0, 1):
        assert room.mode.is_done(seat)
        assert room.mode.choices(seat)[1] == [], "not even for the player who was on turn"


def test_moves_are_counted_by_seat_and_stand_in_the_results() -> None:
    room = begun(options={})
    room.take_outcome()
    play_on(room, random.Random(1), now_of(room), most=20)
    made = Counter(record.seat for record in room.take_outcome().records if isinstance(record, Played))
    assert min(made[0], made[1]) > 2
    room.state.occupants[1].bot = "easy"
    room.give_up(1, now_of(room, 5000))
    assert room.state.results is not None
    assert [(row.seat, row.moves, row.time, row.bot) for row in room.state.results.rows] == [
        (0, made[0], 5000, None),
        (1, made[1], 5000, "easy"),
    ]


def test_leaving_a_match_gives_up_the_game_and_ends_it_in_one_request() -> None:
    room = begun(target=100)
    room.take_outcome()
    assert room.leave(1, now_of(room, 1000), 6)
    assert room.take_outcome().records == [GaveUp(1000, 1, 6), Ended(now_of(room, 1000), "left", 1)]
    assert list(room.state.occupants[1].requests) == [6]
    room = begun(target=100)
    room.leave(1, now_of(room, 1000))
    assert list(room.state.occupants[1].requests) == [], "no player has sent a request"


@pytest.mark.parametrize("t", [0, 5000])
def test_both_may_go_on_to_the_next_game_at_once(t: int) -> None:
    room = begun(target=100, time_limit=0)
    room.give_up(0, now_of(room, t))
    with pytest.raises(Refused, match=r"^this game is over") as caught:
        room.play(1, ("stand",), now_of(room, t))
    assert caught.value.code == ErrorCode.WRONG_PHASE
    room.go_onward(0, True, now_of(room, t))
    assert duel_of(room).match.games == 1
    room.go_onward(1, True, now_of(room, t))
    records, effects, _ = room.take_outcome()
    assert records[-1] == NextGame(t)
    told = [name for effect in effects if isinstance(effect, RoomChanged) for name in effect.fields]
    assert told.count("onward") == 3, "each player has sent it, and nobody waits any longer"
    assert (duel_of(room).match.games, room.state.onward, room.deadline) == (2, (), now_of(room, t + 45_000))


def test_who_is_not_on_turn_may_call_and_nothing_else() -> None:
    room = begun("russian_bank", {"move_seconds": 10})
    seat, table = on_turn(room), duel_of(room).table
    assert room.mode.choices(1 - seat)[1] == []
    room.play(seat, next(move for move in table.moves() if move[0] == "turn"), now_of(room, 4000))
    assert room.mode.choices(1 - seat)[1] == [("stop",)]
    assert ("stop",) not in room.mode.choices(seat)[1]
    room.take_outcome()
    with pytest.raises(Refused, match="Only the player who is not on turn"):
        room.play(seat, ("stop",), now_of(room, 5000))
    with pytest.raises(Refused, match="it is not your turn"):
        room.play(1 - seat, table.moves()[0], now_of(room, 5000))
    room.play(1 - seat, ("stop",), now_of(room, 5000))
    assert room.mode.choices(1 - seat)[1] == ([] if on_turn(room) == seat else table.moves())
    assert [duel_of(room).match.standings[each].moves for each in (seat, 1 - seat)] == [1, 1]
    effects = room.take_outcome().effects
    assert Awaited(seat) in effects
    assert any(isinstance(effect, Progressed) and effect.seat == 1 - seat for effect in effects)
