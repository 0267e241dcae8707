"""Decides whether a host may open one more tournament, and which one makes way."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.tournaments.known import KnownTournaments
from cadogan_server.tournaments.records import Over, Record
from cadogan_server.tournaments.state import Tournament

MOST_OF_ONE = 3
"""Tournaments of one host that are not over."""


class TournamentSpace:
    """The limit on tournaments of one host that are not over, and those that make way if there are too many in all.

    Args:
        known: the tournaments.
        now: the clock, in ms since 1970.
    """

    def __init__(self, known: KnownTournaments, now: Callable[[], int]) -> None:
        self._known = known
        self._now = now

    async def must_be_free(self, host: str) -> None:
        """Check that a host may open one more tournament.

        Raises:
            Refused: the host has too many.
            redis.RedisError: the store does not answer.
        """
        theirs = sum(state.terms.host == host for state in await self._coming())
        if theirs >= MOST_OF_ONE:
            raise Refused(
                ErrorCode.BUSY,
                f"you are the host of {theirs} tournaments that are not over; cancel one, or wait for its end",
            )

    async def make_way(self) -> bool:
        """Cancel a tournament that nobody has entered: the one that begins last. Return False if there is none.

        Raises:
            redis.RedisError: the store does not answer.
        """
        empty = [state for state in await self._coming() if _is_empty(state)]
        if not empty:
            return False
        last = max(empty, key=lambda state: state.starts)
        now = self._now()
        await self._known.change(last.id, lambda state: _cancelled(state, now))
        return True

    async def _coming(self) -> list[Tournament]:
        """Return the tournaments that are not over."""
        coming = (await self._known.logs.listed(0)).coming
        await self._known.refresh([id for id in coming if id not in self._known])
        return [self._known[id] for id in coming if id in self._known]


def _is_empty(state: Tournament) -> bool:
    return state.phase == "open" and state.terms.host != "" and state.competitors.keys() <= {state.terms.host}


def _cancelled(state: Tournament, now: int) -> list[Record]:
    return [Over(now, cancelled=True)] if _is_empty(state) else []
