"""Games between people whom the server has brought together: a player who does not come or stays away loses, and is remembered.

The rules are those of tournaments. A player who is not there and ready within a minute loses the seat. A player who is away from
the game for a minute, or could act and does nothing for three, gives up. These players, and players who give up after hardly a
move, have left the game. Players who leave one game after the other wait longer for the next (`store/matching/leavers.py`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine

from cadogan_protocol.limits import NO_SHOW_SECONDS
from cadogan_server.background import Background
from cadogan_server.hosting.absences import Absences, is_ready
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.registry import Registry
from cadogan_server.rooms.counting import FEWEST_MOVES
from cadogan_server.rooms.occupant import Occupant
from cadogan_server.rooms.room import Room
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.matching.leavers import Leavers
from cadogan_server.store.matching.seeker import without_network

logger = logging.getLogger(__name__)

BEAT_SECONDS = 1.0
"""Seconds between two looks at these games."""


class MatchedGames:
    """Looks after the games of this node that the server has matched.

    Args:
        registry: the rooms.
        leavers: the players who have left games.
        background: runs what nobody waits for.
        now: the rooms' clock, in ms.
    """

    def __init__(self, registry: Registry, leavers: Leavers, background: Background, now: Callable[[], int]) -> None:
        self._registry = registry
        self._leavers = leavers
        self._background = background
        self._now = now
        self._absences = Absences()
        self._left: dict[str, set[str]] = {}
        """Code of a room that was seen before its end → players who have left it. A game may begin and end between two beats."""

    async def beat(self) -> None:
        """Let those give up who keep others waiting, and remember who has left."""
        now = self._now()
        hubs = [hub for hub in self._registry.hubs.values() if hub.room.state.rules.matched and not hub.still]
        for hub in hubs:
            phase = hub.room.state.phase
            if phase != "finished":
                self._left.setdefault(hub.code, set())
            match phase:
                case "lobby":
                    self._put_out_the_missing(hub, now)
                case "running":
                    for seat in self._absences.gone(hub, now):
                        self._leaves(hub, seat, now)
                case "finished" if hub.code in self._left:
                    self._remember_those_of(hub.room, self._left.pop(hub.code), now)
        codes = {hub.code for hub in hubs}
        self._absences.keep(codes)
        self._left = {code: left for code, left in self._left.items() if code in codes}

    def _put_out_the_missing(self, hub: Hub, now: int) -> None:
        """Free the seats of players who are not there in time. The other player may wait for somebody else, or go."""
        room = hub.room
        if now - room.state.created.at <= 1000 * NO_SHOW_SECONDS or room.state.rematch is not None:
            return
        for seat, occupant in list(room.state.occupants.items()):
            if not occupant.ours and not is_ready(hub, seat):
                with hub.change():
                    room.leave(seat, now)
                self._remember(self._leavers.left(_marks(occupant), now))

    def _leaves(self, hub: Hub, seat: int, now: int) -> None:
        """Let a player give up who keeps others waiting."""
        occupant = hub.room.state.occupants[seat]
        with hub.change() as room:
            room.leave(seat, now)
        self._left[hub.code].add(occupant.player)
        self._remember(self._leavers.left(_marks(occupant), now))

    def _remember_those_of(self, room: Room, left: set[str], now: int) -> None:
        for seat, occupant in room.state.occupants.items():
            if occupant.ours or occupant.player in left:
                continue
            stayed = bool(left) or not _hardly_played(room, seat)  # a player who was left alone may go
            marks = _marks(occupant)
            self._remember(self._leavers.stayed(marks) if stayed else self._leavers.left(marks, now))

    def _remember(self, written: Coroutine[object, object, None]) -> None:
        async def write() -> None:
            try:
                await written
            except STORE_AWAY as error:
                logger.warning("it is not remembered who has left a game: the store is away: %s", error)

        self._background.do(write(), "who has left a game")


def _marks(occupant: Occupant) -> list[str]:
    return [occupant.player, *without_network(occupant.origin)]


def _hardly_played(room: Room, seat: int) -> bool:
    """Return True if a player has given up after hardly a move."""
    standing, hands = room.mode.standing(seat), room.state.hands.get(seat)
    gave_up = standing is not None and standing.state in ("stood", "left")
    return gave_up and (hands is None or hands.moves < FEWEST_MOVES)
