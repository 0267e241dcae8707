"""The servers that a store is made of, one by one: for what is of each server and of no key."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from redis.asyncio import Connection, ConnectionPool, Redis, RedisCluster, SSLConnection
from redis.asyncio.sentinel import SentinelConnectionPool

from cadogan_server.store.redis.location import shown


class Server(NamedTuple):
    """A server of a store.

    Attributes:
        name: where it is; "" of the only one.
        redis: a client by which it is asked.
        at: what this client is told so that it asks this server.
    """

    name: str
    redis: Redis
    at: Mapping[str, Any] = MappingProxyType({})

    async def info(self, section: str) -> dict[str, Any]:
        """Return what it says of itself.

        Raises:
            redis.RedisError: it does not answer.
        """
        told: dict[str, Any] = await self.redis.info(section, **self.at)
        return told

    async def setting(self, name: str) -> str:
        """Return how it is set; "" where it does not say.

        Raises:
            redis.RedisError: it does not answer, or lets nobody know.
        """
        told: Any = await self.redis.config_get(name, **self.at)
        return str({_text(key): _text(value) for key, value in told.items()}.get(name, ""))

    async def set(self, **settings: str | int) -> None:
        """Set it.

        Raises:
            redis.RedisError: it does not answer, or does not let itself be set.
        """
        named: Any = [part for name, value in settings.items() for part in (name.replace("_", "-"), value)]
        await self.redis.config_set(*named, **self.at)

    async def keys(self, pattern: str) -> AsyncIterator[list[bytes]]:
        """Yield the keys that it has, many at a time; some may come twice.

        Raises:
            redis.RedisError: it does not answer.
        """
        cursor: Any = 0
        found: Any
        while True:
            cursor, found = await self.redis.scan(cursor, match=pattern, count=1000, **self.at)
            yield found
            if isinstance(cursor, dict):  # of each node that was asked
                (cursor,) = cursor.values()
            if not cursor:
                return


async def masters(redis: Redis) -> list[Server]:
    """Return those that take what is written.

    Raises:
        redis.RedisError: the store does not answer.
    """
    client: Any = redis
    if not isinstance(client, RedisCluster):
        return [Server("", redis)]
    await client.initialize()
    return [Server(node.name, redis, {"target_nodes": node}) for node in client.get_primaries()]


async def replicas(redis: Redis) -> list[Server]:
    """Return those that may become masters, as far as they are known; whoever has used them closes them.

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
