"""Detects lost data by a counter in the store that is read and increased every second.

A store that was emptied or restored behind an open connection does not report it: it accepts new entries of logs whose
beginnings are gone. Its counter is then missing or too small. Nothing else lowers the counter: a command that reaches
the store late increases it too, or leaves it as it is.

If the store can't be read, it may be away while nobody plays, so that the journal writes nothing and doesn't notice.
Then the counter is created through the journal, unless it is there: either the store takes the command, or the journal
tells everybody that the store is away.
"""

from __future__ import annotations

import asyncio
import logging

from redis.asyncio import Redis
from redis.exceptions import RedisError

from cadogan_server.store import STORE_AWAY
from cadogan_server.store.log.journal import Journal

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""Seconds between two checks."""

PATIENCE_SECONDS = 1.0
"""Seconds after which a check has failed."""

KEPT_SECONDS = 24 * 3600
"""Seconds for which a store keeps a counter that nobody increases."""


class Watch:
    """Checks a store for lost data.

    Args:
        redis: a client without `decode_responses`.
        journal: compares its logs with the store if data is missing.
    """

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal

    async def run(self) -> None:
        """Check every `LOOK_SECONDS`, until cancelled."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await self.check()
            except STORE_AWAY as error:
                logger.debug("the store does not answer the check for lost data: %s", error)
                self.probe()
            await asyncio.sleep(LOOK_SECONDS)

    async def check(self) -> None:
        """Check that the store's master is the same and still has the counters of the last check; increase them.

        Raises:
            redis.RedisError: the store does not answer, or takes nothing.
        """
        connection, mender = self._journal.connection, self._journal.connection.mender
        if await connection.leads_elsewhere():
            logger.error("the store has another master now")
            self._journal.look_again()
        wanted, before = mender.mark_keys, {**mender.marks}
        async with self._redis.pipeline(transaction=False) as pipeline:
            for key in wanted:
                pipeline.get(key)
                pipeline.incr(key)
                pipeline.expire(key, KEPT_SECONDS)
            answers = await pipeline.execute(raise_on_error=False)
        for answer in answers:
            if isinstance(answer, RedisError):
                raise answer
        found = {key: int(number or 0) for key, number in zip(wanted, answers[::3], strict=True)}
        if mender.marks == before and any(found[key] < before.get(key, 0) for key in wanted):
            mender.went_back = True
            self._journal.look_again()
        mender.marks = dict(zip(wanted, answers[1::3], strict=True))

    def probe(self) -> None:
        """Create missing counters through the journal, which notices if the store is away. Do nothing if it is known to
        be."""
        if self._journal.safe:
            for key in self._journal.connection.mender.mark_keys:
                self._journal.write("SET", key, 0, "EX", KEPT_SECONDS, "NX")
