"""One server at a time: the lease on the rooms of a store.

A room lives in the memory of one server, so two servers on one store would each go on with its own copy of it. Whoever
starts therefore takes the store's lease: a key that Redis forgets after some seconds unless its holder renews it. Taking,
renewing and releasing are scripts that compare the holder with the one that asks, by a random token.

A second key, which stays, says who has held the lease last. So a holder whose lease has run out, because Redis was away or
the process stood still, learns whether somebody else has held it meanwhile. Where nobody has, it has lost nothing and goes on;
else its rooms are no longer true, and it must not write any more.

Whoever finds the lease taken waits for it to run out, and gives up as soon as it is renewed: then its holder lives. A holder
in the same process namespace of the same running machine whose process is gone is not waited for: a process number is in
use until the process has ended, so one that is not in use belongs to a process that can send nothing more. One that is in
use again, by another process, costs the wait and nothing else.

What one lease does not guard: between the moment when a server sees that it holds the lease and the moment when Redis
carries out what it sends, any time may pass (Martin Kleppmann, "How to do distributed locking", 2016). Against that only a
fencing token helps, a growing number that comes with each write and by which the store itself turns down whoever is late.
The logs of rooms have one, the epoch in their entry ids: who takes a log over shuts out all before it (`Logs.take_over`), and
who is shut out asks after the lease before a word is said. Everything else has none: a command that comes too late may still
count a result, which does nothing the second time, or let go of a log (`Logs.drop`), which costs its room.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from redis.asyncio import Redis

from cadogan_server.store import STORE_AWAY, keys

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.1
"""Between two looks at a lease that another server holds."""

_KEYS = (keys.LEASE, keys.LAST_LEASE)

# Each gets who asks, then for how many milliseconds, then a holder who is known to be gone. They answer who holds it instead.
# The client asks again where an answer is lost, so each does nothing the second time.
_TAKE = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] and holder ~= ARGV[3] then
  return {holder, redis.call('PTTL', KEYS[1])}
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('SET', KEYS[2], ARGV[1])
return false
"""
_RENEW = """
local last = redis.call('GET', KEYS[2])
if last and last ~= ARGV[1] then
  return last
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('SET', KEYS[2], ARGV[1])
return false
"""
_RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
end
"""


class LeaseHeld(Exception):
    """Another server that lives holds the lease; says which, and since when."""


class LeaseLost(Exception):
    """Another server has taken the lease from this one; says which, and since when."""


class Lease:
    """This server's hold on a store, as an asynchronous context manager.

    Args:
        redis: a client without `decode_responses`.
        seconds: how long the lease holds without being renewed.

    Attributes:
        lost: whether another server has taken it. Then it is lost for good.
        on_lost: called when that is found out.
    """

    def __init__(self, redis: Redis, seconds: float) -> None:
        self.lost = False
        self.on_lost: Callable[[], None] = lambda: None
        self._redis = redis
        self._seconds = seconds
        self._me = _holder()
        self._until = 0.0
        self._loop = asyncio.get_running_loop()
        self._released = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None

    @property
    def sure(self) -> bool:
        """Whether the lease is certain to hold, as far as this machine's clock can tell."""
        return self._loop.time() < self._until

    async def __aenter__(self) -> Self:
        """Take the lease, and keep it; wait for one whose holder seems to be gone.

        Raises:
            LeaseHeld: its holder is there.
            redis.RedisError: the store does not answer.
        """
        await self._take()
        self._keeper = asyncio.create_task(self._keep(), name="lease")
        return self

    async def __aexit__(self, *_: object) -> None:
        """Release the lease, so that the next server need not wait for it."""
        self._released.set()
        if self._keeper is not None:
            await asyncio.wait([self._keeper])
        try:
            async with asyncio.timeout(self._seconds / 3):
                await self._redis.eval(_RELEASE, len(_KEYS), *_KEYS, self._me)
        except STORE_AWAY:
            logger.warning("the store is away: the next server has to wait until the lease of this one has run out")

    async def confirm(self, *, anew: bool = False) -> None:
        """Return where the lease is this server's: at once while that is sure, unless it is to be looked up `anew`.

        Raises:
            LeaseLost: another server has taken it.
            redis.RedisError, TimeoutError: it is not sure, and the store does not answer.
        """
        if anew or not self.sure:
            await self._renew()

    async def _take(self) -> None:
        waited_for, left, gone = b"", 0, b""
        while found := await self._run(_TAKE, gone):
            holder, now_left = found
            if waited_for and (holder != waited_for or now_left > left):
                raise LeaseHeld(described(holder))
            if _is_gone(holder):
                gone = holder
                continue
            if not waited_for:
                seconds = now_left / 1000
                logger.warning("the store is held by %s; up to %.1f s to see if it lives", described(holder), seconds)
            waited_for, left = holder, now_left
            await asyncio.sleep(LOOK_SECONDS)

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
        async with asyncio.timeout(self._seconds / 3):
            last = await self._run(_RENEW)
        if last:
            self._until = 0.0
            if not self.lost:
                self.lost = True
                logger.error("another server has taken over, %s: this one writes nothing any more", described(last))
                self.on_lost()
            raise LeaseLost(described(last))

    async def _run(self, script: str, gone: bytes = b"") -> Any:
        """Run a script that gets the lease, or answers why not. Its time counts from before the script was sent."""
        asked = self._loop.time()
        answer: Any = await self._redis.eval(script, len(_KEYS), *_KEYS, self._me, int(1000 * self._seconds), gone)
        if not answer:
            self._until = asked + self._seconds
        return answer


def described(holder: bytes) -> str:
    """Return who holds a lease, for people."""
    who = _read(holder)
    return f"process {who.get('process')} on {who.get('host')} (since {who.get('since')})"


def _holder() -> bytes:
    """Return what is kept of this server: a token that no other has, and who it is."""
    who = {
        "token": secrets.token_hex(16),
        "process": os.getpid(),
        "namespace": _namespace(),
        "host": socket.gethostname(),
        "since": datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC"),
    }
    return json.dumps(who).encode()


def _read(holder: bytes) -> dict[str, Any]:
    try:
        who = json.loads(holder)
    except ValueError:
        return {}
    return who if isinstance(who, dict) else {}


def _namespace() -> str:
    """Return where this machine counts its processes since it was started; "" where it does not tell."""
    try:
        return f"{Path('/proc/sys/kernel/random/boot_id').read_text().strip()} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return ""


def _is_gone(holder: bytes) -> bool:
    """Whether a holder was a process of this machine that has ended."""
    who = _read(holder)
    if not _namespace() or who.get("namespace") != _namespace():
        return False
    try:
        os.kill(who["process"], 0)
    except ProcessLookupError:
        return True
    except PermissionError:  # it is somebody else's
        return False
    return False
