"""Who is done may go on to the next deal without waiting for who is not."""

from __future__ import annotations

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.opening import replay
from cadogan_server.rooms.records import NextGame, Onward, pack, unpack
from cadogan_server.rooms.room import Room
from tests.server.core import BREAK_MS, NOON, all_ready, duel_of, finish, race, refusal, started, whole
from tests.server.rooms.duels import begun


def test_two_who_are_done_go_on_together_while_a_third_plays_on() -> None:
    room = started(players=4)
    finish(room, 0, 1000)
    assert refusal(room.sequel.must_let_go_on, 0) is ErrorCode.NOT_FINISHED
    room.go_onward(0, True, NOON + 4000)
    assert refusal(room.sequel.must_let_go_on, 0) is ErrorCode.NOT_FINISHED, "nobody else has said so"
    finish(room, 1, 2000)
    assert refusal(room.sequel.must_let_go_on, 1) is ErrorCode.NOT_FINISHED
    room.go_onward(1, True, NOON + 5000)
    for seat in (0, 1):
        room.sequel.must_let_go_on(seat)
    assert room.state.onward == (0, 1)
    finish(room, 2, 3000)
    assert refusal(room.sequel.must_let_go_on, 2) is ErrorCode.NOT_FINISHED, "who has not said so waits"
    room.follow("GHJKLM", NOON + 6000)
    room.sequel.must_let_go_on(2)
    assert refusal(room.sequel.must_let_go_on, 3) is ErrorCode.NOT_FINISHED, "who plays on plays here"
    assert room.state.phase == "running"


def test_who_changes_his_mind_and_who_is_not_done() -> None:
    room = started(players=3)
    assert refusal(room.go_onward, 0, True, NOON + 4000) is ErrorCode.WRONG_PHASE
    for seat in (0, 1):
        finish(room, seat, 1000)
        room.go_onward(seat, True, NOON + 4000)
    room.go_onward(1, False, NOON + 4500)
    assert room.state.onward == (0,)
    assert refusal(room.sequel.must_let_go_on, 0) is ErrorCode.NOT_FINISHED
    room.give_up(2, NOON + 5000)
    assert room.state.phase == "finished"
    for seat in range(3):
        room.sequel.must_let_go_on(seat)
    assert refusal(room.go_onward, 0, True, NOON + 6000) is ErrorCode.WRONG_PHASE


def test_who_races_against_bots_alone_waits_for_none_of_them() -> None:
    room = started(players=2)
    room.state.occupants[1].bot = "good"
    assert refusal(room.sequel.must_let_go_on, 0) is ErrorCode.NOT_FINISHED
    finish(room, 0, 1000)
    room.sequel.must_let_go_on(0)


def in_break() -> tuple[Room, int]:
    """A match whose first game is over, and the moment at which that was."""
    room = begun(target=100)
    assert room.state.starts is not None
    room.give_up(0, room.state.starts + 10)
    return room, room.state.starts + 10


def test_both_want_the_next_game_of_their_match_at_once() -> None:
    room, over = in_break()
    assert refusal(room.sequel.must_let_go_on, 0) is ErrorCode.NOT_FINISHED
    room.take_outcome()
    room.go_onward(0, True, over + 1000)
    room.go_onward(0, True, over + 1000)
    assert (duel_of(room).match.games, room.state.onward) == (1, (0,))
    room.go_onward(1, True, over + 2000)
    assert (duel_of(room).match.games, room.state.onward) == (2, ())
    assert [type(record) for record in room.take_outcome().records] == [Onward, Onward, Onward, NextGame]
    assert refusal(room.go_onward, 0, True, over + 3000) is ErrorCode.WRONG_PHASE
    room.tick(over + BREAK_MS)
    assert duel_of(room).match.games == 2, "it is not dealt once more when the break would have been over"


def test_against_a_bot_one_word_is_enough() -> None:
    room, over = in_break()
    room.state.occupants[1].bot = "fair"
    room.go_onward(0, True, over + 1000)
    assert duel_of(room).match.games == 2


def test_a_room_from_its_log_knows_who_would_go_on() -> None:
    room = race(players=3)
    all_ready(room)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    room.give_up(0, NOON + 4000)
    room.give_up(1, NOON + 4000, 5)
    room.go_onward(1, True, NOON + 5000, 6)
    assert room.go_onward(1, True, NOON + 5000, 6) is False, "the same request again"
    again = replay(unpack(map(pack, room.take_outcome().records)))
    assert whole(again) == whole(room)
    assert again.state.onward == (1,)
