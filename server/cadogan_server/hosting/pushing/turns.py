"""Tells players that it is their turn in a game by turns, while they have no socket in its room.

Each few seconds it looks at all rooms, so a move costs nothing for it. Who is still connected elsewhere on the page is told
later, if it is still the same turn then.
"""

from __future__ import annotations

from collections.abc import Mapping

from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.pushing.posting import News
from cadogan_server.hosting.pushing.pusher import Pusher
from cadogan_server.store.people.invitations import Invitations

LOOK_SECONDS = 3.0
"""Seconds between two looks."""

TOLD_SECONDS = 24 * 3600
"""Seconds for which a push service keeps the news for a device that is off."""


class Turns:
    """Looks for players who are away while it is their turn.

    Args:
        hubs: the rooms of this node, by code.
        here: knows who is connected.
        pusher: sends news.
    """

    def __init__(self, hubs: Mapping[str, Hub], here: Invitations, pusher: Pusher) -> None:
        self._hubs = hubs
        self._here = here
        self._pusher = pusher
        self._told: set[tuple[str, int]] = set()
        """Rooms, and seats whose players have been told of their present turn."""

    async def look(self) -> None:
        """Tell those who are away, once a turn.

        Raises:
            redis.RedisError: the store does not answer.
        """
        away = {(code, seat): hub for code, hub in self._hubs.items() if (seat := _away(hub)) is not None}
        self._told &= away.keys()
        untold = {key: hub for key, hub in away.items() if key not in self._told}
        if not untold:
            return
        player_of = {key: hub.room.state.occupants[key[1]].player for key, hub in untold.items()}
        here = await self._here.who_is_here(list(player_of.values()))
        for key, hub in untold.items():
            if player_of[key] not in here:
                self._told.add(key)
                self._pusher.tell(player_of[key], _news(hub, key[1]))


def _away(hub: Hub) -> int | None:
    """Return the seat whose turn it is in a room, if its player has no socket there."""
    state = hub.room.state
    if state.phase != "running" or state.clock is None or hub.still:
        return None
    seat = state.clock.seat
    occupant = state.occupants.get(seat) if seat is not None else None
    return None if occupant is None or occupant.bot or seat in hub.attendance.seated else seat


def _news(hub: Hub, seat: int) -> News:
    state = hub.room.state
    title = state.game.head.title
    name = next((one.name for other, one in state.occupants.items() if other != seat), "")
    names = {"game": title, "name": name}
    return News("turn", f"/r/{hub.code}", f"Your turn against {name}: {title}", names, TOLD_SECONDS)
