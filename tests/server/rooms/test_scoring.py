"""The length of a room's play."""

from __future__ import annotations

from tests.server.core import started


def test_a_room_lasted_from_its_start_to_its_end() -> None:
    room = started()
    assert room.state.starts is not None
    room.end("empty", room.state.starts + 1234)
    assert room.state.lasted == 1234


def test_a_room_whose_clock_was_put_back_lasted_no_time() -> None:
    room = started()
    assert room.state.starts is not None
    room.end("empty", room.state.starts - 5000)
    assert room.state.lasted == 0
