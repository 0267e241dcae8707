"""The link by which this node follows a room of another one: a connection between the two, for all who look on here.

What comes is what a spectator there gets, in binary frames; in text frames the two nodes tell each other what is theirs alone
(`mirrors/messages.py`).
"""

from __future__ import annotations

from contextlib import suppress

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from cadogan_server.gateway.relays.relay import NoRelay, Relays
from cadogan_server.mirrors.messages import Attendance, Following
from cadogan_server.mirrors.mirrors import LinkLost, NoLink


class MirrorLinks:
    """Makes links to the other nodes.

    Args:
        relays: the ways to them.
        ping: seconds between two pings; None: there are none.
        pong: a node that leaves one unanswered for so many seconds stands still, and is taken to be gone.
    """

    def __init__(self, relays: Relays, ping: float | None, pong: float) -> None:
        self._relays = relays
        self._silent = {"ping_interval": ping, "ping_timeout": pong}

    async def open(self, node: str, following: Following) -> SocketLink:
        """Follow a room at a node.

        Raises:
            NoLink: it can't be reached.
            redis.RedisError: the store does not answer.
        """
        try:
            connection = await self._relays.follow(node, self._silent)
        except NoRelay as error:
            raise NoLink(str(error)) from error
        link = SocketLink(connection)
        await link.say(following)
        return link


class SocketLink:
    """A link over a WebSocket.

    Args:
        connection: to the node that has the room.
    """

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def take(self) -> bytes | str:
        """Return what comes next: bytes as a spectator gets them, text from node to node.

        Raises:
            LinkLost: nothing will.
        """
        try:
            return await self._connection.recv()
        except ConnectionClosed as closed:
            raise LinkLost(str(closed)) from closed

    async def say(self, told: Following | Attendance) -> None:
        """Tell that node something. Where it can't be told, `take` learns of it too."""
        with suppress(ConnectionClosed):
            await self._connection.send(told.model_dump_json(exclude_defaults=True))

    async def close(self) -> None:
        """Follow no more."""
        await self._connection.close()
