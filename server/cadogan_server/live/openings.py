"""Which request has opened which room, so that one sent again does not open a second."""

from __future__ import annotations

from collections.abc import Iterable

from cadogan_server.rooms.room import Room

KEPT = 10_000
"""How many players' last openings are remembered."""


class Openings:
    """Remembers the last rooms that players have opened, and by which request."""

    def __init__(self) -> None:
        self._codes: dict[str, tuple[int, str]] = {}

    def greet(self, player: str, request: int) -> None:
        """A player says hello with this request. One that does not come after the last opening begins a new count."""
        opened = self._codes.get(player)
        if opened is not None and request <= opened[0]:
            del self._codes[player]

    def note(self, player: str, request: int, code: str) -> None:
        """This request has opened this room."""
        self._codes.pop(player, None)
        self._codes[player] = (request, code)
        if len(self._codes) > KEPT:
            del self._codes[next(iter(self._codes))]

    def recall(self, rooms: Iterable[Room]) -> None:
        """Remember who has opened these rooms, which a server has taken up again."""
        for room in sorted(rooms, key=lambda room: room.created.at):
            if room.opener is not None:
                self.note(*room.opener, room.code)

    def of(self, player: str, request: int) -> str | None:
        """The room that this request has opened, if it was the player's last."""
        opened = self._codes.get(player)
        return opened[1] if opened is not None and opened[0] == request else None
