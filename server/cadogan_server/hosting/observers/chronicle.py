"""What the log tells of each room: that it was opened, taken up, begun, is over, or was closed. By ids, never by what is played."""

from __future__ import annotations

import logging

from cadogan_server.hosting.hub import Hub
from cadogan_server.telemetry.histogram import Histogram
from cadogan_server.telemetry.log_lines import about

logger = logging.getLogger(__name__)

TOLD = {"running": "the game has begun, with %d at the table", "finished": "the game is over, with %d at the table"}
"""Which phases are told as they come."""


TAKEOVER_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bounds of how long it may take to take up a room from its log."""


class Chronicle:
    """Tells the life of all rooms of this server.

    Attributes:
        takeovers: how long it took to take up each room that another server, or an earlier one, had left.
    """

    def __init__(self) -> None:
        self.takeovers = Histogram(TAKEOVER_SECONDS)

    def opened(self, hub: Hub, player: str) -> None:
        """Somebody has opened a room."""
        hub.told_phase = hub.room.phase
        logger.info("the room was opened", extra=about(hub.room.code, player, hub.room.game.head.id))

    def taken_up(self, hub: Hub, seconds: float) -> None:
        """A room that is not over was taken up from its log, which took so long."""
        self.takeovers.note(seconds)
        hub.told_phase = hub.room.phase
        logger.info(
            "the room was taken up again in %.3f s", seconds, extra=about(hub.room.code, game=hub.room.game.head.id)
        )

    def changed(self, hub: Hub) -> None:
        """A room may have come to another phase."""
        phase = hub.room.phase
        if hub.told_phase != phase:
            hub.told_phase = phase
            if phase in TOLD:
                logger.info(
                    TOLD[phase], len(hub.room.occupants), extra=about(hub.room.code, game=hub.room.game.head.id)
                )

    def closed(self, hub: Hub) -> None:
        """A room was closed here; one that is over stays in the store for a while."""
        logger.info("the room was closed", extra=about(hub.room.code, game=hub.room.game.head.id))
