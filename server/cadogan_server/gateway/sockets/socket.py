"""A WebSocket of the `websockets` library, counted from its first moment, and written to without its help: see
`SocketTransport`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from random import random
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import CONNECTING, OPEN, Event
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from cadogan_server.delivery.viewer import Moving
from cadogan_server.fair_queue import FairQueue
from cadogan_server.gateway.limits.limits import Limits
from cadogan_server.gateway.relays.relay import Passenger
from cadogan_server.gateway.relays.siblings import Parcel
from cadogan_server.gateway.sockets.frames import small_message
from cadogan_server.gateway.sockets.handshake import Handshake
from cadogan_server.gateway.sockets.inbox import frame_size
from cadogan_server.telemetry.pauses import READ_SECONDS

PING = bytes((0x89, 0))
"""The frame of a ping, without anything in it (RFC 6455, 5.5.2)."""

LOOKS = 2
"""So often a socket is looked at in the time that it may be silent."""


class HeadedConnection(ServerConnection):
    """A connection whose every answer carries our headers."""

    def __init__(self, protocol: ServerProtocol, *args: Any, **kwargs: Any) -> None:
        protocol.__class__ = Handshake  # `serve` makes it, and lets nobody choose its class
        super().__init__(protocol, *args, **kwargs)


class Socket(HeadedConnection):
    """A connection that counts among those of its address, is heard in its turn, and tells when it can be written to again,
    or is gone.

    Of what comes together one frame is dealt with at a time, and the next when that is done: what is more waits here, and then at
    the sender. Only whose game is going on is heard at once, as long as what has come is one frame: a move, in all likelihood.

    Args:
        address: where it comes from.
        limits: what an address may have. One connection of it is counted as one of which nobody knows what it wants.
        queue: decides when it is heard.
        parcel: what another worker has given with it, where the socket is open already.

    Attributes:
        address: the same. Behind a proxy it is the proxy's until the request has been read.
        counts: as how many it counts among the sockets of its address.
        page_origin: the origin of the page that has opened the socket; "" where none has said so.
        parcel: the same.
        passenger: whose socket it is where another node has handed it on, or another worker given it.
        follows: with which room.
        hands_over: whether it is a node that hands over rooms.
        follower: the id of the node that follows a room through it; None: it is no node's.
        on_drained: called when it can be written to again, or is gone.
        on_frame: gets whole binary messages as they come, and says whether it has dealt with one; what it has not is read with
            `hear`.
        plays: whether this is somebody whose game is going on.
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
        self.follows: Moving | None = None
        self.hands_over = False
        self.follower = parcel.follower if parcel is not None else None
        self.on_drained: Callable[[], None] = _nothing
        self.on_frame: Callable[[bytes], bool] = _nothing_of
        self.plays: Callable[[], bool] = _no
        self._limits = limits
        self._gives_back: list[Callable[[], None]] = [partial(limits.connecting.give_back, address)]
        self._queue = queue
        self._inbox = bytearray()
        self._in_parts = False
        """Whether the library is in the midst of a message of several frames; it gets whole frames, so it has none half read."""
        self._waits = False
        """Whether it waits for its turn."""
        self._has_turn = False
        self._left = 0
        """How many messages `on_frame` has left that are not dealt with yet: none or one."""
        self._held = False
        """Whether nothing more is read for now."""
        self._ended = False
        """Whether nothing more will come."""
        self._lost = False
        self._silent = False
        """Whether nothing has come since this was looked at last."""
        self._watch: asyncio.TimerHandle | None = None
        self._ends = 2
        """What is yet to end before it is let go of: the connection, and the task that serves it."""
        if parcel is not None:
            self._go_on_from(parcel)

    def _go_on_from(self, parcel: Parcel) -> None:
        """Be as the connection was at the worker that has given it, whose last message is yet to be dealt with."""
        self._gives_back.clear()
        self.request = Request("", Headers())  # so that the library takes what comes for frames
        self.protocol.subprotocol = Subprotocol(parcel.fmt.value)
        self.passenger, self.page_origin = parcel.passenger, parcel.passenger.page_origin
        self.counts = parcel.counts
        self._inbox += parcel.unread
        self._left = 1

    def data_received(self, data: bytes) -> None:
        """Something has come."""
        self._silent = False
        if not self._inbox and not self._left and self.plays():
            if not self._in_parts and self.protocol.state is OPEN:
                message = small_message(data)
                if message is not None and self.on_frame(message):
                    return
            if frame_size(data) == len(data):
                super().data_received(data)
                return
        self._inbox += data
        if (self._waits or self._left) and not self._held:
            self._held = True
            self.transport.pause_reading()
        self._go_on()

    def eof_received(self) -> bool:  # type: ignore[override]  # the library never asks to keep the line open
        """Nothing more will come; what has come before is dealt with first."""
        self._ended = True
        self._go_on()
        return True

    def _go_on(self) -> None:
        """Wait for a turn where there is something to do, and else for more."""
        if self._waits or self._left or self._lost:
            return
        if self._piece():
            self._waits = True
            self._queue.wait(self.address, self._turn, player=self.plays())
        elif self._ended:
            super().eof_received()
            self.transport.close()
        elif self._held and not self.transport.is_closing():
            self._held = False
            self.transport.resume_reading()

    def _piece(self) -> int:
        """Return how much of what has come is dealt with next: a frame; of a request whatever there is."""
        return len(self._inbox) if self.protocol.state is CONNECTING else frame_size(self._inbox)

    def _turn(self) -> bool:
        """Deal with the next of what has come."""
        self._waits = False
        size = self._piece()
        if not size:  # it is gone
            return False
        piece = bytes(self._inbox[:size])
        del self._inbox[:size]
        self._has_turn = True
        super().data_received(piece)
        self._has_turn = False
        self._go_on()
        return True

    def process_event(self, event: Event) -> None:
        """A frame has come: a whole message may be dealt with here and now, without a task that waits for it."""
        if not isinstance(event, Frame) or event.opcode not in DATA_OPCODES:
            super().process_event(event)
            return
        self._in_parts = not event.fin
        if self.protocol.state is not OPEN:
            return  # after a close frame nobody will deal with it
        if event.opcode is Opcode.BINARY and event.fin and self.on_frame(bytes(event.data)):
            return
        self._left += event.fin
        if self._has_turn:
            super().process_event(event)
        else:
            self._queue.wait(self.address, partial(self._pass_on, event), player=True)

    def _pass_on(self, event: Event) -> bool:
        super().process_event(event)
        return True

    async def hear(self, take: Callable[[bytes | str], Awaitable[None]]) -> None:
        """Wait for a message that `on_frame` has left, and let `take` deal with it; none overtakes it meanwhile.

        Raises:
            ConnectionClosed: the connection is closed.
        """
        await self._dealt_with(await self.recv(), take)

    async def hear_first(self, take: Callable[[bytes | str], Awaitable[None]]) -> None:
        """Let `take` deal with the message with which another worker has given the connection."""
        assert self.parcel is not None
        message, self.parcel = self.parcel.message, None
        await self._dealt_with(message, take)

    async def _dealt_with(self, message: bytes | str, take: Callable[[bytes | str], Awaitable[None]]) -> None:
        try:
            await take(message)
        finally:
            self._left -= 1
            self._go_on()

    # ---- to another worker -------------------------------------------------------------------------------------------

    async def stand_still(self) -> None:
        """Read nothing more, and wait until the system has taken all that was written.

        Raises:
            ConnectionClosed: the connection is closed.
        """
        if not self._held:
            self._held = True
            self.transport.pause_reading()
        self.transport.set_write_buffer_limits(0)
        await self.drain()

    @property
    def stands_still(self) -> bool:
        """Whether nothing is on its way: it is open, nothing waits to be written, and no message is read in part."""
        return (
            self.protocol.state is OPEN
            and not self.transport.is_closing()
            and not self.transport.get_write_buffer_size()
            and not self._in_parts
        )

    @property
    def unread(self) -> bytes:
        """What has come in and is not dealt with."""
        return bytes(self._inbox)

    @property
    def descriptor(self) -> int:
        """The file descriptor of the connection."""
        number: int = self.transport.get_extra_info("socket").fileno()
        return number

    def go_on_here(self) -> None:
        """Nobody has taken it: read on, when what it has asked for is dealt with."""
        self.transport.set_write_buffer_limits(self.write_limit_high, self.write_limit_low)

    def given_away(self) -> None:
        """Another worker has it: let go of it here without a word, so that it stays open there."""
        self._inbox.clear()
        self.transport.abort()

    def opened(self) -> None:
        """The opening handshake is over: no more a connection of which nobody knows what it wants.

        Nobody reads its heads again, which take 3 KiB. The library holds them all the same, so they are emptied.
        """
        self.give_back()
        for head in (self.request, self.response):
            if head is not None:
                head.headers.clear()

    def comes_from(self, address: str) -> None:
        """Count this connection for an address that a proxy has forwarded, from now on.

        Raises:
            Refused: the address, its networks, or all together have too many connections, or connect too often.
        """
        self.address = address
        self._limits.requests.spend(address)
        self._limits.requesting.occupy(address)
        self._gives_back.append(partial(self._limits.requesting.give_back, address))

    def hold(self, size: int) -> None:
        """Count an answer of so many bytes among those that its address has to read, until the connection is gone.

        Raises:
            Refused: there are too many already.
        """
        self._limits.unread.occupy(self.address, size)
        self._gives_back.append(partial(self._limits.unread.give_back, self.address, size))

    def give_back(self) -> None:
        """Its address holds no more what was counted of it."""
        while self._gives_back:
            self._gives_back.pop()()

    def start_keepalive(self) -> None:
        """Ping whenever nothing has come for a while, and drop the connection when a ping stays unanswered.

        The library's own would have a task for each connection, ping those too that speak, all at once that came at once, and
        wait for `close_timeout` more, for an answer to its close frame that nobody will send.
        """
        if self.ping_interval is not None:
            first = random() * self.ping_interval / LOOKS
            self._watch = self.loop.call_later(first, self._look, self.ping_interval / LOOKS)

    def _look(self, seconds: float) -> None:
        """See whether something has come since the last look, which is so long ago."""
        if not self._silent:
            self._silent = True
        elif self.protocol.state is OPEN:
            assert self.ping_timeout is not None
            self.transport.write(PING)
            self._watch = self.loop.call_later(self.ping_timeout, self._must_have_come, seconds)
            return
        self._watch = self.loop.call_later(seconds, self._look, seconds)

    def _must_have_come(self, seconds: float) -> None:
        """See whether something has come since the ping.

        Where this process itself has stood still, answers lie with the system, and the event loop comes to its timers before
        them. So what is there is read first. It is not read from who has more waiting here than is dealt with: they have spoken.
        """
        if self._silent and not self._held:
            self._watch = self.loop.call_later(READ_SECONDS, self._is_gone_unless_heard, seconds)
        else:
            self._look(seconds)

    def _is_gone_unless_heard(self, seconds: float) -> None:
        """See it again: the event loop has looked meanwhile at what has come."""
        if self._silent:
            self.transport.abort()
        else:
            self._look(seconds)

    def resume_writing(self) -> None:
        """The write buffer has gone below its low-water mark."""
        super().resume_writing()
        self.on_drained()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone: whatever is written to it now is taken and forgotten. All else has its turn: many may go at
        once."""
        self._inbox.clear()
        self._lost = True
        if self._watch is not None:
            self._watch.cancel()
        self.protocol.receive_eof()
        self._queue.wait(self.address, partial(self._go, exc), player=self.plays())

    def _go(self, exc: Exception | None) -> bool:
        super().connection_lost(exc)
        self.give_back()
        self.on_drained()
        self._let_go()
        return True

    def served(self) -> None:
        """Nobody is going to ask anything more of it."""
        self._let_go()

    def _let_go(self) -> None:
        """Let the connection and all that knew it be freed at once, when both its ends have come.

        They hold each other: the library's parser and what has failed in it, and whoever talks over it. Thousands of connections
        come and go in a flood, and what Python's collector has to find of them is time that players wait.
        """
        self._ends -= 1
        if self._ends:
            return
        self.on_drained, self.on_frame, self.plays = _nothing, _nothing_of, _no
        self.response = None  # one that has gone on for long knows what went out by it
        protocol = self.protocol
        protocol.parser.close()
        for error in (protocol.parser_exc, protocol.handshake_exc, self.connection_exc):
            _forget_where(error)


def _nothing() -> None:
    """Nobody waits for it."""


def _nothing_of(message: bytes) -> bool:
    """Nobody takes messages."""
    return False


def _no() -> bool:
    """Nobody is there."""
    return False


def _forget_where(error: BaseException | None) -> None:
    """Forget where an error was raised, and those that have led to it: the places hold all that was known there."""
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


class SocketTransport:
    """Writes whole frames straight to a connection's transport, all that a batch has for it with one call.

    `websockets` itself does handshake, ping and close. It frames and writes those whole and at once, so what it writes
    and what we write never mix within a frame; after a close frame nothing may follow, hence the look at the state.
    """

    __slots__ = ("_socket",)

    def __init__(self, socket: Socket) -> None:
        self._socket = socket

    def write(self, frames: Sequence[bytes]) -> bool:
        """Write these frames. False: the buffer is full, take no more until `on_drained` is called."""
        socket = self._socket
        if socket.protocol.state is not OPEN:
            return True
        socket.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))
        return not socket.paused
