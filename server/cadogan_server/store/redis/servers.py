"""The servers of a store one by one, for commands that concern a server rather than a key."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from redis.asyncio import Connection, ConnectionPool, Redis, RedisCluster, SSLConnection
from redis.asyncio.sentinel import SentinelConnectionPool

from cadogan_server.store.redis.location import shown

Item = TypeVar("Item")

AT_ONCE = 50
"""Keys to ask about in one pipeline. A pipeline about a thousand keys stops the event loop for tens of milliseconds, in
which nobody's move is answered."""

SCANNED = 250
"""Keys that a server looks through at a time."""


class Server(NamedTuple):
    """One server of a store.

    Attributes:
        name: host and port; "" if it is the only one.
        redis: a client to ask it with.
        at: keyword arguments that make this client ask this server.
    """

    name: str
    redis: Redis
    at: Mapping[str, Any] = MappingProxyType({})

    async def info(self, section: str) -> dict[str, Any]:
        """Return a section of its INFO.

        Raises:
            redis.RedisError: it does not answer.
        """
        found: dict[str, Any] = await self.redis.info(section, **self.at)
        return found

    async def setting(self, name: str) -> str:
        """Return one of its settings; "" if it has no such setting.

        Raises:
            redis.RedisError: it does not answer, or hides its settings.
        """
        found: Any = await self.redis.config_get(name, **self.at)
        return str({_text(key): _text(value) for key, value in found.items()}.get(name, ""))

    async def set(self, **settings: str | int) -> None:
        """Change its settings.

        Raises:
            redis.RedisError: it does not answer, or does not allow that.
        """
        named: Any = [part for name, value in settings.items() for part in (name.replace("_", "-"), value)]
        await self.redis.config_set(*named, **self.at)

    async def keys(self, pattern: str) -> AsyncIterator[Sequence[bytes]]:
        """Yield its keys, at most `AT_ONCE` at a time. Some may come twice.

        Raises:
            redis.RedisError: it does not answer.
        """
        cursor: Any = 0
        found: Any
        while True:
            cursor, found = await self.redis.scan(cursor, match=pattern, count=SCANNED, **self.at)
            for piece in in_pieces(found):
                yield piece
            if isinstance(cursor, dict):  # one cursor per node asked
                (cursor,) = cursor.values()
            if not cursor:
                return


def in_pieces(items: Sequence[Item], length: int = AT_ONCE) -> Iterator[Sequence[Item]]:
    """Yield the items in order, at most `length` (1 or more) at a time."""
    for start in range(0, len(items), length):
        yield items[start : start + length]


async def masters(redis: Redis) -> list[Server]:
    """Return the servers that take writes.

    Raises:
        redis.RedisError: the store does not answer.
    """
    client: Any = redis
    if not isinstance(client, RedisCluster):
        return [Server("", redis)]
    await client.initialize()
    return [Server(node.name, redis, {"target_nodes": node}) for node in client.get_primaries()]


async def replicas(redis: Redis) -> list[Server]:
    """Return the known servers that may become masters. The caller closes them.

    Raises:
        redis.RedisError: the store does not answer.
    """
    client: Any = redis
    if isinstance(client, RedisCluster):
        await client.initialize()
        return [Server(node.name, redis, {"target_nodes": node}) for node in client.get_replicas()]
    pool = client.connection_pool
    if not isinstance(pool, SentinelConnectionPool):
        return []
    found = await pool.sentinel_manager.discover_slaves(pool.service_name)
    options = {
        name: value for name, value in pool.connection_kwargs.items() if name not in ("connection_pool", "host", "port")
    }
    kind = SSLConnection if issubclass(pool.connection_class, SSLConnection) else Connection
    return [
        Server(shown((host, port)), Redis.from_pool(ConnectionPool(kind, host=host, port=port, **options)))
        for host, port in found
    ]


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
