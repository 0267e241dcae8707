"""Newcomers who want to play while a server is flooded. Each comes once, from another network, and opens a room."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.leaks.ear import Ear

PAUSE = 0.5
"""The time in seconds between two newcomers."""


async def newcomers(port: int, flood: asyncio.Task[Any]) -> tuple[int, list[str]]:
    """Let newcomers come until the flood is over. Return the number who came in, and the answers to the others."""
    came_in, kept_out = 0, []
    for number in count():
        if flood.done():
            break
        try:
            async with Ear(f"Newcomer {number}", port, f"127.2.{number % 256}.1") as ear:
                await ear.create("klondike", {})
            came_in += 1
        except (AssertionError, ConnectionClosed, InvalidHandshake, OSError, TimeoutError) as error:
            kept_out.append(f"a newcomer is kept out: {error or type(error).__name__}")
        await asyncio.sleep(PAUSE)
    return came_in, kept_out
