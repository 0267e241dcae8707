"""The secrets of days, from which the deals of the day are made: made ahead, promised ahead, published when their day is over.

A day's secret is 32 random bytes in the hash `keys.DAYS`, put there by HSETNX, so that whoever is first has made it and all
servers on a store have the same. The secrets of today and of the next days are made as soon as this server knows that there
are none; so the SHA-256 of tomorrow's can be published today, and a store that is away at midnight costs nobody the deal of
the day. They are kept for ever, 70 bytes a day, and all are held in memory: nobody who asks for one costs the store anything.

What is published can't be taken back, and a Redis that dies may have lost what it took in its last seconds. So the secrets
that are not yet over are written again each time that the store is looked at: what it has lost is there again.
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

from cadogan_server.rooms import fairness
from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.redis.trouble import takes_nothing

logger = logging.getLogger(__name__)

SECRET_BYTES = 32

DAYS_AHEAD = 2
"""For how many days after today secrets are made."""

LOOK_SECONDS = 60.0
"""Between two looks whether all of them are there."""

MOST_LISTED = 31
"""How many of the last days a list of them holds."""


class PublishedDay(NamedTuple):
    """What anybody may know of a day (`2026-11-21`): the SHA-256 of its secret as hex, and the secret as hex where the day is
    over, else None."""

    day: str
    commit: str
    secret: str | None


class Days:
    """The secrets of days.

    Args:
        redis: a client without `decode_responses`.
        now: the clock, in ms.
        look: seconds between two looks whether all of them are there.
    """

    def __init__(self, redis: Redis, now: Callable[[], int], look: float = LOOK_SECONDS) -> None:
        self._redis = redis
        self._now = now
        self._pause = look
        self._secrets: dict[str, bytes] = {}

    # ---- asked by rooms and by anybody -------------------------------------------------------------------------------

    @property
    def today(self) -> str:
        """The day now (UTC), as `2026-11-21`."""
        return fairness.day_of(self._now())

    @property
    def tomorrow(self) -> str:
        """The day after it."""
        return _after(self.today, 1)

    def secret(self, day: str) -> bytes | None:
        """Return the secret of a day; None where it is not known (yet)."""
        return self._secrets.get(day)

    def published(self, day: str) -> PublishedDay | None:
        """Return what may be known of a day; None of one after tomorrow, and of one that has no secret (yet)."""
        secret = self._secrets.get(day)
        if secret is None or day > self.tomorrow:
            return None
        return PublishedDay(day, fairness.commit(secret), secret.hex() if day < self.today else None)

    def last(self) -> list[PublishedDay]:
        """Return the last days that are over, the latest first, at most `MOST_LISTED`."""
        over = sorted((day for day in self._secrets if day < self.today), reverse=True)
        found = map(self.published, over[:MOST_LISTED])
        return [day for day in found if day is not None]

    # ---- kept --------------------------------------------------------------------------------------------------------

    async def load(self) -> None:
        """Read all secrets, and make those that are due.

        Raises:
            redis.RedisError: the store does not answer.
        """
        stored: Any = await self._redis.hgetall(keys.DAYS)
        self._secrets.update({day.decode(): secret for day, secret in stored.items()})
        try:
            await self.look()
        except ResponseError as error:
            if not takes_nothing(error):
                raise
            logger.warning("the secrets of days that come can't be written: %s", error)

    async def look(self) -> None:
        """See to it that the store and this server have the same secrets of today and the next days.

        Raises:
            redis.RedisError: the store does not answer.
        """
        wanted = [_after(self.today, days) for days in range(DAYS_AHEAD + 1)]
        pipeline = self._redis.pipeline(transaction=False)
        for day in wanted:
            pipeline.hsetnx(keys.DAYS, day, self._secrets.get(day) or secrets.token_bytes(SECRET_BYTES))
        pipeline.hmget(keys.DAYS, wanted)
        answers = await pipeline.execute(raise_on_error=False)  # else the words of an error hold the secret
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        stored = answers[-1]
        for day, secret in zip(wanted, stored, strict=True):
            if self._secrets.setdefault(day, secret) != secret:
                logger.error("the store has another secret of %s than it had: what was published of it was wrong", day)
                self._secrets[day] = secret

    async def run(self) -> None:
        """Look after them now and then, until cancelled."""
        while True:
            await asyncio.sleep(self._pause)
            try:
                await self.look()
            except STORE_AWAY as error:
                if self.secret(self.tomorrow) is None:
                    logger.warning("the secret of %s can't be had: the store is away: %s", self.tomorrow, error)


def _after(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days)).isoformat()
