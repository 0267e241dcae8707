"""A WebSocket of the `websockets` library, counted from its first moment, and written to without its help: see
`SocketTransport`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from websockets.asyncio.connection import Connection
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.protocol import OPEN, Event
from websockets.server import ServerProtocol

from cadogan_server.gateway import address
from cadogan_server.gateway.handshake import Handshake
from cadogan_server.gateway.http import refusal
from cadogan_server.gateway.limits import Limits
from cadogan_server.rooms.refused import Refused


class Headed(ServerConnection):
    """A connection whose every answer carries our headers."""

    def __init__(self, protocol: ServerProtocol, *args: Any, **kwargs: Any) -> None:
        protocol.__class__ = Handshake  # `serve` makes it, and lets nobody choose its class
        super().__init__(protocol, *args, **kwargs)


class Socket(Headed):
    """A connection that counts among those of its address, and tells when it can be written to again, or is gone.

    Args:
        limits: what an address may have.

    Attributes:
        address: where it comes from, as limits count it. Behind a proxy it is the proxy's until the request has been read.
        on_drained: called when it can be written to again, or is gone.
        on_frame: gets whole binary messages as they come, and says whether it has dealt with one; what it has not, and all
            that comes meanwhile, is read with `hear`.
    """

    def __init__(self, *args: Any, limits: Limits, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.address = ""
        self.on_drained: Callable[[], None] = lambda: None
        self.on_frame: Callable[[bytes], bool] = lambda message: False
        self._left = 0
        """How many messages `on_frame` has left that are not dealt with yet."""
        self._limits = limits
        self._gives_back: list[Callable[[], None]] = []
        self._turned_away = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has connected. Who is one too many is told so before a word of theirs is read."""
        self.address = address.counted(transport.get_extra_info("peername"))
        try:
            self._limits.connects.take(self.address)
            self._limits.connecting.take(self.address)
        except Refused as refused:
            Connection.connection_made(self, transport)  # without the task that would wait for what they want
            self._turned_away = True
            self.transport.write(refusal(refused).serialize())
            self.transport.close()
        else:
            self._gives_back.append(partial(self._limits.connecting.give_back, self.address))
            super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Read what has come."""
        if not self._turned_away:
            super().data_received(data)

    def process_event(self, event: Event) -> None:
        """A frame has come: a whole message may be dealt with here and now, without a task that waits for it."""
        if isinstance(event, Frame) and event.opcode in DATA_OPCODES:
            at_once = event.opcode is Opcode.BINARY and event.fin and not self._left
            if at_once and self.on_frame(bytes(event.data)):
                return
            self._left += event.fin
        super().process_event(event)

    async def hear(self, take: Callable[[bytes | str], Awaitable[None]]) -> None:
        """Wait for a message that `on_frame` has left, and let `take` deal with it; none overtakes it meanwhile.

        Raises:
            ConnectionClosed: the connection is closed.
        """
        message = await self.recv()
        try:
            await take(message)
        finally:
            self._left -= 1

    def opened(self) -> None:
        """The opening handshake is over: no more a connection of which nobody knows what it wants."""
        self._give_back()

    def hold(self, size: int) -> None:
        """Count an answer of so many bytes among those that its address has to read, until the connection is gone.

        Raises:
            Refused: there are too many already.
        """
        self._limits.unread.take(self.address, size)
        self._gives_back.append(partial(self._limits.unread.give_back, self.address, size))

    def _give_back(self) -> None:
        while self._gives_back:
            self._gives_back.pop()()

    async def keepalive(self) -> None:
        """Ping again and again, and drop the line when a ping stays unanswered.

        The library's own would wait for `close_timeout` more, for an answer to its close frame that nobody will send.
        """
        assert self.ping_interval is not None
        try:
            while True:
                await asyncio.sleep(self.ping_interval)
                pong = await self.ping()
                async with asyncio.timeout(self.ping_timeout):
                    await pong
        except TimeoutError:
            self.transport.abort()
        except ConnectionClosed:
            pass  # it was closing already

    def resume_writing(self) -> None:
        """The write buffer has gone below its low-water mark."""
        super().resume_writing()
        self.on_drained()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone: whatever is written to it now is taken and forgotten."""
        super().connection_lost(exc)
        self._give_back()
        self.on_drained()


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
