"""In which rooms somebody sits, at whichever node."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from cadogan_server.delivery import describe
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.observers.whereabouts import Whereabouts
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.nodes.seat_index import IndexedSeat, SeatIndex

AGAIN = 32
"""Of so many players it is told anew each time though nothing is known to have changed: whether they are there, say."""


class SeatedAnywhere:
    """Knows who sits in which rooms of this node, tells the others of it, and asks what they have told.

    Args:
        whereabouts: those of this node.
        seats: what nodes tell each other.
    """

    def __init__(self, whereabouts: Whereabouts, seats: SeatIndex) -> None:
        self._whereabouts = whereabouts
        self._seats = seats
        self._told = False

    async def exchange(self) -> None:
        """Tell the other nodes, if there are any, what has changed.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if self._seats.alone:
            self._told = False
            self._whereabouts.nobody_asks()
            return
        players = self._whereabouts.to_be_told(AGAIN, all=not self._told)
        try:
            await self._seats.write({player: self._here(player) for player in players})
        except STORE_AWAY:
            self._told = False  # all of it is told when the store is back
            raise
        self._told = True

    async def of(self, players: Sequence[str]) -> dict[str, list[IndexedSeat]]:
        """Return in which rooms players sit.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found = await self._seats.seats_of(players)
        return {player: [*self._here(player), *found[player]] for player in players}

    async def withdraw(self) -> None:
        """Tell that nobody sits here any more, if the store answers."""
        with suppress(*STORE_AWAY):
            await self._seats.withdraw()

    def _here(self, player: str) -> list[IndexedSeat]:
        return [_seated(hub, player) for hub in self._whereabouts.of(player)]


def _seated(hub: Hub, player: str) -> IndexedSeat:
    room = hub.room
    return IndexedSeat(
        there=room.seat_of(player) in hub.seated,
        public=room.rules.public,
        joinable=(
            room.phase == "lobby"
            and not room.locked
            and not room.rules.by_link
            and len(room.occupants) < room.most_seats
        ),
        room=describe.listed(room, hub.volatile),
    )
