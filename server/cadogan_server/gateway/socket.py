"""A WebSocket of the `websockets` library, written to without its help: see `SocketTransport`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.protocol import OPEN, Event
from websockets.server import ServerProtocol

from cadogan_server.gateway.handshake import Handshake


class Socket(ServerConnection):
    """A connection that tells when it can be written to again, or is gone."""

    def __init__(self, protocol: ServerProtocol, *args: Any, **kwargs: Any) -> None:
        protocol.__class__ = Handshake  # `serve` makes it, and lets nobody choose its class
        super().__init__(protocol, *args, **kwargs)
        self.on_drained: Callable[[], None] = lambda: None
        self.on_frame: Callable[[bytes], bool] = lambda message: False
        """Gets whole binary messages as they come, and says whether it has dealt with one; what it has not, and all that
        comes meanwhile, is read with `hear`."""
        self._left = 0
        """How many messages `on_frame` has left that are not dealt with yet."""

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
