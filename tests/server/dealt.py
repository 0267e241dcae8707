"""The cards of a test are the same whenever it runs: what holds for nearly all deals would else fail now and then.

Where tests are run with --thorough they are dealt by chance, as they are in life.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from random import Random
from typing import Any

from cadogan_server.hosting import opener
from cadogan_server.store.games import days

DEALING = (opener, days)
"""Who makes the secrets that the cards of rooms come from."""


class SameEachTime:
    """Stands for the module `secrets`, and gives the same bytes in the same order for the same seed. Names are still by chance."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def token_bytes(self, count: int) -> bytes:
        return self._random.randbytes(count)

    def token_hex(self, count: int) -> str:
        return secrets.token_hex(count)

    def __getattr__(self, name: str) -> Any:
        return getattr(secrets, name)


class SameNonces(SameEachTime):
    """The same of the nonces by which players have their part in a deal."""

    def token_hex(self, count: int) -> str:
        return self.token_bytes(count).hex()


def dealt_alike(seed: str, put: Callable[[object, str, object], None] = setattr) -> None:
    """Have the servers of this process deal the same cards in the same order for the same seed; `put` may be a monkeypatch's."""
    same = SameEachTime(seed)
    for module in DEALING:
        put(module, "secrets", same)


class SameSecret(SameEachTime):
    """Gives the same bytes each time, however many were asked for before."""

    def token_bytes(self, count: int) -> bytes:
        return bytes(count)


def dealt_by_nonces(put: Callable[[object, str, object], None] = setattr) -> None:
    """Have the servers of this process deal the same cards where players bring the same nonces: all rooms have the same secret."""
    put(opener, "secrets", SameSecret(""))


SERVERS_DEAL_ALIKE = "from tests.server.dealt import dealt_alike; dealt_alike('');"
"""The same, as the beginning of a program that is a server."""
