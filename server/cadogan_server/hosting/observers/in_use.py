"""Counts rooms by address and network, and knows which are empty, without looking at each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from cadogan_server.fair_share import counted_under, widest
from cadogan_server.hosting.hub import Hub
from cadogan_server.store.nodes.parts import summed

ALL = ""
"""The key of the rooms of all addresses, including rooms without a known address."""


class InUse:
    """The rooms that are not over.

    It is informed of each change of a room, so that a check of the limits need not look at thousands of rooms.
    """

    def __init__(self) -> None:
        self._addresses: dict[Hub, str] = {}
        """The address from which each room was opened."""
        self._hubs: defaultdict[str, dict[Hub, None]] = defaultdict(dict)
        """By address or network: its rooms here, in the order of their opening."""
        self._without_people: defaultdict[str, dict[Hub, None]] = defaultdict(dict)
        """By address or network: its lobbies here without a person on a seat, the longest empty one first."""
        self._elsewhere: Counter[str] = Counter()
        """By address or network: the number of its rooms at other nodes."""

    def report(self) -> dict[str, int]:
        """Return by address and network the number of rooms in use here, without those that would make way for another."""
        counts = {
            key: len(hubs) - len(self._without_people.get(key, ())) for key, hubs in self._hubs.items() if key != ALL
        }
        return {key: count for key, count in counts.items() if count > 0}

    def learn(self, others: Mapping[str, Mapping[str, int]]) -> None:
        """Note the number of rooms in use at other nodes, by node and address."""
        self._elsewhere = summed(others.values())

    def add(self, hub: Hub, address: str = ALL) -> None:
        """Add a room that was opened from an address, or recovered."""
        self._addresses[hub] = address
        for key in {ALL, *counted_under(address)}:
            self._hubs[key][hub] = None

    def address(self, hub: Hub) -> str:
        """Return the address that a room counts for; `ALL` for none."""
        return self._addresses.get(hub, ALL)

    def network(self, hub: Hub) -> str:
        """Return the widest network that a room counts for; the room's code, as if it were alone in one, for none."""
        return widest(self.address(hub)) or hub.code

    def changed(self, hub: Hub) -> None:
        """Note a change of a room: it may be over, or all people may have left it."""
        if hub.room.state.phase == "finished":
            self.drop(hub)
        elif hub in self._addresses:
            for key in {ALL, *counted_under(self._addresses[hub])}:
                if hub.room.state.phase == "lobby" and hub.room.state.host is None:
                    self._without_people[key].setdefault(hub)
                else:
                    _take_out(self._without_people, key, hub)

    def drop(self, hub: Hub) -> None:
        """Remove a room that is over or closed."""
        address = self._addresses.pop(hub, None)
        if address is not None:
            for key in {ALL, *counted_under(address)}:
                _take_out(self._hubs, key, hub)
                _take_out(self._without_people, key, hub)

    def count(self, address: str = ALL) -> int:
        """Return the number of rooms of an address or network in use at all nodes; without an argument, of all rooms
        here.
        """
        return self.here(address) + self._elsewhere[address]

    def here(self, address: str) -> int:
        """Return the number of rooms of an address or network in use at this node."""
        return len(self._hubs.get(address, ()))

    def newest_lobbies(self, address: str) -> Iterator[Hub]:
        """Yield the lobbies of an address or network, the newest first."""
        return (hub for hub in reversed(self._hubs.get(address, {})) if hub.room.state.phase == "lobby")

    def longest_empty(self, address: str = ALL) -> Hub | None:
        """Return the lobby that has been empty longest, of an address or of all; None if there is none."""
        return next(filter(is_empty_lobby, self._without_people.get(address, ())), None)


def is_empty_lobby(hub: Hub) -> bool:
    """Return True if a lobby has neither people on seats nor spectators."""
    return hub.room.state.phase == "lobby" and hub.room.state.host is None and not hub.audience.watchers


def _take_out(rooms: dict[str, dict[Hub, None]], key: str, hub: Hub) -> None:
    if key in rooms:
        rooms[key].pop(hub, None)
        if not rooms[key]:
            del rooms[key]
