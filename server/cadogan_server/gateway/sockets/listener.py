"""Accepts connections at a pace that keeps play smooth, and turns away those above a limit."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress

from cadogan_server.gateway.sockets.socket import Socket
from cadogan_server.rooms.refused import Refused

logger = logging.getLogger(__name__)

BACKLOG = 256
"""Connections that the system queues until they are accepted. Clients of further ones retry by themselves a second
later."""

RECEIVED = 16 * 1024
"""Bytes of input that the system is asked to buffer per connection. More waits at the sender, so each read of a socket
is small."""

TURNED_AWAY = 8
"""Connections turned away in one look, at most. One is accepted per look."""

PACE = 0.002
"""Seconds between two looks for new connections. Each connection costs work in many iterations of the event loop:
handshake, request, first messages. Without a pause, newcomers would fill the processor, and a move would wait for all
of them in each iteration that it passes through. The pause leaves more than half of the time to players."""

SHORT_OF_FILES = 1.0
"""Seconds to wait if the system has no file descriptor left for a connection."""


class Listener:
    """Listens on some sockets. It replaces the `asyncio.Server` of the event loop for `websockets`, which would accept
    all connections at once.

    Args:
        sockets: listening sockets.
        admit: returns the protocol of a connection by the address of its peer; raises Refused if it is one too many.
        refusal: returns the bytes to send in that case.
        pace: seconds between two looks for new connections.
        short_of_files: seconds to wait if the system has no file descriptor left for a connection.
    """

    def __init__(
        self,
        sockets: Iterable[socket.socket],
        admit: Callable[[object], Socket],
        refusal: Callable[[Refused], bytes],
        *,
        pace: float = PACE,
        short_of_files: float = SHORT_OF_FILES,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._admit = admit
        self._refusal = refusal
        self._pace = pace
        self._short_of_files = short_of_files
        self._taken_in: set[asyncio.Task[None]] = set()
        self.sockets = tuple(sockets)
        """The listening sockets; empty after `close`."""
        for sock in self.sockets:
            self._listen(sock)

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """Return the event loop."""
        return self._loop

    def is_serving(self) -> bool:
        """Return True if connections are accepted."""
        return bool(self.sockets)

    def close(self) -> None:
        """Accept no more connections."""
        for sock in self.sockets:
            self._loop.remove_reader(sock)
            sock.close()
        self.sockets = ()

    async def wait_closed(self) -> None:
        """Wait until all accepted connections have their protocol."""
        if self._taken_in:
            await asyncio.wait(self._taken_in)

    def _listen(self, sock: socket.socket) -> None:
        if sock in self.sockets:
            self._loop.add_reader(sock, self._look, sock)

    def _look(self, sock: socket.socket) -> None:
        """Handle a waiting connection. Later ones wait until a pause is over."""
        try:
            self._take_some(sock)
            pause = self._pace
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            pause = self._pace
        except OSError as error:
            logger.warning("no connection can be accepted: %s", error)
            pause = self._short_of_files
        self._loop.remove_reader(sock)
        self._loop.call_later(pause, self._listen, sock)

    def _take_some(self, sock: socket.socket) -> None:
        """Accept one connection, and turn away those before it that are one too many.

        Raises:
            OSError: no connection waits, or it can't be accepted.
        """
        for _ in range(TURNED_AWAY):
            connection, peer = sock.accept()
            connection.setblocking(False)
            try:
                protocol = self._admit(peer)
            except Refused as refused:
                self.turn_away(connection, refused)
            else:
                task = self._loop.create_task(self._take_in(connection, protocol))
                self._taken_in.add(task)
                task.add_done_callback(self._taken_in.discard)
                return

    def turn_away(self, connection: socket.socket, refused: Refused) -> None:
        """Send a refusal, as far as the connection takes it at once, and close it."""
        with connection, suppress(OSError):
            connection.send(self._refusal(refused))

    async def _take_in(self, connection: socket.socket, protocol: Socket) -> None:
        try:
            await self._loop.connect_accepted_socket(lambda: protocol, connection)
        except OSError:  # the connection is closed already
            protocol.charges.give_back()
            connection.close()


NOT_HERE = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)
"""Errors for an address that the system does not have, for example with IPv6 switched off."""


async def listening(host: str, port: int) -> list[socket.socket]:
    """Return listening sockets, one for each address of a host that this machine has.

    Raises:
        OSError: the host has none, or the port is not available.
    """
    found = await asyncio.get_running_loop().getaddrinfo(
        host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    sockets: list[socket.socket] = []
    missing: OSError | None = None
    try:
        for family, address in dict.fromkeys((family, address) for family, _, _, _, address in found):
            try:
                sock = socket.create_server(address, family=family, backlog=BACKLOG)
            except OSError as error:
                if error.errno not in NOT_HERE:
                    raise
                missing = error
                continue
            sockets.append(sock)
            sock.setblocking(False)
            # Connections inherit both options. asyncio sets TCP_NODELAY only where a socket was made with its protocol named,
            # which these are not. Without it an answer behind a digest waits for the client's acknowledgement: 40 ms.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except BaseException:
        for sock in sockets:
            sock.close()
        raise
    if missing is not None and not sockets:
        raise missing
    return sockets
