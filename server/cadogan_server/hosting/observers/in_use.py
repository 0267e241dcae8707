"""Which rooms are in use: how many of which address or network, and which all have left, known without looking at each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from cadogan_server.fair_share import counted_under
from cadogan_server.hosting.hub import Hub
from cadogan_server.store.nodes.parts import summed

ALL = ""
"""Under this stand the rooms of all addresses, and of such as nobody knows."""


class InUse:
    """The rooms that are not over.

    It is told of each change of a room, and so need not go through thousands of them when one more is opened.
    """

    def __init__(self) -> None:
        self._addresses: dict[Hub, str] = {}
        self._hubs: defaultdict[str, dict[Hub, None]] = defaultdict(dict)
        self._left: defaultdict[str, dict[Hub, None]] = defaultdict(dict)
        self._elsewhere: Counter[str] = Counter()

    def told(self) -> dict[str, int]:
        """Return by address and network how many rooms of it are in use here, without those that would make way for another."""
        counts = {key: len(hubs) - len(self._left.get(key, ())) for key, hubs in self._hubs.items() if key != ALL}
        return {key: count for key, count in counts.items() if count > 0}

    def learn(self, others: Mapping[str, Mapping[str, int]]) -> None:
        """Take note of how many rooms of addresses are in use at other nodes."""
        self._elsewhere = summed(others.values())

    def add(self, hub: Hub, address: str = ALL) -> None:
        """A room is opened from an address, or taken up again."""
        self._addresses[hub] = address
        for key in {ALL, *counted_under(address)}:
            self._hubs[key][hub] = None

    def address(self, hub: Hub) -> str:
        """Return for which address a room counts; `ALL`: for none."""
        return self._addresses.get(hub, ALL)

    def changed(self, hub: Hub) -> None:
        """Something has been written down of a room: it may be over, or all may have left."""
        if hub.room.phase == "finished":
            self.drop(hub)
        elif hub in self._addresses:
            for key in {ALL, *counted_under(self._addresses[hub])}:
                if hub.room.phase == "lobby" and hub.room.host is None:
                    self._left[key].setdefault(hub)
                else:
                    _take_out(self._left, key, hub)

    def drop(self, hub: Hub) -> None:
        """A room is over, or closed."""
        address = self._addresses.pop(hub, None)
        if address is not None:
            for key in {ALL, *counted_under(address)}:
                _take_out(self._hubs, key, hub)
                _take_out(self._left, key, hub)

    def count(self, address: str = ALL) -> int:
        """Return how many rooms of an address or a network are in use at all nodes, or how many in all at this one."""
        return self.here(address) + self._elsewhere[address]

    def here(self, address: str) -> int:
        """Return how many rooms of an address or a network are in use at this node."""
        return len(self._hubs.get(address, ()))

    def newest_lobbies(self, address: str) -> Iterator[Hub]:
        """Yield the rooms of an address or a network that have not begun, those that were opened last first."""
        return (hub for hub in reversed(self._hubs.get(address, {})) if hub.room.phase == "lobby")

    def left_first(self, address: str = ALL) -> Hub | None:
        """Return the room that has been empty for longest of those of an address, or of all, that all have left before it began;
        None where there is none."""
        return next(filter(left, self._left.get(address, ())), None)


def left(hub: Hub) -> bool:
    """Whether nobody but bots is in a lobby any more."""
    return hub.room.phase == "lobby" and hub.room.host is None and not hub.watchers


def _take_out(rooms: dict[str, dict[Hub, None]], key: str, hub: Hub) -> None:
    if key in rooms:
        rooms[key].pop(hub, None)
        if not rooms[key]:
            del rooms[key]
