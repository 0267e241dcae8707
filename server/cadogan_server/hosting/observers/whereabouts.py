"""The rooms of this node in which each person sits, known without looking at each room."""

from __future__ import annotations

from collections.abc import Iterator

from cadogan_server.hosting.hub import Hub


class Whereabouts:
    """Maps players to their rooms here. It gets each change of a room, and its end."""

    def __init__(self) -> None:
        self._seats: dict[Hub, tuple[str, ...]] = {}
        self._phases: dict[Hub, str] = {}
        self._rooms: dict[str, tuple[Hub, ...]] = {}
        self._untold: dict[str, None] = {}
        self._again: list[str] = []

    def changed(self, hub: Hub) -> None:
        """Note a change of a room: its seats may have changed, or it may be over."""
        phase = hub.room.state.phase
        if phase == "running" and self._phases.get(hub) == phase:
            return  # as after every move of a duel; nobody takes or loses a seat then
        over = phase == "finished"
        seats = () if over else tuple(c.player for c in hub.room.state.occupants.values() if not c.bot)
        before = self._seats.get(hub, ())
        self._untold.update(dict.fromkeys(before + seats))
        for player in set(before).difference(seats):
            self._take_out(player, hub)
        for player in set(seats).difference(before):
            self._rooms[player] = (*self._rooms.get(player, ()), hub)
        if seats:
            self._seats[hub], self._phases[hub] = seats, phase
        else:
            self._seats.pop(hub, None)
            self._phases.pop(hub, None)

    def drop(self, hub: Hub) -> None:
        """Remove a room that was closed."""
        self._phases.pop(hub, None)
        for player in self._seats.pop(hub, ()):
            self._untold[player] = None
            self._take_out(player, hub)

    def of(self, player: str) -> Iterator[Hub]:
        """Yield the unfinished rooms in which a player sits."""
        yield from self._rooms.get(player, ())

    def to_be_told(self, again: int, *, all: bool) -> set[str]:
        """Return the players to publish: those whose seats have changed since the last call, and `again` others in
        turn; or `all`.
        """
        untold, self._untold = set(self._untold), {}
        if all:
            return untold | set(self._rooms)
        if not self._again:
            self._again = list(self._rooms)
        untold.update(self._again[:again])
        del self._again[:again]
        return untold

    def nobody_asks(self) -> None:
        """Forget the changes: there is no other node, and the first one gets everything."""
        self._untold.clear()

    def _take_out(self, player: str, hub: Hub) -> None:
        left = tuple(other for other in self._rooms.get(player, ()) if other is not hub)
        if left:
            self._rooms[player] = left
        else:
            self._rooms.pop(player, None)
