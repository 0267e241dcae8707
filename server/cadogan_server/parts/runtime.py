"""The base of every part of a server: settings, clock, counters, the queue of strangers' requests, background tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from cadogan_server.background import Background, cancelled
from cadogan_server.clock import Clock
from cadogan_server.fair_queue import FairQueue
from cadogan_server.settings import Settings
from cadogan_server.telemetry.load import Load
from cadogan_server.telemetry.stats import Stats


@dataclass(frozen=True)
class Runtime:
    """The base that every part uses. A runtime is made in the event loop of its server.

    Attributes:
        settings: the settings of the server.
        clock: its clock.
        stats: its counters.
        load: how busy the server is, by the messages that come, of each network no more than its share.
        queue: lets the addresses that send requests take turns.
        background: tasks that end with the server.
        time: the event loop's monotonic time, in seconds.
    """

    settings: Settings
    clock: Clock = field(default_factory=Clock)
    stats: Stats = field(default_factory=Stats)
    load: Load = field(default_factory=Load)
    queue: FairQueue = field(default_factory=lambda: FairQueue(asyncio.get_running_loop().call_soon))
    background: Background = field(default_factory=Background)
    time: Callable[[], float] = field(default_factory=lambda: asyncio.get_running_loop().time)


def keep_running(stack: AsyncExitStack, work: Coroutine[None, None, None], name: str) -> None:
    """Run a coroutine as a task until the stack is closed."""
    stack.push_async_callback(cancelled, [asyncio.create_task(work, name=name)])
