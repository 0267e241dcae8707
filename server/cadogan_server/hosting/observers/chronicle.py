"""Writes the log lines of each room: opened, recovered, begun, over, closed. They hold ids, never what is played."""

from __future__ import annotations

import logging

from cadogan_server.hosting.hub import Hub
from cadogan_server.telemetry.histogram import Histogram
from cadogan_server.telemetry.log_lines import about

logger = logging.getLogger(__name__)

PHASE_LINES = {
    "running": "the game has begun, with %d at the table",
    "finished": "the game is over, with %d at the table",
}
"""Log lines for the beginning of a phase. The other phases get none."""


TAKEOVER_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bounds, in seconds, of the histogram of recoveries."""


class Chronicle:
    """Writes the log lines of all rooms of this server.

    Attributes:
        takeovers: the seconds that each recovery of an unfinished room took.
    """

    def __init__(self) -> None:
        self.takeovers = Histogram(TAKEOVER_SECONDS)
        self._phases: dict[Hub, str] = {}
        """The phase of each room at its last change."""

    def opened(self, hub: Hub, player: str) -> None:
        """Log that a player has opened a room."""
        self._phases[hub] = hub.room.state.phase
        logger.info("the room was opened", extra=about(hub.room.code, player, hub.room.state.game.head.id))

    def taken_up(self, hub: Hub, seconds: float) -> None:
        """Log that an unfinished room was recovered from its log, which took `seconds`."""
        self.takeovers.note(seconds)
        self._phases[hub] = hub.room.state.phase
        logger.info(
            "the room was recovered in %.3f s", seconds, extra=about(hub.room.code, game=hub.room.state.game.head.id)
        )

    def changed(self, hub: Hub) -> None:
        """Log a room's new phase, if it has one."""
        phase = hub.room.state.phase
        if self._phases.get(hub) != phase:
            self._phases[hub] = phase
            if phase in PHASE_LINES:
                logger.info(
                    PHASE_LINES[phase],
                    len(hub.room.state.occupants),
                    extra=about(hub.room.code, game=hub.room.state.game.head.id),
                )

    def closed(self, hub: Hub) -> None:
        """Log that a room was closed here; the store keeps a finished one for a while."""
        logger.info("the room was closed", extra=about(hub.room.code, game=hub.room.state.game.head.id))

    def drop(self, hub: Hub) -> None:
        """Forget a room that is no longer here."""
        self._phases.pop(hub, None)
