"""Counts games among members of a club, and the tournaments of clubs, for the tables of their seasons."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from cadogan_server.rooms.counting import FEWEST_MOVES
from cadogan_server.rooms.room import Room
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.boards.leaderboard import is_for_ever
from cadogan_server.store.clubs.clubs import Clubs
from cadogan_server.store.clubs.season import of_game, of_tournament, season_of
from cadogan_server.tournaments.state import Tournament

logger = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
"""Seconds after which a game is counted again if the store did not answer."""


class ClubGames:
    """Counts for clubs.

    Args:
        clubs: all clubs.
        now: the clock, in ms since 1970.
    """

    def __init__(self, clubs: Clubs, now: Callable[[], int]) -> None:
        self._clubs = clubs
        self._now = now

    async def count(self, room: Room) -> None:
        """Count a finished room for each club of which at least two of its people are members. Waits while the store is away.
        A repeated call changes nothing. Games of a tournament count by its standings alone."""
        ranks = ranks_of(room)
        if len(ranks) > 1 and not room.state.rules.tournament:
            await _surely(f"room {room.code}", lambda: self._count(room.state.created.identity, ranks))

    async def _count(self, identity: str, ranks: dict[str, tuple[str, int]]) -> None:
        now = self._now()
        for club, players in (await self._clubs.shared(list(ranks))).items():
            gains = of_game({player: ranks[player] for player in players})
            if await self._clubs.seasons.count(club, season_of(now), identity, gains, now):
                await self._clubs.news(club)

    async def tournament_over(self, state: Tournament) -> None:
        """Count a tournament that has ended for its club. A repeated call changes nothing.

        Raises:
            redis.RedisError: the store does not answer.
        """
        gains, now = of_tournament(state), self._now()
        club = state.terms.club
        if club and gains and await self._clubs.read([club]):
            await self._clubs.seasons.count(club, season_of(state.ended), f"tournament {state.id}", gains, now)
            await self._clubs.news(club)


def ranks_of(room: Room) -> dict[str, tuple[str, int]]:
    """Return the names and ranks of the people who have played a finished game with some moves, by player id."""
    rows = room.state.results.rows if room.state.results is not None else ()
    seats = room.state.occupants
    return {
        seats[row.seat].player: (row.name, row.rank)
        for row in rows
        if not seats[row.seat].bot and row.moves + row.undone >= FEWEST_MOVES
    }


async def _surely(what: str, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            return await work()
        except STORE_AWAY as error:
            if is_for_ever(error):
                logger.error("%s can't be counted for a club, the store refuses it: %s", what, error)
                return None
            await asyncio.sleep(RETRY_SECONDS)
