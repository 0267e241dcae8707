"""Connections to the store, separated by purpose: heavy reading must not keep anybody from writing.

- The node lease has its own client and so always a connection. The journal opens its own connection (`writer.py`).
- Reads for players share a few connections. A request that gets none within a moment is refused (`StoreBusy`). That is
  our own shortage and says nothing about the store.
- The server's own work, such as counting results, has a few connections and queues for them.
- Pairing, the games of tournaments, and the leases of rooms have a queue of their own, because players wait for them. Behind
  the results of hundreds of games that end at once, they would wait for a second or two.

None of these retries if Redis is away: that is the journal's task. Each finds the master behind Sentinels, and the
masters of a Cluster, by itself. Users need not know which kind of store it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, cast

from redis.asyncio import BlockingConnectionPool, ConnectionPool, Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode, ClusterPipeline
from redis.asyncio.connection import SSLConnection
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import (
    SentinelConnectionPool,
    SentinelManagedConnection,
    SentinelManagedSSLConnection,
)
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisClusterException

from cadogan_server.store import STORE_SECONDS, StoreBusy
from cadogan_server.store.redis.location import Location, StoreKind, location_of
from cadogan_server.store.redis.sentinels import DRIVER, sentinels_of

UPKEEP = 4
"""Connections for the server's own work."""

PROMPT = 4
"""Connections for the work that players wait for."""

MOST_TO_A_NODE = 1000
"""Upper bound of connections to one node of a Cluster. It never matters: simultaneous use is limited for all nodes
together."""


_HAS_TURN: ContextVar[bool] = ContextVar("has_turn", default=False)


class ReadPool(BlockingConnectionPool):
    """A connection pool that raises its own error when it has no free connection."""

    async def get_connection(self, *args: Any, **kwargs: Any) -> Any:
        """Return a free connection, after waiting for one if need be.

        Raises:
            StoreBusy: none became free in time.
            redis.ConnectionError: the store is away.
        """
        try:
            return await super().get_connection(*args, **kwargs)  # type: ignore[no-untyped-call]
        except RedisConnectionError as error:
            waited = error.__cause__
            if isinstance(waited, TimeoutError) and waited.errno is None:  # the pool's own; the system's has a number
                raise StoreBusy from error
            raise


class SentinelReadPool(ReadPool, SentinelConnectionPool):
    """The same for the master that Sentinels name."""


class SentinelQueuePool(BlockingConnectionPool, SentinelConnectionPool):
    """A pool with a queue, for the master that Sentinels name."""


