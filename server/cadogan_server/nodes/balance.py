"""Hands rooms to nodes that have far fewer, one at a time, so that the work spreads over all nodes.

After a rolling restart, or when a node is added, one node may have most rooms. Each node publishes its numbers of rooms
and sockets in its lease. A node that has many more rooms than another hands over a quiet one now and then, as
`handover.py` does it, until both have about as many. Two bounds keep rooms from going back and forth: a node begins at
a larger difference than the one at which it stops, and it hands over only a few rooms a minute.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from cadogan_server.hosting.bots.seating import has_bots
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.registry import Registry
from cadogan_server.nodes.handover import Handover, OtherNodes

logger = logging.getLogger(__name__)

QUIET_SECONDS = 2.0
"""Seconds without an event after which a room is quiet, and handed over before others."""

BUSY_SECONDS = 20.0
"""Seconds to wait for a quiet room; after that a busy one is handed over."""

FRESH_SECONDS = 2.0
"""Seconds after a handover within which both nodes have published their new numbers of rooms."""

REFUSED_SECONDS = 30.0
"""Seconds for which a node that did not take a room is not asked again."""


class Margin(NamedTuple):
    """The difference of two nodes: at least `least` rooms, and at least the `share` of this node's rooms."""

    least: int
    share: float

    def exceeded(self, mine: int, theirs: int) -> bool:
        """Return True if this node has more than another by more than the margin."""
        return mine - theirs > max(self.least, self.share * mine)


BEGIN = Margin(4, 0.25)
"""The margin beyond which a node begins to hand rooms over."""

GO_ON = Margin(1, 0.1)
"""The margin beyond which it goes on."""


class NodeLoad(NamedTuple):
    """The load of a node.

    Attributes:
        rooms: the number of unfinished rooms.
        sockets: the number of sockets that clients have opened to the node.
        bots: True if the node seats bots.
    """

    rooms: int
    sockets: int
    bots: bool

    def lease_fields(self) -> dict[str, str]:
        """Return the fields of the lease that publish this."""
        return {"rooms": str(self.rooms), "sockets": str(self.sockets), "bots": "1" if self.bots else ""}

    @classmethod
    def of(cls, says: Callable[[str], str | None]) -> NodeLoad | None:
        """Return the load that a node publishes in its lease; None for a node of an earlier version, which publishes
        none.
        """
        rooms, sockets = says("rooms"), says("sockets")
        return None if rooms is None or sockets is None else cls(int(rooms), int(sockets), bool(says("bots")))


class NodeFacts(Protocol):
    """The facts that nodes publish about themselves."""

    def say(self, **says: str) -> None:
        """Publish fields of this node."""

    def says(self, node: str, what: str) -> str | None:
        """Return a field that another node publishes."""


class Balance:
    """Keeps this node from having far more rooms than others.

    Args:
        registry: the rooms of this node.
        handover: hands them over.
        other_nodes: the nodes that may take some.
        lease: publishes this node's load.
        bots: True if this node seats bots.
        a_minute: the most rooms that this node hands over in a minute; 0: none.

    Attributes:
        given: the number of rooms handed over.
        sockets: returns the number of sockets that clients have opened to this node. Those that other nodes relay here don't
            count: no client comes to another node because one of them is closed.
        time: a clock in seconds.
    """

    def __init__(
        self,
        registry: Registry,
        handover: Handover,
        other_nodes: OtherNodes,
        lease: NodeFacts,
        sockets: Callable[[], int],
        a_minute: float,
        time: Callable[[], float],
        *,
        bots: bool,
    ) -> None:
        self.given = 0
        self._registry = registry
        self._handover = handover
        self._other_nodes = other_nodes
        self._lease = lease
        self.sockets = sockets
        self._bots = bots
        self._pause = max(60 / a_minute, FRESH_SECONDS) if a_minute else None
        self.time = time
        self._next = 0.0
        """The moment before which no further room is handed over."""
        self._begun: float | None = None
        """The moment at which another node was first seen to have far fewer rooms; None: no node has."""
        self._quiet_since: dict[str, tuple[int, float]] = {}
        """By room code: the number of its log entries, and the moment since which that has not grown."""
        self._refused: dict[str, float] = {}
        """By node that did not take a room: the moment from which it may be asked again."""

    async def look(self) -> None:
        """Publish this node's load, and hand a room over if another node has far fewer and the last handover is long
        enough ago.
        """
        rooms = [hub for hub in self._registry.hubs.values() if hub.room.state.phase != "finished"]
        mine = NodeLoad(len(rooms), self.sockets(), self._bots)
        self._lease.say(**mine.lease_fields())
        if self._pause is None or self._registry.leaving or not self._handover.possible:
            return
        now = self.time()
        node = fewest(mine, self._others(now), BEGIN if self._begun is None else GO_ON)
        if node is None:
            self._begun = None
            self._quiet_since.clear()
            return
        if self._begun is None:
            logger.info("node %s has far fewer rooms than this one, which has %d: some go there", node, mine.rooms)
            self._begun = now
        self._note(rooms, now)
        if now >= self._next:
            await self._give_one(rooms, mine, node, now)

    def _others(self, now: float) -> dict[str, NodeLoad]:
        self._refused = {node: until for node, until in self._refused.items() if until > now}
        found = {}
        for node in self._other_nodes.willing():
            load = NodeLoad.of(lambda what, node=node: self._lease.says(node, what))  # type: ignore[misc]
            if load is not None and node not in self._refused:
                found[node] = load
        return found

    def _note(self, rooms: list[Hub], now: float) -> None:
        """Note since when the log of each room has not grown."""
        before = self._quiet_since
        self._quiet_since = {}
        for hub in rooms:
            count, since = before.get(hub.room.code, (-1, now))
            self._quiet_since[hub.room.code] = (hub.log.count, since if count == hub.log.count else now)

    async def _give_one(self, rooms: list[Hub], mine: NodeLoad, node: str, now: float) -> None:
        assert self._begun is not None
        assert self._pause is not None
        theirs = NodeLoad.of(lambda what: self._lease.says(node, what))
        hub = self._quietest([hub for hub in rooms if may_go(hub, theirs)])
        if theirs is None or hub is None:
            return
        quiet_for = now - self._quiet_since[hub.room.code][1]
        if quiet_for < QUIET_SECONDS and now < max(self._begun, self._next) + BUSY_SECONDS:
            return
        self._next = now + self._pause
        if await self._handover.give(hub, node, sockets=GO_ON.exceeded(mine.sockets, theirs.sockets)):
            self.given += 1
        else:
            self._refused[node] = now + REFUSED_SECONDS

    def _quietest(self, rooms: list[Hub]) -> Hub | None:
        return min(rooms, key=lambda hub: self._quiet_since[hub.room.code][1], default=None)


def fewest(mine: NodeLoad, others: Mapping[str, NodeLoad], margin: Margin) -> str | None:
    """Return the node with the fewest rooms if this one has more by more than the margin; else None."""
    node = min(others, key=lambda node: others[node].rooms, default=None)
    return node if node is not None and margin.exceeded(mine.rooms, others[node].rooms) else None


def may_go(hub: Hub, to: NodeLoad | None) -> bool:
    """Return True if a room may be handed over now to a node. During a countdown it may not, as that would begin anew;
    nor, if bots play in it, to a node without bots.
    """
    bots = to is not None and to.bots
    return hub.room.state.phase in ("lobby", "running") and not hub.still and (bots or not has_bots(hub.room))
