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
        self._changed: dict[str, None] = {}
        """The players whose seats have changed since the last call of `to_publish`."""
        self._in_turn: list[str] = []
        """The players who are still to be published in this turn, changed or not."""

    def changed(self, hub: Hub) -> None:
        """Note a change of a room: its seats may have changed, or it may be over."""
        phase = hub.room.state.phase
        if phase == "running" and self._phases.get(hub) == phase:
            return  # as after every move of a duel; nobody takes or loses a seat then
        over = phase == "finished" or hub.room.state.by_days  # correspondence players come and go
        seats = () if over else tuple(c.player for c in hub.room.state.occupants.values() if not c.bot)
        before = self._seats.get(hub, ())
        self._changed.update(dict.fromkeys(before + seats))
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
            self._changed[player] = None
            self._take_out(player, hub)

    def of(self, player: str) -> Iterator[Hub]:
        """Yield the unfinished rooms in which a player sits."""
        yield from self._rooms.get(player, ())

    def to_publish(self, more: int, *, all: bool) -> set[str]:
        """Return the players to publish: those whose seats have changed since the last call, and `more` others, who take
        turns; or `all`.
        """
        players, self._changed = set(self._changed), {}
        if all:
            return players | set(self._rooms)
        if not self._in_turn:
            self._in_turn = list(self._rooms)
        players.update(self._in_turn[:more])
        del self._in_turn[:more]
        return players

    def forget_changes(self) -> None:
        """Forget the changes, as there is no other node. The first one that comes gets all seats."""
        self._changed.clear()

    def _take_out(self, player: str, hub: Hub) -> None:
        left = tuple(other for other in self._rooms.get(player, ()) if other is not hub)
        if left:
            self._rooms[player] = left
        else:
            self._rooms.pop(player, None)
