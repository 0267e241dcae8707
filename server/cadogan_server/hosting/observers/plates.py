"""Puts the ratings of players on their name plates: read once a seat, in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from cadogan_server.hosting.hub import Hub
from cadogan_server.store import STORE_AWAY, StoreBusy
from cadogan_server.store.boards.boards import Boards


class Plates:
    """Reads ratings for rooms.

    Args:
        boards: the source. While the store is away or busy, plates have no rating.
    """

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._reading: set[asyncio.Task[None]] = set()

    def look(self, hub: Hub) -> None:
        """Begin to read the ratings that this room has not asked for yet. They are shown once they are known."""
        known = hub.volatile.ratings
        new = [
            occupant.player
            for occupant in hub.room.state.occupants.values()
            if not occupant.bot and occupant.player not in known
        ]
        if new:
            known.update(dict.fromkeys(new))
            task = asyncio.create_task(self._read(hub, new), name=f"ratings {hub.room.code}")
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def stop(self) -> None:
        """Stop reading."""
        for task in self._reading:
            task.cancel()
        await asyncio.gather(*self._reading, return_exceptions=True)

    async def _read(self, hub: Hub, players: Sequence[str]) -> None:
        try:
            found = await self._boards.ratings(hub.room.state.game.head.family, players)
        except (*STORE_AWAY, StoreBusy):
            return
        if found:
            hub.volatile.ratings.update(found)
            hub.flush("seats")
