"""The connections to the store, apart by what they are for: what many ask for must not keep anybody from writing.

- The lease has a client of its own, and so always a connection; the journal makes its own (`writer.py`).
- What is read for players shares a few connections. Who finds none free within a moment is turned away (`StoreBusy`); that is
  our own shortage, and says nothing of the store.
- What the server does of itself, as counting duels, has a few as well, and queues for them.

None of these tries again by itself where Redis is away: that is the journal's business. Each finds the master of a store with
Sentinels, and of a Cluster the masters, by itself: to whoever uses one it makes no difference which kind of store it is.
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
from cadogan_server.store.redis.address import DRIVER, sentinels_of
from cadogan_server.store.redis.location import Kind, Location, location_of

UPKEEP = 4
"""How many connections there are for what the server does of itself."""

MOST_TO_A_NODE = 1000
"""More connections to one node of a Cluster there never are: how many are used at once is bounded for all together."""


_HAS_TURN: ContextVar[bool] = ContextVar("has_turn", default=False)


class ReadPool(BlockingConnectionPool):
    """A pool that says in its own words that it has no connection left."""

    async def get_connection(self, *args: Any, **kwargs: Any) -> Any:
        """Return a connection that is free, after a while if need be.

        Raises:
            StoreBusy: none has become free in time.
            redis.ConnectionError: the store is away.
        """
        try:
            return await super().get_connection(*args, **kwargs)  # type: ignore[no-untyped-call]
        except RedisConnectionError as error:
            waited = error.__cause__
            if isinstance(waited, TimeoutError) and waited.errno is None:  # our own; one of the system has a number
                raise StoreBusy from error
            raise


class SentinelReadPool(ReadPool, SentinelConnectionPool):
    """The same, to the master that Sentinels name."""


class SentinelUpkeepPool(BlockingConnectionPool, SentinelConnectionPool):
    """A pool that one queues for, to the master that Sentinels name."""


class Cluster(RedisCluster):
    """A client of a Redis Cluster of which only so many calls are under way at once.

    Args:
        most: how many; None: any number.
        wait: seconds that a call waits for its turn; None: for as long as it takes.
    """

    def __init__(self, location: Location, most: int | None, wait: float | None, **how: Any) -> None:
        options = {**how, **location.options}
        tls = options.pop("connection_class", None) is SSLConnection
        nodes = [ClusterNode(host, port) for host, port in location.places]
        super().__init__(startup_nodes=nodes, ssl=tls, max_connections=MOST_TO_A_NODE, **options)
        self._turns = asyncio.Semaphore(most or MOST_TO_A_NODE)
        self._wait = wait

    async def initialize(self, *args: Any, **kwargs: Any) -> Any:
        """Learn which nodes there are.

        Raises:
            redis.ConnectionError: none of them answers, or not all slots have a master.
        """
        try:
            return await super().initialize(*args, **kwargs)
        except RedisClusterException as error:  # which is none of redis-py's own errors
            raise RedisConnectionError(str(error)) from error

    async def execute_command(self, *args: Any, **kwargs: Any) -> Any:
        """Send a command to the node that its keys lie at.

        Raises:
            StoreBusy: it has not had its turn in time.
            redis.RedisError: the store does not do it.
        """
        async with self.turn():
            await self.initialize()  # else redis-py asks any node at first
            return await super().execute_command(*args, **kwargs)

    def pipeline(self, transaction: Any = None, shard_hint: Any = None) -> ClusterPipeline:
        """Return a pipeline, which takes one turn for all that is in it."""
        return _Pipeline(self, transaction)  # type: ignore[abstract]

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Have one of the turns; who has one, as a pipeline that sends some of its commands again, needs no second."""
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
    """Where the store is, and one client for each purpose. Those of a Cluster are used as any other.

    Attributes:
        fails_over: whether replicas may take over from its masters.
    """

    url: str
    lease: Redis
    reads: Redis
    upkeep: Redis
    fails_over: bool = False
    also: tuple[Callable[[], Awaitable[None]], ...] = ()

    async def let_go(self) -> None:
        """Let go of connections to what may be no master any more, and not know that: at once, or when they have been used."""
        for client in (self.reads, self.upkeep, self.lease):
            pool: Any = getattr(client, "connection_pool", None)
            if isinstance(pool, SentinelConnectionPool):
                await pool.update_active_connections_for_reconnect()  # type: ignore[no-untyped-call]
                await pool.disconnect(inuse_connections=False)

    async def close(self) -> None:
        """Close them all."""
        for client in (self.reads, self.upkeep, self.lease):
            await client.aclose()
        for close in self.also:
            await close()


def connect(url: str, reads: int, wait: float) -> Connections:
    """Return the clients of a store; they connect when they are first used.

    Args:
        url: where it is, as `location.py` reads it.
        reads: how many connections there are for what is read for players.
        wait: seconds that somebody waits for one of them.

    Raises:
        ValueError: this is no address of a store.
    """
    how: dict[str, Any] = {
        "socket_timeout": STORE_SECONDS,
        "socket_connect_timeout": STORE_SECONDS,
        "retry": Retry(NoBackoff(), 1),
        "driver_info": DRIVER,
    }
    location = location_of(url)
    match location.kind:
        case Kind.ONE:
            return Connections(
                url,
                Redis.from_url(url, **how),
                Redis.from_pool(ReadPool.from_url(url, max_connections=reads, timeout=wait, **how)),
                Redis.from_pool(BlockingConnectionPool.from_url(url, max_connections=UPKEEP, timeout=None, **how)),
            )
        case Kind.SENTINEL:
            sentinels = sentinels_of(location)
            tls = location.options.get("connection_class") is SSLConnection
            of = {"connection_class": SentinelManagedSSLConnection if tls else SentinelManagedConnection}
            there = {"service_name": location.name, "sentinel_manager": sentinels, **how, **location.options, **of}
            return Connections(
                url,
                _client(SentinelConnectionPool(**there)),  # type: ignore[no-untyped-call]
                _client(SentinelReadPool(max_connections=reads, timeout=wait, **there)),
                _client(SentinelUpkeepPool(max_connections=UPKEEP, timeout=None, **there)),
                True,
                (sentinels.aclose,),
            )
        case Kind.CLUSTER:
            lease, shared, upkeep = (
                cast(Redis, Cluster(location, *bound, **how)) for bound in ((None, None), (reads, wait), (UPKEEP, None))
            )
            return Connections(url, lease, shared, upkeep, fails_over=True)


def _client(pool: ConnectionPool) -> Redis:
    return Redis.from_pool(pool)
