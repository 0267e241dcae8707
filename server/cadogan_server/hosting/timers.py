"""When the clock of each room has something to do next."""

from __future__ import annotations

import asyncio

from cadogan_server.clock import Clock
from cadogan_server.hosting.hub import Hub


class Timers:
    """One timer for each room in which something will be due.

    Args:
        clock: by which rooms go. While it stands nothing is due.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._timers: dict[Hub, tuple[int, asyncio.TimerHandle]] = {}

    def set(self, hub: Hub) -> None:
        """What a room has to do next may have changed."""
        deadline = hub.deadline if self._clock.stood is None else None
        if self.moment(hub) != deadline:
            self.stop(hub)
            if deadline is not None:
                wait = max(0, deadline - self._clock.now()) / 1000
                self._timers[hub] = deadline, self._loop.call_later(wait, self._tick, hub)

    def moment(self, hub: Hub) -> int | None:
        """Return when a room's timer goes off; None where it has none."""
        timer = self._timers.get(hub)
        return timer[0] if timer is not None else None

    def stop(self, hub: Hub) -> None:
        """Nothing is to be done in a room any more, or for now."""
        timer = self._timers.pop(hub, None)
        if timer is not None:
            timer[1].cancel()

    def stop_all(self) -> None:
        """Nothing is to be done in any room."""
        for hub in list(self._timers):
            self.stop(hub)

    def _tick(self, hub: Hub) -> None:
        del self._timers[hub]
        hub.tick()
