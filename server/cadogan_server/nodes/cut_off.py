"""Sends people to other nodes while this one is cut off from the store: paused, and no longer sure of its lease.

If the store is away for all nodes, nobody goes anywhere: wherever people came, their game would stand still, too. So the other
nodes are asked first. One that does not answer may have the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from cadogan_server.hosting.outage import Outage
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.nodes.node_lease import NodeLease

LOOK_SECONDS = 1.0
"""Between two times that the others are asked."""


class CutOff:
    """Watches over one node's lease.

    Args:
        lease: this node's.
        journal: says whether it is cut off.
        outage: what becomes of the rooms.
        lacks_store: asked of another node, by its id: whether that says itself that it can't reach the store either.
    """

    def __init__(
        self, lease: NodeLease, journal: Journal, outage: Outage, lacks_store: Callable[[str], Awaitable[bool]]
    ) -> None:
        self._lease = lease
        self._journal = journal
        self._outage = outage
        self._lacks_store = lacks_store
        self._looking: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """The lease is in doubt: pause, and send people away until it is sure again."""
        self._journal.doubt()
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look(), name="cut off")

    async def stop(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait([self._looking])

    async def _look(self) -> None:
        while self._journal.cut_off:
            others = [node for node in self._lease.nodes if node != self._lease.id]
            lack = await asyncio.gather(*map(self._lacks_store, others))
            if self._journal.cut_off and not all(lack):
                self._outage.send_people_away()
            await asyncio.sleep(LOOK_SECONDS)
