"""What has come in from a socket and is not dealt with yet, cut where its frames end."""

from __future__ import annotations

from cadogan_protocol.limits import MAX_MESSAGE_BYTES

MASK = 4
"""Bytes of the mask that a client's frame carries."""


def frame_size(data: bytes | bytearray) -> int:
    """Return how many bytes the first frame in `data` takes (RFC 6455, 5.2); 0 where it is not all there.

    Of a frame that is larger than any may be, or that no client may send, that is all that is there: it is refused by its head,
    and nothing after it will be read.
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
