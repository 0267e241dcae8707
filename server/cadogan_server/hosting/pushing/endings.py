"""Tells the players of a correspondence duel who are away how it has ended."""

from __future__ import annotations

from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.pushing.posting import News, Says
from cadogan_server.hosting.pushing.pusher import Pusher

TOLD_SECONDS = 3 * 24 * 3600
"""Seconds for which a push service keeps the news for a device that is off."""

AGAIN_SECONDS = 600
"""Seconds in which an end is told once, by whatever node. If a node is killed just after it has told of one, the next one tells of
it again within seconds."""

TEXTS: dict[Says, str] = {
    "won": "You have won against {name}: {game}",
    "lost": "You have lost to {name}: {game}",
    "drawn": "Your game against {name} is a draw: {game}",
}

QUIT = ("stood", "left")
"""States of players who have given up by themselves, and so know the end."""


class Endings:
    """Tells players of the ends of their duels.

    Args:
        pusher: sends news.
    """

    def __init__(self, pusher: Pusher) -> None:
        self._pusher = pusher

    def counted(self, hub: Hub) -> None:
        """Tell those of a duel whose end has just been counted who have no socket in its room, so that they see the end there.
        A game that was called off is lost by nobody, and no news."""
        state = hub.room.state
        if not state.by_days or hub.room.mode.is_void or state.results is None:
            return
        ranks = {row.seat: row.rank for row in state.results.rows}
        for seat, occupant in state.occupants.items():
            other, standing = 1 - seat, hub.room.mode.standing(seat)
            if seat in hub.attendance.seated or (standing is not None and standing.state in QUIT) or other not in ranks:
                continue
            says: Says = "won" if ranks[seat] < ranks[other] else "lost" if ranks[seat] > ranks[other] else "drawn"
            names = {"game": state.game.head.title, "name": state.occupants[other].name}
            news = News(
                *("turn", "/me/games", TEXTS[says].format(**names), names, TOLD_SECONDS, f"{hub.code} over"),
                anyway=True,
                says=says,
                quiet=AGAIN_SECONDS,
            )
            self._pusher.tell(occupant.player, news)
