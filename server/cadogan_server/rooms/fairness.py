"""Where the seed of a deal comes from, so that anyone can check that it was fixed before the start.

- A fresh deal: seed = SHA-256(secret ‖ nonces in seat order). The secret's own SHA-256, the *commit*, is published when
  the room opens, before any nonce is known; secret and nonces are published at the end.
- A numbered or daily deal: seed = SHA-256 of a line of ASCII text that anyone can write down, so the same number gives
  the same deal for ever.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256


def commit(secret: bytes) -> str:
    """Return what is published of a room's secret when the room opens, as hex."""
    return sha256(secret).hexdigest()


def fresh_seed(secret: bytes, nonces: Iterable[str]) -> bytes:
    """Return the seed of a fresh deal. Nonces are hex in seat order; a player without one adds nothing ("")."""
    return sha256(secret + b"".join(bytes.fromhex(nonce) for nonce in nonces)).digest()


def numbered_seed(game: str, number: int) -> bytes:
    """Return the seed of deal `number` of a game: SHA-256 of, say, `cadogan numbered deal klondike 7`."""
    return sha256(f"cadogan numbered deal {game} {number}".encode()).digest()


def daily_seed(game: str, moment: int) -> bytes:
    """Return the seed of the day (UTC) of a moment in ms: SHA-256 of, say, `cadogan daily deal klondike 2026-11-21`."""
    day = datetime.fromtimestamp(moment / 1000, UTC).date().isoformat()
    return sha256(f"cadogan daily deal {game} {day}".encode()).digest()
