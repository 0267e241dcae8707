"""This server as a node on a store: it renews a lease, calls it in doubt early, and is ended for good by another node.

A node's lease is the time, by the store's clock, until which the node lives. The node renews it three times in its
span. The store answers with all living nodes. A node owns its rooms as long as it lives (`log/room_leases.py`).

A lease that has run out ends nothing by itself: the store may have been away, or the process stood still. Another node
that wants one of the rooms ends the silent node by writing so. From then on the ended node can renew nothing, learns of
its end from the answer, and must not write any more. If no node wanted anything of it, it has lost nothing and goes on.

A node calls its lease in doubt before another may end it: by its own monotonic clock, counted from its request, and
earlier by `DRIFT`. The journal decides what it may still tell its players (`log/journal.py`).

A node that is alone on the store may play on without it (`plays_on`). The store learns that in the same step: the
script that answers "you are alone" marks the node in `keys.ALONE`. A node that starts later finds the mark, and gives
that node `ALONE_LEASES` more before it takes one of its rooms. Nodes may be started with leases of different lengths; the
length of the silent node's lease counts, which is in its description. The mark goes when the node learns of other nodes
and has nothing left to write.

The store may be full. The scripts that renew a lease are flagged `allow-oom`, so a full store ends no node. The script
that ends a node is not flagged: a node that can't take rooms ends nobody.

A node in the same process namespace of the same running machine whose process is gone is ended without waiting. A
process number stays in use until the process has ended, so an unused number belongs to a process that can send nothing
more. If another process has the number meanwhile, that only costs the wait.

A lease does not guard everything: any time may pass between a node's look at its lease and the moment when the store
executes its write (Martin Kleppmann, "How to do distributed locking", 2016). Only a fencing token helps, a growing
number in each write by which the store refuses late writers. Room leases have one.

A server of an earlier version had the whole store for itself. The nodes together hold the lease that it would ask for,
and no node starts while such a server holds it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import socket
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.redis.trouble import takes_nothing

logger = logging.getLogger(__name__)

DRIFT = 0.01
"""The most that the clocks of this machine and the store may drift apart within a lease, as a share of it. Quartz drifts
by less than a thousandth."""

ALONE_LEASES = 4
"""Leases for which a silent node keeps its rooms in addition, if it was alone when the store last heard of it."""

LOOK_SECONDS = 0.1
"""Seconds between two looks at a lease that a server of an earlier version holds."""

ENDED_SECONDS = 30 * 24 * 3600
"""Seconds for which the store remembers that a node has ended. No process stands still for longer and wakes up."""

_SPAN = "lease"
"""The item of a node's description that says how long its lease is, in seconds."""

ALL_NODES = b'{"host": "the nodes of this store"}'
"""The holder that servers of an earlier version find in their lease."""

_KEYS = (keys.LEASE, keys.LAST_LEASE, keys.NODES, keys.ALIVE, keys.ENDED, keys.ALONE)

_ON_A_FULL_STORE = "#!lua flags=allow-oom\n"
"""Lets a script write where the store has no memory left. A Redis before 7 does not know the line."""

# redis-py repeats a script whose answer is lost, so each script does nothing the second time. Times are the store's, in
# ms.
_NOW = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""
# Arguments: the node, the span of its lease, its description, the value that stands for all nodes, an earlier server
# that is known to be gone, and '1' if the node has played on without the store and has yet to write that. Returns
# {'ended'}, or {'held', holder, remaining time} if an earlier server holds the store, or {'alive', time, and each
# living node with its description}.
_RENEW = f"""{_NOW}
if redis.call('ZSCORE', KEYS[5], ARGV[1]) then
  return {{'ended'}}
end
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[4] and holder ~= ARGV[5] then
  return {{'held', holder, redis.call('PTTL', KEYS[1])}}
end
redis.call('SET', KEYS[1], ARGV[4], 'PX', ARGV[2])
redis.call('SET', KEYS[2], ARGV[4])
redis.call('HSET', KEYS[3], ARGV[1], ARGV[3])
redis.call('ZADD', KEYS[4], now + ARGV[2], ARGV[1])
local answer = {{'alive', now}}
local living = redis.call('ZRANGEBYSCORE', KEYS[4], now, '+inf')
if #living == 1 or ARGV[6] == '1' then
  redis.call('SADD', KEYS[6], ARGV[1])
else
  redis.call('SREM', KEYS[6], ARGV[1])
end
for _, node in ipairs(living) do
  answer[#answer + 1] = node
  answer[#answer + 1] = redis.call('HGET', KEYS[3], node) or ''
end
return answer
"""
# Argument: the node that leaves in order.
_LEAVE = f"""{_NOW}
redis.call('HDEL', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('SREM', KEYS[6], ARGV[1])
if redis.call('ZCOUNT', KEYS[4], now, '+inf') == 0 and redis.call('GET', KEYS[1]) == ARGV[2] then
  redis.call('DEL', KEYS[1])
end
"""
# Arguments: the node to end if its lease has run out, '1' to end it at once because its process is known to be gone,
# the time for which to remember its end, and the additional time of a node that was alone. Returns the remaining time
# of its lease, and the time for which it keeps its rooms; both are 0 if it has ended. Writes that need memory come
# first: a full store does nothing.
_END = f"""{_NOW}
local lease = redis.call('ZSCORE', KEYS[4], ARGV[1])
local left, rooms = 0, 0
if lease and ARGV[2] ~= '1' then
  left = math.max(0, lease - now)
  rooms = left
  if redis.call('SISMEMBER', KEYS[6], ARGV[1]) == 1 then
    rooms = math.max(0, lease + ARGV[4] - now)
  end
end
if rooms > 0 then
  return {{left, rooms}}
end
redis.call('ZADD', KEYS[5], now, ARGV[1])
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
redis.call('SREM', KEYS[6], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[5], '-inf', now - ARGV[3])
return {{0, 0}}
"""


