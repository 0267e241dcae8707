"""Tells players that it is their turn in a game by turns, while they have no socket in its room.

It looks at all rooms every few seconds, so no move pays for it. A player who is still connected elsewhere on the page is
told later, if it is still the same turn then. A correspondence duel leaves memory meanwhile: there the player is told after
two minutes in any case, and reminded once when most of the time is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.pushing.posting import News
from cadogan_server.hosting.pushing.pusher import Pusher
from cadogan_server.store.people.invitations import Invitations

LOOK_SECONDS = 3.0
"""Seconds between two looks."""

TOLD_SECONDS = 24 * 3600
"""Seconds for which a push service keeps the news for a device that is off."""

ANYWAY_MS = 120_000
"""Milliseconds after which a player who is connected elsewhere is told of a turn by correspondence."""


class Turn(NamedTuple):
    """A turn of a player who is away: the room, the seat, and for a correspondence duel when it began and whether the player
    is to be reminded of it."""

    code: str
    seat: int
    began: int = 0
    reminds: bool = False


class Turns:
    """Looks for players who are away while it is their turn.

    Args:
        hubs: the rooms of this node, by code.
        here: knows who is connected.
        pusher: sends news.
        now: the clock, in ms.
    """

    def __init__(self, hubs: Mapping[str, Hub], here: Invitations, pusher: Pusher, now: Callable[[], int]) -> None:
        self._hubs = hubs
        self._here = here
        self._pusher = pusher
        self._now = now
        self._told: set[Turn] = set()
        """Turns of which their players have been told."""

    async def look(self) -> None:
        """Tell players who are away, once a turn.

        Raises:
            redis.RedisError: the store does not answer.
        """
        away = {turn: hub for hub in self._hubs.values() if (turn := _away(hub)) is not None}
        self._told &= away.keys()
        untold = {turn: hub for turn, hub in away.items() if turn not in self._told}
        if not untold:
            return
        player_of = {turn: hub.room.state.occupants[turn.seat].player for turn, hub in untold.items()}
        here, now = await self._here.who_is_here(list(player_of.values())), self._now()
        for turn, hub in untold.items():
            anyway = turn.began > 0 and (turn.reminds or now >= turn.began + ANYWAY_MS)
            if anyway or player_of[turn] not in here:
                self._told.add(turn)
                self._pusher.tell(player_of[turn], _news(hub, turn, anyway=anyway))


def _away(hub: Hub) -> Turn | None:
    """Return the turn in a room, if its player has no socket there and was not told of it when another node had the room, or
    this one before."""
    state = hub.room.state
    if state.phase != "running" or state.clock is None or hub.still:
        return None
    seat = state.clock.seat
    occupant = state.occupants.get(seat) if seat is not None else None
    if seat is None or occupant is None or occupant.bot or seat in hub.attendance.seated:
        return None
    if not state.by_days:
        return Turn(hub.code, seat)
    news = hub.room.mode.news
    return Turn(hub.code, seat, *news) if news is not None else None


def _news(hub: Hub, turn: Turn, *, anyway: bool) -> News:
    state = hub.room.state
    title = state.game.head.title
    name = next((one.name for seat, one in state.occupants.items() if seat != turn.seat), "")
    names = {"game": title, "name": name}
    text = f"Your turn against {name}: {title}"
    of = hub.code if state.by_days else ""
    if turn.reminds:
        text = f"Your time is running out against {name}: {title}"
    return News("turn", f"/r/{hub.code}", text, names, TOLD_SECONDS, of, anyway=anyway, reminds=turn.reminds)
