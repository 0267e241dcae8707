"""The server's Ed25519 keys (RFC 8032), which sign the texts of replays.

A text says who played which moves and when. The rules show whether that is possible, not whether it happened. So a
server signs it. Its keys lie in the hash `keys.SIGNING` by their time of creation, so that all nodes of a store share
them. The newest one signs. After a year the next start of a server makes another. Older ones stay published, since
texts that they have signed are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from redis.asyncio import Redis

from cadogan_protocol.notation import signed_bytes
from cadogan_server.store import keys

YEAR_MS = 365 * 24 * 3600 * 1000
"""Milliseconds for which a key signs."""

ID_DIGITS = 16
"""Hex digits of a key's id."""


class SigningKey(NamedTuple):
    """A key: first digits of the SHA-256 of its public half, the public half in hex, and its time of creation in ms
    since 1970."""

    id: str
    public: str
    since: int


class Signing:
    """Signs texts.

    Args:
        redis: a client without `decode_responses`.
        now: returns ms since 1970.
    """

    def __init__(self, redis: Redis, now: Callable[[], int]) -> None:
        self._redis = redis
        self._now = now
        self._keys: dict[int, Ed25519PrivateKey] = {}

    async def load(self) -> None:
        """Read the keys, and make one if none signs any more.

        Raises:
            redis.RedisError: the store does not answer, or takes nothing.
        """
        await self.look()
        if not self._keys or max(self._keys) < self._now() - YEAR_MS:
            await self._redis.hsetnx(keys.SIGNING, str(self._now()), Ed25519PrivateKey.generate().private_bytes_raw())
            await self.look()

    async def look(self) -> None:
        """Read the keys, including those of other nodes.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hgetall(keys.SIGNING)
        self._keys |= {int(since): Ed25519PrivateKey.from_private_bytes(seed) for since, seed in found.items()}

    @property
    def published(self) -> tuple[SigningKey, ...]:
        """Public halves of all known keys, the newest first."""
        return tuple(_public_half(self._keys[since], since) for since in sorted(self._keys, reverse=True))

    def sign(self, text: str) -> tuple[SigningKey, str] | None:
        """Return the key that signs a text, and the signature in hex; None if no key has been read yet."""
        if not self._keys:
            return None
        since = max(self._keys)
        return _public_half(self._keys[since], since), self._keys[since].sign(signed_bytes(text)).hex()


def _public_half(key: Ed25519PrivateKey, since: int) -> SigningKey:
    public = key.public_key().public_bytes_raw()
    return SigningKey(sha256(public).hexdigest()[:ID_DIGITS], public.hex(), since)
