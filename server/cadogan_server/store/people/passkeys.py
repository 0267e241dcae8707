"""The passkeys of players: public keys, by which a player is known again on any device that has the other half."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal


class Passkey(NamedTuple):
    """One passkey: its id (base64url), its public half (COSE, base64url), the host that it is for, how often it says it was
    used, what the player calls it, and when it was added and used last, in ms since 1970."""

    id: str
    public_key: str
    host: str
    uses: int
    label: str
    added: int
    used: int


class Passkeys:
    """Keeps the passkeys of each player beside the player.

    Args:
        redis: a client without `decode_responses`.
        journal: the way to the store.
    """

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal

    async def of(self, player: str) -> tuple[Passkey, ...]:
        """Return a player's passkeys, the first added first.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hgetall(keys.passkeys(player))
        read = (Passkey(id.decode(), *json.loads(rest)) for id, rest in found.items())
        return tuple(sorted(read, key=lambda passkey: (passkey.added, passkey.id)))

    def save(self, player: str, passkey: Passkey, seconds: int) -> None:
        """Keep a new passkey, for as many seconds as its player is kept."""
        self.change(player, passkey)
        self._journal.write("EXPIRE", keys.passkeys(player), seconds)

    def change(self, player: str, passkey: Passkey) -> None:
        """Keep what has changed of a passkey, for as long as before."""
        self._journal.write("HSET", keys.passkeys(player), passkey.id, json.dumps(passkey[1:]))

    def drop(self, player: str, id: str) -> None:
        """Forget a passkey."""
        self._journal.write("HDEL", keys.passkeys(player), id)
