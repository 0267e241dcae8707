"""Pings sockets that are silent, and drops those that stay so."""

from __future__ import annotations

import asyncio
from random import random
from typing import Protocol

from websockets.protocol import OPEN, State

from cadogan_server.telemetry.pauses import READ_SECONDS

PING = bytes((0x89, 0))
"""An empty ping frame (RFC 6455, 5.5.2)."""

LOOKS = 2
"""Checks of a socket within the time that it may be silent."""


class PingedSocket(Protocol):
    """A socket, as far as it is kept alive.

    Attributes:
        loop: its event loop.
        transport: its transport.
        silent: set at each check; False after any input.
    """

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    silent: bool

    @property
    def state(self) -> State:
        """State of the connection."""

    @property
    def waits_unread(self) -> bool:
        """True while nothing is read because earlier input is not handled yet."""


class Keepalive:
    """Checks one socket again and again until `stop`.

    The library's own keepalive needs a task per connection, pings active connections too, sends the pings of
    simultaneous connections at the same moment, and waits `close_timeout` longer for the answer to its close frame.

    Args:
        socket: the socket.
        interval: seconds without input after which it is pinged.
        timeout: seconds in which it must answer.
    """

    __slots__ = ("_seconds", "_socket", "_timeout", "_timer")

    def __init__(self, socket: PingedSocket, interval: float, timeout: float) -> None:
        self._socket = socket
        self._seconds = interval / LOOKS
        self._timeout = timeout
        self._timer = socket.loop.call_later(random() * self._seconds, self.look)

    def stop(self) -> None:
        """Stop checking: the socket is gone."""
        self._timer.cancel()

    def look(self) -> None:
        """Check for input since the last check."""
        socket = self._socket
        if not socket.silent:
            socket.silent = True
        elif socket.state is OPEN:
            socket.transport.write(PING)
            self._timer = socket.loop.call_later(self._timeout, self.must_have_come)
            return
        self._timer = socket.loop.call_later(self._seconds, self.look)

    def must_have_come(self) -> None:
        """Check for input since the ping.

        If this process itself has stood still, input waits in the system's buffers, and the event loop runs its timers
        first. So the input is read first. A socket with unhandled input here is alive anyway, and is not read.
        """
        if self._socket.silent and not self._socket.waits_unread:
            self._timer = self._socket.loop.call_later(READ_SECONDS, self._is_gone_unless_heard)
        else:
            self.look()

    def _is_gone_unless_heard(self) -> None:
        """Check again: the event loop has read input meanwhile."""
        if self._socket.silent:
            self._socket.transport.abort()
        else:
            self.look()


async def answers(socket: PingedSocket, seconds: float) -> bool:
    """Ping a socket; return True if anything comes from it within `seconds`, or waits here unread."""
    if socket.state is not OPEN:
        return False
    socket.silent = True
    socket.transport.write(PING)
    await asyncio.sleep(seconds)
    await asyncio.sleep(READ_SECONDS)  # input may wait to be read, as in `must_have_come`
    return not socket.silent or socket.waits_unread
