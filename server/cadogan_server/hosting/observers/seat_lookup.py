"""The rooms of all nodes in which a person sits."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from cadogan_server.delivery import describe
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.observers.whereabouts import Whereabouts
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.nodes.seat_index import IndexedSeat, SeatIndex

AGAIN = 32
"""Players in each exchange whose entry is sent again without a known change, as presence may have changed."""


class SeatLookup:
    """Knows who sits in the rooms of this node, publishes it to other nodes, and reads what they publish.

    Args:
        whereabouts: the seats of this node.
        seats: the index that nodes share.
    """

    def __init__(self, whereabouts: Whereabouts, seats: SeatIndex) -> None:
        self._whereabouts = whereabouts
        self._seats = seats
        self._is_published = False
        """True once all seats here were published; False while there is no other node, and after the store was away."""

    async def exchange(self) -> None:
        """Publish what has changed, if there are other nodes.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if self._seats.alone:
            self._is_published = False
            self._whereabouts.forget_changes()
            return
        players = self._whereabouts.to_publish(AGAIN, all=not self._is_published)
        try:
            await self._seats.write({player: self._here(player) for player in players})
        except STORE_AWAY:
            self._is_published = False  # everything is published again when the store is back
            raise
        self._is_published = True

    async def of(self, players: Sequence[str]) -> dict[str, list[IndexedSeat]]:
        """Return the rooms in which players sit, by player id.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found = await self._seats.seats_of(players)
        return {player: [*self._here(player), *found[player]] for player in players}

    async def withdraw(self) -> None:
        """Withdraw the seats of this node, if the store answers."""
        with suppress(*STORE_AWAY):
            await self._seats.withdraw()

    def _here(self, player: str) -> list[IndexedSeat]:
        return [_seated(hub, player) for hub in self._whereabouts.of(player)]


def _seated(hub: Hub, player: str) -> IndexedSeat:
    room = hub.room
    return IndexedSeat(
        there=room.state.seat_of(player) in hub.attendance.seated,
        public=room.state.rules.public,
        joinable=(
            room.state.phase == "lobby"
            and not room.state.locked
            and not room.state.rules.by_link
            and len(room.state.occupants) < room.seats.most
        ),
        room=describe.listed(room, hub.volatile),
    )
