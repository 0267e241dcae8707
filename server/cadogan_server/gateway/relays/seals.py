"""How a node proves to another one that it is a node: headers signed with the secret of the store, each good for one use.

A header holds for one purpose, one path, one node, a short time and one use, so whoever sees one can do nothing with it. Its time
is no clock's, as the clocks of two machines may differ by a day: each node says in its lease a random word, its *watchword*, and
takes a new one every `WATCHWORD_SECONDS`. A header names the watchword of the node it is for, which takes the last two.

Nodes of earlier versions say no watchword. They are sent headers as they know them, and theirs are taken while such a node lives:
so a rolling upgrade goes on, and when the last of them has gone, their headers are good for nothing.
"""

from __future__ import annotations

import base64
import hmac
import json
import secrets
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

WATCHWORD = "watchword"
"""What a node says of itself by this name in its lease: its watchword, and the one before it."""

WATCHWORD_SECONDS = 15.0
"""A node takes a new watchword so often. A header is good for twice as long at most."""

MARK = "2."
"""How a header of this version begins."""

KEY = b"cadogan node header 2"
"""Makes a key of the secret that no header of an earlier version was ever signed with."""


class Sealed(NamedTuple):
    """What a header says that was signed with the secret, for its purpose and in time.

    Attributes:
        node: the id of the node that it is for.
        told: what it says.
        nonce: by which it is known again; "" in a header of an earlier version.
    """

    node: str
    told: list[Any]
    nonce: str


class Seals:
    """Makes such headers, and opens them.

    Args:
        me: the id of this node.
        says: returns what a node that lives says of itself, where it says anything.
        say: says something of this node to the others.
        nodes: returns the ids of all nodes that live.
        secret: returns what all nodes of the store know.
        path: the path of the requests that carry the headers.
        first_use: where other processes take headers that are for this node, as workers behind one port do: notes a nonce for some
            seconds, and returns whether it was not yet noted; None where there are none.
    """

    def __init__(
        self,
        me: str,
        says: Callable[[str, str], str | None],
        say: Callable[[str], None],
        nodes: Callable[[], Iterable[str]],
        secret: Callable[[], Awaitable[bytes]],
        path: str,
        first_use: Callable[[str, int], Awaitable[bool]] | None = None,
    ) -> None:
        self._me = me
        self._says = says
        self._say = say
        self._nodes = nodes
        self._secret = secret
        self._path = path
        self._first_use = first_use
        self._used: set[str] = set()
        self._used_before: set[str] = set()
        self._word = self._word_before = ""
        self.renew()
        self.renew()

    def renew(self) -> None:
        """Take a new watchword; headers with the one before the last are good no more."""
        self._word, self._word_before = secrets.token_urlsafe(9), self._word
        self._used, self._used_before = set(), self._used
        self._say(f"{self._word} {self._word_before}")

    async def seal(self, purpose: str, node: str, told: list[Any]) -> str:
        """Return the value of a header for a purpose, which is the header's name, and a node.

        Raises:
            redis.RedisError: the store does not answer.
        """
        secret, words = await self._secret(), self._says(node, WATCHWORD)
        if words is None:
            return _sealed_for_earlier(node, told, secret)
        text = json.dumps([purpose, self._path, node, words.split()[0], secrets.token_urlsafe(12), told]).encode()
        return f"{MARK}{base64.b64encode(text).decode()}.{_signature(text, _key(secret))}"

    async def open(self, purpose: str, header: str) -> Sealed | None:
        """Return what a header says; None where it was not made with the secret, for this purpose and path, or not in time.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if not header:
            return None
        secret = await self._secret()
        if not header.startswith(MARK):
            told = _verified(header, secret) if self._earlier_lives() else None
            return Sealed(told[0], told[1:], "") if told else None
        told = _verified(header.removeprefix(MARK), _key(secret))
        if told is None or told[:2] != [purpose, self._path]:
            return None
        _, _, node, word, nonce, more = told
        return Sealed(node, more, nonce) if word in self._words(node) and word else None

    async def use(self, sealed: Sealed) -> bool:
        """Whether a header is used for the first time; it is then used.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if not sealed.nonce:
            return True
        if sealed.nonce in self._used or sealed.nonce in self._used_before:
            return False
        self._used.add(sealed.nonce)
        return self._first_use is None or await self._first_use(sealed.nonce, int(3 * WATCHWORD_SECONDS))

    def _words(self, node: str) -> list[str]:
        if node == self._me:
            return [self._word, self._word_before]
        return (self._says(node, WATCHWORD) or "").split()

    def _earlier_lives(self) -> bool:
        return any(node != self._me and self._says(node, WATCHWORD) is None for node in self._nodes())


def _key(secret: bytes) -> bytes:
    return hmac.digest(secret, KEY, "sha256")


def _signature(text: bytes, key: bytes) -> str:
    return hmac.digest(key, text, "sha256").hex()


def _sealed_for_earlier(node: str, told: list[Any], secret: bytes) -> str:
    """Return a header as nodes of earlier versions know it: for a node, and nothing else."""
    text = json.dumps([node, *told]).encode()
    return f"{base64.b64encode(text).decode()}.{_signature(text, secret)}"


def _verified(header: str, key: bytes) -> list[Any] | None:
    """Return what stands in a header that was signed with a key; None where it was not."""
    text, _, signature = header.partition(".")
    try:
        told = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    if not hmac.compare_digest(_signature(told, key).encode(), signature.encode()):
        return None
    found: list[Any] = json.loads(told)
    return found
