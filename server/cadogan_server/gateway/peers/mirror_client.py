"""The link of a mirror: this node's connection to the owner of a room that spectators watch here.

Binary frames carry the messages that a spectator at the owner gets. Text frames carry messages between the two nodes
(`mirrors/messages.py`).
"""

from __future__ import annotations

from contextlib import suppress

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from cadogan_server.gateway.relays.relay import NoRelay, Relays
from cadogan_server.mirrors.messages import MirrorRequest, SpectatorReport
from cadogan_server.mirrors.mirrors import LinkLost, NoLink


class MirrorLinks:
    """Opens mirror links to the other nodes.

    Args:
        relays: opens connections to them.
        ping: seconds between two pings; None: no pings.
        pong: seconds after which a node with an unanswered ping counts as gone.
    """

    def __init__(self, relays: Relays, ping: float | None, pong: float) -> None:
        self._relays = relays
        self._silent = {"ping_interval": ping, "ping_timeout": pong}

    async def open(self, node: str, request: MirrorRequest) -> SocketLink:
        """Mirror a room of a node.

        Raises:
            NoLink: the node can't be reached.
            redis.RedisError: the store does not answer.
        """
        try:
            connection = await self._relays.mirror(node, self._silent)
        except NoRelay as error:
            raise NoLink(str(error)) from error
        link = SocketLink(connection)
        await link.say(request)
        return link


class SocketLink:
    """A mirror link over a WebSocket.

    Args:
        connection: connection to the owner of the room.
    """

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def receive(self) -> bytes | str:
        """Return the next message: bytes as a spectator gets them, text from node to node.

        Raises:
            LinkLost: there will be none.
        """
        try:
            return await self._connection.recv()
        except ConnectionClosed as closed:
            raise LinkLost(str(closed)) from closed

    async def say(self, message: MirrorRequest | SpectatorReport) -> None:
        """Send the owner a message. If that fails, `receive` raises too."""
        with suppress(ConnectionClosed):
            await self._connection.send(message.model_dump_json(exclude_defaults=True))

    async def close(self) -> None:
        """Stop mirroring the room."""
        await self._connection.close()
