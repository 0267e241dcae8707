"""Finds the winnable deals of the races of coming days."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from cadogan_games import catalogue
from cadogan_games.daily import contests_of
from cadogan_games.solver.proof import DAY_NODES, SOLVER_REVISION
from cadogan_server.hosting.solvers.rows import Row, first_won
from cadogan_server.hosting.solvers.solvers import NotSolved, Solvers
from cadogan_server.rooms import fairness
from cadogan_server.rooms.records import RowProof
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.games.days import Days

logger = logging.getLogger(__name__)

MOST_FAILURES = 3
"""Failures of the solver that are allowed on a day that has begun. Nobody can race until the day has a deal, so then it gets
the first of its row, and is told that this one is not proved."""

PAUSE_SECONDS = 1.0
"""Seconds before the first look and between two looks for days whose proofs are sought."""


class DaySearch:
    """Finds the proofs that days still lack, the earliest day first.

    Args:
        days: the days.
        solvers: try deals. They are not the solvers of rooms, because a room must not wait for a day's search. If there
            are none, a day that has begun without a proof gets none.
    """

    def __init__(self, days: Days, solvers: Solvers) -> None:
        self._days = days
        self._solvers = solvers
        self._failures: Counter[str] = Counter()

    async def run(self) -> None:
        """Find proofs, until cancelled."""
        while True:
            await asyncio.sleep(PAUSE_SECONDS)
            for day in self._days.proofs.sought:
                await self._try_to_settle(day)

    async def stop(self) -> None:
        """End the process, once `run` was cancelled."""
        await self._solvers.stop()

    async def _try_to_settle(self, day: str) -> None:
        try:
            try:
                await self._settle(day)
            except NotSolved as error:
                logger.warning("the deal of %s is not proved yet: %s", day, error)
                await self._note_failure(day)
        except STORE_AWAY as error:
            logger.warning("the proof of the deal of %s can't be written: the store is away: %s", day, error)

    async def _settle(self, day: str) -> None:
        secret = self._days.secret(day)
        if secret is not None and self._solvers.processes:
            await self._days.proofs.settle(day, await self._proof(day, secret))
        elif day <= self._days.today:
            await self._days.proofs.settle(day, None)

    async def _note_failure(self, day: str) -> None:
        """Give up a day that has begun if the solver fails again and again.

        Raises:
            redis.RedisError: the store does not answer.
        """
        self._failures[day] += day <= self._days.today
        if self._failures[day] >= MOST_FAILURES:
            logger.error("the solver has failed %d times on the deal of %s: its race gets deal 0", MOST_FAILURES, day)
            await self._days.proofs.settle(day, RowProof(None, DAY_NODES, SOLVER_REVISION))
            del self._failures[day]

    async def _proof(self, day: str, secret: bytes) -> RowProof:
        race = contests_of(day)[0]
        options = catalogue.resolve_options(race.game, race.options, int(day[:4]))
        revision = catalogue.head_of(race.game).revision
        seed = fairness.daily_seed(race.game, day, secret)
        found = await first_won(self._solvers, Row(race.game, options, revision, seed, DAY_NODES))
        return RowProof(found.number, DAY_NODES, SOLVER_REVISION, found.effort)
