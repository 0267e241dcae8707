"""Hands rooms over to other nodes, so that nobody's game waits for it: all rooms of a node that is about to end, one after the
other; or single rooms of a node that has too many (`balance.py`).

A room is handed over when nothing of it is in flight. Its clocks are noted in its log, and from then on nothing happens in it
here. Behind the last entry its lease is written as the other node's (`store/log/room_leases.py`); that node is told, and takes
the room up by a greater number. When it has, all who are here go after the room, each by its socket
(`gateway/conversation.py`).

A node that can't take a room says why, and the next one is asked. Where none takes it, its lease is given back, and who was there
comes back to whichever node takes it up then.

Of a node that goes on, a player's socket is relayed to the room's new node from then on; or it is closed with 4008, on which its
client comes back at once, through a proxy to whichever node has the fewest.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.registry import Registry
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.room_leases import RoomLeases
from cadogan_server.telemetry.log_lines import about

logger = logging.getLogger(__name__)

AT_ONCE = 4
"""So many rooms are on their way at the same time: each waits while others are taken up."""

LOOK_SECONDS = 0.05
"""Between two looks at a room that counts down: it is handed over when its game has begun."""


class Unwilling(Exception):
    """A node does not take a room; says why."""


class Fellows(Protocol):
    """The other nodes."""

    def willing(self) -> Sequence[str]:
        """Return the ids of those that may be asked to take rooms."""

    async def give(self, node: str, code: str, told: dict[str, Any]) -> None:
        """Let a node take a room, with what its log does not tell; return when it has.

        Raises:
            Unwilling: it does not, or can't be reached.
        """


class Handover:
    """Hands the rooms of this node over.

    Args:
        registry: the rooms.
        journal: the way to the store.
        leases: by which a room is a node's.
        fellows: who may have them.

    Attributes:
        rooms: how many were handed over.
        longest: for how many seconds one of them has stood still at most.
    """

    def __init__(self, registry: Registry, journal: Journal, leases: RoomLeases, fellows: Fellows) -> None:
        self.rooms = 0
        self.longest = 0.0
        self._registry = registry
        self._journal = journal
        self._leases = leases
        self._fellows = fellows
        self._loop = asyncio.get_running_loop()
        self._next = 0

    async def elsewhere(self, code: str) -> str | None:
        """Return the node to ask for a room that is not here: the one that has it or is being given it, else one that goes on when
        this one does not; None where there is no such node.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if code in self._registry.handed:
            return await asyncio.shield(self._registry.handed[code]) or None
        return await self._leases.other_owner(code) or next(iter(self._fellows.willing()), None)

    async def all(self) -> None:
        """Hand over all rooms that others can go on with, until there is none left, or no node that takes any."""
        waiting = sorted(filter(self._wanted, self._registry.hubs.values()), key=_order)
        waiting.reverse()
        await asyncio.gather(*(self._some(waiting) for _ in range(AT_ONCE)))

    async def _some(self, waiting: list[Hub]) -> None:
        while waiting:
            hub = waiting.pop()
            await self._begun(hub)
            if not self._journal.safe or not self._fellows.willing():
                return  # they are left as at any other end
            if self._registry.hubs.get(hub.room.code) is hub and self._wanted(hub):
                await self._one(hub, self._in_turn())

    async def _begun(self, hub: Hub) -> None:
        """Wait while a room counts down: who takes it up would begin to count anew."""
        while True:
            if hub.room.phase != "countdown" or not self._fellows.willing():
                return
            await asyncio.sleep(LOOK_SECONDS)

    def _wanted(self, hub: Hub) -> bool:
        """Whether a room goes on elsewhere: all but such as are over, and are not looked at or not yet counted here."""
        return hub.room.phase != "finished" or (hub.log.done and bool(hub.viewers))

    @property
    def possible(self) -> bool:
        """Whether rooms can be handed over now: the store takes what they need for it."""
        return self._journal.safe

    async def give(self, hub: Hub, node: str, *, sockets: bool) -> bool:
        """Hand a room over to a certain node, while this one goes on; return whether it was taken.

        Args:
            hub: the room.
            node: the id of the node that is to have it.
            sockets: whether the players' sockets at this node are to come in anew, instead of being relayed.
        """
        try:
            return await self._one(hub, [node], sockets=sockets)
        finally:
            self._registry.handed.pop(hub.room.code, None)  # from now on the store knows who has it

    async def _one(self, hub: Hub, nodes: Sequence[str], *, sockets: bool = False) -> bool:
        code, began = hub.room.code, self._loop.time()
        address = self._registry.in_use.address(hub)
        present = sorted(hub.seated)
        told = self._registry.hand_over(hub)
        node = None
        try:
            along = {"present": present, "key": hub.key, "barred": hub.barring.told(), "address": address}
            node = await self._given(hub, nodes, along)
        finally:
            self._registry.handed_over(hub)
            told.set_result(node or "")
            await asyncio.gather(
                *(
                    viewer.holder.follow(moving if node else None, anew=sockets)
                    for viewer, moving in hub.moved(node or "")
                )
            )
        if node is not None:
            pause = self._loop.time() - began
            self.rooms, self.longest = self.rooms + 1, max(self.longest, pause)
            logger.info("the room was handed over to node %s in %.3f s", node, pause, extra=about(code))
        return node is not None

    async def _given(self, hub: Hub, nodes: Sequence[str], told: dict[str, Any]) -> str | None:
        """Return which of these nodes has taken a room; None where none has."""
        held_by: str | None = None
        for node in nodes:
            self._leases.hand_over(hub.log, node, held_by)
            held_by = node
            await self._written()
            try:
                await self._fellows.give(node, hub.room.code, told)
            except Unwilling as why:
                logger.warning("node %s does not take a room: %s", node, why, extra=about(hub.room.code))
                continue
            return node
        self._leases.release(hub.log, held_by)
        await self._written()
        return None

    def _in_turn(self) -> list[str]:
        """Return the nodes to be asked: each time another one first."""
        nodes = sorted(self._fellows.willing())
        if nodes:
            self._next = (self._next + 1) % len(nodes)
        return nodes[self._next :] + nodes[: self._next]

    async def _written(self) -> None:
        written: asyncio.Future[None] = self._loop.create_future()

        def done() -> None:
            with suppress(asyncio.InvalidStateError):
                written.set_result(None)

        self._journal.when_written(done)
        await written


def _order(hub: Hub) -> int:
    """Rooms in which people wait come first; those that count down have begun by the time that it is their turn."""
    return ("running", "lobby", "finished", "countdown").index(hub.room.phase)
