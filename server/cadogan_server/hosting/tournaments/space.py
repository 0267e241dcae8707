"""Decides whether one more tournament may be opened."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.tournaments.known import KnownTournaments
from cadogan_server.tournaments.records import Over, Record
from cadogan_server.tournaments.state import Tournament

MOST_OF_ONE = 3
"""Tournaments of one host that are not over."""

MOST = 300
"""Tournaments on a store that are not over."""


class TournamentSpace:
    """The limits on tournaments that are not over: of one host, and of all.

    Args:
        known: the tournaments.
        now: the clock, in ms since 1970.
    """

    def __init__(self, known: KnownTournaments, now: Callable[[], int]) -> None:
        self._known = known
        self._now = now

    async def make(self, host: str) -> None:
        """Make space for one more tournament of a host. If there are too many in all, one that nobody has entered makes way:
        the one that begins last.

        Raises:
            Refused: the host has too many, or there are too many.
            redis.RedisError: the store does not answer.
        """
        coming = (await self._known.logs.listed(0)).coming
        await self._known.refresh([id for id in coming if id not in self._known])
        states = [self._known[id] for id in coming if id in self._known]
        theirs = sum(state.terms.host == host for state in states)
        if theirs >= MOST_OF_ONE:
            raise Refused(
                ErrorCode.BUSY,
                f"you are the host of {theirs} tournaments that are not over; cancel one, or wait for its end",
            )
        if len(coming) < MOST:
            return
        empty = [state for state in states if _is_empty(state)]
        if not empty:
            raise Refused(
                ErrorCode.BUSY, f"{len(coming)} tournaments are open here, which is the most; try again later"
            )
        last = max(empty, key=lambda state: state.starts)
        now = self._now()
        await self._known.change(last.id, lambda state: _cancelled(state, now))


def _is_empty(state: Tournament) -> bool:
    return state.phase == "open" and state.terms.host != "" and state.competitors.keys() <= {state.terms.host}


def _cancelled(state: Tournament, now: int) -> list[Record]:
    return [Over(now, cancelled=True)] if _is_empty(state) else []
