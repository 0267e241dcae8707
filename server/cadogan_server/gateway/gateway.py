"""Accepts sockets and starts a conversation on each."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import cast

from websockets.asyncio.server import Server, ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.protocol import CONNECTING, OPEN, State
from websockets.typing import Subprotocol

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import CloseCode
from cadogan_protocol.limits import MAX_MESSAGE_BYTES, OUTDATED, SUBPROTOCOL_MSGPACK, VERSION
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.fair_share import counted_under
from cadogan_server.gateway.api.endpoints import Api
from cadogan_server.gateway.conversation import Conversation
from cadogan_server.gateway.http.routes import Site, refusal, refusal_at_the_door
from cadogan_server.gateway.limits.address import FORWARDED_FOR, counted, forwarded
from cadogan_server.gateway.limits.bans import Bans, sentence
from cadogan_server.gateway.limits.limits import LARGE, Limits
from cadogan_server.gateway.peers.handover_links import taken_over
from cadogan_server.gateway.peers.mirror_server import MirrorConnection
from cadogan_server.gateway.previews.drawer import Drawer
from cadogan_server.gateway.previews.link_pages import Previews
from cadogan_server.gateway.relays import relay
from cadogan_server.gateway.relays.relay import Relays, nobody
from cadogan_server.gateway.relays.siblings import Parcel, Siblings
from cadogan_server.gateway.session import Session
from cadogan_server.gateway.sockets.handshake import Handshake, LongAnswer
from cadogan_server.gateway.sockets.listener import Listener
from cadogan_server.gateway.sockets.origin import AllowedOrigins
from cadogan_server.gateway.sockets.socket import Socket, SocketTransport
from cadogan_server.parts.services import Services
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.log.room_leases import Elsewhere
from cadogan_server.telemetry import tracing
from cadogan_server.telemetry.stats import Door

logger = logging.getLogger(__name__)

TOO_OLD = f"this server speaks version {VERSION}: load the page anew, or ask for {SUBPROTOCOL_MSGPACK}"
"""Close reason for a client of an earlier version. The close code tells it not to reconnect."""

PATH = "/ws"

API = "/api"
"""Path prefix of the HTTP API; `cadogan_protocol.api.PREFIX` adds the version."""

OPEN_SECONDS = 10.0
"""Seconds that the opening handshake may take, or a request until its answer starts."""

STILL_SECONDS = 2.0
"""Seconds that a socket has to drain its output. After that it is relayed instead of given to another worker."""

AWAY_AT_ONCE, AWAY_PAUSE = 50, 0.02
"""Sockets that a node that shuts down closes at once, and seconds between two such groups: all of them go to other
nodes."""


class Gateway:
    """The server's door: WebSockets at `/ws`, everything else over HTTP from `site`.

    Args:
        services: the server's parts.
        site: everything that is served over HTTP.
        relays: opens relays to other nodes.
        siblings: the other workers of this machine, if any.
    """

    def __init__(self, services: Services, site: Site, relays: Relays, siblings: Siblings | None = None) -> None:
        self._services = services
        self._relays = relays
        self._siblings = siblings
        self._arriving: set[asyncio.Task[None]] = set()
        self._site = site
        self._origins = AllowedOrigins(services.settings.origins, services.settings.behind_proxy)
        self.limits = Limits(services.settings, asyncio.get_running_loop().time)
        self.drawer = Drawer(services.settings.previews, self.limits)
        """Draws the pictures of link previews."""
        self._previews = Previews(services, self.limits, self._origins, site.index, self.drawer)
        self._closing: set[asyncio.Task[None]] = set()
        self._server: Server | None = None
        self.bans = Bans()
        """Banned players, addresses and networks."""
        self.sessions: dict[Session, Socket] = {}
        """The session of each open socket, and of each stream of a room's events."""
        self._api = Api(services, self.limits, self.bans, relays, self.sessions)
        self.limits.sockets.on_excess = self._let_go

    def standing(self) -> Door:
        """Return counts of what is connected now."""
        relayed = sum(session.handed_on for session in self.sessions)
        return Door(len(self.sessions), relayed, self.limits.streams.sum, self._services.settings.streams)

    async def open(self, sockets: Sequence[socket.socket]) -> Server:
        """Accept connections from these listening sockets, and sockets that other workers give."""
        quiet = logging.getLogger("cadogan_server.websockets")
        quiet.setLevel(logging.ERROR)  # lower levels report every handshake; a broken one is not our fault

        async def listen() -> asyncio.Server:
            return cast(asyncio.Server, Listener(sockets, admit, refusal_at_the_door))

        def admit(peer: object) -> Socket:
            return self._admit(peer, server, quiet)

        def arrived(parcel: Parcel, descriptor: int) -> None:
            task = asyncio.create_task(self._take(parcel, descriptor, server, quiet))
            self._arriving.add(task)
            task.add_done_callback(self._arriving.discard)

        server = Server(listen, self._serve, quiet)
        self._server = await server
        if self._siblings is not None:
            self._siblings.listen(arrived)
        return self._server

    def close(self, reason: str) -> None:
        """End long HTTP answers. The caller closes the sockets."""
        self._api.close(reason)

    def waiting(self) -> Iterator[int]:
        """Yield the bytes that wait for each open socket, in its outbox and in the library's buffer."""
        for session, connection in list(self.sessions.items()):
            yield session.outbox.waiting + connection.transport.get_write_buffer_size()

    def _let_go(self, key: str, count: int) -> None:
        """Close sockets of an address or network with too many over all nodes, the newest first and playing ones
        last."""
        theirs = [
            session
            for session, connection in reversed(self.sessions.items())
            if connection.counts
            and not isinstance(connection.response, LongAnswer)
            and key in counted_under(connection.address)
        ]
        for session in sorted(theirs, key=Session.plays)[:count]:
            session.close_now(CloseCode.TOO_MANY_SOCKETS, "your address has too many sockets at all servers together")

    # ---- before the handshake ----------------------------------------------------------------------------------------

    def _admit(self, peer: object, server: Server, logger: logging.Logger) -> Socket:
        """Return the protocol for a new connection; raise Refused if it is one too many, before any input is read."""
        address = counted(peer)
        self.limits.connects.spend(address)
        self.limits.connecting.occupy(address)
        return self._connection(CONNECTING, address, server, logger)

    def _connection(
        self, state: State, address: str, server: Server, logger: logging.Logger, parcel: Parcel | None = None
    ) -> Socket:
        settings = self._services.settings
        return Socket(
            Handshake(
                subprotocols=[Subprotocol(name) for name in (*Format, *OUTDATED)],
                state=state,
                max_size=MAX_MESSAGE_BYTES,
                logger=logger,
            ),
            server,
            ping_interval=settings.ping,
            ping_timeout=settings.pong,
            close_timeout=settings.closing,
            address=address,
            limits=self.limits,
            queue=self._services.queue,
            parcel=parcel,
        )

    async def _take(self, parcel: Parcel, descriptor: int, server: Server, logger: logging.Logger) -> None:
        """Continue a socket here that another worker has given."""
        sock = socket.socket(fileno=descriptor)
        if not server.is_serving():  # the client reconnects by itself, to a node that serves
            sock.close()
            return
        sock.setblocking(False)
        connection = self._connection(OPEN, parcel.passenger.address, server, logger, parcel)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: connection, sock)
        except OSError:  # the socket is closed already
            sock.close()

    async def _serve(self, connection: ServerConnection) -> None:
        """Answer an HTTP request, or open the WebSocket and talk until one side closes it."""
        assert isinstance(connection, Socket)
        try:
            if connection.parcel is None:
                with suppress(Exception):  # no input, or nonsense; errors have been logged there
                    async with asyncio.timeout(OPEN_SECONDS):
                        await connection.handshake(self._answer_http, server_header=None)
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
            connection.served()

    async def _serve_open(self, connection: ServerConnection) -> None:
        everybody = connection.server.all_connections
        everybody.add(connection)
        connection.start_keepalive()
        try:
            async with connection:
                await self._talk(connection)
        except Exception:
            logger.exception("a socket's conversation failed")
        finally:
            everybody.discard(connection)

    async def _answer_http(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a request that opens no WebSocket; return None to let the handshake go on."""
        assert isinstance(connection, Socket)
        if self._services.settings.behind_proxy and FORWARDED_FOR in request.headers:
            try:
                connection.comes_from(forwarded(request.headers, connection.address))
            except Refused as refused:
                return self._turned_away(refused, request)
        path = request.path.partition("?")[0]
        ban = self.bans.of_address(connection.address, self._services.clock.real())
        if ban is not None:
            return connection.respond(403, f"{sentence(ban)}\n")
        if path == relay.PATH:
            return await self._answer_node(connection, request)
        if path != PATH:
            if "Sec-WebSocket-Key" in request.headers:
                return connection.respond(404, f"the WebSocket is at {PATH}, not at {path[:100]}\n")
            return await self._within_limits(connection, request, path)
        if self._services.store.journal.cut_off:
            return connection.respond(503, "this server can't reach its store just now; come back to another one\n")
        unwelcome = self._origins.refusal(request.headers)
        if unwelcome is not None:
            return connection.respond(403, f"{unwelcome}\n")
        connection.page_origin = request.headers.get("Origin", "")
        wanted = ", ".join(fmt.value for fmt in Format)
        offered = ",".join(request.headers.get_all("Sec-WebSocket-Protocol"))
        ours = any(name.strip() in (*Format, *OUTDATED) for name in offered.split(","))
        if "Sec-WebSocket-Key" in request.headers and not ours:
            return connection.respond(
                400, f"none of the WebSocket subprotocols {offered[:100]!r} is spoken here; offer one of {wanted}\n"
            )
        return None

    async def _answer_node(self, connection: Socket, request: Request) -> Response | None:
        """Refuse a request that claims to come from another node; return None if it does."""
        headers, relays = request.headers, self._relays
        try:
            speaks = headers.get(relay.VERSION, "")
            if speaks not in relay.UNDERSTOOD:
                what = f"this server speaks version {relay.SPEAKS} with others of its place, not {speaks[:20]}\n"
                return connection.respond(409, what)
            hands_over = await relays.hands_over(headers.get(relay.ROOMS, ""))
            if hands_over is None:
                return connection.respond(421, "another worker at this port is meant\n")
            connection.hands_over = hands_over
            if hands_over:
                return None
            connection.passenger = await relays.arrived(headers.get(relay.HEADER, ""))
            connection.follows = await relays.follows(headers.get(relay.FOLLOWS, ""))
            connection.follower = await relays.follower(headers.get(relay.FOLLOWER, ""))
        except STORE_AWAY:
            return connection.respond(503, "the store does not answer just now\n")
        if connection.follower is not None:
            connection.counts = 0
            return None
        if connection.passenger is None:
            return connection.respond(403, "this is for the servers of this place alone\n")
        connection.address, connection.counts = connection.passenger.address, 0  # the other node counts it
        connection.page_origin = connection.passenger.page_origin
        return None

    async def _within_limits(self, connection: Socket, request: Request, path: str) -> Response:
        """Answer over HTTP within the limits of an address."""
        try:
            with tracing.span(f"GET {path[:100]}", request.headers):
                if path == API or path.startswith(f"{API}/"):
                    response = await self._api.answer(connection, request)
                else:
                    response = await self._previews.answer(request, connection.address) or await self._site.answer(
                        request
                    )
            if len(response.body) > LARGE:
                connection.hold(len(response.body))
        except Refused as refused:
            return self._turned_away(refused, request)
        return response

    def _turned_away(self, refused: Refused, request: Request) -> Response:
        self._services.stats.refusals[refused.code] += 1
        return refusal(refused, request)

    # ---- one socket --------------------------------------------------------------------------------------------------

    async def _talk(self, connection: ServerConnection) -> None:
        assert isinstance(connection, Socket)
        connection.opened()
        if connection.subprotocol in OUTDATED:
            await connection.close(CloseCode.TOO_MANY_ERRORS, TOO_OLD)
            return
        if connection.hands_over:
            await self._take_over(connection)
            return
        if connection.follower is not None:
            await self._be_followed(connection, connection.follower)
            return
        session, sockets = self._session(connection), self.limits.sockets
        if connection.passenger is not None:
            session.take_in(connection.passenger)
            session.handed_on = connection.parcel is None
        try:
            if connection.parcel is not None:  # the other worker has admitted it
                sockets.carry(connection.address, connection.counts)
            elif connection.counts:
                sockets.occupy(connection.address)
        except Refused as refused:
            await connection.close(CloseCode.TOO_MANY_SOCKETS, refused.message)
            return
        try:
            await self._converse(connection, session)
        finally:
            sockets.give_back(connection.address, connection.counts)

    async def _converse(self, connection: Socket, session: Session) -> None:
        """Talk until one side closes the socket. Identify the player first, unless another node has."""
        self.sessions[session] = connection
        conversation = self._conversation(connection, session)
        try:
            if connection.follows is not None:
                await conversation.come(connection.follows)
            elif connection.passenger is None:
                await self._hear_hello(connection, session, conversation)
                if session.player is not None and session.player.bot:  # our bots all come from this machine
                    self.limits.sockets.give_back(connection.address)
                    connection.counts = 0
            connection.on_frame, connection.plays = conversation.receive_now, session.plays
            if connection.parcel is not None:
                conversation.allowance = connection.parcel.allowance
                await connection.hear_first(conversation.receive)
            while True:
                await connection.hear(conversation.receive)
        except ConnectionClosed:
            pass
        finally:
            del self.sessions[session]
            await conversation.stop()

    async def _hand_over(
        self, connection: Socket, session: Session, node: str, message: bytes | str, allowance: float
    ) -> bool:
        """Give the connection to a room's owner if that is another worker of this machine; return True if it has the
        connection.

        A socket that doesn't drain its output, or has sent far too much, stays here and is relayed.
        """
        if self._number_of(node) is None:
            return False
        await session.taken()
        fmt, counts = session.outbox.fmt, connection.counts
        return await self._give(connection, node, Parcel(session.passenger, fmt, counts, allowance, message, b""))

    def _goes_along(self, elsewhere: Elsewhere) -> bool:
        """Return True if a spectator of another worker's room is given to it: if there are few, and no mirror exists
        yet."""
        if self._siblings is None or self._number_of(elsewhere.node) is None:
            return False
        return self._services.mirrors.get(elsewhere.code) is None and self._siblings.one_of_few(elsewhere.code)

    def _number_of(self, node: str) -> int | None:
        return self._siblings.number_of(node) if self._siblings is not None else None

    async def _give(self, connection: Socket, node: str, parcel: Parcel) -> bool:
        """Give the connection with this parcel and its unread input to a node that is another worker of this machine;
        return True if that has it."""
        siblings, number = self._siblings, self._number_of(node)
        if siblings is None or number is None:
            return False
        try:
            async with asyncio.timeout(STILL_SECONDS):
                await connection.stand_still()
                while connection.stands_still:
                    if siblings.give(number, parcel._replace(unread=connection.unread), connection.descriptor):
                        connection.given_away()
                        self._services.stats.given += 1
                        return True
                    await siblings.room_for_more(number)
                    await connection.stand_still()
        except (OSError, ConnectionClosed) as error:  # a TimeoutError is an OSError
            logger.warning("a socket can't be given to worker %d: %s", number, str(error) or "it takes nothing")
        connection.go_on_here()
        return False

    async def _take_over(self, connection: Socket) -> None:
        """Take the rooms that another node hands over, until it closes the connection."""
        at_work: set[asyncio.Task[None]] = set()

        async def answer(message: bytes | str) -> None:
            told = await taken_over(self._services.rooms.finder, message)
            with suppress(ConnectionClosed):
                await connection.send(told)

        async def take(message: bytes | str) -> None:
            task = asyncio.create_task(answer(message))
            at_work.add(task)
            task.add_done_callback(at_work.discard)

        with suppress(ConnectionClosed):
            while True:
                await connection.hear(take)

    async def send_away(self) -> None:
        """Accept nobody more, and close all sockets, some at a time, so that clients go to other nodes."""
        if self._server is not None:
            self._server.server.close()
        for number, (session, _) in enumerate(list(self.sessions.items()), 1):
            session.send_away()
            if not number % AWAY_AT_ONCE:
                await asyncio.sleep(AWAY_PAUSE)

    async def _be_followed(self, connection: Socket, node: str) -> None:
        """Show a room to another node's mirror, until one side closes the link."""

        async def hand_over(owner: str, message: bytes | str) -> bool:
            parcel = Parcel(nobody(connection.address), Format.MSGPACK, 0, 0.0, message, b"", node)
            return await self._give(connection, owner, parcel)

        outbox, close = self._way_back(connection)
        followed = MirrorConnection(self._services, node, outbox, close, hand_over)
        try:
            await followed.serve(connection)
        except ConnectionClosed:
            pass
        except TimeoutError:
            await connection.close(CloseCode.PROTOCOL_ERROR, "no room was named in time")
        finally:
            followed.gone()

    def _session(self, connection: Socket) -> Session:
        outbox, close = self._way_back(connection)
        return Session(
            self._services, outbox, connection.address, self.limits, close, self.bans, connection.page_origin
        )

    def _way_back(self, connection: Socket) -> tuple[Outbox, Callable[[int, str], None]]:
        """Return the outbox of a socket, and the function that closes it."""

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
        return outbox, close

    async def _hear_hello(self, connection: Socket, session: Session, conversation: Conversation) -> None:
        try:
            async with asyncio.timeout(self._services.settings.hello_seconds):
                while session.player is None:
                    await connection.hear(conversation.receive)
        except TimeoutError:
            await connection.close(CloseCode.NO_HELLO, "no hello came in time")

    def _conversation(self, connection: Socket, session: Session) -> Conversation:
        """Return the conversation of a socket, with tracing if it is switched on."""
        tracer, hand_over = tracing.tracer(), partial(self._hand_over, connection, session)
        session.goes_along = self._goes_along
        if tracer is None:
            return Conversation(session, self._relays, hand_over)
        # The packages for tracing are installed only where it is used.
        from cadogan_server.gateway.traced import TracedConversation

        return TracedConversation(session, self._relays, hand_over, tracer)
