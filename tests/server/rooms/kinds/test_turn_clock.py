"""The clock of a game by turns."""

from __future__ import annotations

import pytest

from cadogan_server.rooms.records import Ended, TimedOut
from tests.server.rooms.duels import SHORT, begun
from tests.server.rooms.kinds.test_duel import now_of, on_turn, states


def test_time_is_up_at_its_moment_however_late_that_is_noticed() -> None:
    room = begun(time_limit=0)
    room.take_outcome()
    room.tick(now_of(room, 46_000))
    assert [record.t for record in room.take_outcome().records if isinstance(record, TimedOut)] == [45_000]
    assert room.deadline == now_of(room, 90_000)


def test_a_slow_move_late_in_the_game_does_not_use_up_the_whole_time() -> None:
    room = begun(time_limit=60)
    seat = on_turn(room)
    room.tick(now_of(room, 40_000))
    while on_turn(room) == seat:
        room.play(seat, room.mode.choices(seat)[1][-1], now_of(room, 40_000))
    room.take_outcome()
    room.tick(now_of(room, 85_000))
    assert room.take_outcome().records == [TimedOut(85_000, 1 - seat)]


@pytest.mark.parametrize("moves_first", [True, False])
def test_a_player_who_used_up_the_time_is_late_and_has_none_left(moves_first: bool) -> None:
    """Whichever seat it is."""
    room = begun(options=SHORT | {"move_seconds": 0}, time_limit=60)
    late = on_turn(room)
    if moves_first:
        while on_turn(room) == late:
            room.play(late, room.mode.choices(late)[1][-1], now_of(room, 1000))
        late = 1 - late
    room.tick(now_of(room, 61_000))
    assert room.state.phase == "finished"
    assert states(room) == {late: "late", 1 - late: "finished"}
    assert room.state.clock is not None
    assert room.state.clock.remaining[late] == 0
    assert room.take_outcome().records[-1] == Ended(now_of(room, 61_000), "done")


def test_a_duel_without_a_clock_for_the_game_tells_of_none() -> None:
    room = begun(time_limit=0)
    assert room.state.clock is not None
    assert room.state.clock.remaining == ()
