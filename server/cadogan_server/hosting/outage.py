"""Pauses and resumes rooms while the store is away, when it comes back with less, and when other nodes have taken over."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from cadogan_server.clock import Clock
from cadogan_server.hosting.caretaker import Caretaker
from cadogan_server.hosting.registry import Registry
from cadogan_server.store.log.mending import DataLoss, tell_operators
from cadogan_server.store.log.unwritten import JournalObserver
from cadogan_server.telemetry.log_lines import about

logger = logging.getLogger(__name__)


class Outage(JournalObserver):
    """Pauses rooms and lets them go on.

    Args:
        clock: the rooms' clock.
        registry: the rooms.
        caretaker: counts no absence while they are paused.
    """

    def __init__(self, clock: Clock, registry: Registry, caretaker: Caretaker) -> None:
        self._clock = clock
        self._registry = registry
        self._caretaker = caretaker

    def became_full(self) -> None:
        """Pause all rooms, because no more may wait for the store."""
        logger.error("too much waits for the store: all rooms are paused until it is back")
        self._pause_rooms()

    def began_holding(self) -> None:
        """Pause all rooms, because another node may take them over and would not know what is played here from now on."""
        logger.error(
            "other servers may take over the rooms of this one: all are paused, and no move is acknowledged until the store is back"
        )
        self._pause_rooms()

    def _pause_rooms(self) -> None:
        if self._clock.paused_at is not None:
            return
        self._clock.pause()
        self._registry.timers.stop_all()
        for hub in self._registry.hubs.values():
            hub.pause()

    def safety_changed(self, safe: bool) -> None:
        """Tell each room whether play is safe. If it is, paused rooms go on."""
        if safe:
            self._go_on()
        for hub in self._registry.hubs.values():
            hub.tell_safe(safe)

    def went_back(self, loss: DataLoss) -> None:
        """Write what this node knows again to a store that came back with less, and tell rooms what is lost."""
        tell_operators(loss)
        for code in loss.lost:
            hub = self._registry.hubs.get(code)
            if hub is not None:  # else the room is moving to another node
                hub.tell_lost()
        if loss.more:
            self._registry.write_again()

    def send_people_away(self) -> None:
        """Close the sockets of all people, so that they find the node that may go on with the rooms."""
        for hub in self._registry.hubs.values():
            if hub.attendance.players or hub.audience.viewers:
                hub.attendance.send_people_away(
                    "this server can't reach its store; come back: another one goes on with the game"
                )

    def drop_rooms(self, lost: Mapping[str, int]) -> None:
        """Stop the rooms here and send everybody away, because other nodes have them now.

        `lost` maps room codes to the number of lost changes that players had been told of.
        """
        self._clock.pause()
        self._registry.timers.stop_all()
        for code, hub in self._registry.hubs.items():
            changes = f" without the last {lost[code]} changes, which are lost" if code in lost else ""
            hub.audience.send_away(f"another server has taken over{changes}; come back")

    def _go_on(self) -> None:
        """Let all rooms go on from where they stood."""
        paused = self._clock.paused_at
        if paused is None:
            return
        self._clock.go_on()
        self._caretaker.forgive()
        for hub in self._registry.hubs.values():
            try:
                hub.resume(paused)
                self._registry.changed(hub)
            except Exception:  # trouble in one room must not stop the others
                logger.exception("room %s can't go on after the pause", hub.room.code, extra=about(hub.room.code))
