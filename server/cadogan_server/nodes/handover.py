"""Hands rooms over to other nodes without interrupting play: all rooms of a node that is about to end, or single rooms
of a node that has too many (`balance.py`).

A room is handed over when nothing of it is in flight. Its clocks are logged, and from then on nothing happens in it
here. Behind the last entry its lease is written as the other node's (`store/log/room_leases.py`). That node is told,
and recovers the room under a greater fencing token. Then every socket in the room follows it
(`gateway/escort.py`).

A node that can't take a room says why, and the next one is asked. If none takes it, the lease is given back, and
players come back to whichever node recovers the room.

Two nodes may not reach each other while both reach the store. A player who comes in at one of them then can't be relayed
to a room of the other. So that node asks for the room through the store (`ask_for`). The owner drops the sockets that a
silent node relays
(`gateway/sessions.py`), and lets the room go if no player is left there (`let_go`). If players of the room are at both
nodes, it stays: moving it would shut the others out.

If this node goes on, it relays a player's socket to the new owner from then on; or it closes the socket with 4008, upon
which the client reconnects at once, through a proxy to the node with the fewest sockets.
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
from cadogan_server.store.nodes.orders import Orders
from cadogan_server.telemetry.log_lines import about

logger = logging.getLogger(__name__)

AT_ONCE = 4
"""Rooms that are handed over at the same time: while one waits for the store and its new owner, others go on."""

ASK_SECONDS = 2.0
"""Seconds before the same room may be asked for again."""

OWNER_SECONDS, OWNER_LOOKS = 0.1, 15
"""Seconds between two looks at the owner of a room that was asked for, and the number of looks."""

LOOK_SECONDS = 0.05
"""Seconds between two looks at a room that counts down. It is handed over once its game has begun."""


class Unwilling(Exception):
    """A node does not take a room; the message says why."""


class OtherNodes(Protocol):
    """The other nodes."""

    def willing(self) -> Sequence[str]:
        """Return the ids of the nodes that may be asked to take rooms."""

    async def give(self, node: str, code: str, facts: dict[str, Any]) -> None:
        """Give a room to a node, with the facts about it that its log does not hold; return once the node has it.

        Raises:
            Unwilling: the node does not take it, or can't be reached.
        """


class Handover:
    """Hands over the rooms of this node.

    Args:
        registry: the rooms.
        journal: the way to the store.
        leases: the leases of rooms.
        other_nodes: the nodes that may take them.
        orders: the way to nodes that can't be reached otherwise.

    Attributes:
        rooms: the number of rooms handed over.
        longest: the longest pause of a room, in seconds.
    """

    def __init__(
        self, registry: Registry, journal: Journal, leases: RoomLeases, other_nodes: OtherNodes, orders: Orders
    ) -> None:
        self.rooms = 0
        self.longest = 0.0
        self._registry = registry
        self._journal = journal
        self._leases = leases
        self._other_nodes = other_nodes
        self._orders = orders
        self._loop = asyncio.get_running_loop()
        self._first = 0
        """The index of the node that is asked first next time."""
        self._asked: dict[str, float] = {}
        """Code of a room that was asked for → the moment of the last request."""

    async def elsewhere(self, code: str) -> str | None:
        """Return the node to ask for a room that is not here: the one that has it or is being given it; else a node
        that stays; None if there is no such node.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if code in self._registry.handed:
            return await asyncio.shield(self._registry.handed[code]) or None
        return await self._leases.other_owner(code) or next(iter(self._other_nodes.willing()), None)

    async def ask_for(self, code: str, owner: str) -> None:
        """Ask the owner of a room, which this node can't reach, to let it go. Wait until it has, or for 1.5 seconds.

        Raises:
            redis.RedisError: the store does not answer.
        """
        now = self._loop.time()
        self._asked = {room: at for room, at in self._asked.items() if now < at + ASK_SECONDS}
        if code not in self._asked:
            self._asked[code] = now
            await self._orders.give({"do": "let go", "room": code, "owner": owner})
        for _ in range(OWNER_LOOKS):
            if await self._leases.owner(code) != owner:
                return
            await asyncio.sleep(OWNER_SECONDS)

    async def let_go(self, code: str) -> bool:
        """Let a room go because a player is at a node that can't reach this one; return True if it was let go. False if
        it is not here, or has players here.
        """
        hub = self._registry.hubs.get(code)
        if hub is None or hub.still or hub.attendance.players or not self._journal.safe or not self._goes_on(hub):
            return False
        if hub.room.state.phase == "countdown":  # the next owner would begin to count anew
            return False
        try:
            await self._hand_over(hub, [])
        finally:
            self._registry.handed.pop(code, None)
        return True

    async def all(self) -> None:
        """Hand over all rooms that can go on elsewhere, until none is left or no node takes any."""
        waiting = sorted(filter(self._goes_on, self._registry.hubs.values()), key=_order)
        waiting.reverse()
        await asyncio.gather(*(self._hand_over_from(waiting) for _ in range(AT_ONCE)))

    async def _hand_over_from(self, waiting: list[Hub]) -> None:
        """Hand over rooms from the end of a list that other tasks share, until it is empty or no node takes any."""
        while waiting:
            hub = waiting.pop()
            await self._count_down(hub)
            if not self._journal.safe or not self._other_nodes.willing():
                return  # the rooms that are left are recovered, as after any other end of a node
            if self._registry.hubs.get(hub.room.code) is hub and self._goes_on(hub):
                await self._hand_over(hub, self._in_turn())

    async def _count_down(self, hub: Hub) -> None:
        """Wait while a room counts down: the new owner would begin to count anew."""
        while True:
            if hub.room.state.phase != "countdown" or not self._other_nodes.willing():
                return
            await asyncio.sleep(LOOK_SECONDS)

    def _goes_on(self, hub: Hub) -> bool:
        """Return True if a room goes on elsewhere: every unfinished room, and a finished one that was counted and has
        viewers.
        """
        return hub.room.state.phase != "finished" or (hub.log.done and bool(hub.audience.viewers))

    @property
    def possible(self) -> bool:
        """True if rooms can be handed over now: the store takes what this needs."""
        return self._journal.safe

    async def give(self, hub: Hub, node: str, *, sockets: bool) -> bool:
        """Hand a room over to a certain node, while this one goes on; return True if it was taken.

        Args:
            hub: the room.
            node: the id of the node that is to have it.
            sockets: true if the players' clients at this node are to reconnect instead of being relayed.
        """
        try:
            return await self._hand_over(hub, [node], sockets=sockets)
        finally:
            self._registry.handed.pop(hub.room.code, None)  # from now on the store knows the owner

    async def _hand_over(self, hub: Hub, nodes: Sequence[str], *, sockets: bool = False) -> bool:
        """Hand a room over to the first of these nodes that takes it; return True if one did. See `give`."""
        code, began = hub.room.code, self._loop.time()
        address = self._registry.in_use.address(hub)
        present = sorted(hub.attendance.seated)
        new_owner = self._registry.hand_over(hub)
        node = None
        try:
            facts = {"present": present, "key": hub.key, "barred": hub.attendance.barring.known(), "address": address}
            node = await self._offer(hub, nodes, facts)
        finally:
            self._registry.handed_over(hub)
            new_owner.set_result(node or "")
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

    async def _offer(self, hub: Hub, nodes: Sequence[str], facts: dict[str, Any]) -> str | None:
        """Offer a room to these nodes one by one. Return the node that has taken it; None if none has."""
        held_by: str | None = None
        for node in nodes:
            self._leases.hand_over(hub.log, node, held_by)
            held_by = node
            await self._written()
            try:
                await self._other_nodes.give(node, hub.room.code, facts)
            except Unwilling as why:
                logger.warning("node %s does not take a room: %s", node, why, extra=about(hub.room.code))
                continue
            return node
        self._leases.release(hub.log, held_by)
        await self._written()
        return None

    def _in_turn(self) -> list[str]:
        """Return the nodes to ask: each time another one first."""
        nodes = sorted(self._other_nodes.willing())
        if nodes:
            self._first = (self._first + 1) % len(nodes)
        return nodes[self._first :] + nodes[: self._first]

    async def _written(self) -> None:
        """Wait until the store has everything that was written so far."""
        written: asyncio.Future[None] = self._loop.create_future()

        def done() -> None:
            with suppress(asyncio.InvalidStateError):
                written.set_result(None)

        self._journal.when_written(done)
        await written


def _order(hub: Hub) -> int:
    """Sort key: rooms in which people play come first. Rooms that count down come last, as they may have begun by then."""
    return ("running", "lobby", "finished", "countdown").index(hub.room.state.phase)
