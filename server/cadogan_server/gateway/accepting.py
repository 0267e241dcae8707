"""Accepts connections, and serves each one until it is gone."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import cast

from websockets.asyncio.server import Server, ServerConnection
from websockets.http11 import Request, Response
from websockets.protocol import CONNECTING, OPEN, State
from websockets.typing import Subprotocol

from cadogan_protocol.codec import Format
from cadogan_protocol.limits import MAX_MESSAGE_BYTES, OUTDATED
from cadogan_server.fair_queue import FairQueue
from cadogan_server.gateway.http.routes import refusal_at_the_door
from cadogan_server.gateway.limits.address import counted
from cadogan_server.gateway.limits.limits import Limits
from cadogan_server.gateway.relays.siblings import Parcel, Siblings
from cadogan_server.gateway.sockets.handshake import Handshake, LongAnswer
from cadogan_server.gateway.sockets.listener import Listener
from cadogan_server.gateway.sockets.socket import Socket
from cadogan_server.settings import Settings

logger = logging.getLogger(__name__)

quiet = logging.getLogger("cadogan_server.websockets")
quiet.setLevel(logging.ERROR)  # lower levels report every handshake; a broken one is not our fault

OPEN_SECONDS = 10.0
"""Seconds that the opening handshake may take, or a request until its answer starts."""


class Accepting:
    """Accepts connections, and sockets that other workers give.

    Args:
        settings: timeouts of connections.
        queue: decides when each socket is read.
        limits: limits of addresses.
        answer: answers a request that opens no WebSocket; returns None to let the handshake go on.
        run: serves an open WebSocket until one side closes it.
    """

    def __init__(
        self,
        settings: Settings,
        queue: FairQueue,
        limits: Limits,
        answer: Callable[[ServerConnection, Request], Awaitable[Response | None]],
        run: Callable[[Socket], Awaitable[None]],
    ) -> None:
        self._settings = settings
        self._queue = queue
        self._limits = limits
        self._answer = answer
        self._run = run
        self._arriving: set[asyncio.Task[None]] = set()
        self._connections: set[ServerConnection] = set()

    async def open(
        self, sockets: Sequence[socket.socket], siblings: Siblings | None, lacks_store: Callable[[], bool]
    ) -> Server:
        """Accept connections from these listening sockets, and sockets from these workers, from now on. Tell the workers
        whether this one lacks the store."""

        async def listen() -> asyncio.Server:
            return cast(asyncio.Server, Listener(sockets, admit, refusal_at_the_door))

        def admit(peer: object) -> Socket:
            return self._admit(peer, server)

        def arrived(parcel: Parcel, descriptor: int) -> None:
            task = asyncio.create_task(self._take(parcel, descriptor, server))
            self._arriving.add(task)
            task.add_done_callback(self._arriving.discard)

        server = Server(listen, self._serve, quiet)
        opened = await server
        if siblings is not None:
            siblings.listen(arrived, lacks_store)
        return opened

    async def close(self, server: Server, reason: str) -> None:
        """Accept nobody more, and close all connections, with this reason in their close frames. Cut those that stay."""
        server.close(reason=reason)
        with suppress(TimeoutError):
            async with asyncio.timeout(self._settings.goodbye):
                await server.wait_closed()
        for connection in self._connections:
            connection.transport.abort()
        await server.wait_closed()

    def _admit(self, peer: object, server: Server) -> Socket:
        """Return the protocol for a new connection; raise Refused if it is one too many, before any input is read."""
        address = counted(peer)
        self._limits.connects.spend(address)
        self._limits.connecting.occupy(address)
        return self._connection(CONNECTING, address, server)

    def _connection(self, state: State, address: str, server: Server, parcel: Parcel | None = None) -> Socket:
        return Socket(
            Handshake(
                subprotocols=[Subprotocol(name) for name in (*Format, *OUTDATED)],
                state=state,
                max_size=MAX_MESSAGE_BYTES,
                logger=quiet,
            ),
            server,
            ping_interval=self._settings.ping,
            ping_timeout=self._settings.pong,
            close_timeout=self._settings.closing,
            address=address,
            limits=self._limits,
            queue=self._queue,
            parcel=parcel,
        )

    async def _take(self, parcel: Parcel, descriptor: int, server: Server) -> None:
        """Continue a socket here that another worker has given."""
        sock = socket.socket(fileno=descriptor)
        if not server.is_serving():  # the client reconnects by itself, to a node that serves
            sock.close()
            return
        sock.setblocking(False)
        connection = self._connection(OPEN, parcel.passenger.address, server, parcel)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: connection, sock)
        except OSError:  # the socket is closed already
            sock.close()

    async def _serve(self, connection: ServerConnection) -> None:
        """Answer an HTTP request, or open the WebSocket and serve it until one side closes it."""
        assert isinstance(connection, Socket)
        self._connections.add(connection)
        try:
            if connection.parcel is None:
                with suppress(Exception):  # no input, or nonsense; errors have been logged there
                    async with asyncio.timeout(OPEN_SECONDS):
                        await connection.handshake(self._answer, server_header=None)
            if connection.protocol.state is OPEN:
                await self._serve_open(connection)
            elif isinstance(connection.response, LongAnswer):
                answer = connection.response
                connection.opened()
                await answer.run()
        finally:
            connection.transport.abort()
            task = asyncio.current_task()
            assert task is not None
            connection.server.handler_tasks.discard(task)
            self._connections.discard(connection)
            connection.end()

    async def _serve_open(self, connection: Socket) -> None:
        everybody = connection.server.all_connections
        everybody.add(connection)
        connection.start_keepalive()
        try:
            async with connection:
                await self._run(connection)
        except Exception:
            logger.exception("a socket's conversation failed")
        finally:
            everybody.discard(connection)
