"""The frames that nearly all moves come in, read without the library.

`websockets` reads every frame by a chain of generators, as it has to: a frame may come in pieces, be one of many, be split, or be
wrong in a dozen ways. A move comes in one way only: as one small, whole, masked, binary frame, and alone in what the socket has
received. That much is a comparison of three bytes and two lengths here. Everything else, and everything that comes while the
library is in the midst of something, is the library's.
"""

from __future__ import annotations

WHOLE_BINARY = 0x82
"""The first byte of the last frame of a binary message, without extensions, where it is the first frame too (RFC 6455, 5.2)."""

MASKED = 0x80
"""What the second byte says beside the length, where the frame comes from a client."""

HEAD = 6
"""Bytes before the payload of a small frame: two, and the mask."""

MOST_SMALL = 125
"""Bytes of the longest payload that the second byte can tell."""

MASKS = MOST_SMALL // 4 + 1
"""How often the mask is repeated over the longest of these payloads."""


def small_message(data: bytes) -> bytes | None:
    """Return the message of which `data` is the only frame, if it is binary and small; else None."""
    size = len(data) - HEAD
    if 0 <= size <= MOST_SMALL and data[0] == WHOLE_BINARY and data[1] == MASKED | size:
        mask = (data[2:HEAD] * MASKS)[:size]
        return (int.from_bytes(data[HEAD:]) ^ int.from_bytes(mask)).to_bytes(size)
    return None
