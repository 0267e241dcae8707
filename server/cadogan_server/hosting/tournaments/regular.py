"""Opens the tournaments that come every day and every week."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_server.store.tournaments.known import KnownTournaments
from cadogan_server.tournaments.calendar import regular

LOOK_SECONDS = 60.0
"""Seconds between two looks at the calendar."""


class RegularTournaments:
    """Opens regular tournaments ahead of their time. Their ids are made of their days, so each is opened once by whichever node.

    Args:
        known: the tournaments.
        now: the clock, in ms since 1970.
    """

    def __init__(self, known: KnownTournaments, now: Callable[[], int]) -> None:
        self._known = known
        self._now = now

    async def look(self) -> None:
        """Open those that are due to be announced.

        Raises:
            redis.RedisError: the store does not answer.
        """
        for id, terms in regular(self._now()):
            if id not in self._known:
                await self._known.refresh([id])
            if id not in self._known:
                await self._known.open(id, terms)
