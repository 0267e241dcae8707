"""Waits for conditions that no event announces."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from inspect import isawaitable

from tests.server.wire import PATIENCE

LOOK_SECONDS = 0.02


async def until(condition: Callable[[], object | Awaitable[object]]) -> None:
    """Wait until a condition holds that another process brings about. The condition may be a coroutine function."""
    async with asyncio.timeout(PATIENCE):
        while not await _asked(condition):
            await asyncio.sleep(LOOK_SECONDS)


async def soon(condition: Callable[[], object]) -> None:
    """Wait until a condition holds that this process brings about in its next turns; each turn is checked."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0)


async def _asked(condition: Callable[[], object | Awaitable[object]]) -> object:
    found = condition()
    return await found if isawaitable(found) else found
