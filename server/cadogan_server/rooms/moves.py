"""The part of a room that hands the records of play to its mode: moves, undone moves, giving up, and the kind's own."""

from __future__ import annotations

from typing import Any

from cadogan_server.rooms.hands import Hands
from cadogan_server.rooms.kinds.mode import Mode
from cadogan_server.rooms.records import GaveUp, Played, Undone
from cadogan_server.rooms.state import Reducers, State


class Moves:
    """Hands the records of play to the mode, then notes the moment and how fast the player's hands were."""

    __slots__ = ("_mode", "_state")

    def __init__(self, state: State, mode: Mode) -> None:
        self._state = state
        self._mode = mode

    def _on_played(self, record: Played) -> None:
        self._mode.played(record)
        t, seat, _, move = record
        state = self._state
        state.latest = t
        state.played += 1
        hands = state.hands.get(seat)
        if hands is None:
            hands = state.hands[seat] = Hands(state.game)
        hands.moved(t, move)

    def _on_undone(self, record: Undone) -> None:
        self._mode.undone(record)
        self._state.latest = record.t

    def _on_gave_up(self, record: GaveUp) -> None:
        self._mode.gave_up(record)
        self._state.latest = record.t

    def on_own(self, record: Any) -> None:
        """Apply a record of a type that only this kind of room has."""
        self._mode.reducers[type(record)](self._mode, record)
        self._state.latest = record.t


REDUCERS: Reducers = {
    Played: Moves._on_played,
    Undone: Moves._on_undone,
    GaveUp: Moves._on_gave_up,
}
