"""The load of a server. It decides whether messages are answered at once or together."""

from __future__ import annotations

import asyncio
from math import inf

LOOK_SECONDS = 0.1
"""Seconds between two looks at the number of messages."""

NEWEST = 0.5
"""Weight of the newest look in the rate; all earlier ones share the rest. So the rate follows within half a second."""

QUIET_A_SECOND = 500
"""Messages a second up to which the server is quiet: in three milliseconds seldom more than one comes."""

BUSY_A_SECOND = 1000
"""Messages a second from which the server is under load."""

SHARE = 0.2
"""The share of a network, as a part of what one socket may send: by default 10 messages a second, as many as five to
ten players send."""


class Load:
    """The messages that come in a second. Beyond its share, what a network sends does not count.

    Under load all rooms are answered a little later. Without shares, one address with many sockets could bring that
    about.

    Args:
        share: messages a second that one network counts for, at most.

    Attributes:
        a_second: messages a second lately.
        counted: messages that counted so far.
    """

    def __init__(self, share: float = inf) -> None:
        self.a_second = 0.0
        self.counted = 0
        self._most = share * LOOK_SECONDS
        self._of: dict[str, int] = {}
        """Network → messages that counted since the last look."""
        self._messages = 0
        self._noted: float | None = None

    @property
    def level(self) -> float:
        """0 while the server is quiet, 1 under load, and in between by the rate."""
        return min(1.0, max(0.0, (self.a_second - QUIET_A_SECOND) / (BUSY_A_SECOND - QUIET_A_SECOND)))

    def count_message(self, network: str) -> None:
        """Count a message of a network, unless the network has had its share since the last look."""
        counted = self._of.get(network, 0)
        if counted < self._most:
            self._of[network] = counted + 1
            self.counted += 1

    def look(self, now: float) -> None:
        """Bring the rate up to date, at a moment in seconds. Each network has its share anew."""
        self._of.clear()
        self.note(self.counted, now)

    def note(self, messages: int, now: float) -> None:
        """Note that this many messages have counted so far, at a moment in seconds."""
        if self._noted is not None and now > self._noted:
            rate = (messages - self._messages) / (now - self._noted)
            self.a_second += NEWEST * (rate - self.a_second)
        self._messages, self._noted = messages, now

    async def watch(self) -> None:
        """Look every `LOOK_SECONDS`, until cancelled."""
        time = asyncio.get_running_loop().time
        while True:
            self.look(time())
            await asyncio.sleep(LOOK_SECONDS)
