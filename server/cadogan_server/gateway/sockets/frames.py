"""Reads the small frames that nearly all moves come in, without the library.

`websockets` reads every frame through a chain of generators, as it must: a frame may be split, be one of several of a
message, or be invalid in a dozen ways. A move always comes as one small, whole, masked, binary frame, alone in the
input. Recognising that takes a comparison of three bytes and two lengths. The library gets every other frame, and every
frame while it is within a message.
"""

from __future__ import annotations

WHOLE_BINARY = 0x82
"""First byte of the only frame of a binary message without extensions (RFC 6455, 5.2)."""

MASKED = 0x80
"""Bit of the second byte that marks a client's frame; the other bits are the length."""

HEAD = 6
"""Bytes before the payload of a small frame: two, and the mask."""

MOST_SMALL = 125
"""Bytes of the longest payload whose length fits into the second byte."""

MASKS = MOST_SMALL // 4 + 1
"""Repetitions of the mask that cover the longest of these payloads."""


def small_message(data: bytes) -> bytes | None:
    """Return the message if `data` is its only frame, binary and small; otherwise None."""
    size = len(data) - HEAD
    if 0 <= size <= MOST_SMALL and data[0] == WHOLE_BINARY and data[1] == MASKED | size:
        mask = (data[2:HEAD] * MASKS)[:size]
        return (int.from_bytes(data[HEAD:]) ^ int.from_bytes(mask)).to_bytes(size)
    return None
