"""The load of a server. It decides whether messages are answered at once or together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

LOOK_SECONDS = 0.1
"""Seconds between two looks at the number of messages."""

NEWEST = 0.5
"""Weight of the newest look in the rate; all earlier ones share the rest. So the rate follows within half a second."""

QUIET_A_SECOND = 500
"""Messages a second up to which the server is quiet: in three milliseconds seldom more than one comes."""

BUSY_A_SECOND = 1000
"""Messages a second from which the server is under load."""


class Load:
    """The messages that come in a second.

    Attributes:
        a_second: messages a second lately.
    """

    def __init__(self) -> None:
        self.a_second = 0.0
        self._messages = 0
        self._noted: float | None = None

    @property
    def level(self) -> float:
        """0 while the server is quiet, 1 under load, and in between by the rate."""
        return min(1.0, max(0.0, (self.a_second - QUIET_A_SECOND) / (BUSY_A_SECOND - QUIET_A_SECOND)))

    def note(self, messages: int, now: float) -> None:
        """Note that this many messages have come so far, at a moment in seconds."""
        if self._noted is not None and now > self._noted:
            rate = (messages - self._messages) / (now - self._noted)
            self.a_second += NEWEST * (rate - self.a_second)
        self._messages, self._noted = messages, now

    async def watch(self, messages: Callable[[], int]) -> None:
        """Note the load every `LOOK_SECONDS`, until cancelled. `messages` counts incoming messages."""
        time = asyncio.get_running_loop().time
        while True:
            self.note(messages(), time())
            await asyncio.sleep(LOOK_SECONDS)
