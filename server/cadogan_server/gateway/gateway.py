"""Accepts sockets, and lets each talk through a session of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import cast

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import CloseCode
from cadogan_protocol.limits import MAX_MESSAGE_BYTES
from cadogan_server.gateway.address import forwarded
from cadogan_server.gateway.http import Site, refusal
from cadogan_server.gateway.limits import LARGE, Limits
from cadogan_server.gateway.origin import Origins
from cadogan_server.gateway.session import Session
from cadogan_server.gateway.socket import Socket, SocketTransport
from cadogan_server.live.outbox import Outbox
from cadogan_server.rooms.refused import Refused
from cadogan_server.services import Services

PATH = "/ws"
API = "/api"
"""What is read without a socket: asked for as often as with one."""

PING_SECONDS = 10.0
"""Between two pings."""

PONG_SECONDS = 8.0
"""A socket that leaves a ping unanswered for so long is gone: others are then told that its player is away."""

CLOSE_SECONDS = 20.0
"""How long a closing socket, or one that a page is sent through, may take."""


class Gateway:
    """The server's open door: WebSockets at `/ws`, everything else over HTTP from `site`."""

    def __init__(self, services: Services, site: Site) -> None:
        self._services = services
        self._site = site
        self._origins = Origins(services.settings.origins, services.settings.behind_proxy)
        self._limits = Limits(services.settings, asyncio.get_running_loop().time)
        self._closing: set[asyncio.Task[None]] = set()
        self.sockets = 0
        """How many are open."""

    async def open(self, host: str, port: int) -> Server:
        """Begin to accept.

        Raises:
            OSError: the port can't be had.
        """
        quiet = logging.getLogger("cadogan_server.websockets")
        quiet.setLevel(logging.ERROR)  # below that it tells of each handshake; a broken one is no fault of ours
        return await serve(
            self._talk,
            host,
            port,
            subprotocols=[Subprotocol(fmt.value) for fmt in Format],
            select_subprotocol=self._select_subprotocol,
            compression=None,
            process_request=self._answer_http,
            server_header=None,
            max_size=MAX_MESSAGE_BYTES,
            ping_interval=PING_SECONDS,
            ping_timeout=PONG_SECONDS,
            close_timeout=CLOSE_SECONDS,
            create_connection=cast(type[ServerConnection], partial(Socket, limits=self._limits)),
            logger=quiet,
        )

    # ---- before the handshake ----------------------------------------------------------------------------------------

    async def _answer_http(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer what is no request for a WebSocket; None lets the handshake go on."""
        assert isinstance(connection, Socket)
        if self._services.settings.behind_proxy:
            connection.address = forwarded(request.headers, connection.address)
        path = request.path.partition("?")[0]
        if path != PATH:
            if "Sec-WebSocket-Key" in request.headers:
                return connection.respond(404, f"the WebSocket is at {PATH}, not at {path[:100]}\n")
            return await self._within_limits(connection, request, path)
        unwelcome = self._origins.refusal(request.headers)
        if unwelcome is not None:
            return connection.respond(403, f"{unwelcome}\n")
        wanted = ", ".join(fmt.value for fmt in Format)
        offered = ",".join(request.headers.get_all("Sec-WebSocket-Protocol"))
        ours = any(name.strip() in list(Format) for name in offered.split(","))
        if "Sec-WebSocket-Key" in request.headers and not ours:
            return connection.respond(
                400, f"none of the WebSocket subprotocols {offered[:100]!r} is spoken here; offer one of {wanted}\n"
            )
        return None

    async def _within_limits(self, connection: Socket, request: Request, path: str) -> Response:
        """Answer over HTTP what is not too much for an address."""
        try:
            if path == API or path.startswith(f"{API}/"):
                self._limits.reads.take(connection.address)
            response = await self._site.answer(request)
            if len(response.body) > LARGE:
                connection.hold(len(response.body))
        except Refused as refused:
            self._services.stats.refusals[refused.code] += 1
            return refusal(refused, request)
        return response

    @staticmethod
    def _select_subprotocol(connection: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol | None:
        """Take the first of ours that the client offers: its order is its preference."""
        ours = {fmt.value for fmt in Format}
        return next((name for name in offered if name in ours), None)

    # ---- one socket --------------------------------------------------------------------------------------------------

    async def _talk(self, connection: ServerConnection) -> None:
        assert isinstance(connection, Socket)
        connection.opened()
        sockets = self._limits.sockets
        try:
            sockets.take(connection.address)
        except Refused as refused:
            await connection.close(CloseCode.TOO_MANY_SOCKETS, refused.message)
            return
        self.sockets += 1
        session = self._session(connection)
        try:
            await self._hear_hello(connection, session)
            if session.player is not None and session.player.bot:  # ours, which all come from this machine
                sockets.give_back(connection.address)
            connection.on_frame = session.receive_now
            while True:
                await connection.hear(session.receive)
        except ConnectionClosed:
            pass
        finally:
            self.sockets -= 1
            if session.player is None or not session.player.bot:
                sockets.give_back(connection.address)
            session.gone()

    def _session(self, connection: Socket) -> Session:
        def close(code: int, reason: str) -> None:
            task = asyncio.create_task(connection.close(code, reason))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

        def overflow() -> None:
            close(CloseCode.TOO_SLOW, "you take messages too slowly; come back, nothing is lost")

        outbox = Outbox(
            SocketTransport(connection),
            Format(connection.subprotocol or Format.JSON),
            overflow,
            self._services.settings.outbox_bytes,
        )
        connection.on_drained = outbox.drained
        return Session(self._services, outbox, connection.address, self._limits, close)

    async def _hear_hello(self, connection: Socket, session: Session) -> None:
        try:
            async with asyncio.timeout(self._services.settings.hello_seconds):
                while session.player is None:
                    await connection.hear(session.receive)
        except TimeoutError:
            await connection.close(CloseCode.NO_HELLO, "no hello came in time")
