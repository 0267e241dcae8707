"""The memory of a room in use, without its sockets; `cadogan bench rooms` measures all of it."""

from __future__ import annotations

import gc
import tracemalloc

from cadogan_server.hosting.hub import Hub
from cadogan_server.store.log.room_log import RoomLog
from tests.server.core import race, started
from tests.server.hosting.stage import FakeJournal, hub_of

ROOMS = 20

MOST_DEALT = 22_700
MOST_LOBBY = 6_000
"""The most bytes of a room, 10 % above the figure when this was written."""


class Nowhere(FakeJournal):
    """A journal that keeps nothing."""

    def append(self, log: RoomLog, record: bytes) -> None:
        """Report the record as written."""


NOWHERE = Nowhere()


def opened(*, dealt: bool) -> Hub:
    """Return a race of four, or one that waits for three more players."""
    room = started("klondike", players=4, seats=4) if dealt else race("klondike", players=1, seats=4)
    hub = hub_of(room, NOWHERE, lambda: room.state.starts or 0)
    hub.flush()
    return hub


def bytes_of(*, dealt: bool) -> float:
    opened(dealt=dealt)  # the parts that all rooms share exist now
    gc.collect()
    tracemalloc.start()
    try:
        rooms = [opened(dealt=dealt) for _ in range(ROOMS)]
        gc.collect()
        return tracemalloc.get_traced_memory()[0] / len(rooms)
    finally:
        tracemalloc.stop()


def test_a_room_takes_little_memory() -> None:
    assert bytes_of(dealt=False) < MOST_LOBBY
    assert bytes_of(dealt=True) < MOST_DEALT
