"""Rooms as a client opens them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from cadogan_client import Client, RequestRefused, Room
from cadogan_protocol import ErrorCode

Connect = Callable[..., Awaitable[Client]]


async def refused(request: Awaitable[object]) -> ErrorCode:
    with pytest.raises(RequestRefused) as caught:
        await request
    assert caught.value.message
    return caught.value.code


async def started(client: Client, game: str = "klondike", **rules: Any) -> Room:
    """Open a room of one seat, and return it with the cards on the table."""
    room = await client.create(game, seats=1, **rules)
    await client.ready()
    await client.until(lambda: room.moves is not None)
    return room
