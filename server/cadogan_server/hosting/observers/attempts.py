"""Lets the store decide which game is a player's attempt at the day's contest, and counts its result there."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial

from cadogan_server.background import Background
from cadogan_server.hosting.hub import Hub
from cadogan_server.rooms.finished.contest import Attempt, attempts_in
from cadogan_server.rooms.room import Room
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.boards.leaderboard import is_for_ever
from cadogan_server.store.games.contests import AttemptRoom, Contests

logger = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
"""Seconds between two tries while the store does not answer."""


class Attempts:
    """Claims and counts the attempts that are made in the rooms of contests.

    Args:
        contests: decides and counts attempts.
        now: the clock, in ms.
        background: runs that work.
        begun: by contest, the number of attempts that have begun.
        certain: seconds after which the store's disk or replicas have a write, so that it survives a crash of the store.
    """

    def __init__(
        self,
        contests: Contests,
        now: Callable[[], int],
        background: Background,
        begun: Counter[str],
        certain: float,
    ) -> None:
        self._contests = contests
        self._now = now
        self._background = background
        self._begun = begun
        self._certain = certain
        self._asked: set[Hub] = set()
        """The rooms for which the store was asked whose game counts."""

    def changed(self, hub: Hub) -> None:
        """Have the store decide who makes an attempt in a room, once the cards of its contest are dealt."""
        room = hub.room
        is_dealt = room.state.phase in ("running", "finished")
        if not room.state.created.contest or not is_dealt or room.state.attempts is not None or hub in self._asked:
            return
        self._asked.add(hub)
        self._background.do(self._decide(hub), f"attempt {room.code}")

    def drop(self, hub: Hub) -> None:
        """Forget a room that is no longer here."""
        self._asked.discard(hub)

    async def count(self, room: Room) -> None:
        """Count the results of a room that is over. A repeated call changes nothing.

        It counts twice, `certain` seconds apart, because the store may lose the first write in between.
        """
        for attempt in attempts_in(room):
            if await self._counted(room, attempt):
                await asyncio.sleep(self._certain)
                await self._counted(room, attempt)

    async def _decide(self, hub: Hub) -> None:
        seats = []
        for occupant in list(hub.room.state.occupants.values()):
            if not occupant.bot and await self._retry(hub.room, partial(self._claim, hub.room, occupant.player)):
                seats.append(occupant.seat)
        self._begun[hub.room.state.created.contest] += len(seats)
        with hub.change() as room:
            room.commit(room.scoring.attempt(tuple(seats), self._now()))

    async def _counted(self, room: Room, attempt: Attempt) -> bool:
        """Count an attempt; return True if it is the one that counts."""
        day, kind = room.state.created.day, room.state.created.contest
        is_mine = await self._retry(room, partial(self._claim, room, attempt.player))
        return is_mine and await self._retry(
            room, partial(self._contests.count, day, kind, attempt_room(room), attempt)
        )

    @staticmethod
    async def _retry(room: Room, work: Callable[[], Awaitable[bool]]) -> bool:
        """Repeat `work` until the store answers, and return its result; False if the store refuses it for good."""
        while True:
            try:
                return await work()
            except STORE_AWAY as error:
                if is_for_ever(error):
                    logger.error("the attempt in room %s can't be counted, the store refuses it: %s", room.code, error)
                    return False
                await asyncio.sleep(RETRY_SECONDS)

    async def _claim(self, room: Room, player: str) -> bool:
        return await self._contests.claim(
            room.state.created.day, room.state.created.contest, player, attempt_room(room)
        )


def attempt_room(room: Room) -> AttemptRoom:
    """Return a room as the room of an attempt."""
    return AttemptRoom(room.state.created.identity, room.code)
