"""What becomes of all rooms while the store is away, when it comes back with less than it had, and when other nodes have taken
over."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from cadogan_server.clock import Clock
from cadogan_server.hosting.caretaker import Caretaker
from cadogan_server.hosting.registry import Registry
from cadogan_server.store.log.mending import DataLoss, tell_operators
from cadogan_server.telemetry.log_lines import about

logger = logging.getLogger(__name__)


class Outage:
    """Lets rooms stand still and go on.

    Args:
        clock: by which they go.
        registry: the rooms.
        caretaker: counts no absence while they stand still.

    Attributes:
        on_went_back: called when the store has lost more than logs.
    """

    def __init__(self, clock: Clock, registry: Registry, caretaker: Caretaker) -> None:
        self.on_went_back: Callable[[], None] = lambda: None
        self._clock = clock
        self._registry = registry
        self._caretaker = caretaker

    def pause(self) -> None:
        """Let all rooms stand still: nothing more can be written."""
        logger.error("the backlog is full: all rooms are paused until the store is back")
        self._stand_still()

    def hold(self) -> None:
        """Let all rooms stand still: another node may take them, and would know nothing of what is played on here."""
        logger.error(
            "other servers may take over the rooms of this one: all are paused, and no move is acknowledged until the store is back"
        )
        self._stand_still()

    def _stand_still(self) -> None:
        if self._clock.stood is not None:
            return
        self._clock.pause()
        self._registry.timers.stop_all()
        for hub in self._registry.hubs.values():
            hub.pause()

    def tell_safe(self, safe: bool) -> None:
        """Say in each room whether what is played is safe; where it is, let those go on that stood still."""
        if safe:
            self._go_on()
        for hub in self._registry.hubs.values():
            hub.tell_safe(safe)

    def restore(self, went_back: DataLoss) -> None:
        """The store has come back with less than it had: give it again what is known here, and say what is lost."""
        tell_operators(went_back)
        for code in went_back.lost:
            hub = self._registry.hubs.get(code)
            if hub is not None:  # it is not just going to another node
                hub.tell_lost()
        if went_back.more:
            self._registry.write_again()
            self.on_went_back()

    def send_people_away(self) -> None:
        """Another node may go on with the rooms: let people come back to it."""
        for hub in self._registry.hubs.values():
            if hub.players or hub.viewers:
                hub.send_people_away("this server can't reach its store; come back: another one goes on with the game")

    def stand_aside(self, lost: Mapping[str, int]) -> None:
        """Other nodes have the rooms now: let what is here stand still, and send everybody away.

        `lost` has, by the codes of rooms, how many changes are lost of which players had been told.
        """
        self._clock.pause()
        self._registry.timers.stop_all()
        for code, hub in self._registry.hubs.items():
            changes = f" without the last {lost[code]} changes, which are lost" if code in lost else ""
            hub.send_away(f"another server has taken over{changes}; come back")

    def _go_on(self) -> None:
        """Let all rooms go on from where they stood."""
        paused = self._clock.stood
        if paused is None:
            return
        self._clock.go_on()
        self._caretaker.forgive()
        for hub in self._registry.hubs.values():
            try:
                hub.resume(paused)
                self._registry.changed(hub)
            except Exception:  # one room's trouble must not keep the others waiting
                logger.exception("room %s can't go on after the pause", hub.room.code, extra=about(hub.room.code))
