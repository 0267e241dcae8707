"""Waiting for what nobody tells."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.server.wire import PATIENCE

LOOK_SECONDS = 0.02


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(LOOK_SECONDS)
