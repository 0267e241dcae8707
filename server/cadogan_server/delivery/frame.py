"""A message encoded once and framed once for all sockets.

Frames are kept and passed on in msgpack. A client that reads JSON gets the same message converted.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from struct import pack

import msgpack

from cadogan_protocol.codec import Format, as_json, encode, in_pieces, packed
from cadogan_protocol.messages import Analysis, Games, Message, Replay, ReplayText, Tournament, Tournaments, Wire

TEXT, BINARY = 0x81, 0x82
"""The first byte of a whole, final frame of text and of binary data (RFC 6455, 5.2)."""

Frame = bytes
"""A whole WebSocket frame."""


def frame_of(message: Message, fmt: Format = Format.MSGPACK) -> Frame:
    """Return the WebSocket frame that carries a message in a format."""
    return frame_with(encode(message, fmt))


def frame_with(data: bytes | str) -> Frame:
    """Return the WebSocket frame that carries an encoded message; a `str` is JSON."""
    return framed(BINARY, data) if isinstance(data, bytes) else framed(TEXT, data.encode())


def in_format(frame: Frame, fmt: Format) -> Frame:
    """Return a msgpack frame as a frame of the same message in a format."""
    return frame if fmt is Format.MSGPACK else framed(TEXT, as_json(payload(frame)).encode())


def payload(frame: Frame) -> bytes:
    """Return the payload of one of our own frames."""
    size = frame[1]
    return frame[2 if size < 126 else 4 if size == 126 else 10 :]


def payloads(frames: bytes) -> Iterator[bytes]:
    """Yield the payload of each of our own frames that lie end to end, as messages are joined for sending."""
    at = 0
    while at < len(frames):
        frame = first_frame(frames, at)
        yield payload(frame)
        at += len(frame)


def first_frame(frames: bytes | bytearray, at: int) -> Frame:
    """Return the frame that begins at index `at` of our own frames that lie end to end."""
    size, start = frames[at + 1], at + 2
    if size == 126:
        size, start = int.from_bytes(frames[start : start + 2]), start + 2
    elif size == 127:
        size, start = int.from_bytes(frames[start : start + 8]), start + 8
    return bytes(frames[at : start + size])


ANY_REQUEST = 2**31 - 1
"""Stands in a shared answer for the request id, which is inserted for each request."""


class SharedAnswer:
    """A large answer that many may ask for: encoded once in each format; only the request id is inserted for each.

    Args:
        message: the answer, with `ANY_REQUEST` as its request id.
    """

    def __init__(self, message: Replay | ReplayText | Games | Analysis | Tournament | Tournaments) -> None:
        self._message = message
        self._parts: dict[Format, tuple[bytes, bytes]] = {}

    def size(self, fmt: Format) -> int:
        """Return the approximate size of the frame in bytes, without the request id."""
        return sum(map(len, self._encoded(fmt)))

    def frame(self, fmt: Format, request: int) -> bytes:
        """Return the WebSocket frame that answers this request."""
        head, tail = self._encoded(fmt)
        return framed(BINARY if fmt is Format.MSGPACK else TEXT, head + _number(request, fmt) + tail)

    def encoding(self, fmt: Format) -> Generator[None]:
        """Encode the answer for a format, in steps of about a millisecond; without this call it is encoded at once when
        needed.
        """
        if fmt in self._parts:
            return
        pieces = []
        for piece in in_pieces(self._message, fmt):
            pieces.append(piece)
            yield
        head, _, tail = b"".join(pieces).partition(_number(ANY_REQUEST, fmt))  # nothing but `type` comes before it
        self._parts[fmt] = head, tail

    def _encoded(self, fmt: Format) -> tuple[bytes, bytes]:
        """Return the parts before and after the request id."""
        for _ in self.encoding(fmt):
            pass
        return self._parts[fmt]


def _number(number: int, fmt: Format) -> bytes:
    packed: bytes = msgpack.packb(number) if fmt is Format.MSGPACK else str(number).encode()
    return packed


SMALL = tuple(bytes((BINARY, size)) for size in range(126))
"""The header of a small binary frame, by the size of its payload."""


def framed(first: int, payload: bytes) -> bytes:
    """Return one unmasked, unfragmented frame, as servers send it (RFC 6455, 5.2)."""
    size = len(payload)
    if size < 126:
        return SMALL[size] + payload if first == BINARY else bytes((first, size)) + payload
    if size < 1 << 16:
        return pack("!BBH", first, 126, size) + payload
    return pack("!BBQ", first, 127, size) + payload


def packed_frame(wire: Wire) -> Frame:
    """Return a frequent message, in its wire form, as a frame."""
    payload = packed(wire)
    size = len(payload)
    return SMALL[size] + payload if size < 126 else framed(BINARY, payload)
