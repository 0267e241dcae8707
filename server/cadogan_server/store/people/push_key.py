"""The server's key for Web Push (VAPID, RFC 8292).

Browsers subscribe with its public half, and a push service takes news for them only from the holder of the private half. All
nodes of a store share it, and it never changes: then every device would have to subscribe anew.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from redis.asyncio import Redis

from cadogan_server.store import keys

KEY_BYTES = 32
"""Bytes of the private half, which is a number."""


class PushKey:
    """The key.

    Args:
        redis: a client without `decode_responses`.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._key: ec.EllipticCurvePrivateKey | None = None

    async def load(self) -> None:
        """Read the key, and make it if there is none.

        Raises:
            redis.RedisError: the store does not answer, or takes nothing.
        """
        new = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(KEY_BYTES, "big")
        await self._redis.set(keys.PUSH_KEY, new, nx=True)
        found: Any = await self._redis.get(keys.PUSH_KEY)
        self._key = ec.derive_private_key(int.from_bytes(found, "big"), ec.SECP256R1())

    @property
    def private(self) -> ec.EllipticCurvePrivateKey:
        """The private half, after `load`."""
        assert self._key is not None, "`load` reads the key"
        return self._key

    @property
    def public(self) -> str:
        """The public half, uncompressed, in base64url, after `load`."""
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).decode().rstrip("=")
