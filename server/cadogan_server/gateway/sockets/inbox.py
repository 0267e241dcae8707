"""Input that waits to be handled, cut into frames."""

from __future__ import annotations

from cadogan_protocol.limits import MAX_MESSAGE_BYTES

MASK = 4
"""Bytes of the mask in a client's frame."""


def frame_size(data: bytes | bytearray) -> int:
    """Return the bytes of the first frame in `data` (RFC 6455, 5.2); 0 if it is incomplete.

    For a frame that is larger than allowed or that no client may send, return the length of `data`: its head gets it
    refused, and nothing after it will be read.
    """
    there = len(data)
    if there < 2:
        return 0
    size, head = data[1] & 0x7F, 2 + MASK
    if data[1] < 0x80:
        return there
    if size >= 126:
        more = 2 if size == 126 else 8
        if there < 2 + more:
            return 0
        size, head = int.from_bytes(data[2 : 2 + more]), head + more
        if size > MAX_MESSAGE_BYTES:
            return there
    return head + size if there >= head + size else 0
