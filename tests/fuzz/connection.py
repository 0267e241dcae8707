"""A connection to the server without any library: it sends bytes as given, and parses the answers."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from cadogan_protocol.codec import Format

PATIENCE = 30.0
"""The time in seconds after which a silent server is taken for dead."""

KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="


def request(path: str, *headers: str) -> bytes:
    """Return a request without a body."""
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: cards.example", *headers, "", ""]).encode()


def upgrade(fmt: Format, *headers: str) -> bytes:
    """Return a request for an upgrade to WebSocket."""
    wanted = f"Sec-WebSocket-Protocol: {fmt.value}"
    return request(
        "/ws", "Upgrade: websocket", "Connection: Upgrade", KEY, "Sec-WebSocket-Version: 13", wanted, *headers
    )


class RawConnection:
    """One TCP connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes) -> None:
        """Send bytes. On a closed connection nothing happens."""
        with suppress(ConnectionError):
            self._writer.write(data)
            await self._writer.drain()

    def hang_up(self) -> None:
        """Announce the end of the data."""
        with suppress(OSError, RuntimeError):  # it is closed already
            self._writer.write_eof()

    async def head(self) -> bytes:
        """Return the head of the answer to a request; only a part of it if the connection is closed before.

        Raises:
            TimeoutError: nothing comes.
        """
        async with asyncio.timeout(PATIENCE):
            try:
                return await self._reader.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError as error:
                return error.partial
            except ConnectionError:
                return b""

    async def event(self) -> bytes:
        """Return the next event of a stream of Server-Sent Events, or any other block between empty lines; empty at its end.

        Raises:
            TimeoutError: nothing comes.
        """
        async with asyncio.timeout(PATIENCE):
            try:
                return await self._reader.readuntil(b"\n\n")
            except (asyncio.IncompleteReadError, ConnectionError):
                return b""

    async def frame(self) -> tuple[int, bytes] | None:
        """Return the opcode and payload of the next frame; None: the connection is closed.

        Raises:
            TimeoutError: nothing comes.
            ValueError: the data is no frame that a server may send.
        """
        async with asyncio.timeout(PATIENCE):
            try:
                first, second = await self._reader.readexactly(2)
                if first & 0xF0 != 0x80 or second & 0x80:
                    raise ValueError(f"a frame that begins with {bytes((first, second))!r}")
                length = second
                if length >= 126:
                    length = int.from_bytes(await self._reader.readexactly(2 if length == 126 else 8))
                return first & 0x0F, await self._reader.readexactly(length)
            except (asyncio.IncompleteReadError, ConnectionError):
                return None


@asynccontextmanager
async def called(port: int, address: str = "127.0.0.1", ahead: int = 1 << 22) -> AsyncIterator[RawConnection]:
    """Open a connection.

    Args:
        port: the server's port.
        address: the address that the connection comes from, one of the loopback's.
        ahead: the approximate number of bytes that are buffered until they are read.

    Raises:
        OSError: the connection is refused.
    """
    plug = socket.socket()
    plug.setblocking(False)
    try:
        if ahead < 1 << 20:
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, ahead)
        plug.bind((address, 0))
        await asyncio.get_running_loop().sock_connect(plug, ("127.0.0.1", port))
    except BaseException:
        plug.close()
        raise
    reader, writer = await asyncio.open_connection(sock=plug, limit=ahead)
    try:
        yield RawConnection(reader, writer)
    finally:
        writer.transport.abort()
