"""Reads the few parts of the server's messages that the load needs. Full models would cost more time than the server
takes.

Only this file and `connection.py` know the format of messages. Outgoing messages are made by the models of
`cadogan_protocol`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgpack

from cadogan_protocol.applying import after_step
from cadogan_protocol.messages import Moved, Step

STEP: Final = int(Step.tag)
MOVED: Final = int(Moved.tag)

ARRAY, LONG_ARRAY = 0x90, 0xDC
"""First bytes of a msgpack array of fewer than 16 items, and of a longer one."""

Moves = Sequence[tuple[Any, ...]]


def tag_of(data: bytes, start: int) -> int:
    """Return the tag of the message that begins at `start`; 0 for a map, which has none."""
    first = data[start]
    if first & 0xF0 == ARRAY:
        return data[start + 1]
    return data[start + 3] if first == LONG_ARRAY else 0


def step(payload: bytes, moves: Moves) -> tuple[int, Moves]:
    """Return the request that a step answers, and the legal moves after it, from those before it."""
    _, request, _, _, gone, added, *_ = msgpack.unpackb(payload, use_list=False)
    return request, after_step(moves, gone, added)


def moved(payload: bytes) -> tuple[int, Moves]:
    """Return the request that a list of legal moves answers (0: none), and the moves."""
    _, request, _, moves, *_ = msgpack.unpackb(payload, use_list=False)
    return request, moves


def answer(payload: bytes) -> dict[str, Any]:
    """Return a message that is a map."""
    fields: dict[str, Any] = msgpack.unpackb(payload)
    return fields
