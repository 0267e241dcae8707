"""Has each finished room counted once, after its end is in the log; then nobody needs to recover it any more."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cadogan_server.background import Background
from cadogan_server.clock import Clock
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.observers.results import Results
from cadogan_server.store.log.due import DueRooms
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.logs import KEPT_BRIEFLY_SECONDS, KEPT_SECONDS, is_kept
from cadogan_server.store.log.room_leases import RoomLeases


class ResultCounter:
    """Has the results of each finished room counted.

    Args:
        clock: the rooms' clock.
        journal: knows when the end of a room has been written.
        leases: the leases of this node's rooms.
        due: when each room needs attention.
        results: counts the results.
        background: runs that work.
    """

    def __init__(
        self,
        clock: Clock,
        journal: Journal,
        leases: RoomLeases,
        due: DueRooms,
        results: Results,
        background: Background,
    ) -> None:
        self._clock = clock
        self._journal = journal
        self._leases = leases
        self._due = due
        self._results = results
        self._background = background
        self._counted: set[Hub] = set()
        """The rooms whose results were counted, or are being counted."""
        self._observers: list[Callable[[Hub], None]] = []

    def observe(self, counted: Callable[[Hub], None]) -> None:
        """Call a function with each room whose results this node has counted from now on: its end is in the log. It is called
        again, at another node, if this one ends before the store knows that the room was counted."""
        self._observers.append(counted)

    def __contains__(self, hub: Hub) -> bool:
        """Return True if a room was counted or is being counted."""
        return hub in self._counted

    def was_counted(self, hub: Hub) -> None:
        """Note that a room was counted before it was recovered, so its log may be gone at any time."""
        self._counted.add(hub)
        hub.log.done = True

    def over(self, hub: Hub) -> None:
        """Count a room that is over, unless it was counted."""
        if hub not in self._counted:
            self._counted.add(hub)
            self._due.to_be_counted(hub.room.code, self._clock.now())
            # Not before its end is in the log: if another node has the room by then, that node counts it.
            self._journal.when_written(partial(self._count, hub))

    def drop(self, hub: Hub) -> None:
        """Forget a room that is no longer here."""
        self._counted.discard(hub)

    def keep_log(self, hub: Hub) -> None:
        """Keep the log of a counted room for its whole lifetime from now; the room needs no attention any more."""
        hub.log.done = True
        self._leases.finish(hub.log, KEPT_SECONDS if is_kept(hub.room.state) else KEPT_BRIEFLY_SECONDS)
        self._due.over(hub.room.code)

    def _count(self, hub: Hub) -> None:
        self._results.note(hub.room)
        self._background.do(self._count_results(hub), f"count {hub.room.code}")

    async def _count_results(self, hub: Hub) -> None:
        await self._results.count(hub)
        for counted in self._observers:
            counted(hub)
        self.keep_log(hub)
