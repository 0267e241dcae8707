"""The list of public rooms: those of this node, and of all others."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from contextlib import suppress
from operator import itemgetter

from cadogan_protocol.limits import MOST_ROOMS_LISTED
from cadogan_protocol.rooms import ListedRoom
from cadogan_server.delivery import describe
from cadogan_server.hosting.hub import Hub
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.nodes.room_lists import Rank, Ranked, RoomLists

PHASES = ("lobby", "countdown", "running")
"""In the order in which rooms are listed."""


class Listing:
    """Lists rooms in which something goes on.

    Args:
        hubs: the rooms of this node.
        lists: what other nodes have, and where they learn of these.
        most: how many are listed.
    """

    def __init__(self, hubs: Mapping[str, Hub], lists: RoomLists, most: int = MOST_ROOMS_LISTED) -> None:
        self._hubs = hubs
        self._lists = lists
        self._most = most

    def listed(self) -> tuple[ListedRoom, ...]:
        """The first of the public rooms of all nodes in which something goes on: those that can still be joined, then the
        liveliest and newest."""
        first = heapq.nsmallest(self._most, [*self._ranked(), *self._lists.others], key=itemgetter(0))
        return tuple(room for _, room in first)

    async def exchange(self) -> None:
        """Tell other nodes of the rooms here, and learn of theirs.

        Raises:
            redis.RedisError: the store does not answer.
        """
        await self._lists.exchange(self._ranked)

    async def withdraw(self) -> None:
        """Tell other nodes of no rooms any more, if the store answers."""
        with suppress(*STORE_AWAY):
            await self._lists.withdraw()

    def _ranked(self) -> list[Ranked]:
        """The first of those of this node, and by what they are sorted."""
        shown: list[tuple[Rank, Hub]] = [
            ((PHASES.index(hub.room.phase), -hub.playing - hub.watchers, -hub.room.created.at), hub)
            for hub in self._hubs.values()
            if hub.room.rules.public and goes_on(hub)
        ]
        first = heapq.nsmallest(self._most, shown, key=itemgetter(0))
        return [(rank, describe.listed(hub.room, hub.volatile)) for rank, hub in first]


def goes_on(hub: Hub) -> bool:
    """Whether somebody is here to begin, or to play on."""
    if hub.room.phase == "running":
        return hub.playing > 0
    return hub.room.phase != "finished" and hub.people > 0
