"""In which rooms each person sits who is there now, known without looking at each room."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from cadogan_server.live.hub import Hub


class Whereabouts:
    """Is told of each change of a room, and of its end."""

    def __init__(self) -> None:
        self._seats: dict[Hub, frozenset[str]] = {}
        self._rooms: defaultdict[str, dict[Hub, None]] = defaultdict(dict)

    def changed(self, hub: Hub) -> None:
        """Who sits in a room may have changed, or it may be over."""
        if hub.room.phase == "running" and hub in self._seats:
            return  # as after every move of a duel; nobody sits down or is taken off the list then
        over = hub.room.phase == "finished"
        seats = frozenset() if over else frozenset(c.player for c in hub.room.occupants.values() if not c.bot)
        before = self._seats.get(hub, frozenset())
        if seats == before:
            return
        for player in before - seats:
            self._rooms[player].pop(hub, None)
            if not self._rooms[player]:
                del self._rooms[player]
        for player in seats - before:
            self._rooms[player][hub] = None
        if seats:
            self._seats[hub] = seats
        else:
            self._seats.pop(hub, None)

    def drop(self, hub: Hub) -> None:
        """A room is closed."""
        for player in self._seats.pop(hub, frozenset()):
            self._rooms[player].pop(hub, None)
            if not self._rooms[player]:
                del self._rooms[player]

    def of(self, player: str) -> Iterator[Hub]:
        """Yield the rooms in which a player sits and is there, which are not over."""
        for hub in self._rooms.get(player, ()):
            seat = hub.room.seat_of(player)
            if seat is not None and seat in hub.seated:
                yield hub

    def plays(self, player: str) -> bool:
        """Whether a player has a seat in a room that is not over."""
        return player in self._rooms
