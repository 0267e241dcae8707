"""Takes connections in at a pace that keeps nobody waiting who plays, and turns away who is one too many at the door."""

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
"""Connections that the system holds until they are taken in. Those beyond try again by themselves a second later."""

RECEIVED = 16 * 1024
"""Bytes that the system is asked to hold of what a connection has sent. What is more waits at the sender, so one look at a socket
brings only so much."""

TURNED_AWAY = 8
"""So many connections are turned away at most in one look; taken in is one."""

PACE = 0.002
"""Seconds between two looks at who has connected. What a connection costs is done in many iterations of the event loop: its
handshake, its request, its first words. Were the next let in at once, the processor would be full with those who come, and each
of the iterations that a move goes through as long as all of them; in this way more than half is left to those who play."""

SHORT_OF_FILES = 1.0
"""Seconds after which to look again where the system has no file left for a connection."""


class Listener:
    """Listens on some sockets. To `websockets` it is the `asyncio.Server` that the event loop would make, which takes in all
    who come at once.

    Args:
        sockets: that are listening.
        admit: makes the protocol of a connection from the address of its peer; raises Refused where that is one too many.
        refusal: returns what to tell it then.
        pace: seconds between two looks at who has connected.
        short_of_files: seconds after which to look again where the system has no file left for a connection.
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
        """Those it listens on; none when it is closed."""
        for sock in self.sockets:
            self._listen(sock)

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """Return the event loop."""
        return self._loop

    def is_serving(self) -> bool:
        """Whether connections are taken in."""
        return bool(self.sockets)

    def close(self) -> None:
        """Take in no more."""
        for sock in self.sockets:
            self._loop.remove_reader(sock)
            sock.close()
        self.sockets = ()

    async def wait_closed(self) -> None:
        """Wait until all that were taken in have their protocol."""
        if self._taken_in:
            await asyncio.wait(self._taken_in)

    def _listen(self, sock: socket.socket) -> None:
        if sock in self.sockets:
            self._loop.add_reader(sock, self._look, sock)

    def _look(self, sock: socket.socket) -> None:
        """Somebody waits. Who comes after is looked at when a pause is over."""
        try:
            self._take_some(sock)
            pause = self._pace
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            pause = self._pace
        except OSError as error:
            logger.warning("no connection can be taken in: %s", error)
            pause = self._short_of_files
        self._loop.remove_reader(sock)
        self._loop.call_later(pause, self._listen, sock)

    def _take_some(self, sock: socket.socket) -> None:
        """Take one in, and turn away those before who are one too many.

        Raises:
            OSError: there is no more, or it can't be had.
        """
        for _ in range(TURNED_AWAY):
            connection, peer = sock.accept()
            connection.setblocking(False)
            try:
                protocol = self._admit(peer)
            except Refused as refused:
                self._turn_away(connection, refused)
            else:
                task = self._loop.create_task(self._take_in(connection, protocol))
                self._taken_in.add(task)
                task.add_done_callback(self._taken_in.discard)
                return

    def _turn_away(self, connection: socket.socket, refused: Refused) -> None:
        with connection, suppress(OSError):
            connection.send(self._refusal(refused))

    async def _take_in(self, connection: socket.socket, protocol: Socket) -> None:
        try:
            await self._loop.connect_accepted_socket(lambda: protocol, connection)
        except OSError:  # it is gone already
            protocol.give_back()
            connection.close()


NOT_HERE = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)
"""What the system says of an address that it does not have: where IPv6 is switched off, say."""


async def listening(host: str, port: int) -> list[socket.socket]:
    """Return sockets that listen, one for each address of a host that this machine has.

    Raises:
        OSError: the host has none, or the port can't be had.
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
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED)  # a connection inherits it
    except BaseException:
        for sock in sockets:
            sock.close()
        raise
    if missing is not None and not sockets:
        raise missing
    return sockets
