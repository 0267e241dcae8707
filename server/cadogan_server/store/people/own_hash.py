"""Hashes of players: each has some things of one kind, by their ids, such as passkeys."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

from redis.asyncio import Redis

from cadogan_server.store.log.journal import Journal

Item = TypeVar("Item", bound=tuple[Any, ...])
"""A thing of a player: a named tuple that begins with its id, and has the moment when it was `added`."""


class OwnHash(ABC, Generic[Item]):
    """Stores things of players: each player's in one hash, each as its id and JSON.

    Args:
        redis: a client without `decode_responses`.
        journal: writes to the store.
    """

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal

    @abstractmethod
    def _key(self, player: str) -> str:
        """Return the key of a player's hash."""

    @abstractmethod
    def _read(self, id: str, *rest: Any) -> Item:
        """Return an item from its id and what JSON tells of the rest."""

    async def of(self, player: str) -> tuple[Item, ...]:
        """Return what a player has, in the order in which it was added.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hgetall(self._key(player))
        read: list[Any] = [self._read(id.decode(), *json.loads(rest)) for id, rest in found.items()]
        return tuple(sorted(read, key=lambda item: (item.added, item[0])))

    def drop(self, player: str, id: str) -> None:
        """Delete an item."""
        self._journal.write("HDEL", self._key(player), id)

    def _write(self, player: str, item: Item) -> None:
        """Store an item, new or changed, without extending the time of the hash."""
        self._journal.write("HSET", self._key(player), item[0], json.dumps(item[1:]))

    def _keep(self, player: str, seconds: int) -> None:
        """Keep what a player has for `seconds`."""
        self._journal.write("EXPIRE", self._key(player), seconds)
