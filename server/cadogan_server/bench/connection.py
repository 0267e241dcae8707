"""One socket of the load: handshake and frames without an event loop, a task or a queue."""

from __future__ import annotations

import contextlib
import socket
from struct import pack, unpack_from
from typing import Any

from websockets.client import ClientProtocol
from websockets.exceptions import InvalidHandshake
from websockets.http11 import Response
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from cadogan_protocol.codec import Format, encode
from cadogan_protocol.messages import Message
from cadogan_server.bench import reading
from cadogan_server.bench.errors import BenchError

BINARY, CLOSE, PING, PONG = 0x82, 0x88, 0x89, 0x8A
"""First bytes of unfragmented frames (RFC 6455)."""

UNMASKED = bytes(4)
"""A client must mask its frames; this mask changes nothing."""

CONNECT_SECONDS = 10.0
"""Seconds that a connection may take to open."""


class Connection:
    """A socket that counts what it is sent, like a spectator's.

    Args:
        url: URL of the server.
        source: address to connect from; None: any.

    Attributes:
        frames, bytes: number of frames received, and of their bytes with heads.
        awaited: id of the request whose answer is awaited; 0: none.
        answered: the last awaited answer.

    Raises:
        BenchError: nobody answers at the URL.
    """

    __slots__ = ("_handshake", "_rest", "answered", "awaited", "bytes", "frames", "next_id", "socket")

    def __init__(self, url: str, source: str | None) -> None:
        self.frames = self.bytes = self.awaited = 0
        self.next_id = 1
        self.answered: dict[str, Any] = {}
        self._rest = b""
        uri = parse_uri(url)
        try:
            self.socket = socket.create_connection(
                (uri.host, uri.port), CONNECT_SECONDS, source_address=(source, 0) if source else None
            )
        except OSError as error:
            raise BenchError(f"no server can be reached at {url}: {error.strerror or error}") from error
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._handshake: ClientProtocol | None = ClientProtocol(uri, subprotocols=[Subprotocol(Format.MSGPACK.value)])
        self._handshake.send_request(self._handshake.connect())
        self.socket.sendall(b"".join(self._handshake.data_to_send()))
        self.socket.setblocking(False)

    @property
    def open(self) -> bool:
        """True after the handshake."""
        return self._handshake is None

    def close(self) -> None:
        """Send a close frame, and close the socket."""
        with contextlib.suppress(OSError):
            self._write(CLOSE, b"\x03\xe8")
        self.socket.close()

    def ask(self, message: Message) -> None:
        """Send a request; its answer will be in `answered`."""
        self.awaited = self.next_id
        self.next_id += 1
        self.send(encode(message, Format.MSGPACK))

    def send(self, payload: bytes) -> None:
        """Send a message."""
        self._write(BINARY, payload)

    def receive(self) -> None:
        """Read the frames that have come.

        Raises:
            BenchError: the server has closed the socket.
        """
        try:
            data = self.socket.recv(1 << 18)
        except BlockingIOError:
            return
        except OSError as error:
            raise BenchError(f"the server has dropped a socket of the load: {error.strerror}") from error
        if not data:
            raise BenchError("the server has dropped a socket of the load; its log may say why")
        if self._handshake is not None:
            self._shake(data)
            return
        if self._rest:
            data = self._rest + data
        at, end = 0, len(data)
        while end - at > 1:
            size, start = data[at + 1], at + 2
            if size > 125:
                wide = 2 if size == 126 else 8
                if end - start < wide:
                    break
                size = unpack_from("!H" if wide == 2 else "!Q", data, start)[0]
                start += wide
            stop = start + size
            if stop > end:
                break
            if data[at] == BINARY:
                self.frames += 1
                self.bytes += stop - at
                self.handle(data, start, stop)
            else:
                self._control(data[at], data[start:stop])
            at = stop
        self._rest = data[at:]

    def handle(self, data: bytes, start: int, stop: int) -> None:
        """Handle a message. A spectator needs only answers."""
        if not reading.tag_of(data, start):
            self.look(reading.answer(data[start:stop]))

    def look(self, message: dict[str, Any]) -> None:
        """Note an answer."""
        if message.get("re") == self.awaited and self.awaited:
            self.awaited, self.answered = 0, message

    def _control(self, first: int, payload: bytes) -> None:
        if first == PING:
            self._write(PONG, payload)
        elif first == CLOSE:
            code = unpack_from("!H", payload)[0] if len(payload) > 1 else 1005
            raise BenchError(f"the server has closed a socket of the load with {code}: {payload[2:].decode()}")
        elif first != PONG:
            raise BenchError(f"the server has sent a frame that begins with {first:#x}; no server of ours does")

    def _write(self, first: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes((first, 0x80 | size)) if size < 126 else pack("!BBH", first, 0xFE, size)
        try:
            sent = self.socket.send(head + UNMASKED + payload)
        except OSError as error:
            raise BenchError(f"the server takes nothing more from a socket of the load: {error.strerror}") from error
        if sent < len(head + UNMASKED + payload):
            raise BenchError("the server takes nothing more from a socket of the load; its log may say why")

    def _shake(self, data: bytes) -> None:
        """Continue the handshake. The server sends nothing behind it before it gets a message."""
        shaking = self._handshake
        assert shaking is not None
        shaking.receive_data(data)
        refused = isinstance(shaking.handshake_exc, InvalidHandshake)
        if refused:
            raise BenchError(f"the server does not open a socket for the load: {shaking.handshake_exc}")
        if any(isinstance(event, Response) for event in shaking.events_received()):
            self._handshake = None
