"""Which node has which room: a lease for each, with a fencing number that the store itself checks.

A room's lease says which node has it and by which number. The number is what the ids of its log's entries begin with: whoever
takes a room takes a greater one, and writes an empty entry under it, which says what it comes behind, all in one step. From then
on the store refuses every entry of those before, as it takes none that would come before another. What is done to the log as a
whole, to drop it or to let it run out, is done by scripts that compare the lease. Results are counted when the
entry that ends the room has been written, and so only by who had it then; a second time does nothing.

A lease of a room has no end of its own. It is good for as long as its node lives (`node_lease.py`), so that thousands of rooms
cost nothing to hold, and whoever wants a room of a node that has fallen silent ends that node first.

Codes for new rooms are set aside ahead, so that no room has to wait for the store, nor has two nodes' rooms one code.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable
from math import ceil, inf
from typing import Any

from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import CODE_ALPHABET, CODE_LENGTH
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.nodes.node_lease import NodeLease, PlaysOn

logger = logging.getLogger(__name__)

CODES_AHEAD = 64
"""So many codes are set aside at once, whenever half of them are used."""

CODE_SECONDS = 3600
"""For so long a code that was set aside is kept from other nodes."""

RENEWED_SECONDS = 0.1
"""A lease that is to hold for so much longer than it was has been renewed."""

AGAIN_SECONDS = 0.2
"""Between two looks at such a node."""

# Who wants the room, and the lease that is to be taken from a node that has ended. Answers the new number, or a lease that
# another has, or nothing where there is no such room.
_TAKE = """
local held = redis.call('GET', KEYS[1]) or ''
if held ~= '' and held ~= ARGV[2] then
  return held
end
local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
if not last then
  return false
end
local fence = string.format('%.0f', tonumber(string.match(last[1], '^%d+')) + 1)
redis.call('XADD', KEYS[2], fence .. '-1', 'r', '', 'a', last[1])
redis.call('SET', KEYS[1], fence .. ' ' .. ARGV[1])
local left = redis.call('PTTL', KEYS[2])
if left > 0 then
  redis.call('PEXPIRE', KEYS[1], left)
