"""Cuts a client's input into frames, and reads the small ones that nearly all moves come in, without the library.

`websockets` reads every frame through a chain of generators, as it must: a frame may be split, be one of several of a
message, or be invalid in a dozen ways. A move always comes as one small, whole, masked, binary frame, alone in the
input. Recognising that takes a comparison of three bytes and two lengths. The library gets every other frame, and every
frame while it is within a message.
"""

from __future__ import annotations

from cadogan_protocol.limits import MAX_MESSAGE_BYTES

WHOLE_BINARY = 0x82
"""First byte of the only frame of a binary message without extensions (RFC 6455, 5.2)."""

PING = 0x89
"""First byte of a ping."""

MASKED = 0x80
"""Bit of the second byte that marks a client's frame; the other bits are the length."""

MASK = 4
"""Bytes of the mask in a client's frame."""

HEAD = 2 + MASK
"""Bytes before the payload of a small frame."""

MOST_SMALL = 125
"""Bytes of the longest payload whose length fits into the second byte."""

MASKS = MOST_SMALL // MASK + 1
"""Repetitions of the mask that cover the longest of these payloads."""


def small_message(data: bytes) -> bytes | None:
    """Return the message if `data` is its only frame, binary and small; otherwise None."""
    size = len(data) - HEAD
    if 0 <= size <= MOST_SMALL and data[0] == WHOLE_BINARY and data[1] == MASKED | size:
        mask = (data[2:HEAD] * MASKS)[:size]
        return (int.from_bytes(data[HEAD:]) ^ int.from_bytes(mask)).to_bytes(size)
    return None


def is_ping(data: bytes) -> bool:
    """Return True if `data` is one whole ping and nothing else."""
    return data[:1] == bytes((PING,)) and frame_size(data) == len(data)


def are_whole(data: bytes | bytearray) -> bool:
    """Return True if `data` ends where a frame ends."""
    at, view = 0, memoryview(data)
    while at < len(data):
        size = frame_size(view[at:])
        if not size:
            return False
        at += size
    return True


def frame_size(data: bytes | bytearray | memoryview) -> int:
    """Return the bytes of the first frame in `data` (RFC 6455, 5.2); 0 if it is incomplete.

    For a frame that is larger than allowed or that no client may send, return the length of `data`: its head gets it
    refused, and nothing after it will be read.
    """
    there = len(data)
    if there < 2:
        return 0
    size, head = data[1] & ~MASKED, HEAD
    if data[1] < MASKED:
        return there
    if size > MOST_SMALL:
        more = 2 if size == MOST_SMALL + 1 else 8
        if there < 2 + more:
            return 0
        size, head = int.from_bytes(data[2 : 2 + more]), head + more
        if size > MAX_MESSAGE_BYTES:
            return there
    return head + size if there >= head + size else 0
