"""Sends people to other nodes while this node is paused because it can't reach the store and is unsure of its lease.

If no node reaches the store, nobody is sent anywhere: the game would be paused at any node. So the other nodes are
asked first. A node that does not answer counts as one that reaches the store. An idle node that lost the store in the
same moment may not know it yet, so a node also says that it lacks the store while the renewal of its own lease is
overdue (`NodeLease.overdue`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from cadogan_server.hosting.outage import Outage
from cadogan_server.mirrors.mirrors import Mirrors
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.nodes.node_lease import LeaseObserver, NodeLease

LOOK_SECONDS = 1.0
"""Seconds between two rounds of asking the other nodes."""

FROZEN = "this server can't reach its store, so nothing moves here; come back: another one shows the game"


class CutOff(LeaseObserver):
    """Sends people away while this node's lease is in doubt. The journal, an earlier observer of the lease, has paused the
    rooms by then.

    Args:
        lease: the lease of this node.
        journal: knows whether the node is cut off.
        outage: pauses the rooms.
        mirrors: the rooms of other nodes that spectators watch here.
        lacks_store: asks another node, by its id, whether it can't reach the store either.
    """

    def __init__(
        self,
        lease: NodeLease,
        journal: Journal,
        outage: Outage,
        mirrors: Mirrors,
        lacks_store: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._lease = lease
        self._journal = journal
        self._outage = outage
        self._mirrors = mirrors
        self._lacks_store = lacks_store
        self._looking: asyncio.Task[None] | None = None

    def came_in_doubt(self) -> None:
        """Send people away until the lease is certain again."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look(), name="cut off")

    async def stop(self) -> None:
        """Stop looking."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait([self._looking])

    async def _look(self) -> None:
        while self._journal.cut_off:
            others = [node for node in self._lease.nodes if node != self._lease.id]
            lack = await asyncio.gather(*map(self._lacks_store, others))
            if self._journal.cut_off and not all(lack):
                self._outage.send_people_away()
                self._mirrors.send_people_away(FROZEN)
            await asyncio.sleep(LOOK_SECONDS)
