"""Headers by which a node proves to another that it is one: signed with the store's secret, each good for one use.

A header holds for one purpose, one path, one node, a short time and one use, so a copy of it is useless. Its time does
not depend on clocks, since those of two machines may differ by a day. Each node publishes a random word in its lease,
its *watchword*, and takes a new one every `WATCHWORD_SECONDS`. A header names the watchword of its target, which
accepts its last two.

Nodes of earlier versions have no watchword. They get headers in their format, and their headers are accepted while such
a node lives. So a rolling upgrade works, and when the last of them has gone their headers are useless.
"""

from __future__ import annotations

import base64
import hmac
import json
import secrets
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

WATCHWORD = "watchword"
"""Name under which a node's lease publishes its watchword and the one before it."""

WATCHWORD_SECONDS = 15.0
"""Seconds between two watchwords of a node. A header is good for at most twice as long."""

MARK = "2."
"""First characters of a header of this version."""

KEY = b"cadogan node header 2"
"""Derives a key from the secret that no header of an earlier version was signed with."""


class Sealed(NamedTuple):
    """The content of a header that was signed with the secret, for its purpose and in time.

    Attributes:
        node: id of the target node.
        content: content of the header.
        nonce: identifies the header; "" for one of an earlier version.
    """

    node: str
    content: list[Any]
    nonce: str


class Seals:
    """Makes and opens sealed headers.

    Args:
        me: id of this node.
        says: returns an item of a living node's description of itself, if there is one.
        say: adds to this node's description.
        nodes: returns the ids of all living nodes.
        secret: returns the secret that all nodes of the store share.
        path: path of the requests that carry the headers.
        first_use: notes a nonce for some seconds and returns True if it was new. Needed if other processes also receive
            headers for this node, as workers behind one port do; None otherwise.
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
        """Take a new watchword. Headers with the one before the last become invalid."""
        self._word, self._word_before = secrets.token_urlsafe(9), self._word
        self._used, self._used_before = set(), self._used
        self._say(f"{self._word} {self._word_before}")

    async def seal(self, purpose: str, node: str, content: list[Any]) -> str:
        """Return the value of a header with this content, for a purpose, which is the header's name, and a target node.

        Raises:
            redis.RedisError: the store does not answer.
        """
        secret, words = await self._secret(), self._says(node, WATCHWORD)
        if words is None:
            return _sealed_for_earlier(node, content, secret)
        text = json.dumps([purpose, self._path, node, words.split()[0], secrets.token_urlsafe(12), content]).encode()
        return f"{MARK}{base64.b64encode(text).decode()}.{_signature(text, _key(secret))}"

    async def open(self, purpose: str, header: str) -> Sealed | None:
        """Return the content of a header; None if it was not sealed with the secret for this purpose and path, or is
        too old.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if not header:
            return None
        secret = await self._secret()
        if not header.startswith(MARK):
            signed = _verified(header, secret) if self._earlier_lives() else None
            return Sealed(signed[0], signed[1:], "") if signed else None
        signed = _verified(header.removeprefix(MARK), _key(secret))
        if signed is None or signed[:2] != [purpose, self._path]:
            return None
        _, _, node, word, nonce, content = signed
        return Sealed(node, content, nonce) if word in self._words(node) else None

    async def use(self, sealed: Sealed) -> bool:
        """Use up a header. Return False if it was used before.

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


def _sealed_for_earlier(node: str, content: list[Any], secret: bytes) -> str:
    """Return a header in the format of earlier versions: it names a node, but no purpose, path or nonce."""
    text = json.dumps([node, *content]).encode()
    return f"{base64.b64encode(text).decode()}.{_signature(text, secret)}"


def _verified(header: str, key: bytes) -> list[Any] | None:
    """Return the content of a header signed with this key; None if the signature is wrong."""
    encoded, _, signature = header.partition(".")
    try:
        text = base64.b64decode(encoded, validate=True)
    except ValueError:
        return None
    if not hmac.compare_digest(_signature(text, key).encode(), signature.encode()):
        return None
    content: list[Any] = json.loads(text)
    return content
