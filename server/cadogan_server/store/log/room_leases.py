"""The owner of each room: a room lease with a fencing token that the store itself checks.

The lease of a room names its owner and a fencing token. The ids of the log's entries begin with that token, so it is
the epoch of these entries. A node that acquires a room takes a greater token and, in the same script, appends an empty
entry under it that names its predecessor. From then on the store refuses every entry of earlier owners, because Redis
accepts only growing ids. Scripts that compare the lease drop or expire a log as a whole. The owner counts results once
the entry that ends the room is written; counting them twice changes nothing.

A room lease does not expire by itself. It holds as long as its node lives (`node_lease.py`), so thousands of rooms cost
nothing to hold. A node that wants a room of a silent node ends that node first.

Codes for new rooms are reserved in advance: opening a room doesn't wait for the store, and two nodes never use one
code.
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
from cadogan_server.store.nodes.elsewhere import Elsewhere
from cadogan_server.store.nodes.node_lease import NodeLease, PlaysOn

logger = logging.getLogger(__name__)

CODES_AHEAD = 64
"""Codes reserved in one go, as soon as half of them are used."""

CODE_SECONDS = 3600
"""Seconds for which a reserved code is kept from other nodes."""

RENEWED_SECONDS = 0.1
"""A node lease that ends this many seconds later than before has been renewed."""

AGAIN_SECONDS = 0.2
"""Seconds between two looks at a node whose lease may have ended."""

# Arguments: the node that wants the room, and the lease of an ended node that it may replace. Returns a list with the
# new token, or the lease of another owner, or nil if there is no such room.
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
# Argument: the lease to release.
_RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
end
"""
# Arguments: the lease, and its new value. That names another node with the same token, until that node takes a greater
# one.
_HAND = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
end
"""
# Arguments: the lease, and the seconds for which the log is kept from now on.
_FINISH = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('EXPIRE', KEYS[1], ARGV[2])
  redis.call('EXPIRE', KEYS[2], ARGV[2])
end
"""
# Argument: the lease.
_DROP = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1], KEYS[2])
end
"""


async def node_of(redis: Redis, code: str) -> str | None:
    """Return the id of a room's owner, alive or not; None if no node owns it.

    Raises:
        redis.RedisError: the store does not answer.
    """
    lease: Any = await redis.get(keys.room(code))
    return (lease.decode().partition(" ")[2] or None) if lease else None


class RoomLeases:
    """The leases of this node's rooms.

    Args:
        redis: a client without `decode_responses`.
        journal: writes to the store without waiting.
        lease: this node's own lease.
        now: returns the time in ms.
        lives: returns True if a node is known to live right now. Then nobody has to wait until it renews its lease.
        code_length: letters and digits of a new code.
    """

    def __init__(
        self,
        redis: Redis,
        journal: Journal,
        lease: NodeLease,
        now: Callable[[], int],
        lives: Callable[[str], bool] = lambda node: False,
        code_length: int = CODE_LENGTH,
    ) -> None:
        self._redis = redis
        self._journal = journal
        self._lease = lease
        self._now = now
        self._code_length = code_length
        self._lives = lives
        self._codes: deque[tuple[int, str]] = deque()
        self._reserving = asyncio.Lock()
        self._ahead: asyncio.Task[None] | None = None

    # ---- new rooms ---------------------------------------------------------------------------------------------------

    async def prepare(self) -> None:
        """Make sure that codes for new rooms are at hand.

        Raises:
            redis.RedisError: none is left, and the store does not answer.
        """
        self._forget_old()
        if not self._codes:
            await self._reserve()
        elif len(self._codes) < CODES_AHEAD / 2 and (self._ahead is None or self._ahead.done()):
            self._ahead = asyncio.create_task(self._top_up(), name="codes")

    def free_code(self) -> str:
        """Return a code that no room has, a different one each time.

        Raises:
            Refused: none is left.
        """
        self._forget_old()
        if not self._codes:
            raise Refused(ErrorCode.STORE_DOWN, "no room can be opened while the store does not answer; try again soon")
        return self._codes.popleft()[1]

    def open(self, code: str, now: int) -> RoomLog:
        """Return the log of a new room of this node.

        Its epoch is the current time in ms. Entries of an earlier room with this code have smaller ids and are dropped.
        """
        log = RoomLog(code, now)
        self._journal.write("XTRIM", keys.log(code), "MINID", now)
        self._journal.write("PERSIST", keys.log(code))
        self._journal.write("SET", keys.room(code), self._value(log))
        return log

    async def stop(self) -> None:
        """Release the codes that were not used."""
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
            await self._reserve()
        except STORE_AWAY as error:
            logger.debug("no codes can be reserved: %s", error)

    async def _reserve(self) -> None:
        async with self._reserving:
            if len(self._codes) >= CODES_AHEAD:
                return
            codes = {_any_code(self._code_length) for _ in range(CODES_AHEAD)}
            async with self._redis.pipeline(transaction=False) as pipeline:
                for code in codes:
                    pipeline.set(keys.room(code), self._unused, nx=True, ex=CODE_SECONDS)
                free = await pipeline.execute()
            self._codes += [(self._now(), code) for code, done in zip(codes, free, strict=True) if done]

    # ---- existing rooms ----------------------------------------------------------------------------------------------

    async def acquire(self, code: str) -> RoomLog | None:
        """Acquire a room that no living node owns and return its log, ready to append to; None if there is no such
        room.

        Earlier owners can't write to the log any more. If the owner's lease may have ended, this waits until that is
        certain.

        Raises:
            Elsewhere: another living node owns the room.
            Refused: the owner is silent but may be playing on.
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
        """Return the id of a room's owner; None if no node owns it.

        Raises:
            redis.RedisError: the store does not answer.
        """
        return await node_of(self._redis, code)

    async def other_owner(self, code: str) -> str | None:
        """Return the id of a room's owner if that is another node; None otherwise.

        Raises:
            redis.RedisError: the store does not answer.
        """
        node = await self.owner(code)
        return None if node == self._lease.id else node

    def hand_over(self, log: RoomLog, node: str, held_by: str | None = None) -> None:
        """Give a room to one other node, once everything written so far is in the log.

        Nothing may be written to the log afterwards. If that node does not take the room, call this again for another:
        `held_by` is then the node that the room was given to last.
        """
        self._journal.write("EVAL", _HAND, 1, keys.room(log.code), self._value(log, held_by), self._value(log, node))

    def release(self, log: RoomLog, held_by: str | None = None) -> None:
        """Release a room, whose lease this node or the node that it was given to holds."""
        self._journal.write("EVAL", _RELEASE, 1, keys.room(log.code), self._value(log, held_by))

    def claim_again(self, log: RoomLog) -> None:
        """Write the lease of one of this node's rooms again if the store has lost it."""
        self._journal.write("SET", keys.room(log.code), self._value(log), "NX")

    def finish(self, log: RoomLog, seconds: int) -> None:
        """Let the log of a room expire after this many seconds."""
        self._journal.write("EVAL", _FINISH, 2, keys.room(log.code), keys.log(log.code), self._value(log), seconds)

    def drop(self, log: RoomLog) -> None:
        """Delete a room's log and lease."""
        self._journal.write("EVAL", _DROP, 2, keys.room(log.code), keys.log(log.code), self._value(log))

    async def _end(self, node: str) -> float:
        """Call `NodeLease.end`; raise Refused if the node may be playing on."""
        try:
            return await self._lease.end(node)
        except PlaysOn as alone:
            raise Refused(
                ErrorCode.STORE_DOWN,
                "the server that owns this room fell silent while it was alone, and may be playing on; if it stays silent, "
                f"another server takes the room in {ceil(alone.seconds)} s",
                wait=1,
            ) from alone

    def _value(self, log: RoomLog, node: str | None = None) -> str:
        return f"{log.epoch} {node or self._lease.id}"

    async def _must_have_ended(self, code: str, node: str) -> None:
        """Wait until a node has ended. Raise Elsewhere if it lives: it has been heard of, or it renews its lease."""
        loop, first = asyncio.get_running_loop(), inf
        while left := await self._end(node):
            until = loop.time() + left
            if self._lives(node) or until > first + RENEWED_SECONDS:
                raise Elsewhere(code, node)
            first = min(first, until)
            await asyncio.sleep(min(left, AGAIN_SECONDS))


def _any_code(length: int) -> str:
    """Return a code by chance: all its letters by one random number."""
    number, letters = secrets.randbelow(len(CODE_ALPHABET) ** length), ""
    for _ in range(length):
        number, letter = divmod(number, len(CODE_ALPHABET))
        letters += CODE_ALPHABET[letter]
    return letters
