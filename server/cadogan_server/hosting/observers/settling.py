"""Which rooms that are over have been counted: each is, once its end is in the log, and need not be taken up again after that."""

from __future__ import annotations

from functools import partial

from cadogan_server.background import Background
from cadogan_server.clock import Clock
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.observers.results import Results
from cadogan_server.store.log.due import DueRooms
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.logs import HARDLY, KEPT_BRIEFLY_SECONDS, KEPT_SECONDS
from cadogan_server.store.log.room_leases import RoomLeases


class Counting:
    """Sees to it that the results of each room are counted.

    Args:
        clock: by which rooms go.
        journal: says when the end of a room has been written.
        leases: of this node's rooms.
        due: when each room has to be looked after.
        results: where results go.
        background: where that is done.
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

    def __contains__(self, hub: Hub) -> bool:
        """Whether a room was counted, or is being counted."""
        return hub.results_counted

    def was_counted(self, hub: Hub) -> None:
        """A room was counted before it was taken up."""
        hub.results_counted = True

    def over(self, hub: Hub) -> None:
        """A room is over: count it, if nobody has."""
        if not hub.results_counted:
            hub.results_counted = True
            self._due.to_be_counted(hub.room.code, self._clock.now())
            # Not before its end is in the log: where another node has the room by then, it is that one's to count.
            self._journal.when_written(partial(self._count, hub))

    def keep(self, hub: Hub) -> None:
        """Let the log of a room that was counted stay for as long as it is kept: nobody has to look after it any more."""
        hub.log.done = True
        self._leases.finish(hub.log, KEPT_SECONDS if hub.room.played > HARDLY else KEPT_BRIEFLY_SECONDS)
        self._due.over(hub.room.code)

    def _count(self, hub: Hub) -> None:
        self._results.note(hub.room)
        self._background.do(self._count_results(hub), f"count {hub.room.code}")

    async def _count_results(self, hub: Hub) -> None:
        await self._results.count(hub)
        self.keep(hub)
