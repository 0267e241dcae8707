"""A room's notes of moves, whatever its kind."""

from __future__ import annotations

from tests.server.core import NOON, moves, started


def test_all_moves_of_all_players_are_counted() -> None:
    room = started(players=2)
    moves(room, 0, 1000, 2000)
    moves(room, 1, 3000)
    assert room.state.played == 3
    room.undo(1, NOON + 9000)
    assert room.state.played == 3, "a move that was taken back was made all the same"
