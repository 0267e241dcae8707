"""This server's life as one of the nodes on a store: known to the others while it renews its lease, ended for good when another
node has found it silent.

Every node holds a lease: a moment, by the store's own clock, until which it is alive, put further three times in its span.
The answer names all nodes that live. A room belongs to one node (`rooms.py` beside this), for as long as that node lives.

A lease that has run out ends nothing by itself: the store may have been away, or the process stood still. A node has ended when
another one, which wants one of its rooms, writes that down; from then on it can renew nothing, learns so from the
answer, and must not write any more. Where nobody has wanted anything of it, it has lost nothing and goes on.

A node calls its lease in doubt before anybody else may end it: by its own monotonic clock, counted from when it asked, and by
`DRIFT` earlier. What it may still tell its players is the journal's business (`journal.py`).

A node that is alone on the store may play on without it (`plays_on`). The store learns that in the same step: the script that
answers "you are alone" marks the node in `keys.ALONE`. Whoever starts later finds the mark, and gives that node `ALONE_LEASES`
more before it takes one of its rooms. The mark goes when the node learns of company and has nothing left that is not written.

The store may be full. The scripts that keep a lease are flagged `allow-oom`, so a full store ends nobody; the script that ends a
node is not, so a node that can't take rooms ends none.

A node in the same process namespace of the same running machine whose process is gone is not waited for: a process number is in
use until the process has ended, so one that is not in use belongs to a process that can send nothing more. One that is in
use again, by another process, costs the wait and nothing else.

What no lease guards: between the moment when a node sees that it lives and the moment when the store carries out what it sends,
any time may pass (Martin Kleppmann, "How to do distributed locking", 2016). Against that only a fencing token helps, a growing
number that comes with each write and by which the store itself turns down whoever is late: the leases of rooms have one.

A server of an earlier version had the whole store for itself. The nodes together hold the lease that it would ask for, and a
node does not start while such a server has it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import socket
from collections.abc import Callable, Mapping
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
"""The share of a lease by which this machine's clock and the store's may drift apart within it. Quartz drifts by less than a
thousandth."""

ALONE_LEASES = 4
"""A silent node that was alone when the store last heard of it keeps its rooms for this many leases more."""

LOOK_SECONDS = 0.1
"""Between two looks at a lease that a server of an earlier version holds."""

ENDED_SECONDS = 30 * 24 * 3600
"""For so long it is remembered that a node has ended. No process stands still for longer and wakes."""

ALL_NODES = b'{"host": "the nodes of this store"}'
"""What servers of an earlier version find as the holder of their lease."""

_KEYS = (keys.LEASE, keys.LAST_LEASE, keys.NODES, keys.ALIVE, keys.ENDED, keys.ALONE)

_ON_A_FULL_STORE = "#!lua flags=allow-oom\n"
"""Lets a script write where the store has no memory left. A Redis before 7 does not know the line."""

# The client asks again where an answer is lost, so each script does nothing the second time. Times are the store's, in ms.
_NOW = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""
# Who asks, for how long, what it is, what stands for all nodes, an earlier server that is known to be gone, and whether ('1') the
# node has played on without the store and has yet to write that. Answers {'ended'}, or {'held', who, for how long} by an earlier
# server, or {'alive', now, and each node that lives with what it is}.
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
# Who has left in order.
_LEAVE = f"""{_NOW}
redis.call('HDEL', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('SREM', KEYS[6], ARGV[1])
if redis.call('ZCOUNT', KEYS[4], now, '+inf') == 0 and redis.call('GET', KEYS[1]) == ARGV[2] then
  redis.call('DEL', KEYS[1])
end
"""
# A node to be ended if its lease has run out, or at once ('1') where its process is known to be gone; for how long to remember it;
# and how much longer one keeps its rooms that was alone. Answers for how long its lease runs yet, and for how long it keeps its
# rooms; both are 0 where it has ended. What needs memory comes first: on a full store nothing is done.
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
    """A server of an earlier version holds the whole store; says which, and since when."""


class LeaseLost(Exception):
    """Another node has written down that this one has ended."""


class PlaysOn(Exception):
    """A node is silent, but was alone when the store last heard of it, so it may be playing on.

    Attributes:
        node: its id.
        seconds: for how long it keeps its rooms if it stays silent.
    """

    def __init__(self, node: str, seconds: float) -> None:
        super().__init__(f"node {node} was alone and may be playing on; its rooms stay its own for {seconds:.1f} s")
        self.node = node
        self.seconds = seconds


async def living(redis: Redis) -> int:
    """Return how many nodes of a store live.

    Raises:
        redis.RedisError: the store does not answer.
    """
    seconds, microseconds = await redis.time()
    count: int = await redis.zcount(keys.ALIVE, 1000 * seconds + microseconds // 1000, "+inf")
    return count


class Node(NamedTuple):
    """A node that lives: its id, and what it says of itself."""

    id: str
    who: Mapping[str, Any]


class NodeLease:
    """This node's life on a store, as an asynchronous context manager.

    Args:
        redis: a client without `decode_responses`.
        seconds: how long the lease holds without being renewed.

    Attributes:
        id: of this node, which no other ever has.
        lost: whether another node has ended this one. Then it is lost for good.
        on_lost: called when that is found out.
        nodes: all that lived when the lease was last renewed, this one included.
        on_nodes: called when others than before live.
        on_doubt: called when the lease runs out, `DRIFT` of it before another node may take a room of this one.
        owes: asked whether this node has played on without the store and has yet to write that.
        store_time: the store's clock when the lease was first had, in ms since 1970.
    """

    def __init__(self, redis: Redis, seconds: float, **says: str) -> None:
        self.id = secrets.token_urlsafe(9)
        self.lost = False
        self.on_lost: Callable[[], None] = lambda: None
        self.nodes: dict[str, Node] = {}
        self.on_nodes: Callable[[], None] = lambda: None
        self.on_doubt: Callable[[], None] = lambda: None
        self.owes: Callable[[], bool] = lambda: False
        self.store_time = 0
        self._redis = redis
        self._seconds = seconds
        self._me = {**_process(), **says}
        self._secret = b""
        self._until = 0.0
        self._steady = 0.0
        self._flags = _ON_A_FULL_STORE
        self._doubt: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._released = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None

    @property
    def sure(self) -> bool:
        """Whether this node is certain to live, as far as this machine's clock can tell."""
        return self._loop.time() < self._until

    @property
    def plays_on(self) -> bool:
        """Whether this node may play on without the store: it is marked as alone there, so nobody takes its rooms soon."""
        return list(self.nodes) == [self.id]

    @property
    def alone(self) -> bool:
        """Whether no other node lived when that was last known."""
        return len(self.nodes) <= 1

    async def __aenter__(self) -> Self:
        """Live, and go on living; wait for a server of an earlier version that seems to be gone.

        Raises:
            LeaseHeld: it is there.
            redis.RedisError: the store does not answer.
        """
        await self._begin()
        self._keeper = asyncio.create_task(self._keep(), name="lease")
        return self

    async def __aexit__(self, *_: object) -> None:
        """Be no node any more, so that nobody has to wait for this one."""
        self._released.set()
        if self._keeper is not None:
            await asyncio.wait([self._keeper])
        if self._doubt is not None:  # the keeper may just have renewed the lease once more
            self._doubt.cancel()
        try:
            async with asyncio.timeout(self._seconds / 3):
                await self._eval(_LEAVE, self.id, ALL_NODES)
        except STORE_AWAY:
            logger.warning("the store is away: other nodes have to wait until the lease of this one has run out")

    def say(self, **says: str) -> None:
        """Say more of this node to the others, from the next time on that the lease is renewed."""
        self._me.update(says)

    def says(self, node: str, what: str) -> str | None:
        """Return what a node that lives says of itself."""
        return self.nodes[node].who.get(what) if node in self.nodes else None

    async def secret(self) -> bytes:
        """Return what all nodes of the store know, and nobody else. It is made once; a store that takes nothing can still be read.

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
        """The same as far as it was asked for; b"" before."""
        return self._secret

    async def confirm(self, *, anew: bool = False) -> None:
        """Return where this node lives: at once while that is sure, unless it is to be looked up `anew`.

        Raises:
            LeaseLost: another node has ended it.
            redis.RedisError, TimeoutError: it is not sure, and the store does not answer.
        """
        if anew or not self.sure:
            await self._renew()

    async def must_hold(self, log: bytes, fence: int) -> None:
        """Return where this node is the last that has taken the room of this log, with this fencing number.

        Raises:
            LeaseLost: another node has.
            redis.RedisError, TimeoutError: the store does not answer.
        """
        await self.confirm(anew=True)
        async with asyncio.timeout(self._seconds):
            last: Any = await self._redis.xrevrange(log, count=1)
        if last and int(last[0][0].partition(b"-")[0]) > fence:
            self._lose(f"{log.decode()} is another node's")

    async def end(self, node: str) -> float:
        """Write down that another node has ended, if it has; return for how many seconds it may yet live, 0: it has ended.

        Raises:
            PlaysOn: its lease has run out, but it was alone and keeps its rooms for a while.
            redis.RedisError: the store does not answer, or is full.
        """
        told: Any = await self._redis.hget(keys.NODES, node)
        gone = told is not None and _is_gone(_read(told))
        # When the store itself was away the others have had no chance to renew their leases, just as this one.
        grace = self._steady + self._seconds - self._loop.time()
        if grace > 0 and not gone:
            return grace
        longer = int(1000 * ALONE_LEASES * self._seconds)
        left, rooms = await self._eval(_END, node, "1" if gone else "", 1000 * ENDED_SECONDS, longer)
        if not rooms:
            logger.warning(
                "node %s has ended%s: others take up its rooms", node, f" ({described(told)})" if told else ""
            )
        elif not left:
            raise PlaysOn(node, rooms / 1000)
        return int(left) / 1000

    async def _begin(self) -> None:
        waited_for, left, gone = b"", 0, b""
        while found := await self._ask_if_it_takes_anything(gone):
            holder, now_left = found
            if waited_for and (holder != waited_for or now_left > left):
                raise LeaseHeld(described(holder))
            if _is_gone(_read(holder)):
                gone = holder
                continue
            if not waited_for:
                seconds = now_left / 1000
                logger.warning("the store is held by %s; up to %.1f s to see if it lives", described(holder), seconds)
            waited_for, left = holder, now_left
            await asyncio.sleep(LOOK_SECONDS)

    async def _ask_if_it_takes_anything(self, gone: bytes) -> tuple[bytes, int] | None:
        """As `_ask`; but a store that takes nothing just now keeps no node from starting: it lives as soon as that has passed."""
        try:
            return await self._ask(gone)
        except ResponseError as error:
            if not takes_nothing(error):
                raise
            logger.error("the store is there, but takes nothing: %s", error)
            return None

    async def _keep(self) -> None:
        """Renew the lease three times in its span, until it is released or lost."""
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
        """Never write again."""
        self._until = 0.0
        if not self.lost:
            self.lost = True
            logger.error("this node has ended, and writes nothing any more: %s", why)
            self.on_lost()
        raise LeaseLost(why)

    async def _ask(self, gone: bytes = b"") -> tuple[bytes, int] | None:
        """Renew the lease, or return which earlier server holds the store, and for how many ms. The span counts from before
        it was asked for."""
        asked = self._loop.time()
        kind, *told = await self._eval(
            *(_RENEW, self.id, int(1000 * self._seconds), json.dumps(self._me), ALL_NODES, gone),
            "1" if self.owes() else "",
        )
        if kind == b"ended":
            self._lose("another node has found it silent, and taken over its rooms")
        if kind == b"held":
            return told[0], int(told[1])
        self._until = asked + self._seconds * (1 - DRIFT)
        if self._doubt is not None:
            self._doubt.cancel()
        self._doubt = self._loop.call_at(self._until, self._in_doubt)
        self.store_time = self.store_time or int(told[0])
        names = [name.decode() for name in told[1::2]]
        before, self.nodes = (
            set(self.nodes),
            {name: Node(name, _read(who)) for name, who in zip(names, told[2::2], strict=True)},
        )
        if before != set(self.nodes):
            self.on_nodes()
        return None

    def _in_doubt(self) -> None:
        if not self.lost and not self.sure:
            self.on_doubt()

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
    """Return what each node calls itself, by its id; of such as have ended, too, until others have found that.

    Raises:
        redis.RedisError: the store does not answer.
    """
    told: Any = await redis.hgetall(keys.NODES)
    return {id.decode(): str(_read(who).get("name") or described(who)) for id, who in told.items()}


def described(told: bytes) -> str:
    """Return who holds a lease, for people, as far as that is known."""
    who = _read(told)
    if "process" not in who:
        return "an unknown process"
    return f"process {who['process']} on {who.get('host', 'an unknown machine')} (since {who.get('since', 'an unknown time')})"


def _process() -> dict[str, Any]:
    """Return what is kept of this process."""
    return {
        "process": os.getpid(),
        "namespace": _namespace(),
        "host": socket.gethostname(),
        "since": datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC"),
    }


def _read(told: bytes) -> dict[str, Any]:
    try:
        who = json.loads(told)
    except ValueError:
        return {}
    return who if isinstance(who, dict) else {}


def _namespace() -> str:
    """Return where this machine counts its processes since it was started; "" where it does not tell."""
    try:
        return f"{Path('/proc/sys/kernel/random/boot_id').read_text().strip()} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return ""


def _is_gone(who: Mapping[str, Any]) -> bool:
    """Whether this was a process of this machine that has ended."""
    if not _namespace() or who.get("namespace") != _namespace():
        return False
    try:
        os.kill(who["process"], 0)
    except ProcessLookupError:
        return True
    except PermissionError:  # it is somebody else's
        return False
    return False
