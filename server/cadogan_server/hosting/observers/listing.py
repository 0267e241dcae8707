"""The list of public rooms of all nodes."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from operator import itemgetter

from cadogan_protocol.limits import MOST_ROOMS_LISTED
from cadogan_protocol.rooms import ListedRoom
from cadogan_server.delivery import describe
from cadogan_server.hosting.hub import Hub
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.nodes.room_lists import Rank, Ranked, RoomLists

PHASES = ("lobby", "countdown", "running")
"""The phases of listed rooms, in the order of the list."""

OF_A_NETWORK = 10
"""Rooms of one network at a node that are listed in this order. Its further rooms come behind those of all others, so nobody who
opens many rooms keeps other rooms from being seen."""


class Listing:
    """Lists rooms in which something goes on.

    Args:
        hubs: the rooms of this node.
        network: returns the network from which a room was opened.
        lists: exchanges the lists of all nodes.
        most: the length of the list.
    """

    def __init__(
        self,
        hubs: Mapping[str, Hub],
        network: Callable[[Hub], str],
        lists: RoomLists,
        most: int = MOST_ROOMS_LISTED,
    ) -> None:
        self._hubs = hubs
        self._network = network
        self._lists = lists
        self._most = most

    def listed(self) -> tuple[ListedRoom, ...]:
        """Return the first public rooms of all nodes in which something goes on: rooms that can be joined, then the
        liveliest and newest.
        """
        first = heapq.nsmallest(self._most, [*self.ranked(), *self._lists.others], key=itemgetter(0))
        return tuple(room for _, room in first)

    async def exchange(self) -> None:
        """Send other nodes the rooms here, and read theirs.

        Raises:
            redis.RedisError: the store does not answer.
        """
        await self._lists.exchange(self.ranked)

    async def withdraw(self) -> None:
        """Withdraw this node's list, if the store answers."""
        with suppress(*STORE_AWAY):
            await self._lists.withdraw()

    def ranked(self) -> list[Ranked]:
        """Return the first public rooms of this node with their ranks."""
        shown: list[tuple[Rank, Hub]] = [
            (
                (
                    PHASES.index(hub.room.state.phase),
                    -hub.attendance.playing - hub.audience.watchers,
                    -hub.room.state.created.at,
                ),
                hub,
            )
            for hub in self._hubs.values()
            if hub.room.state.rules.public and goes_on(hub)
        ]
        first = heapq.nsmallest(self._most, self._in_turn(shown), key=itemgetter(0))
        return [(rank, describe.listed(hub.room, hub.volatile)) for rank, hub in first]

    def _in_turn(self, shown: list[tuple[Rank, Hub]]) -> Iterator[tuple[Rank, Hub]]:
        """Yield the rooms with their ranks, the further ones of a network behind those of all others."""
        count: Counter[str] = Counter()
        for (phase, lively, opened), hub in sorted(shown, key=itemgetter(0)):
            network = self._network(hub)
            yield (phase + len(PHASES) * (count[network] // OF_A_NETWORK), lively, opened), hub
            count[network] += 1


def goes_on(hub: Hub) -> bool:
    """Return True if somebody is here to begin or to play on."""
    if hub.room.state.phase == "running":
        return hub.attendance.playing > 0
    return hub.room.state.phase != "finished" and hub.attendance.people > 0
