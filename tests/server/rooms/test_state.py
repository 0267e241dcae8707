"""The state of a room as it begins."""

from __future__ import annotations

from tests.server.core import race


def test_a_new_room_has_no_records_ratings_or_votes() -> None:
    room = race(players=0)
    assert (room.state.length, room.state.rated, dict(room.state.votes)) == (0, (), {})
    room.sit("p0", "Player 0", room.state.created.at)
    assert room.state.length == 1, "the first record, which opens it, is no change"
