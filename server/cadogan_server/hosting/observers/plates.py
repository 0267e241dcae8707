"""Puts the ratings of those who take a seat on their name plates: read once a seat, behind everything else."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from cadogan_server.hosting.hub import Hub
from cadogan_server.store import STORE_AWAY, StoreBusy
from cadogan_server.store.boards.boards import Boards


class Plates:
    """Reads ratings for rooms.

    Args:
        boards: where they are read. A store that is away or busy leaves plates without a rating.
    """

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._reading: set[asyncio.Task[None]] = set()

    def look(self, hub: Hub) -> None:
        """See whether there is somebody whose rating has not been asked for yet, and have it read and shown."""
        known = hub.volatile.ratings
        new = [
            occupant.player
            for occupant in hub.room.occupants.values()
            if not occupant.bot and occupant.player not in known
        ]
        if new:
            known.update(dict.fromkeys(new))
            task = asyncio.create_task(self._read(hub, new), name=f"ratings {hub.room.code}")
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def stop(self) -> None:
        """Read no more."""
        for task in self._reading:
            task.cancel()
        await asyncio.gather(*self._reading, return_exceptions=True)

    async def _read(self, hub: Hub, players: Sequence[str]) -> None:
        try:
            found = await self._boards.ratings(hub.room.game.head.family, players)
        except (*STORE_AWAY, StoreBusy):
            return
        if found:
            hub.volatile.ratings.update(found)
            hub.flush("seats")
