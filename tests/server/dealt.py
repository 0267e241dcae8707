"""Deals the same cards each time a test runs. Otherwise a property that holds for nearly all deals would fail now and
then.

With --thorough, cards are dealt by chance, as in production.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from random import Random
from typing import Any

from cadogan_server.hosting import opener
from cadogan_server.store.games import days

DEALING = (opener, days)
"""The modules that make the secrets from which rooms deal their cards."""


class SameEachTime:
    """Stands in for the module `secrets`: gives the same bytes in the same order for the same seed. Names stay random."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def token_bytes(self, count: int) -> bytes:
        return self._random.randbytes(count)

    def token_hex(self, count: int) -> str:
        return secrets.token_hex(count)

    def __getattr__(self, name: str) -> Any:
        return getattr(secrets, name)


class SameNonces(SameEachTime):
    """Gives the same nonces each time, which players add to a deal."""

    def token_hex(self, count: int) -> str:
        return self.token_bytes(count).hex()


def dealt_alike(seed: str, put: Callable[[object, str, object], None] = setattr) -> None:
    """Let the servers of this process deal the same cards in the same order for the same seed. `put` may be a
    monkeypatch's method."""
    same = SameEachTime(seed)
    for module in DEALING:
        put(module, "secrets", same)


class SameSecret(SameEachTime):
    """Gives the same bytes each time, whatever was asked for before."""

    def token_bytes(self, count: int) -> bytes:
        return bytes(count)


def dealt_by_nonces(put: Callable[[object, str, object], None] = setattr) -> None:
    """Let the servers of this process deal the same cards for the same nonces: all rooms have the same secret."""
    put(opener, "secrets", SameSecret(""))


SERVERS_DEAL_ALIKE = "from tests.server.dealt import dealt_alike; dealt_alike('');"
"""The same, as the first lines of a server's program."""
