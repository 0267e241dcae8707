"""A WebSocket of the `websockets` library, counted from its first moment, and written to directly
(`SocketTransport`)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Protocol

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import CONNECTING, OPEN, Event
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from cadogan_server.delivery.viewer import Moving
from cadogan_server.fair_queue import FairQueue, Rank
from cadogan_server.gateway.limits.limits import Limits
from cadogan_server.gateway.relays.relay import Passenger
from cadogan_server.gateway.relays.siblings import Parcel
from cadogan_server.gateway.sockets.charges import Charges
from cadogan_server.gateway.sockets.frames import are_whole, frame_size, is_ping, small_message
from cadogan_server.gateway.sockets.handshake import Handshake
from cadogan_server.gateway.sockets.keepalive import Keepalive


class SocketWriter(Protocol):
    """A part that writes to a socket, such as an outbox."""

    def drained(self) -> None:
        """Go on: the socket takes output again, or is gone."""


class Receiver(Protocol):
    """Handles the moves of a socket at once."""

    def rank(self) -> Rank:
        """Count an input, and return the rank at which it waits. The input of a player is handled at once."""

    def receive_now(self, data: bytes) -> bool:
        """Handle a whole binary message if that needs no waiting; otherwise return False without any effect."""


class ReceivesNothing:
    """The `Receiver` of a socket whose messages all wait for their turn."""

    def rank(self) -> Rank:
        """Return the rank of all who don't play."""
        return Rank.OTHER

    def receive_now(self, data: bytes) -> bool:
        """Return False."""
        return False


NO_RECEIVER = ReceivesNothing()


class HeadedConnection(ServerConnection):
    """A connection whose every HTTP answer carries our headers."""

    def __init__(self, protocol: ServerProtocol, *args: Any, **kwargs: Any) -> None:
        protocol.__class__ = Handshake  # `serve` creates it and offers no choice of its class
        super().__init__(protocol, *args, **kwargs)


