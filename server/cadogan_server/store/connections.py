"""The connections to the store, apart by what they are for: what many ask for must not keep anybody from writing.

- The lease has a client of its own, and so always a connection; the journal makes its own (`writer.py`).
- What is read for players shares a few connections. Who finds none free within a moment is turned away (`StoreBusy`); that is
  our own shortage, and says nothing of the store.
- What the server does of itself, as counting duels, has a few as well, and queues for them.

None of these tries again by itself where Redis is away: that is the journal's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError

from cadogan_server.store import STORE_SECONDS, StoreBusy

UPKEEP = 4
"""How many connections there are for what the server does of itself."""


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


@dataclass(frozen=True)
class Connections:
    """Where the store is, and one client for each purpose."""

    url: str
    lease: Redis
    reads: Redis
    upkeep: Redis

    async def close(self) -> None:
        """Close them all."""
        for client in (self.reads, self.upkeep, self.lease):
            await client.aclose()


def connect(url: str, reads: int, wait: float) -> Connections:
    """Return the clients of a store; they connect when they are first used.

    Args:
        url: where it is.
        reads: how many connections there are for what is read for players.
        wait: seconds that somebody waits for one of them.

    Raises:
        ValueError: this is no address of a store.
    """
    how: dict[str, Any] = {
        "socket_timeout": STORE_SECONDS,
        "socket_connect_timeout": STORE_SECONDS,
        "retry": Retry(NoBackoff(), 1),
    }
    return Connections(
        url,
        Redis.from_url(url, **how),
        Redis.from_pool(ReadPool.from_url(url, max_connections=reads, timeout=wait, **how)),
        Redis.from_pool(BlockingConnectionPool.from_url(url, max_connections=UPKEEP, timeout=None, **how)),
    )
