"""Ends rooms of this node when the store is full and nothing else can go: the least missed first, running games last."""

from __future__ import annotations

from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.observers.in_use import left
from cadogan_server.hosting.registry import Registry

SHARE = 0.05
"""The share of the candidate rooms that is ended at once, at least one room, before the store is asked again."""

LONG = 5000
"""Moves and requests for each seat above which a game can't be one that people play; games of a thousand moves are
rare.
"""

WHY = "the store of this server is full, and had to make room"


class Clearing:
    """Ends rooms.

    Args:
        registry: the rooms of this node.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def clear(self, *, running: bool) -> int:
        """End some rooms that are not over; return how many.

        Abandoned lobbies go first, then abandoned games, then games longer than `LONG`. If there are none of these and
        `running` is true, the game with the longest log is ended, even while people play it.
        """
        open_rooms = [
            hub for hub in self._registry.hubs.values() if hub.room.state.phase != "finished" and not hub.still
        ]
        for kind in (
            [hub for hub in open_rooms if left(hub)],
            [hub for hub in open_rooms if not hub.attendance.people],
            [hub for hub in open_rooms if hub.room.state.length > LONG * len(hub.room.state.occupants)],
        ):
            if kind:
                return self._end(sorted(kind, key=_length)[: max(1, int(SHARE * len(kind)))])
        return self._end(sorted(open_rooms, key=_length)[:1]) if running else 0

    def _end(self, hubs: list[Hub]) -> int:
        for hub in hubs:
            self._registry.close(hub.room.code, WHY)
        return len(hubs)


def _length(hub: Hub) -> int:
    """Sort key: the longest logs come first."""
    return -hub.room.state.length
