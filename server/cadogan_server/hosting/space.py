"""Decides whether one more room may be opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice

from cadogan_protocol.errors import ErrorCode
from cadogan_server.fair_share import FairShare, counted_under, excess, widest
from cadogan_server.hosting.observers.in_use import ALL, InUse
from cadogan_server.rooms.refused import Refused
from cadogan_server.settings import Settings
from cadogan_server.store.nodes.parts import summed
from cadogan_server.store.upkeep.memory import FULL_SENTENCE, StoreMemory


class Space:
    """The limits on open rooms: of one address, of its network, and of all, which networks share fairly.

    Args:
        settings: the limits.
        memory: the store's memory.
        in_use: the number of open rooms.
        close: closes a room, by its code.
    """

    def __init__(self, settings: Settings, memory: StoreMemory, in_use: InUse, close: Callable[[str], object]) -> None:
        self._settings = settings
        self._memory = memory
        self._in_use = in_use
        self._close = close
        self._share = FairShare(settings.rooms_per_address, settings.rooms)

    def must_be_free(self, address: str) -> None:
        """Check that an address may open one more room. If the limits are reached, empty lobbies make way.

        Raises:
            Refused: the address or its network has its share, this server is full, or the store is full.
        """
        if self._memory.full:
            raise Refused(ErrorCode.TOO_MANY_ROOMS, FULL_SENTENCE)
        for key in counted_under(address) if address else ():
            theirs = self._in_use.count(key)
            if theirs >= self._share.of(key) and not self._make_way(key):
                whose = "address" if key == address else f"network, {key},"
                raise Refused(
                    ErrorCode.TOO_MANY_ROOMS,
                    f"{theirs} rooms opened from your {whose} are still in use; finish or leave one",
                )
        network = widest(address)
        left, theirs = self._settings.rooms - self._in_use.count(), self._in_use.here(network) if address else 0
        if self._share.grants(theirs, left) or self._make_way(network) or (left < 1 and self._make_way()):
            return
        raise Refused(ErrorCode.TOO_MANY_ROOMS, "this server has as many rooms as it can take; try again later")

    def report(self) -> Mapping[str, int]:
        """Return by address and network the number of rooms in use here, for other nodes."""
        return self._in_use.report()

    def learn(self, others: Mapping[str, Mapping[str, int]]) -> None:
        """Note the number of rooms in use at other nodes."""
        self._in_use.learn(others)

    def take_back(self, before: Mapping[str, Mapping[str, int]]) -> None:
        """Close lobbies, as many as exceed the limit together with the rooms of the nodes `before` this one in the order of
        nodes.
        """
        for key, count in excess(self._in_use.report(), summed(before.values()), lambda key: int(self._share.of(key))):
            for hub in list(islice(self._in_use.newest_lobbies(key), count)):
                self._close(hub.room.code)

    def _make_way(self, address: str = ALL) -> bool:
        """Close the lobby that has been empty longest, of an address or of all; return False if there is none.

        Only here are empty lobbies closed early: usually they wait a while for people with their link.
        """
        empty = self._in_use.longest_empty(address)
        if empty is not None:
            self._close(empty.room.code)
        return empty is not None