class Socket(HeadedConnection):
    """A connection that counts for its address, is read in its turn, and reports when it is writable again or gone.

    One frame of the input is handled at a time. Further input waits here, and then at the sender. Only a player whose
    game is going on is read at once, as long as the input is a single frame, most likely a move, and the player's network
    sends no more than a few people do. A ping of another node is answered at once, too: behind the requests of a thousand
    players who come together it would wait so long that this node is taken for gone.

    Args:
        address: address that the socket counts for.
        limits: limits of addresses. The caller has already counted one connection of unknown purpose for this address.
        queue: decides when the socket is read.
        parcel: the state of the socket, if another worker had opened it.

    Attributes:
        address: address that the socket counts for; behind a proxy the proxy's until the request is read.
        counts: the number of sockets of its address that it counts as.
        page_origin: web origin of the page that opened the socket; "" if none is named.
        parcel: its state, as another worker has passed it along.
        passenger: the player of a socket that another node relays or another worker gave.
        of_node: True if another node relays a player through it.
        follows: the handed-over room that the socket follows.
        hands_over: True if the other side is a node that hands rooms over.
        mirroring: id of the node that mirrors a room through it; None if it is not a node's.
        charges: the quotas that the connection takes, until it is gone.
        silent: set by `Keepalive`; False after any input.
    """

    def __init__(
        self, *args: Any, address: str, limits: Limits, queue: FairQueue, parcel: Parcel | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.address = address
        self.page_origin = ""
        self.counts = 1
        self.parcel = parcel
        self.passenger: Passenger | None = None
        self.of_node = False
        self.follows: Moving | None = None
        self.hands_over = False
        self.mirroring = parcel.mirroring if parcel is not None else None
        self.charges = Charges()
        self.silent = False
        self._writers: tuple[SocketWriter, ...] = ()
        self._receiver: Receiver = NO_RECEIVER
        self._keepalive: Keepalive | None = None
        self._queue = queue
        self._inbox = bytearray()
        self._in_parts = False
        """True within a message of several frames. The library gets whole frames, so it never holds half a frame."""
        self._waits = False
        """True while it waits for its turn."""
        self._has_turn = False
        self._left = 0
        """Messages not handled at once nor yet by `hear`: 0 or 1."""
        self._held = False
        """True while nothing more may be read."""
        self._ended = False
        """True if there will be no more input."""
        self._lost = False
        self._ends = 2
        """Ends that remain before the socket is freed: the connection's, and that of the task that serves it."""
        if parcel is None:
            self.charges.took(limits.connecting, address)
        else:
            self._go_on_from(parcel)

    def _go_on_from(self, parcel: Parcel) -> None:
        """Continue with the state that the connection had at the worker that gave it. Its last message is not handled yet."""
        self.request = Request("", Headers())  # so that the library reads input as frames
        self.protocol.subprotocol = Subprotocol(parcel.fmt.value)
        self.passenger, self.page_origin = parcel.passenger, parcel.passenger.page_origin
        self.counts = parcel.counts
        self._inbox += parcel.unread
        self._left = 1

    def data_received(self, data: bytes) -> None:
        """Handle input."""
        self.silent = False
        if not self._inbox and not self._left and self._receiver.rank() is Rank.PLAYER:
            if _is_made_at_once(self, self._receiver, data):
                return
            if frame_size(data) == len(data):
                super().data_received(data)
                return
        if self.of_node and is_ping(data) and are_whole(self._inbox):
            super().data_received(data)
            return
        self._inbox += data
        if self._waits or self._left:
            self.stop_reading()
        self._go_on()

    def eof_received(self) -> bool:  # type: ignore[override]  # the library never asks to keep the line open
        """Note that there will be no more input. Earlier input is handled first."""
        self._ended = True
        self._go_on()
        return True

    def _go_on(self) -> None:
        """Wait for a turn if there is something to handle, otherwise for more input."""
        if self._waits or self._left or self._lost:
            return
        if self._piece():
            self._waits = True
            self._queue.wait(self.address, self._turn, self._receiver.rank())
        elif self._ended:
            super().eof_received()
            self.transport.close()
        elif self._held and not self.transport.is_closing():
            self._held = False
            self.transport.resume_reading()

    def _piece(self) -> int:
        """Return the number of bytes to handle next: one frame, or all input while the request is read."""
        return len(self._inbox) if self.protocol.state is CONNECTING else frame_size(self._inbox)

    def _turn(self) -> bool:
        """Handle the next piece of input."""
        self._waits = False
        size = self._piece()
        if not size:  # it is gone
            return False
        piece = bytes(self._inbox[:size])
        del self._inbox[:size]
        if not _is_made_at_once(self, self._receiver, piece):
            self._has_turn = True
            super().data_received(piece)
            self._has_turn = False
        self._go_on()
        return True

    def process_event(self, event: Event) -> None:
        """Handle a frame: a whole message may be handled at once, without a task that waits for it."""
        if not isinstance(event, Frame) or event.opcode not in DATA_OPCODES:
            super().process_event(event)
            return
        self._in_parts = not event.fin
        if self.protocol.state is not OPEN:
            return  # nobody handles a message after a close frame
        if event.opcode is Opcode.BINARY and event.fin and self._receiver.receive_now(bytes(event.data)):
            return
        self._left += event.fin
        if self._has_turn:
            super().process_event(event)
        else:
            self._queue.wait(self.address, partial(self._pass_on, event), Rank.PLAYER)

    def _pass_on(self, event: Event) -> bool:
        super().process_event(event)
        return True

    async def hear(self, take: Callable[[bytes | str], Awaitable[None]]) -> None:
        """Wait for a message that was not handled at once, and let `take` handle it before any other.

        Raises:
            ConnectionClosed: the connection is closed.
        """
        await self._dealt_with(await self.recv(), take)

    async def hear_first(self, take: Callable[[bytes | str], Awaitable[None]]) -> None:
        """Let `take` handle the message that made another worker give the connection away."""
        assert self.parcel is not None
        message, self.parcel = self.parcel.message, None
        await self._dealt_with(message, take)

    async def _dealt_with(self, message: bytes | str, take: Callable[[bytes | str], Awaitable[None]]) -> None:
        try:
            await take(message)
        finally:
            self._left -= 1
            self._go_on()

    @property
    def waits_unread(self) -> bool:
        """True while nothing is read because earlier input is not handled yet."""
        return self._held

    @property
    def unread(self) -> bytes:
        """Input that is read and not handled."""
        return bytes(self._inbox)

    @property
    def in_parts(self) -> bool:
        """True within a message of several frames."""
        return self._in_parts

    def stop_reading(self) -> None:
        """Read nothing more until all input is handled."""
        if not self._held:
            self._held = True
            self.transport.pause_reading()

    def given_away(self) -> None:
        """Free the connection without closing it: another worker has it."""
        self._inbox.clear()
        self.transport.abort()

    def opened(self) -> None:
        """Note that the handshake is over, and stop counting the connection as one of unknown purpose.

        Nobody reads its HTTP headers again, which take 3 KiB. The library keeps them, so they are emptied.
        """
        self.charges.give_back()
        for head in (self.request, self.response):
            if head is not None:
                head.headers.clear()

    def attach(self, *writers: SocketWriter, receiver: Receiver = NO_RECEIVER) -> None:
        """Tell these writers from now on when the socket takes output again, and let `receiver` handle moves at once."""
        self._writers = writers
        self._receiver = receiver

    def start_keepalive(self) -> None:
        """Ping whenever there was no input for a while, and drop the connection if a ping stays unanswered."""
        if self.ping_interval is not None and self.ping_timeout is not None:
            self._keepalive = Keepalive(self, self.ping_interval, self.ping_timeout)

    def resume_writing(self) -> None:
        """Note that the write buffer is below its low-water mark."""
        super().resume_writing()
        self._drained()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection is gone. Later output is discarded. Everything else waits for its turn, as many may
        go at once."""
        self._inbox.clear()
        self._lost = True
        if self._keepalive is not None:
            self._keepalive.stop()
            self._keepalive = None
        self.protocol.receive_eof()
        self._queue.wait(self.address, partial(self._go, exc), self._receiver.rank())

    def _go(self, exc: Exception | None) -> bool:
        super().connection_lost(exc)
        self.charges.give_back()
        self._drained()
        self.end()
        return True

    def _drained(self) -> None:
        for writer in self._writers:
            writer.drained()

    def end(self) -> None:
        """Note one of the two ends of the socket: the connection is lost, or the task that serves it has ended. After
        both, free the connection and everything around it at once.

        They refer to each other: the library's parser, its exceptions, and the conversation. In a flood thousands of
        connections come and go, and players would wait while Python's collector finds them.
        """
        self._ends -= 1
        if self._ends:
            return
        self.attach()
        self.response = None  # a long answer refers to objects of its stream
        protocol = self.protocol
        protocol.parser.close()
        for error in (protocol.parser_exc, protocol.handshake_exc, self.connection_exc):
            _drop_tracebacks(error)


def _is_made_at_once(socket: Socket, receiver: Receiver, data: bytes) -> bool:
    """Have a move handled without the library; return False, without any effect, unless `data` is one small frame of it."""
    if socket.in_parts or socket.protocol.state is not OPEN:
        return False
    message = small_message(data)
    return message is not None and receiver.receive_now(message)


def _drop_tracebacks(error: BaseException | None) -> None:
    """Drop the tracebacks of an error and its causes: they refer to every local variable on the way."""
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


class SocketTransport:
    """Writes whole frames straight to a connection's transport, all frames of a batch in one call.

    `websockets` itself does handshake, ping and close. It writes whole frames at once too, so its output and ours never
    mix within a frame. Nothing may follow a close frame, hence the check of the state.
    """

    __slots__ = ("_socket",)

    def __init__(self, socket: Socket) -> None:
        self._socket = socket

    def write(self, frames: Sequence[bytes]) -> bool:
        """Write these frames. False: the buffer is full, write no more until the outbox's `drained` is called."""
        socket = self._socket
        if socket.protocol.state is not OPEN:
            return True
        socket.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))
        return not socket.paused
