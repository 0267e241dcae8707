"""Runs an open WebSocket until one side closes it: a client's conversation, or a link of another node."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from websockets.exceptions import ConnectionClosed

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import CloseCode
from cadogan_protocol.limits import OUTDATED, SUBPROTOCOL_MSGPACK, VERSION
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.gateway.conversation import Conversation
from cadogan_server.gateway.escort import Escort
from cadogan_server.gateway.limits.bans import Bans
from cadogan_server.gateway.limits.limits import Limits
from cadogan_server.gateway.peers.handover_links import taken_over
from cadogan_server.gateway.peers.mirror_server import MirrorConnection
from cadogan_server.gateway.relays.relay import Relays, nobody
from cadogan_server.gateway.relays.siblings import Parcel
from cadogan_server.gateway.session import Giver, Session
from cadogan_server.gateway.sessions import Sessions
from cadogan_server.gateway.sockets.giving import Giving
from cadogan_server.gateway.sockets.socket import Socket, SocketTransport
from cadogan_server.mirrors.mirrors import Mirrors
from cadogan_server.parts.services import Services
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.nodes.elsewhere import Elsewhere
from cadogan_server.telemetry import tracing

logger = logging.getLogger(__name__)

TOO_OLD = f"this server speaks version {VERSION}: load the page anew, or ask for {SUBPROTOCOL_MSGPACK}"
"""Close reason for a client of an earlier version. The close code tells it not to reconnect."""


class SocketRunner:
    """Runs each open WebSocket.

    Args:
        services: the server's parts.
        limits: limits of addresses.
        bans: banned players, addresses and networks.
        sessions: the session of each open socket.
        relays: opens relays to other nodes.
        giving: gives sockets to other workers.
    """

    def __init__(
        self, services: Services, limits: Limits, bans: Bans, sessions: Sessions, relays: Relays, giving: Giving
    ) -> None:
        self._services = services
        self._limits = limits
        self._bans = bans
        self._sessions = sessions
        self._relays = relays
        self._giving = giving
        self._closing: set[asyncio.Task[None]] = set()

    async def run(self, connection: Socket) -> None:
        """Serve a socket until one side closes it."""
        connection.opened()
        if connection.subprotocol in OUTDATED:
            await connection.close(CloseCode.TOO_MANY_ERRORS, TOO_OLD)
        elif connection.hands_over:
            await self._take_over(connection)
        elif connection.mirroring is not None:
            await self._be_mirrored(connection, connection.mirroring)
        else:
            await self._count(connection)

    async def _count(self, connection: Socket) -> None:
        """Serve a client, unless its address has too many sockets."""
        sockets = self._limits.sockets
        try:
            if connection.parcel is not None:  # the other worker has admitted it
                sockets.carry(connection.address, connection.counts)
            elif connection.counts:
                sockets.occupy(connection.address)
        except Refused as refused:
            await connection.close(CloseCode.TOO_MANY_SOCKETS, refused.message)
            return
        try:
            await self._converse(connection)
        finally:
            sockets.give_back(connection.address, connection.counts)

    async def _converse(self, connection: Socket) -> None:
        """Serve a client. Identify the player first, unless another node has."""
        conversation = self._conversation(connection)
        session = conversation.session
        if connection.passenger is not None:
            session.adopt(connection.passenger)
        self._sessions[session] = connection
        connection.attach(session.outbox, receiver=conversation)
        try:
            if connection.follows is not None:
                await conversation.come(connection.follows)
            elif connection.passenger is None:
                await self._hear_hello(connection, conversation)
                if session.player is not None and session.player.bot:  # our bots all come from this machine
                    self._limits.sockets.give_back(connection.address)
                    connection.counts = 0
            if connection.parcel is not None:
                conversation.allowance = connection.parcel.allowance
                await connection.hear_first(conversation.receive)
            while True:
                await connection.hear(conversation.receive)
        except ConnectionClosed:
            pass
        finally:
            del self._sessions[session]
            await conversation.stop()

    async def _hear_hello(self, connection: Socket, conversation: Conversation) -> None:
        try:
            async with asyncio.timeout(self._services.settings.hello_seconds):
                while conversation.session.player is None:
                    await connection.hear(conversation.receive)
        except TimeoutError:
            await connection.close(CloseCode.NO_HELLO, "no hello came in time")

    def _conversation(self, connection: Socket) -> Conversation:
        """Return the conversation of a socket, with tracing if it is switched on."""
        services, origin = self._services, connection.page_origin
        relayed = connection.passenger is not None and connection.parcel is None
        outbox, close = self._way_back(connection)

        def make(escort: Escort) -> Session:
            address, limits, bans = connection.address, self._limits, self._bans
            return Session(services, outbox, address, limits, close, bans, escort, origin, relayed_here=relayed)

        giver, tracer = SocketGiver(connection, self._giving, services.mirrors), tracing.tracer()
        if tracer is None:
            return Conversation(make, self._relays, giver)
        # The packages for tracing are installed only where it is used.
        from cadogan_server.gateway.traced import TracedConversation

        return TracedConversation(make, self._relays, giver, tracer)

    def _way_back(self, connection: Socket) -> tuple[Outbox, Callable[[int, str], None]]:
        """Return the outbox of a socket, and the function that closes it."""

        def close(code: int, reason: str) -> None:
            task = asyncio.create_task(connection.close(code, reason))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

        def overflow() -> None:
            close(CloseCode.TOO_SLOW, "you take messages too slowly; come back, nothing is lost")

        fmt, bound = Format(connection.subprotocol or Format.JSON), self._services.settings.outbox_bytes
        return Outbox(SocketTransport(connection), fmt, overflow, bound), close

    # ---- with another node -------------------------------------------------------------------------------------------

    async def _take_over(self, connection: Socket) -> None:
        """Take the rooms that another node hands over, until it closes the connection."""
        at_work: set[asyncio.Task[None]] = set()

        async def answer(message: bytes | str) -> None:
            reply = await taken_over(self._services.rooms.finder, message)
            with suppress(ConnectionClosed):
                await connection.send(reply)

        async def begin(message: bytes | str) -> None:
            task = asyncio.create_task(answer(message))
            at_work.add(task)
            task.add_done_callback(at_work.discard)

        with suppress(ConnectionClosed):
            while True:
                await connection.hear(begin)

    async def _be_mirrored(self, connection: Socket, node: str) -> None:
        """Show a room to another node's mirror, until one side closes the link."""

        async def hand_over(owner: str, message: bytes | str) -> bool:
            parcel = Parcel(nobody(connection.address), Format.MSGPACK, 0, 0.0, message, b"", node)
            return await self._giving.give(connection, owner, parcel)

        outbox, close = self._way_back(connection)
        connection.attach(outbox)
        mirrored = MirrorConnection(self._services, node, outbox, close, hand_over)
        try:
            await mirrored.serve(connection)
        except ConnectionClosed:
            pass
        except TimeoutError:
            await connection.close(CloseCode.PROTOCOL_ERROR, "no room was named in time")
        finally:
            mirrored.gone()


class SocketGiver(Giver):
    """Gives one client's socket to other workers of this machine.

    Args:
        connection: the socket.
        giving: gives sockets to other workers.
        mirrors: mirrors of other nodes' rooms.
    """

    def __init__(self, connection: Socket, giving: Giving, mirrors: Mirrors) -> None:
        self._connection = connection
        self._giving = giving
        self._mirrors = mirrors

    def gives_spectator(self, elsewhere: Elsewhere) -> bool:
        """Return True if a spectator of another worker's room is given to it: if there are few, and no mirror exists
        yet."""
        return self._mirrors.get(elsewhere.code) is None and self._giving.one_of_few(elsewhere.node, elsewhere.code)

    async def give(self, session: Session, node: str, message: bytes | str, allowance: float) -> bool:
        """Give the socket to a room's owner if that is another worker of this machine; return True if it has it."""
        if not self._giving.reaches(node):
            return False
        await session.flushed()
        fmt, counts = session.outbox.fmt, self._connection.counts
        return await self._giving.give(
            self._connection, node, Parcel(session.passenger, fmt, counts, allowance, message, b"")
        )