class Cluster(RedisCluster):
    """A client of a Redis Cluster with a limit on simultaneous calls.

    Args:
        most: the limit; None: none.
        wait: seconds that a call waits for its turn; None: without limit.
    """

    def __init__(self, location: Location, most: int | None, wait: float | None, **how: Any) -> None:
        options = {**how, **location.options}
        tls = options.pop("connection_class", None) is SSLConnection
        nodes = [ClusterNode(host, port) for host, port in location.places]
        super().__init__(startup_nodes=nodes, ssl=tls, max_connections=MOST_TO_A_NODE, **options)
        self._turns = asyncio.Semaphore(most or MOST_TO_A_NODE)
        self._wait = wait

    async def initialize(self, *args: Any, **kwargs: Any) -> Any:
        """Learn the nodes of the Cluster.

        Raises:
            redis.ConnectionError: none of them answers, or not all slots have a master.
        """
        try:
            return await super().initialize(*args, **kwargs)
        except RedisClusterException as error:  # not derived from redis-py's other errors
            raise RedisConnectionError(str(error)) from error

    async def execute_command(self, *args: Any, **kwargs: Any) -> Any:
        """Send a command to the node that has its keys.

        Raises:
            StoreBusy: it did not get its turn in time.
            redis.RedisError: the store does not execute it.
        """
        async with self.turn():
            await self.initialize()  # otherwise redis-py asks any node first
            return await super().execute_command(*args, **kwargs)

    def pipeline(self, transaction: Any = None, shard_hint: Any = None) -> ClusterPipeline:
        """Return a pipeline, which takes one turn for all its commands."""
        return _Pipeline(self, transaction)  # type: ignore[abstract]

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Hold one of the turns. A caller that holds one, such as a pipeline that repeats some commands, needs no
        second."""
        if _HAS_TURN.get():
            yield
            return
        try:
            async with asyncio.timeout(self._wait):
                await self._turns.acquire()
        except TimeoutError as error:
            raise StoreBusy from error
        has = _HAS_TURN.set(True)
        try:
            yield
        finally:
            _HAS_TURN.reset(has)
            self._turns.release()


class _Pipeline(ClusterPipeline):
    async def execute(self, *args: Any, **kwargs: Any) -> Any:
        async with cast(Cluster, self.cluster_client).turn():
            return await super().execute(*args, **kwargs)


@dataclass(frozen=True)
class Connections:
    """The location of a store, and one client for each purpose. Clients of a Cluster are used like any other.

    Attributes:
        url: URL of the store.
        lease, reads, upkeep, prompt: clients for the node lease, for reads for players, for the server's own work, and for that
            part of it that players wait for.
        fails_over: True if replicas may replace its masters.
        also: awaited at the end of `close`.
    """

    url: str
    lease: Redis
    reads: Redis
    upkeep: Redis
    prompt: Redis
    fails_over: bool = False
    also: tuple[Callable[[], Awaitable[None]], ...] = ()

    async def let_go(self) -> None:
        """Drop connections to a server that may no longer be a master without knowing it: free ones now, others after
        use."""
        for client in (self.reads, self.upkeep, self.prompt, self.lease):
            pool: Any = getattr(client, "connection_pool", None)
            if isinstance(pool, SentinelConnectionPool):
                await pool.update_active_connections_for_reconnect()  # type: ignore[no-untyped-call]
                await pool.disconnect(inuse_connections=False)

    async def close(self) -> None:
        """Close all clients."""
        for client in (self.reads, self.upkeep, self.prompt, self.lease):
            await client.aclose()
        for close in self.also:
            await close()


def connect(url: str, reads: int, wait: float) -> Connections:
    """Return the clients of a store. They connect on first use.

    Args:
        url: URL of the store (`location.py`).
        reads: number of connections for reads for players.
        wait: seconds that a read waits for one of them.

    Raises:
        ValueError: `url` is no URL of a store.
    """
    how: dict[str, Any] = {
        "socket_timeout": STORE_SECONDS,
        "socket_connect_timeout": STORE_SECONDS,
        "retry": Retry(NoBackoff(), 1),
        "driver_info": DRIVER,
    }
    location = location_of(url)
    match location.kind:
        case StoreKind.ONE:

            def queued(most: int) -> Redis:
                return _client(BlockingConnectionPool.from_url(url, max_connections=most, timeout=None, **how))

            shared = _client(ReadPool.from_url(url, max_connections=reads, timeout=wait, **how))
            return Connections(url, Redis.from_url(url, **how), shared, queued(UPKEEP), queued(PROMPT))
        case StoreKind.SENTINEL:
            sentinels = sentinels_of(location)
            tls = location.options.get("connection_class") is SSLConnection
            of = {"connection_class": SentinelManagedSSLConnection if tls else SentinelManagedConnection}
            there = {"service_name": location.name, "sentinel_manager": sentinels, **how, **location.options, **of}
            return Connections(
                url,
                _client(SentinelConnectionPool(**there)),  # type: ignore[no-untyped-call]
                _client(SentinelReadPool(max_connections=reads, timeout=wait, **there)),
                _client(SentinelQueuePool(max_connections=UPKEEP, timeout=None, **there)),
                _client(SentinelQueuePool(max_connections=PROMPT, timeout=None, **there)),
                True,
                (sentinels.aclose,),
            )
        case StoreKind.CLUSTER:
            bounds = ((None, None), (reads, wait), (UPKEEP, None), (PROMPT, None))
            lease, shared, upkeep, prompt = (cast(Redis, Cluster(location, *bound, **how)) for bound in bounds)
            return Connections(url, lease, shared, upkeep, prompt, fails_over=True)


def _client(pool: ConnectionPool) -> Redis:
    return Redis.from_pool(pool)
