"""The next moment at which a room's clock has work."""

from __future__ import annotations

import asyncio

from cadogan_server.clock import Clock
from cadogan_server.hosting.hub import Hub


class Timers:
    """One timer for each room in which something will be due.

    Args:
        clock: the rooms' clock. Nothing is due while it stands still.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._timers: dict[Hub, tuple[int, asyncio.TimerHandle]] = {}

    def set(self, hub: Hub) -> None:
        """Set a room's timer anew, as its next deadline may have changed."""
        deadline = hub.deadline if self._clock.paused_at is None else None
        if self.moment(hub) != deadline:
            self.stop(hub)
            if deadline is not None:
                wait = max(0, deadline - self._clock.now()) / 1000
                self._timers[hub] = deadline, self._loop.call_later(wait, self._tick, hub)

    def moment(self, hub: Hub) -> int | None:
        """Return the moment, in ms, at which a room's timer goes off; None if it has none."""
        timer = self._timers.get(hub)
        return timer[0] if timer is not None else None

    def stop(self, hub: Hub) -> None:
        """Stop a room's timer."""
        timer = self._timers.pop(hub, None)
        if timer is not None:
            timer[1].cancel()

    def stop_all(self) -> None:
        """Stop the timers of all rooms."""
        for hub in list(self._timers):
            self.stop(hub)

    def _tick(self, hub: Hub) -> None:
        del self._timers[hub]
        hub.tick()
