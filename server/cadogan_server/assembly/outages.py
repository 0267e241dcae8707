"""Connects the journal with the rooms: what happens in them while the store is away, and when other nodes have taken them."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack

from cadogan_server.assembly.links import LinksPart
from cadogan_server.nodes.cut_off import CutOff
from cadogan_server.parts.people import PeoplePart
from cadogan_server.parts.rooms import RoomsPart
from cadogan_server.parts.store import StorePart
from cadogan_server.store import STORE_AWAY

logger = logging.getLogger(__name__)

REPORT_SECONDS = 2.0
"""Seconds in which a node that was replaced tries to tell the others what its players lost."""


def see_to_outages(
    store: StorePart, people: PeoplePart, rooms: RoomsPart, links: LinksPart, stack: AsyncExitStack
) -> asyncio.Event:
    """Have rooms and players told of what becomes of the store, until the stack is closed.

    Returns:
        An event that is set when other nodes have taken this node's rooms: nothing can be done here any more.
    """
    ended = asyncio.Event()
    reporting: list[asyncio.Task[None]] = []
    journal, outage = store.journal, rooms.outage

    async def report(lost: dict[str, int]) -> None:
        try:
            async with asyncio.timeout(REPORT_SECONDS):
                await store.losses.report(store.lease.id, lost)
        except STORE_AWAY as error:
            logger.error("what was lost of %d rooms can't be told to their players: %s", len(lost), error)
        finally:
            ended.set()

    def give_up() -> None:
        lost = dict(journal.unsafe)
        outage.stand_aside(lost)
        reporting.append(asyncio.create_task(report(lost), name="what was lost"))

    def write_again() -> None:
        hubs = rooms.registry.hubs.values()
        people.players.write_again(occupant.player for hub in hubs for occupant in hub.room.occupants.values())
        store.played.write_again()
        store.opened.name_again()

    outage.on_went_back = write_again
    journal.on_safe, journal.on_full, journal.on_went_back = outage.tell_safe, outage.pause, outage.restore
    journal.on_holding, journal.on_replaced = outage.hold, give_up
    cut_off = CutOff(store.lease, journal, outage, links.lacks_store)
    store.lease.on_doubt = cut_off.begin
    stack.push_async_callback(cut_off.stop)
    return ended
