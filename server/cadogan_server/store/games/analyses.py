"""Analyses of games that are over: the waiting ones, those that a node works on, and the findings.

A job is the code of a room. Any node takes the one that has waited longest, with a lease that it renews while it works.
If the node dies, the lease runs out and another begins again; if its solver fails, it gives the job back. A job is begun
at most `MOST_TRIES` times. Two nodes that work on one job find the same, so nothing else protects it. The findings are kept
beside the room's log, and no longer than that.
"""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_protocol.messages import Analysis
from cadogan_server.store import keys
from cadogan_server.store.log.logs import KEPT_SECONDS

MOST_WAITING = 500
"""Jobs that may wait: more than a node does in some hours."""

TURN_US = 60_000_000
"""Microseconds by which a job stands back for each that its network has in the queue: about as long as one takes. So networks take
turns, however many jobs one of them has, and none waits for ever."""

LEASE_SECONDS = 15
"""Seconds after which another node may begin a job again whose node has not renewed its lease."""

RENEWAL_SECONDS = 5
"""Seconds between two renewals. Two may fail before another node begins."""

MOST_TRIES = 3
"""Times that a job is begun before it has failed."""

FAILED_SECONDS = 60
"""Seconds for which a failure is told. A request after that begins anew."""

RUNNING = -1
FULL = -2

# Returns the number of jobs before one that waits, `RUNNING`, or false.
_PLACE = """
if redis.call('ZSCORE', KEYS[2], ARGV[1]) then return -1 end
return redis.call('ZRANK', KEYS[1], ARGV[1])
"""

# Adds a job unless it is there. Returns what `_PLACE` does, or `FULL`. A job of a network with others in the queue comes behind
# what is asked for meanwhile: for each of those it counts as asked for later by this many microseconds.
_ADD = """
if redis.call('ZSCORE', KEYS[2], ARGV[1]) then return -1 end
local place = redis.call('ZRANK', KEYS[1], ARGV[1])
if place then return place end
local waiting = redis.call('ZCARD', KEYS[1])
if waiting >= tonumber(ARGV[2]) then return -2 end
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], time[1] * 1000000 + time[2] + ARGV[3], ARGV[1])
return redis.call('ZRANK', KEYS[1], ARGV[1])
"""

# Takes a job: one whose lease has run out, otherwise the one that has waited longest. Returns room and number of tries.
_TAKE = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local code = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, 1)[1]
if not code then
  code = redis.call('ZPOPMIN', KEYS[1])[1]
  if code then redis.call('ZREM', KEYS[4], code) end
end
if not code then return false end
redis.call('ZADD', KEYS[2], now + 1000 * ARGV[1], code)
return {code, redis.call('HINCRBY', KEYS[3], code, 1)}
"""

# Renews the lease of a job.
_RENEW = """
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], 'XX', time[1] * 1000 + math.floor(time[2] / 1000) + 1000 * ARGV[2], ARGV[1])
"""

# Keeps the findings about a room, no longer than its log, and at most for the given seconds if that is not 0. A log whose
# results are not counted yet expires only later: then the findings are kept as long as any log is.
_KEEP = """
local left = redis.call('PTTL', KEYS[2])
if left == -2 then return end
local most = 1000 * ARGV[2]
if left == -1 then left = 1000 * ARGV[3] end
if most > 0 and most < left then left = most end
if left > 0 then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', left)
end
"""

_JOBS = (keys.ANALYSES_WAITING, keys.ANALYSES_RUNNING, keys.ANALYSES_TRIES)


class Job(NamedTuple):
    """A game to be analysed: its room, and how often a node has begun with it, this time included."""

    room: str
    tries: int


class Analyses:
    """The analyses of all nodes on one store. Every method raises redis.RedisError if the store does not answer.

    Args:
        redis: a client without `decode_responses`.
        most: jobs that may wait.
    """

    def __init__(self, redis: Redis, most: int = MOST_WAITING) -> None:
        self._redis = redis
        self.most = most
        self._place = redis.register_script(_PLACE)
        self._add = redis.register_script(_ADD)
        self._take = redis.register_script(_TAKE)
        self._renew = redis.register_script(_RENEW)
        self._keep = redis.register_script(_KEEP)

    async def place(self, room: str) -> int | None:
        """Return the number of jobs before a room's, `RUNNING`, or None if it has no job."""
        found: Any = await self._place(keys=_JOBS[:2], args=[room])
        return None if found is None else int(found)

    async def add(self, room: str, behind: int = 0) -> int:
        """Let a room's job wait, unless it has one. Return the number of jobs before it, `RUNNING`, or `FULL`.

        Args:
            room: the code of the room.
            behind: the number of jobs of the same network that wait.
        """
        return int(await self._add(keys=_JOBS[:2], args=[room, self.most, behind * TURN_US]))

    async def begin(self) -> Job | None:
        """Begin a job for this node; None if there is none."""
        found: Any = await self._take(keys=[*_JOBS, keys.ANALYSES_NETWORKS], args=[LEASE_SECONDS])
        return Job(found[0].decode(), int(found[1])) if found else None

    async def store(self, room: str, identity: str, found: Analysis, seconds: int = 0) -> None:
        """Store what is known so far.

        Args:
            room: the room's code.
            identity: the room's identity, as a code may be used again.
            found: the answer to a player who asks now.
            seconds: how long it is kept at most; 0: as long as the log.
        """
        packed = identity.encode() + b" " + zlib.compress(found.model_dump_json().encode())
        await self._keep(keys=[keys.analysis(room), keys.log(room)], args=[packed, seconds, KEPT_SECONDS])

    async def renew(self, room: str) -> None:
        """Renew the lease of a job, unless nothing is left to do for it."""
        await self._renew(keys=[keys.ANALYSES_RUNNING], args=[room, LEASE_SECONDS])

    async def give_back(self, room: str) -> None:
        """Let any node, this one too, begin a job again at once."""
        await self._redis.zadd(keys.ANALYSES_RUNNING, {room: 0}, xx=True)

    async def finish(self, room: str) -> None:
        """Note that nothing is left to do for a room."""
        async with self._redis.pipeline(transaction=True) as pipe:
            pipe.zrem(keys.ANALYSES_RUNNING, room)
            pipe.hdel(keys.ANALYSES_TRIES, room)
            await pipe.execute()

    async def kept(self, room: str, identity: str) -> Analysis | None:
        """Return what is known about a room; None if nothing is."""
        packed: Any = await self._redis.get(keys.analysis(room))
        head, _, body = (packed or b"").partition(b" ")
        if head != identity.encode():
            return None
        return Analysis.model_validate_json(zlib.decompress(body))
