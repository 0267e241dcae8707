"""A socket whose room another node has: its frames go there and back, and nothing of them is read on the way.

The node where a socket arrives keeps it, and opens a connection of its own to the room's node, at `PATH` of the port that all
use. A request there carries who the player is, signed with a secret that lies in the store, so that nobody else can say who they
are without a token. From then on the room's node speaks with the player as if the socket were its own, and may itself hand it on
when the player goes to another room.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Subprotocol

from cadogan_protocol.errors import CloseCode
from cadogan_server.live.frame import BINARY, TEXT, framed
from cadogan_server.live.outbox import Outbox, Reply
from cadogan_server.store.players import Player

logger = logging.getLogger(__name__)

PATH = "/node"
"""Where nodes connect to each other."""

HEADER = "X-Cadogan-Socket"
"""The header of the request that says whose socket is handed on."""

OPEN_SECONDS = 1.0
"""A node that does not answer within this may have ended."""

SILENT_SECONDS = 5.0
"""For so long it is then not taken to be there, unless it renews its lease."""

GONE = "the server that had this room is gone; come back, nothing is lost"


class NoRelay(Exception):
    """Another node can't be reached; says why."""


class Passenger(NamedTuple):
    """Whose socket is handed on.

    Attributes:
        player: who it is.
        first_request: the id of the player's `hello`.
        program: the kind of bot that was named there; "" for a person.
        address: where the socket comes from.
        browser: what was named there.
        page_origin: the origin of the page that has opened the socket; "" where none has.
    """

    player: Player
    first_request: int
    program: str
    address: str
    browser: str | None
    page_origin: str

    def sealed(self, node: str, secret: bytes) -> str:
        """Return this as the value of a header, for a node."""
        told = json.dumps([node, list(self.player), *self[1:]]).encode()
        return base64.b64encode(told).decode() + "." + _mark(told, secret)

    @classmethod
    def unsealed(cls, header: str, is_here: Callable[[str], bool], secret: bytes) -> Passenger | None:
        """Return what a header says; None where it was not made for a node that is here, with this secret."""
        text, _, mark = header.partition(".")
        try:
            told = base64.b64decode(text, validate=True)
        except ValueError:
            return None
        if not hmac.compare_digest(_mark(told, secret).encode(), mark.encode()):
            return None
        meant, player, *others = json.loads(told)
        id, name, hashes, bot = player
        return cls(Player(id, name, tuple(hashes), bot), *others) if is_here(meant) else None


class Relay:
    """The way of one socket to another node.

    Args:
        connection: to that node.
        outbox: of the socket.
        close: closes the socket with a code and a reason.
    """

    def __init__(self, connection: ClientConnection, outbox: Outbox, close: Callable[[int, str], None]) -> None:
        self._connection = connection
        self._outbox = outbox
        self._close = close
        self._task = asyncio.create_task(self._back(), name="relay")

    async def send(self, data: bytes | str) -> None:
        """Hand on what has come from the socket, once the other side takes it."""
        with suppress(ConnectionClosed):  # `_back` learns of it too
            await self._connection.send(data)

    async def stop(self) -> None:
        """The socket is gone."""
        self._task.cancel()
        await self._connection.close()

    async def _back(self) -> None:
        """Hand back what comes, until the other side has closed."""
        try:
            while True:
                data = await self._connection.recv()
                frame = framed(BINARY, data) if isinstance(data, bytes) else framed(TEXT, data.encode())
                self._outbox.write([Reply(frame)])
                await self._outbox.free()
        except ConnectionClosed as closed:
            if closed.rcvd is not None:
                self._close(closed.rcvd.code, closed.rcvd.reason)
            else:
                self._close(CloseCode.GOING_AWAY, GONE)


class Relays:
    """Makes relays to the other nodes.

    Args:
        where: returns the address of a node, which may have none.
        secret: returns what all nodes of the store know.
        is_here: whether a node is reached where this one is: itself, or another worker behind the same port.
    """

    def __init__(
        self,
        where: Callable[[str], str | None],
        secret: Callable[[], Awaitable[bytes]],
        is_here: Callable[[str], bool],
    ) -> None:
        self._is_here = is_here
        self._where = where
        self._secret = secret
        self._silent: dict[str, float] = {}

    async def open(self, node: str, passenger: Passenger, outbox: Outbox, close: Callable[[int, str], None]) -> Relay:
        """Return a way to a node for somebody.

        Raises:
            NoRelay: the node can't be reached.
            redis.RedisError: the store does not answer.
        """
        where = self._where(node)
        if where is None:
            raise NoRelay(f"node {node} has no address")
        how: dict[str, Any] = {
            "subprotocols": [Subprotocol(outbox.fmt.value)],
            "additional_headers": {HEADER: passenger.sealed(node, await self._secret())},
            "compression": None,
            "max_size": None,
            "open_timeout": OPEN_SECONDS,
            "close_timeout": OPEN_SECONDS,
            "proxy": None,
        }
        try:
            connection = await connect(where + PATH, **how)
        except (OSError, TimeoutError, WebSocketException) as error:
            self._silent[node] = asyncio.get_running_loop().time() + SILENT_SECONDS
            raise NoRelay(f"node {node} at {where} can't be reached: {error}") from error
        return Relay(connection, outbox, close)

    async def arrived(self, header: str) -> Passenger | None:
        """Return whose socket another node hands on to here; None where no node does.

        Raises:
            redis.RedisError: the store does not answer.
        """
        return Passenger.unsealed(header, self._is_here, await self._secret())

    def answers(self, node: str) -> bool:
        """Whether a node is taken to be there: it has an address, and was not found silent a moment ago."""
        return self._where(node) is not None and self._silent.get(node, 0) < asyncio.get_running_loop().time()


def _mark(told: bytes, secret: bytes) -> str:
    return hmac.digest(secret, told, "sha256").hex()
