"""Ends rooms of this node when the store is full and nothing else can go: the least missed first, running games last."""

from __future__ import annotations

from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.observers.in_use import is_empty_lobby
from cadogan_server.hosting.registry import Registry

SHARE = 0.05
"""The share of the candidate rooms, at least one room, that one call ends. Then the store's memory is read again."""

LONG = 5000
"""Records for each seat above which a log is not that of people at play; games of a thousand moves are rare."""

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
        for candidates in (
            [hub for hub in open_rooms if is_empty_lobby(hub)],
            [hub for hub in open_rooms if not hub.attendance.people and not hub.room.state.by_days],
            [hub for hub in open_rooms if hub.room.state.length > LONG * len(hub.room.state.occupants)],
        ):
            if candidates:
                return self._end(sorted(candidates, key=_length)[: max(1, int(SHARE * len(candidates)))])
        return self._end(sorted(open_rooms, key=_length)[:1]) if running else 0

    def _end(self, hubs: list[Hub]) -> int:
        for hub in hubs:
            self._registry.close(hub.room.code, WHY)
        return len(hubs)


def _length(hub: Hub) -> int:
    """Sort key: the longest logs come first."""
    return -hub.room.state.length