end
return {fence}
"""
# The lease to give back.
_RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
end
"""
# The lease, and what it is to be: another node's, by the same number until that one takes the room by a greater.
_HAND = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
end
"""
# The lease, and for how many seconds the log is kept from now on.
_FINISH = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('EXPIRE', KEYS[1], ARGV[2])
  redis.call('EXPIRE', KEYS[2], ARGV[2])
end
"""
# The lease.
_DROP = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1], KEYS[2])
end
"""


class Elsewhere(Exception):
    """A room is another node's.

    Attributes:
        code: of the room.
        node: the id of the node.
    """

    def __init__(self, code: str, node: str) -> None:
        super().__init__(f"room {code} is on node {node}")
        self.code = code
        self.node = node


async def node_of(redis: Redis, code: str) -> str | None:
    """Return the id of the node that has a room, whether it lives or not; None where none has it.

    Raises:
        redis.RedisError: the store does not answer.
    """
    lease: Any = await redis.get(keys.room(code))
    return (lease.decode().partition(" ")[2] or None) if lease else None


class RoomLeases:
    """This node's rooms.

    Args:
        redis: a client without `decode_responses`.
        journal: the way to the store for what need not be waited for.
        lease: of this node.
        now: the clock, in ms.
        code_length: of how many letters and digits new codes are.

    Attributes:
        lives: whether a node is known to live just now, so that nobody needs to wait until it has renewed its lease.
    """

    def __init__(
        self, redis: Redis, journal: Journal, lease: NodeLease, now: Callable[[], int], code_length: int = CODE_LENGTH
    ) -> None:
        self._redis = redis
        self._journal = journal
        self._lease = lease
        self._now = now
        self._code_length = code_length
        self.lives: Callable[[str], bool] = lambda node: False
        self._codes: deque[tuple[int, str]] = deque()
        self._setting_aside = asyncio.Lock()
        self._ahead: asyncio.Task[None] | None = None

    # ---- new rooms ---------------------------------------------------------------------------------------------------

    async def prepare(self) -> None:
        """Have codes for new rooms at hand.

        Raises:
            redis.RedisError: there is none left, and the store does not answer.
        """
        self._forget_old()
        if not self._codes:
            await self._set_aside()
        elif len(self._codes) < CODES_AHEAD / 2 and (self._ahead is None or self._ahead.done()):
            self._ahead = asyncio.create_task(self._top_up(), name="codes")

    def free_code(self) -> str:
        """Return a code that no room has; another one each time.

        Raises:
            Refused: none is left.
        """
        self._forget_old()
        if not self._codes:
            raise Refused(ErrorCode.STORE_DOWN, "no room can be opened while the store does not answer; try again soon")
        return self._codes.popleft()[1]

    def open(self, code: str, now: int) -> RoomLog:
        """Return the log of a new room, which is this node's.

        Its first number is the moment, in ms: what an earlier room of this code may have left comes before it, and is dropped.
        """
        log = RoomLog(code, now)
        self._journal.write("XTRIM", keys.log(code), "MINID", now)
        self._journal.write("PERSIST", keys.log(code))
        self._journal.write("SET", keys.room(code), self._value(log))
        return log

    async def stop(self) -> None:
        """Give back the codes that were not used."""
        if self._ahead is not None:
            self._ahead.cancel()
            await asyncio.wait([self._ahead])
        for _, code in self._codes:
            self._journal.write("EVAL", _RELEASE, 1, keys.room(code), self._unused)
        self._codes.clear()

    @property
    def _unused(self) -> str:
        return f"0 {self._lease.id}"

    def _forget_old(self) -> None:
        while self._codes and self._codes[0][0] < self._now() - 1000 * CODE_SECONDS / 2:
            self._codes.popleft()

    async def _top_up(self) -> None:
        try:
            await self._set_aside()
        except STORE_AWAY as error:
            logger.debug("no codes can be set aside: %s", error)

    async def _set_aside(self) -> None:
        async with self._setting_aside:
            if len(self._codes) >= CODES_AHEAD:
                return
            codes = {
                "".join(secrets.choice(CODE_ALPHABET) for _ in range(self._code_length)) for _ in range(CODES_AHEAD)
            }
            async with self._redis.pipeline(transaction=False) as pipeline:
                for code in codes:
                    pipeline.set(keys.room(code), self._unused, nx=True, ex=CODE_SECONDS)
                free = await pipeline.execute()
            self._codes += [(self._now(), code) for code, done in zip(codes, free, strict=True) if done]

    # ---- rooms that there are ----------------------------------------------------------------------------------------

    async def acquire(self, code: str) -> RoomLog | None:
        """Take a room that no living node has, and return its log to go on with; None where there is no such room.

        Nobody who had it before can write to it any more. A node that may have ended is waited for until that is certain.

        Raises:
            Elsewhere: another node that lives has it.
            Refused: a node has it that is silent but may be playing on.
            redis.RedisError: the store does not answer.
        """
        ended = b""
        while True:
            found: Any = await self._redis.eval(_TAKE, 2, keys.room(code), keys.log(code), self._lease.id, ended)
            if found is None:
                return None
            if isinstance(found, list):
                return RoomLog(code, int(found[0]), 1)
            node = found.partition(b" ")[2].decode()
            if node != self._lease.id:
                await self._must_have_ended(code, node)
            ended = found

    async def owner(self, code: str) -> str | None:
        """Return the id of the node that has a room; None where no node has.

        Raises:
            redis.RedisError: the store does not answer.
        """
        held: Any = await self._redis.get(keys.room(code))
        return held.partition(b" ")[2].decode() if held else None

    async def other_owner(self, code: str) -> str | None:
        """Return the id of another node that has a room; None where no other has.

        Raises:
            redis.RedisError: the store does not answer.
        """
        node = await self.owner(code)
        return None if node == self._lease.id else node

    def hand_over(self, log: RoomLog, node: str, held_by: str | None = None) -> None:
        """Let a certain node have a room, and no other, once all is in the log that has been written until now.

        Nothing may be written to the log after that. Where that node does not take the room, it is handed on to another:
        `held_by` is the one that had it last.
        """
        self._journal.write("EVAL", _HAND, 1, keys.room(log.code), self._value(log, held_by), self._value(log, node))

    def release(self, log: RoomLog, held_by: str | None = None) -> None:
        """Let other nodes have a room, of which this one or the one that it was handed to has the lease."""
        self._journal.write("EVAL", _RELEASE, 1, keys.room(log.code), self._value(log, held_by))

    def claim_again(self, log: RoomLog) -> None:
        """Write the lease of a room of this node again, where the store has lost it."""
        self._journal.write("SET", keys.room(log.code), self._value(log), "NX")

    def finish(self, log: RoomLog, seconds: int) -> None:
        """Keep the log of a room for so long yet."""
        self._journal.write("EVAL", _FINISH, 2, keys.room(log.code), keys.log(log.code), self._value(log), seconds)

    def drop(self, log: RoomLog) -> None:
        """Forget a room."""
        self._journal.write("EVAL", _DROP, 2, keys.room(log.code), keys.log(log.code), self._value(log))

    async def _end(self, node: str) -> float:
        """As `NodeLease.end`. Raises Refused where the node may be playing on."""
        try:
            return await self._lease.end(node)
        except PlaysOn as alone:
            raise Refused(
                ErrorCode.STORE_DOWN,
                "the server that has this room fell silent while it was alone, and may be playing on; if nothing is heard of it, "
                f"another one takes the room in {ceil(alone.seconds)} s",
                wait=1,
            ) from alone

    def _value(self, log: RoomLog, node: str | None = None) -> str:
        return f"{log.epoch} {node or self._lease.id}"

    async def _must_have_ended(self, code: str, node: str) -> None:
        """Return when a node has ended; raise Elsewhere where it lives: it is heard of, or renews its lease."""
        loop, first = asyncio.get_running_loop(), inf
        while left := await self._end(node):
            until = loop.time() + left
            if self.lives(node) or until > first + RENEWED_SECONDS:
                raise Elsewhere(code, node)
            first = min(first, until)
            await asyncio.sleep(min(left, AGAIN_SECONDS))
