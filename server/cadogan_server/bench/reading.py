"""What the load reads of the server's messages, and no more: models of them all would take longer than the server does.

This file and `line.py` are all that knows how messages look; what is sent is made by the models of `cadogan_protocol`.
"""

from __future__ import annotations

from typing import Any

import msgpack

MOVED = ord("y")
"""The tag of a racer's legal moves, in the third byte of an array."""

Move = list[Any]


def tag_of(data: bytes, start: int) -> int:
    """Return the tag of the message that begins there; 0: it is a map, which has none."""
    return data[start + 2] if data[start] & 0xF0 == 0x90 else 0


def moved(payload: bytes) -> tuple[int, list[Move]]:
    """Return which request a message of legal moves answers (0: none), and the moves."""
    _, request, _, moves, *_ = msgpack.unpackb(payload)
    return request, moves


def answer(payload: bytes) -> dict[str, Any]:
    """Return a message that is a map."""
    fields: dict[str, Any] = msgpack.unpackb(payload)
    return fields
