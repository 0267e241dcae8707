"""One-time tickets by which a player enters on another device within a short time."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Any

from redis.asyncio import Redis

from cadogan_protocol.limits import CODE_ALPHABET, TICKET_LENGTH, TICKET_SECONDS
from cadogan_server.store import keys

GROUP = 4
"""Letters in each group of a ticket, so that it can be read from one device and typed on another."""


class Tickets:
    """The unused tickets on a store. Any server may redeem a ticket that another has made.

    Only the hash of a ticket is stored. Its 60 bits can't be guessed within the minutes of its life, since guesses are
    limited for each address and for all.

    Args:
        redis: a client without `decode_responses`.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def make(self, player: str) -> str:
        """Return a new ticket of a player, in groups like `ABCD-EFGH-JKLM`. It invalidates the previous one.

        Raises:
            redis.RedisError: the store does not answer.
        """
        letters = "".join(secrets.choice(CODE_ALPHABET) for _ in range(TICKET_LENGTH))
        hashed = _hash(letters)
        await self._redis.set(keys.last_ticket(player), hashed, ex=TICKET_SECONDS)
        await self._redis.set(keys.ticket(hashed), player, ex=TICKET_SECONDS)
        return "-".join(letters[at : at + GROUP] for at in range(0, TICKET_LENGTH, GROUP))

    async def redeem(self, ticket: str) -> str | None:
        """Return the player of a ticket, once; None if it was never made, is used, or is too old.

        Case, blanks and hyphens don't matter.

        Raises:
            redis.RedisError: the store does not answer.
        """
        letters = "".join(letter for letter in ticket.upper() if letter not in " -")
        if len(letters) != TICKET_LENGTH or not set(letters) <= set(CODE_ALPHABET):
            return None
        hashed = _hash(letters)
        player: Any = await self._redis.getdel(keys.ticket(hashed))
        if player is None:
            return None
        last: Any = await self._redis.get(keys.last_ticket(player.decode()))
        return str(player.decode()) if last == hashed.encode() else None


def _hash(letters: str) -> str:
    return sha256(letters.encode()).hexdigest()
