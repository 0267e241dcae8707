"""Messages applied to a room and its boards, by every receiver."""

from __future__ import annotations

from typing import Any

import pytest

from cadogan_protocol.applying import after_change, after_events, after_standings, after_step, after_update
from cadogan_protocol.messages import RoomUpdate
from cadogan_protocol.moves import COUNTED, HOLDS, LIFTED, SHIFTED, SHOWN, TURNED
from cadogan_protocol.rooms import RoomState, Seat, Standing
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from tests.server.core import NOON, started

PILES = ((1, 2, 3), (4,), ())
COUNTERS = (7,)


@pytest.mark.parametrize(
    ("event", "piles", "counters"),
    [
        ((SHIFTED, 0, 1, 2), ((1,), (4, 2, 3), ()), COUNTERS),
        ((TURNED, 0, 2, (-1, -1)), ((1,), (4,), (-1, -1)), COUNTERS),
        ((LIFTED, 0, 0, 1, 0, (1, 2)), ((3,), (1, 2, 4), ()), COUNTERS),
        ((SHOWN, 0, 1, -1), ((1, -1, 3), (4,), ()), COUNTERS),
        ((HOLDS, 1, (9, 8)), ((1, 2, 3), (9, 8), ()), COUNTERS),
        ((COUNTED, 0, 3), PILES, (3,)),
    ],
)
def test_each_kind_of_event_changes_a_table_as_described(
    event: tuple[Any, ...], piles: tuple[tuple[int, ...], ...], counters: tuple[int, ...]
) -> None:
    assert after_events(PILES, COUNTERS, [event]) == (piles, counters)


@pytest.mark.parametrize(
    ("event", "error"),
    [
        ((SHIFTED, 1, 0, 2), ValueError),
        ((LIFTED, 0, 2, 1, 0, (1, 2)), ValueError),
        ((17, 0, 0), ValueError),
        ((SHIFTED, 9, 0, 1), IndexError),
        ((COUNTED, 4, 0), IndexError),
    ],
)
def test_an_event_that_does_not_fit_a_table_is_refused(event: tuple[Any, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        after_events(PILES, COUNTERS, [event])


def test_a_step_takes_moves_out_by_their_places_and_adds_behind() -> None:
    moves = ((0, 1, 1), (0, 2, 1), (1, 2, 1))
    assert after_step(moves, [2, 0], [("turn",)]) == ((0, 2, 1), ("turn",))
    with pytest.raises(IndexError):
        after_step(moves, [3], [])


@pytest.fixture
def room() -> RoomState:
    return describe.state(started(players=2), Volatile(), NOON)


def test_a_change_counts_moves_or_tells_the_whole_standing(room: RoomState) -> None:
    assert [seat.moves for seat in after_change(room, 1, 2).seats] == [0, 2]
    assert after_change(room, 1, 0) is room
    done = after_change(room, 1, Standing(1, progress=9, moves=4, state=2, penalty=0, ended=500))
    assert [(seat.state, seat.progress, seat.moves, seat.ended) for seat in done.seats] == [
        ("playing", 0, 0, None),
        ("finished", 9, 4, 500),
    ]


def test_a_standing_of_a_later_version_counts_as_playing(room: RoomState) -> None:
    (seat, _) = after_standings(room, [Standing(0, progress=1, moves=1, state=99)]).seats
    assert (seat.state, seat.progress) == ("playing", 1)


def test_an_update_changes_the_fields_that_it_names(room: RoomState) -> None:
    later = after_update(room, RoomUpdate(seq=5, watchers=3))
    assert later == room.model_copy(update={"watchers": 3})


def test_a_host_whose_seat_another_player_has_is_host_no_more(room: RoomState) -> None:
    assert room.host == 0
    other = Seat(seat=0, name="Other", player="other")
    assert after_update(room, RoomUpdate(seq=5, seats=(other, room.seats[1]))).host is None
    assert after_update(room, RoomUpdate(seq=5, seats=(other, room.seats[1]), host=1)).host == 1
    same = room.seats[0].model_copy(update={"name": "Another name"})
    assert after_update(room, RoomUpdate(seq=5, seats=(same, room.seats[1]))).host == 0
