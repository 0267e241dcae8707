"""A player's part of a seed. Its hash is promised first; the part is shown when all promises are made. A record keeps
those promises.

See "Was the deal fixed beforehand?" in PROTOCOL.md.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

NONCE_BYTES = 16


@dataclass
class Promise:
    """One nonce. Once shown, it is never used again.

    Attributes:
        nonce: hex of its random bytes.
        hash: hex of the SHA-256 of those bytes, which is published first.
        stood: true once the room's state has shown this promise.
        shown: true once the server has accepted the nonce, or will not accept it any more.
    """

    nonce: str = field(default_factory=lambda: secrets.token_hex(NONCE_BYTES))
    stood: bool = False
    shown: bool = False

    @property
    def hash(self) -> str:
        """The hash of the nonce, which is published while the nonce is secret."""
        return sha256(bytes.fromhex(self.nonce)).hexdigest()


@dataclass(frozen=True)
class Witness:
    """The room's promises at the moment before this player showed its own nonce. Later statements must agree with them.

    Attributes:
        commit: the promise of the server's secret.
        nonce_hashes: seat → the promise of the player's nonce; players without a promise are missing.
        seat, nonce: the player's own seat and nonce.
    """

    commit: str
    nonce_hashes: Mapping[int, str]
    seat: int
    nonce: str