class LeaseHeld(Exception):
    """A server of an earlier version holds the whole store. The message names it, with the time of its start."""


class LeaseLost(Exception):
    """Another node has ended this one."""


class PlaysOn(Exception):
    """A node is silent, but was alone when the store last heard of it, so it may be playing on.

    Attributes:
        node: id of the node.
        seconds: remaining seconds for which it keeps its rooms if it stays silent.
    """

    def __init__(self, node: str, seconds: float) -> None:
        super().__init__(f"node {node} was alone and may be playing on; its rooms stay its own for {seconds:.1f} s")
        self.node = node
        self.seconds = seconds


async def living(redis: Redis) -> int:
    """Return the number of living nodes on a store.

    Raises:
        redis.RedisError: the store does not answer.
    """
    seconds, microseconds = await redis.time()
    count: int = await redis.zcount(keys.ALIVE, 1000 * seconds + microseconds // 1000, "+inf")
    return count


class Node(NamedTuple):
    """A living node: its id, and its description of itself."""

    id: str
    description: Mapping[str, Any]


class LeaseObserver:
    """Observes this node's lease. Each method does nothing unless it is overridden."""

    def was_ended(self) -> None:
        """Note that another node has ended this one."""

    def nodes_changed(self) -> None:
        """Note that other nodes live than before."""

    def came_in_doubt(self) -> None:
        """Note that the lease may have run out: `DRIFT` of it is left before another node may take a room of this one."""

    def has_played_on(self) -> bool:
        """Return True while this node has played on without the store and has yet to write that."""
        return False


class NodeLease:
    """This node's lease on a store, as an asynchronous context manager.

    Args:
        redis: a client without `decode_responses`.
        seconds: span of the lease without renewal.

    Attributes:
        id: id of this node, which no other node ever has.
        lost: True after another node has ended this one, for good.
        nodes: nodes that lived at the last renewal, this one included.
        store_time: the store's clock at the first lease, in ms since 1970.
        until: moment until which this node certainly lives, by the event loop's clock in seconds.
    """

    def __init__(self, redis: Redis, seconds: float, **says: str) -> None:
        self.id = secrets.token_urlsafe(9)
        self.lost = False
        self.nodes: dict[str, Node] = {}
        self.store_time = 0
        self._observers: list[LeaseObserver] = []
        self._redis = redis
        self._seconds = seconds
        self._me = {**this_process(), _SPAN: seconds, **says}
        """This node's description of itself."""
        self._secret = b""
        self.until = 0.0
        self._steady = 0.0
        """The moment at which this node last asked to renew a lease that was in doubt, by the event loop's clock in seconds."""
        self._flags = _ON_A_FULL_STORE
        self._doubt: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._released = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None

    @property
    def sure(self) -> bool:
        """True if this node certainly lives, as far as this machine's clock can tell."""
        return self._loop.time() < self.until

    @property
    def overdue(self) -> bool:
        """True if the last renewal is more than half of the lease's span ago. Usually it is at most a third of it ago. If
        two nodes lose the store at once, each is overdue before the other's lease is in doubt."""
        return self._loop.time() > self.until - self._seconds * (1 / 2 - DRIFT)

    @property
    def plays_on(self) -> bool:
        """True if this node may play on without the store: it is marked as alone there, so no node takes its rooms
        soon. Unlike `alone`, it is false until the first renewal has marked this node."""
        return list(self.nodes) == [self.id]

    @property
    def alone(self) -> bool:
        """True if no other node lived at the last renewal."""
        return len(self.nodes) <= 1

    async def __aenter__(self) -> Self:
        """Acquire the lease and keep renewing it. Wait for a server of an earlier version that seems to be gone.

        Raises:
            LeaseHeld: that server lives.
            redis.RedisError: the store does not answer.
        """
        await self._begin()
        self._keeper = asyncio.create_task(self._keep(), name="lease")
        return self

    async def __aexit__(self, *_: object) -> None:
        """Release the lease, so that no node waits for this one."""
        self._released.set()
        if self._keeper is not None:
            await asyncio.wait([self._keeper])
        if self._doubt is not None:  # the renewing task may just have renewed the lease once more
            self._doubt.cancel()
        try:
            async with asyncio.timeout(self._seconds / 3):
                await self._eval(_LEAVE, self.id, ALL_NODES)
        except STORE_AWAY:
            logger.warning("the store is away: other nodes have to wait until the lease of this one has run out")

    def observe(self, observer: LeaseObserver) -> None:
        """Inform this observer of all changes from now on, each time after all earlier observers."""
        self._observers.append(observer)

    def say(self, **says: str) -> None:
        """Add to this node's description, which the others see after the next renewal."""
        self._me.update(says)

    def says(self, node: str, what: str) -> str | None:
        """Return one item of a living node's description of itself."""
        return self.nodes[node].description.get(what) if node in self.nodes else None

    async def secret(self) -> bytes:
        """Return the secret that all nodes of the store share. It is created once. A store that takes nothing can still
        be read.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if not self._secret:
            found: Any = await self._redis.get(keys.SECRET)
            if found is None:
                await self._redis.set(keys.SECRET, secrets.token_bytes(32), nx=True)
                found = await self._redis.get(keys.SECRET)
            self._secret = found
        return self._secret

    @property
    def known_secret(self) -> bytes:
        """The shared secret; b"" before the first call of `secret`."""
        return self._secret

    async def confirm(self, *, anew: bool = False) -> None:
        """Check that this node lives. Ask the store only if that is in doubt, or with `anew`.

        Raises:
            LeaseLost: another node has ended this one.
            redis.RedisError, TimeoutError: it is not sure, and the store does not answer.
        """
        if anew or not self.sure:
            await self._renew()

    async def must_hold(self, log: bytes, fence: int) -> None:
        """Check that this node was the last to acquire the room of this log, with this fencing token.

        Raises:
            LeaseLost: another node was.
            redis.RedisError, TimeoutError: the store does not answer.
        """
        await self.confirm(anew=True)
        async with asyncio.timeout(self._seconds):
            last: Any = await self._redis.xrevrange(log, count=1)
        if last and int(last[0][0].partition(b"-")[0]) > fence:
            self._lose(f"{log.decode()} is another node's")

    async def end(self, node: str) -> float:
        """End another node if its lease has run out. Return the seconds for which it may still live, 0 if it has ended.

        Raises:
            PlaysOn: its lease has run out, but it was alone and keeps its rooms for a while.
            redis.RedisError: the store does not answer, or is full.
        """
        packed: Any = await self._redis.hget(keys.NODES, node)
        gone = packed is not None and _is_gone(_read(packed))
        span = self._seconds if packed is None else _span(_read(packed), self._seconds)
        # While the store was away, the other nodes could not renew their leases any more than this one.
        grace = self._steady + span - self._loop.time()
        if grace > 0 and not gone:
            return grace
        longer = int(1000 * ALONE_LEASES * span)
        left, rooms = await self._eval(_END, node, "1" if gone else "", 1000 * ENDED_SECONDS, longer)
        if not rooms:
            logger.warning(
                "node %s has ended%s: others take up its rooms", node, f" ({described(packed)})" if packed else ""
            )
        elif not left:
            raise PlaysOn(node, rooms / 1000)
        return int(left) / 1000

    async def _begin(self) -> None:
        waited_for, left, gone = b"", 0, b""
        while found := await self._ask_if_it_takes_writes(gone):
            holder, now_left = found
            if waited_for and (holder != waited_for or now_left > left):
                raise LeaseHeld(described(holder))
            if _is_gone(_read(holder)):
                gone = holder
                continue
            if not waited_for:
                seconds = now_left / 1000
                logger.warning(
                    "the store is held by %s; waiting up to %.1f s to see if it lives", described(holder), seconds
                )
            waited_for, left = holder, now_left
            await asyncio.sleep(LOOK_SECONDS)

    async def _ask_if_it_takes_writes(self, gone: bytes) -> tuple[bytes, int] | None:
        """Ask like `_ask`, but let the node start even if the store takes nothing right now. The lease then begins once the
        store takes writes again."""
        try:
            return await self._ask(gone)
        except ResponseError as error:
            if not takes_nothing(error):
                raise
            logger.error("the store answers, but takes no writes: %s", error)
            return None

    async def _keep(self) -> None:
        """Renew the lease three times in its span until it is released or lost."""
        while not self.lost:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._seconds / 3):
                    await self._released.wait()
                    return
            with suppress(*STORE_AWAY, LeaseLost):
                await self.confirm(anew=True)

    async def _renew(self) -> None:
        if self.lost:
            raise LeaseLost("another node has ended this one")
        if not self.sure:
            self._steady = self._loop.time()
        async with asyncio.timeout(self._seconds / 3):
            held = await self._ask()
        if held:
            self._lose(f"{described(held[0])}, of an earlier version, has the store")

    def _lose(self, why: str) -> None:
        """Stop writing for good."""
        self.until = 0.0
        if not self.lost:
            self.lost = True
            logger.error("this node has ended, and writes nothing any more: %s", why)
            for observer in self._observers:
                observer.was_ended()
        raise LeaseLost(why)

    async def _ask(self, gone: bytes = b"") -> tuple[bytes, int] | None:
        """Renew the lease. Return the earlier server that holds the store and for how many ms; None if there is none.
        The span counts from before the request."""
        asked = self._loop.time()
        kind, *answer = await self._eval(
            *(_RENEW, self.id, int(1000 * self._seconds), json.dumps(self._me), ALL_NODES, gone),
            "1" if any(observer.has_played_on() for observer in self._observers) else "",
        )
        if kind == b"ended":
            self._lose("another node has found it silent, and taken over its rooms")
        if kind == b"held":
            return answer[0], int(answer[1])
        self.until = asked + self._seconds * (1 - DRIFT)
        if self._doubt is not None:
            self._doubt.cancel()
        self._doubt = self._loop.call_at(self.until, self._in_doubt)
        self.store_time = self.store_time or int(answer[0])
        names = [name.decode() for name in answer[1::2]]
        before, self.nodes = (
            set(self.nodes),
            {name: Node(name, _read(packed)) for name, packed in zip(names, answer[2::2], strict=True)},
        )
        if before != set(self.nodes):
            for observer in self._observers:
                observer.nodes_changed()
        return None

    def _in_doubt(self) -> None:
        # The timer may fire a moment early: uvloop rounds to milliseconds. No other timer would follow this one.
        self.until = min(self.until, self._loop.time())
        if not self.lost:
            for observer in self._observers:
                observer.came_in_doubt()

    async def _eval(self, script: str, *arguments: str | bytes | int) -> Any:
        flags = "" if script is _END else self._flags
        try:
            return await self._redis.eval(flags + script, len(_KEYS), *_KEYS, *arguments)
        except ResponseError as error:
            if not flags or "compiling script" not in str(error):
                raise
        self._flags = ""  # a Redis before 7
        return await self._redis.eval(script, len(_KEYS), *_KEYS, *arguments)


async def known_nodes(redis: Redis) -> dict[str, str]:
    """Return node id → the node's name for itself, including ended nodes until another node notices.

    Raises:
        redis.RedisError: the store does not answer.
    """
    found: Any = await redis.hgetall(keys.NODES)
    return {id.decode(): str(_read(packed).get("name") or described(packed)) for id, packed in found.items()}


def described(packed: bytes) -> str:
    """Return the holder of a lease in words, from its packed description of itself."""
    holder = _read(packed)
    if "process" not in holder:
        return "an unknown process"
    host, since = holder.get("host", "an unknown machine"), holder.get("since", "an unknown time")
    return f"process {holder['process']} on {host} (since {since})"


def this_process() -> dict[str, Any]:
    """Return the facts that identify this process in the store."""
    return {
        "process": os.getpid(),
        "namespace": _namespace(),
        "host": socket.gethostname(),
        "since": datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC"),
    }


def _read(packed: bytes) -> dict[str, Any]:
    """Return a node's description of itself; {} if it can't be read."""
    try:
        description = json.loads(packed)
    except ValueError:
        return {}
    return description if isinstance(description, dict) else {}


def _namespace() -> str:
    """Return the process namespace of this machine since its last start; "" if the system does not tell."""
    try:
        return f"{Path('/proc/sys/kernel/random/boot_id').read_text().strip()} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return ""


def _span(description: Mapping[str, Any], unknown: float) -> float:
    """Return the span of a node's lease in seconds; `unknown` if its version does not say it."""
    span = description.get(_SPAN)
    return float(span) if isinstance(span, int | float) else unknown


def _is_gone(description: Mapping[str, Any]) -> bool:
    """Return True if this was a process of this machine that has ended."""
    if not _namespace() or description.get("namespace") != _namespace():
        return False
    try:
        os.kill(description["process"], 0)
    except ProcessLookupError:
        return True
    except PermissionError:  # another user's process
        return False
    return False
