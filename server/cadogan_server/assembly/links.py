"""The links part: this node's ways to the other nodes and to the other workers of its machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial

from cadogan_server.gateway.peers.handover_links import HandoverLinks, lacks_store
from cadogan_server.gateway.relays.relay import PATH, Relays
from cadogan_server.gateway.relays.seals import WATCHWORD, Seals
from cadogan_server.gateway.relays.siblings import WORKER, Inherited, Siblings
from cadogan_server.open_store import OpenStore
from cadogan_server.store import keys
from cadogan_server.store.nodes.node_lease import NodeLease


@dataclass(frozen=True)
class LinksPart:
    """Ways to other nodes.

    Attributes:
        node_lease: this node's lease, which tells the others about it.
        siblings: the other workers of this machine; None where this process is alone.
        seals: prove to other nodes that a request comes from a node.
        relays: carry players' frames to the owner of a room.
        other_nodes: the nodes to which rooms may be handed over.
        drained: set when this node alone was ordered to end, so that its siblings go on.
    """

    node_lease: NodeLease
    siblings: Siblings | None
    seals: Seals
    relays: Relays
    other_nodes: HandoverLinks
    drained: asyncio.Event

    async def lacks_store(self, node: str) -> bool:
        """Return True if another node says that it can't reach the store. Siblings are asked through their sockets: their
        port may be answered by any of them."""
        number = self.siblings.number_of(node) if self.siblings is not None else None
        if self.siblings is not None and number is not None:
            return await self.siblings.lacks_store(number)
        return await lacks_store(self.node_lease.says(node, "address"))


def links_part(opened: OpenStore, inherited: Inherited | None, stack: AsyncExitStack) -> LinksPart:
    """Return the links part, until the stack is closed.

    Args:
        opened: the store, through which nodes know each other.
        inherited: its sockets and number from the supervisor, as one of several workers.
        stack: closes the links.
    """
    lease, upkeep = opened.node_lease, opened.connections.upkeep
    siblings = _siblings(inherited, lease, stack)
    is_sibling: Callable[[str], bool] = partial(_is_sibling, siblings)
    drained = asyncio.Event()

    async def first_use(nonce: str, seconds: int) -> bool:
        return bool(await upkeep.set(keys.nonce(nonce), b"", nx=True, ex=seconds))

    seals = Seals(
        me=lease.id,
        says=lease.says,
        say=lambda words: lease.say(**{WATCHWORD: words}),
        nodes=lambda: list(lease.nodes),
        secret=lease.secret,
        path=PATH,
        first_use=first_use if siblings is not None else None,
    )
    learn = partial(lease.confirm, anew=True)
    relays = Relays(lease.id, lease.says, lambda: list(lease.nodes), seals, learn, is_sibling)
    other_nodes = HandoverLinks(relays, lambda node: is_sibling(node) and not drained.is_set())
    return LinksPart(lease, siblings, seals, relays, other_nodes, drained)


def _is_sibling(siblings: Siblings | None, node: str) -> bool:
    return siblings is not None and siblings.number_of(node) is not None


def _siblings(inherited: Inherited | None, lease: NodeLease, stack: AsyncExitStack) -> Siblings | None:
    """Return the other workers, to which this one makes itself known; None where it is alone."""
    if inherited is None:
        return None
    siblings = Siblings(inherited, lease.says)
    stack.callback(siblings.close)
    lease.say(**{WORKER: inherited.name})
    return siblings
