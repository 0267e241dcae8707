"""The secrets of days, from which the deals of the day are made: made and promised in advance, published afterwards.

A day's secret is 32 random bytes in the hash `keys.DAYS`. HSETNX writes it, so the first server makes it and all
servers on a store share it. The secrets of today and the next days are made as soon as a server finds them missing. So
the SHA-256 of tomorrow's can be published today, and a store that is away at midnight costs nobody the deal of the day.
They are kept for ever, 70 bytes a day, and held in memory, so reading one costs the store nothing.

A published hash can't be taken back, and a Redis that dies may lose its last seconds. So each look at the store writes
the secrets that are not over again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, NamedTuple

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from cadogan_games.solver.proof import seed_of_deal
from cadogan_server.rooms import fairness
from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.games.day_proofs import DayProofs
from cadogan_server.store.redis.trouble import takes_nothing

logger = logging.getLogger(__name__)

SECRET_BYTES = 32

DAYS_AHEAD = 2
"""Days after today for which secrets are made."""

LOOK_SECONDS = 60.0
"""Seconds between two checks that these secrets exist."""

MOST_LISTED = 31
"""The most days in a list of the last days."""


class PublishedDay(NamedTuple):
    """The public facts of a day (`2026-11-21`): the SHA-256 of its secret in hex, and the secret in hex if the day
    is over, else None."""

    day: str
    commit: str
    secret: str | None


class Days:
    """The secrets of days.

    Args:
        redis: a client without `decode_responses`.
        now: returns the time in ms.
        proves: true if this server has solvers, so that the races of days whose secrets it makes get winnable deals.
        look: seconds between two checks that the secrets of the next days exist.

    Attributes:
        proofs: what the solver found for the races of days.
    """

    def __init__(
        self, redis: Redis, now: Callable[[], int], *, proves: bool = False, look: float = LOOK_SECONDS
    ) -> None:
        self.proofs = DayProofs(redis)
        self._proves = proves
        self._redis = redis
        self._now = now
        self._pause = look
        self._secrets: dict[str, bytes] = {}

    # ---- for rooms and for everybody ---------------------------------------------------------------------------------

    @property
    def today(self) -> str:
        """The day now (UTC), as `2026-11-21`."""
        return fairness.day_of(self._now())

    @property
    def tomorrow(self) -> str:
        """The day after today."""
        return _after(self.today, 1)

    def secret(self, day: str) -> bytes | None:
        """Return the secret of a day; None if it is not known (yet)."""
        return self._secrets.get(day)

    def seeds_of_today(self, game: str) -> tuple[bytes, ...] | None:
        """Return the seeds of today's deals of a game: that of the day itself, and that of its first winnable deal, if it
        has one. None if today's secret is not known (yet).

        A room with the deal of another room does not say which day that has, but its seed tells.
        """
        secret = self.secret(self.today)
        if secret is None:
            return None
        seed, proof = fairness.daily_seed(game, self.today, secret), self.proofs.proof(self.today)
        return (seed,) if proof is None else (seed, seed_of_deal(seed, proof.number or 0))

    def published(self, day: str) -> PublishedDay | None:
        """Return the public facts of a day; None for days after tomorrow and days without a secret (yet)."""
        secret = self._secrets.get(day)
        if secret is None or day > self.tomorrow:
            return None
        return PublishedDay(day, fairness.commit(secret), secret.hex() if day < self.today else None)

    def last(self) -> list[PublishedDay]:
        """Return the last days that are over, the latest first, at most `MOST_LISTED`."""
        over = sorted((day for day in self._secrets if day < self.today), reverse=True)
        found = map(self.published, over[:MOST_LISTED])
        return [day for day in found if day is not None]

    # ---- upkeep ------------------------------------------------------------------------------------------------------

    async def load(self) -> None:
        """Read all secrets, and make missing ones.

        Raises:
            redis.RedisError: the store does not answer.
        """
        stored: Any = await self._redis.hgetall(keys.DAYS)
        self._secrets.update({day.decode(): secret for day, secret in stored.items()})
        await self.proofs.load()
        try:
            await self.look()
        except ResponseError as error:
            if not takes_nothing(error):
                raise
            logger.warning("the secrets of coming days can't be written: %s", error)

    async def look(self) -> None:
        """Make the store and this server agree on the secrets of today and the next days.

        Raises:
            redis.RedisError: the store does not answer.
        """
        wanted = [_after(self.today, days) for days in range(DAYS_AHEAD + 1)]
        pipeline = self._redis.pipeline(transaction=False)
        for day in wanted:
            pipeline.hsetnx(keys.DAYS, day, self._secrets.get(day) or secrets.token_bytes(SECRET_BYTES))
        pipeline.hmget(keys.DAYS, wanted)
        answers = await pipeline.execute(raise_on_error=False)  # an exception's text would contain the secret
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        new = [day for day, was_made in zip(wanted, answers, strict=False) if was_made and self._proves]
        await self.proofs.look(wanted, new)
        stored = answers[-1]
        for day, secret in zip(wanted, stored, strict=True):
            if self._secrets.setdefault(day, secret) != secret:
                logger.error("the store has another secret of %s than before: the published promise was wrong", day)
                self._secrets[day] = secret

    async def run(self) -> None:
        """Check the secrets once in a while, until cancelled."""
        while True:
            await asyncio.sleep(self._pause)
            try:
                await self.look()
            except STORE_AWAY as error:
                if self.secret(self.tomorrow) is None:
                    logger.warning("the secret of %s can't be read: the store is away: %s", self.tomorrow, error)


def _after(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days)).isoformat()
