"""Passkeys: public keys by which a player is recognised on any device that has the private half."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal


class Passkey(NamedTuple):
    """A passkey: its id (base64url), its public half (COSE, base64url), its host, its own count of uses, the player's
    name for it, and the times of its creation and last use in ms since 1970."""

    id: str
    public_key: str
    host: str
    uses: int
    label: str
    added: int
    used: int


class Passkeys:
    """Stores the passkeys of players.

    Args:
        redis: a client without `decode_responses`.
        journal: writes to the store.
    """

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal

    async def of(self, player: str) -> tuple[Passkey, ...]:
        """Return a player's passkeys in the order of creation.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hgetall(keys.passkeys(player))
        read = (Passkey(id.decode(), *json.loads(rest)) for id, rest in found.items())
        return tuple(sorted(read, key=lambda passkey: (passkey.added, passkey.id)))

    def save(self, player: str, passkey: Passkey, seconds: int) -> None:
        """Store a new passkey for `seconds`, as long as its player is kept."""
        self.change(player, passkey)
        self._journal.write("EXPIRE", keys.passkeys(player), seconds)

    def change(self, player: str, passkey: Passkey) -> None:
        """Store a changed passkey without extending its time."""
        self._journal.write("HSET", keys.passkeys(player), passkey.id, json.dumps(passkey[1:]))

    def drop(self, player: str, id: str) -> None:
        """Delete a passkey."""
        self._journal.write("HDEL", keys.passkeys(player), id)
