"""Connects the journal with the rooms, for times when the store is away and when other nodes have taken the rooms."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack

from cadogan_server.assembly.links import LinksPart
from cadogan_server.mirrors.mirrors import Mirrors
from cadogan_server.nodes.cut_off import CutOff
from cadogan_server.parts.people import PeoplePart
from cadogan_server.parts.rooms import RoomsPart
from cadogan_server.parts.store import StorePart
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.log.mending import DataLoss
from cadogan_server.store.log.unwritten import JournalObserver

logger = logging.getLogger(__name__)

REPORT_SECONDS = 2.0
"""Seconds in which a node that was replaced tries to tell the others what its players lost."""


class _Losses(JournalObserver):
    """Writes again what the store has lost, and reports what is lost when other nodes have taken this node's rooms.

    Args:
        store, people, rooms: the parts that know what was lost.

    Attributes:
        ended: set when other nodes have taken the rooms, and what is lost has been reported.
    """

    def __init__(self, store: StorePart, people: PeoplePart, rooms: RoomsPart) -> None:
        self.ended = asyncio.Event()
        self._store = store
        self._people = people
        self._rooms = rooms
        self._reporting: asyncio.Task[None] | None = None

    def went_back(self, loss: DataLoss) -> None:
        """Write the players here and the counts of games again; rooms write their own logs."""
        if loss.more:
            hubs = self._rooms.registry.hubs.values()
            self._people.players.write_again(
                occupant.player for hub in hubs for occupant in hub.room.state.occupants.values()
            )
            self._store.played.write_again()
            self._store.opened.name_again()

    def was_replaced(self) -> None:
        """Send everybody away, and report the changes that players had been told of."""
        lost = dict(self._store.journal.unwritten.unsafe)
        self._rooms.outage.drop_rooms(lost)
        self._reporting = asyncio.create_task(self._report(lost), name="what was lost")

    async def _report(self, lost: dict[str, int]) -> None:
        try:
            async with asyncio.timeout(REPORT_SECONDS):
                await self._store.losses.report(self._store.node_lease.id, lost)
        except STORE_AWAY as error:
            logger.error("the losses of %d rooms can't be told to their players: %s", len(lost), error)
        finally:
            self.ended.set()


class _MirrorsWhileHeld(JournalObserver):
    """Has the mirrors tell of paused rooms when this node begins to hold frames."""

    def __init__(self, mirrors: Mirrors) -> None:
        self._mirrors = mirrors

    def began_holding(self) -> None:
        """Tell spectators here of paused rooms."""
        self._mirrors.tell_pauses_while_held()


def see_to_outages(
    store: StorePart, people: PeoplePart, rooms: RoomsPart, mirrors: Mirrors, links: LinksPart, stack: AsyncExitStack
) -> asyncio.Event:
    """Tell rooms and players when the store goes away, comes back, or has lost data, until the stack is closed.

    Returns:
        An event that is set when other nodes have taken this node's rooms: nothing can be done here any more.
    """
    losses = _Losses(store, people, rooms)
    store.journal.observe(rooms.outage)
    store.journal.observe(_MirrorsWhileHeld(mirrors))
    store.journal.observe(losses)
    cut_off = CutOff(store.node_lease, store.journal, rooms.outage, mirrors, links.lacks_store)
    store.node_lease.observe(cut_off)
    stack.push_async_callback(cut_off.stop)
    return losses.ended
