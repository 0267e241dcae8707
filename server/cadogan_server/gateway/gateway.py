"""Accepts sockets, and lets each talk through a session of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import CloseCode
from cadogan_protocol.limits import MAX_MESSAGE_BYTES
from cadogan_server.gateway.http import Site
from cadogan_server.gateway.origin import Origins
from cadogan_server.gateway.ratelimit import AddressBook, Guesses, TokenBucket
from cadogan_server.gateway.session import Session
from cadogan_server.gateway.socket import Socket, SocketTransport
from cadogan_server.live.outbox import Outbox
from cadogan_server.services import Services

PATH = "/ws"

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
        self._addresses = AddressBook(services.settings.sockets_per_address)
        self._guesses = Guesses(
            services.settings.guesses_per_second, services.settings.guess_burst, asyncio.get_running_loop().time
        )
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
            create_connection=Socket,
            logger=quiet,
        )

    # ---- before the handshake ----------------------------------------------------------------------------------------

    async def _answer_http(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer what is no request for a WebSocket; None lets the handshake go on."""
        path = request.path.partition("?")[0]
        if path != PATH:
            if "Sec-WebSocket-Key" in request.headers:
                return connection.respond(404, f"the WebSocket is at {PATH}, not at {path[:100]}\n")
            return await self._site.answer(request)
        refusal = self._origins.refusal(request.headers)
        if refusal is not None:
            return connection.respond(403, f"{refusal}\n")
        wanted = ", ".join(fmt.value for fmt in Format)
        offered = ",".join(request.headers.get_all("Sec-WebSocket-Protocol"))
        ours = any(name.strip() in list(Format) for name in offered.split(","))
        if "Sec-WebSocket-Key" in request.headers and not ours:
            return connection.respond(
                400, f"none of the WebSocket subprotocols {offered[:100]!r} is spoken here; offer one of {wanted}\n"
            )
        return None

    @staticmethod
    def _select_subprotocol(connection: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol | None:
        """Take the first of ours that the client offers: its order is its preference."""
        ours = {fmt.value for fmt in Format}
        return next((name for name in offered if name in ours), None)

    # ---- one socket --------------------------------------------------------------------------------------------------

    async def _talk(self, connection: ServerConnection) -> None:
        assert isinstance(connection, Socket)
        address = self._address_of(connection)
        if not self._addresses.take(address):
            await connection.close(CloseCode.TOO_MANY_SOCKETS, "your address holds too many connections")
            return
        self.sockets += 1
        session = self._session(connection, address)
        try:
            await self._hear_hello(connection, session)
            if session.player is not None and session.player.bot:  # ours, which all come from this machine
                self._addresses.give_back(address)
            connection.on_frame = session.receive_now
            while True:
                await connection.hear(session.receive)
        except ConnectionClosed:
            pass
        finally:
            self.sockets -= 1
            if session.player is None or not session.player.bot:
                self._addresses.give_back(address)
            session.gone()

    def _session(self, connection: Socket, address: str) -> Session:
        def close(code: int, reason: str) -> None:
            task = asyncio.create_task(connection.close(code, reason))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

        def overflow() -> None:
            close(CloseCode.TOO_SLOW, "you take messages too slowly; come back, nothing is lost")

        settings = self._services.settings
        outbox = Outbox(
            SocketTransport(connection), Format(connection.subprotocol or Format.JSON), overflow, settings.outbox_bytes
        )
        connection.on_drained = outbox.drained
        bucket = TokenBucket(settings.messages_per_second, settings.message_burst, asyncio.get_running_loop().time)
        return Session(self._services, outbox, address, bucket, self._guesses, close)

    async def _hear_hello(self, connection: Socket, session: Session) -> None:
        try:
            async with asyncio.timeout(self._services.settings.hello_seconds):
                while session.player is None:
                    await connection.hear(session.receive)
        except TimeoutError:
            await connection.close(CloseCode.NO_HELLO, "no hello came in time")

    def _address_of(self, connection: ServerConnection) -> str:
        """Where a socket comes from: a network of 64 bits counts as one address in IPv6."""
        peer = connection.remote_address
        address = str(peer[0]) if peer else ""
        if self._services.settings.behind_proxy and connection.request is not None:
            forwarded = ",".join(connection.request.headers.get_all("X-Forwarded-For"))
            address = forwarded.rpartition(",")[2].strip() or address
        try:
            parsed = ip_address(address.partition("%")[0])
        except ValueError:
            return address
        if isinstance(parsed, IPv6Address):
            return str(parsed.ipv4_mapped or parsed.exploded[:19])
        return str(parsed)
