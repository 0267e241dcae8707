"""Repeated work of a server."""

from __future__ import annotations

import asyncio

import pytest

from cadogan_server.hosting.housekeeping import every
from tests.server.wire import PATIENCE


async def test_housekeeping_goes_on_after_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    done = asyncio.Event()

    async def work() -> None:
        if not caplog.records:
            raise LookupError
        done.set()

    task = asyncio.create_task(every(0, work))
    async with asyncio.timeout(PATIENCE):
        await done.wait()
    task.cancel()
    assert "housekeeping failed" in caplog.text
