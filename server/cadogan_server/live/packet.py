"""A message on its way out: encoded once a format and framed once, however many sockets it goes to."""

from __future__ import annotations

from struct import pack

from cadogan_protocol.codec import Format, encode
from cadogan_protocol.messages import Message

TEXT, BINARY = 0x81, 0x82
"""First byte of a whole, last frame of RFC 6455."""


class Packet:
    """A message and, once somebody wants them, its frames."""

    __slots__ = ("_json", "_msgpack", "message")

    def __init__(self, message: Message) -> None:
        self.message = message
        self._msgpack: bytes | None = None
        self._json: bytes | None = None

    def frame(self, fmt: Format) -> bytes:
        """Return the WebSocket frame that carries the message in this format."""
        if fmt is Format.MSGPACK:
            if self._msgpack is None:
                self._msgpack = framed(BINARY, encode(self.message, Format.MSGPACK))
            return self._msgpack
        if self._json is None:
            self._json = framed(TEXT, encode(self.message, Format.JSON).encode())
        return self._json


def framed(first: int, payload: bytes) -> bytes:
    """Return one unmasked, unfragmented frame, as a server sends it (RFC 6455, 5.2)."""
    size = len(payload)
    if size < 126:
        return bytes((first, size)) + payload
    if size < 1 << 16:
        return pack("!BBH", first, 126, size) + payload
    return pack("!BBQ", first, 127, size) + payload
