"""Opens the store when a server starts, together with the node lease, the memory limit, the journal and the spill file."""

from __future__ import annotations

import logging
import re
from collections.abc import Coroutine
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass
from functools import partial
from typing import Any

from redis.exceptions import RedisError, ResponseError

from cadogan_server.settings import DEFAULT_STORE_MEMORY, Settings
from cadogan_server.store import STORE_AWAY, STORE_SECONDS, keys
from cadogan_server.store.log.interval import Interval
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.spill import Spill
from cadogan_server.store.log.taking_in import Owed, store_name, take_in
from cadogan_server.store.nodes.node_lease import LeaseHeld, NodeLease, known_nodes
from cadogan_server.store.redis.address import Address
from cadogan_server.store.redis.connections import Connections, connect
from cadogan_server.store.redis.durability import Durability, NotDurable, see_to_durability
from cadogan_server.store.redis.embedded import EmbeddedRedis
from cadogan_server.store.redis.trouble import in_words, takes_nothing
from cadogan_server.store.upkeep.memory import StoreMemory
from cadogan_server.store_wait import StoreWait

logger = logging.getLogger(__name__)


class StartError(Exception):
    """The server can't start. The message says why."""


class _NotBound(Exception):
    """The store does not allow a limit on its memory. The message says why."""


@dataclass(frozen=True)
class OpenStore:
    """A store that is in use by this server.

    Attributes:
        connections: the connections to it, separated by purpose.
        memory: its use of memory.
        node_lease: this node's lease, by which other nodes know that it lives.
        spill: the file for commands that the store does not take.
        journal: writes to it, in order.
        where: its URL for log lines, without the password.
    """

    connections: Connections
    memory: StoreMemory
    node_lease: NodeLease
    spill: Spill
    journal: Journal
    where: str

    def name_again(self) -> None:
        """Write the store's name and the nodes' secret again, for a store that has lost them. Spill files name their store."""
        self.journal.write("SET", keys.STORE, self.spill.store)
        if self.node_lease.known_secret:
            self.journal.write("SET", keys.SECRET, self.node_lease.known_secret, "NX")


async def open_store(settings: Settings, stack: AsyncExitStack, wait: StoreWait, interval: Interval) -> OpenStore:
    """Open the store that the settings name, or start the embedded one, until the stack is closed.

    It waits for a store that is not there. The spill files of earlier servers are written first of all.

    Raises:
        StartError: it is no store, does not let this server in, is held by a server of an earlier version, or can't be as
            durable or as limited as the settings ask.
        Stopped: the server was told to stop while it waited.
        EmbeddedRedisError: the embedded Redis can't be started.
    """
    connections, memory, lease, replicas = await _connect(settings, stack, wait)
    spill, owed = await _open_spill(settings, connections, replicas, stack)
    journal = Journal(
        connections.url,
        lease=lease,
        spill=spill,
        replicas=replicas,
        bounds=settings.journal,
        on_connected=connections.let_go,
        interval=interval,
    )
    lease.observe(journal.unwritten)
    stack.push_async_callback(journal.close)
    if owed.commands:
        spill.after(owed.files)
        journal.unwritten.owe(owed.commands)
    return OpenStore(connections, memory, lease, spill, journal, _shown(connections.url))


async def _connect(
    settings: Settings, stack: AsyncExitStack, wait: StoreWait
) -> tuple[Connections, StoreMemory, NodeLease, int]:
    """Return the connections, the part that looks after the store's memory, and the lease on it, until the stack is closed;
    and the number of replicas that must have each write."""
    url, bound, replicas = settings.redis, settings.store_memory, 0
    if url is None:
        durability = settings.durability or Durability.EVERYSEC
        embedded = EmbeddedRedis(settings.data, memory=bound or DEFAULT_STORE_MEMORY, durability=durability)
        url, bound = (await stack.enter_async_context(embedded)).url, None  # it was started with its bound
    try:
        store = connect(url, settings.store_reads, settings.store_wait)
    except ValueError as error:
        raise StartError(f"{_shown(url)} is no address of a store: {error}") from error
    stack.push_async_callback(store.close)
    memory = StoreMemory(store.upkeep, bound)
    where = _shown(url)

    async def has_lease() -> NodeLease:
        return await stack.enter_async_context(NodeLease(store.lease, settings.lease, name=settings.node))

    async def durable() -> int:
        return await see_to_durability(store.upkeep, settings.durability, fails_over=store.fails_over)

    async def bounded() -> None:
        try:
            await memory.set_bound()
        except ResponseError as error:
            raise _NotBound(str(error)) from error

    try:
        await wait.until_there(where, partial(known_nodes, store.lease))
        if settings.redis is not None:
            replicas = await wait.until_there(where, durable)
        lease = await wait.until_there(where, has_lease)
        await wait.until_there(where, bounded)
    except NotDurable as error:
        raise StartError(str(error)) from error
    except _NotBound as error:
        raise StartError(
            f"the store at {where} does not allow a limit on its memory: {error}; "
            "start without --store-memory, and set `maxmemory` where it is run"
        ) from error
    except STORE_AWAY as error:
        raise StartError(f"the store at {where} can't be used: {in_words(error)}") from error
    except LeaseHeld as holder:
        raise StartError(
            f"the store at {_shown(url)} is in use by a server of an earlier version, {holder}: "
            "stop that one, or give this one a store of its own, say another number at the end of redis://host/0"
        ) from holder
    return store, memory, lease, replicas


async def _open_spill(
    settings: Settings, store: Connections, replicas: int, stack: AsyncExitStack
) -> tuple[Spill, Owed]:
    """Return the spill file, until the stack is closed, and the commands of earlier servers that the store still does not
    take."""
    folder = settings.spill or settings.data / "spill"
    try:
        name = await store_name(store.upkeep)
        async with aclosing(Address(store.url, STORE_SECONDS, replicas=replicas)) as address:
            owed = await take_in(folder, store.upkeep, name, address)
        spill = Spill(folder, name)
        if settings.redis is None or settings.spill is not None:
            spill.prepare()
    except (RedisError, ConnectionError, TimeoutError) as error:
        raise StartError(f"the changes that an earlier server left in {folder} can't be written: {error}") from error
    except OSError as error:
        raise StartError(
            f"the folder {folder} can't be used for changes that the store does not take: {error.strerror}"
        ) from error
    stack.callback(spill.close)
    return spill, owed


async def if_store_takes_writes(work: Coroutine[Any, Any, object]) -> None:
    """Run work that a store may refuse because it takes nothing just now. The work is repeated when it is needed."""
    try:
        await work
    except ResponseError as error:
        if not takes_nothing(error):
            raise
        logger.warning("the store takes nothing: %s", in_words(error))


def _shown(url: str) -> str:
    """Return a URL as it may stand in a log: without the password."""
    return re.sub(r"([?&]password=)[^&]*", r"\1***", re.sub(r"//.*@", "//***@", url))
