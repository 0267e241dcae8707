"""The own part of a seed: promised by its hash, shown when the promises of all stand, and what was promised by then.

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
    """One nonce, which is never used again once it was shown.

    Attributes:
        nonce: hex of its random bytes.
        hash: what is published of it first: hex of the SHA-256 of those bytes.
        stood: whether the room has told all that it was promised.
        shown: whether the server has taken it, or will take it no more.
    """

    nonce: str = field(default_factory=lambda: secrets.token_hex(NONCE_BYTES))
    stood: bool = False
    shown: bool = False

    @property
    def hash(self) -> str:
        """What is published of the nonce while it is a secret."""
        return sha256(bytes.fromhex(self.nonce)).hexdigest()


@dataclass(frozen=True)
class Witness:
    """What a player has seen published before showing the own nonce. Whatever the room says at the end must agree with it.

    Attributes:
        commit: the promise of the server's secret.
        nonce_hashes: the promises of the players' nonces by seat; who has promised none is not in it.
        seat, nonce: the own ones.
    """

    commit: str
    nonce_hashes: Mapping[int, str]
    seat: int
    nonce: str
