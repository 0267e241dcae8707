"""One connection to Redis that carries batches of commands: the journal's, which has one for each master (`shards.py`).

redis-py reads each answer in a coroutine, which costs six to ten times what is needed. Here a batch is one buffer, and what
is to follow is called when the last of its answers is there: no task, no future and no coroutine are made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from math import inf
from typing import Any, cast

import hiredis

from cadogan_server.store.redis.location import HostPort
from cadogan_server.telemetry.pauses import READ_SECONDS

Argument = str | bytes | int


class ErrorReply(Exception):
    """What Redis answers to a command that it does not carry out, in its own words."""


ErrorReplies = list[tuple[int, ErrorReply]]
"""Which commands of a batch, counted from 0, were not carried out."""

BatchResult = ErrorReplies | OSError
"""What became of a batch. An error is a `ConnectionError` or a `TimeoutError`: nobody knows what Redis has done of it."""

WAIT_MS = 500
"""A batch that replicas must have is as good as refused where they have not taken it for so long."""

_MORE: Any = object()


def pack(*command: Argument) -> bytes:
    """Return a command as it is sent."""
    packed: bytes = hiredis.pack_command(command)  # type: ignore[arg-type]
    return packed


def unpack(commands: bytes) -> list[list[bytes]]:
    """Return the arguments of each of these commands. They are sent as answers with many parts are."""
    return _unpacked(commands)


def unpack_values(values: bytes) -> list[bytes]:
    """Return these values, which lie end to end as those in commands do: `$LENGTH value`."""
    return _unpacked(values)


def _unpacked(what: bytes) -> list[Any]:
    reader = hiredis.Reader(notEnoughData=_MORE)
    reader.feed(what)
    return list(iter(reader.gets, _MORE))


class Writer(asyncio.Protocol):
    """Sends one batch at a time. Once its connection is gone it is of no more use; `Address.connect` makes another.

    Args:
        seconds: what is not answered for so long is given up, and the connection with it.
        hang: so is a batch that is not waited for by `ask`, if that is shorter.
        replicas: so many replicas must have what is written before it counts as written.

    Attributes:
        place: where it leads, where that may become another server.
    """

    def __init__(self, seconds: float, hang: float = inf, replicas: int = 0) -> None:
        self.place: HostPort | None = None
        self._wait = pack("WAIT", replicas, WAIT_MS) if replicas else b""
        self._replicas = replicas
        self._waits = False
        self._seconds = seconds
        self._hang = min(hang, seconds)
        self._loop = asyncio.get_running_loop()
        self._reader = hiredis.Reader(replyError=ErrorReply, notEnoughData=_MORE)
        self._transport: asyncio.WriteTransport | None = None
        self._done: Callable[[BatchResult], None] | None = None
        self._refused: ErrorReplies = []
        self._count = 0
        self._left = 0
        self._due = self._seconds_given = 0.0
        self._watch: asyncio.TimerHandle | None = None
        self._looks = 0.0
        """When the watch looks."""
        self._overdue = False
        """Whether it has seen a batch overdue, and is to look again when what is there was read."""
        self._answers: list[Any] | None = None

    @property
    def ready(self) -> bool:
        """Whether there is a connection."""
        return self._transport is not None

    def send(self, commands: Sequence[bytes], done: Callable[[BatchResult], None]) -> None:
        """Send a batch of packed commands, once the last one has been answered.

        Later `done` is called with what became of them: with an empty list where all were carried out. Raises `ConnectionError`.
        """
        self._send(commands, done, self._hang, self._wait)

    def _send(
        self, commands: Sequence[bytes], done: Callable[[BatchResult], None], seconds: float, wait: bytes = b""
    ) -> None:
        if self._transport is None:
            raise ConnectionError("the connection broke before anything was sent")
        self._done = done
        self._refused = []
        self._count = self._left = len(commands) + bool(wait)
        self._waits = bool(wait)
        self._seconds_given = seconds
        self._due = self._loop.time() + seconds
        if self._watch is not None and self._looks > self._due:  # set for one that was given longer
            self._watch.cancel()
            self._watch = None
        if self._watch is None:
            self._look_at(self._due)
        self._transport.write(b"".join(commands) + wait)

    async def ask(self, commands: Sequence[bytes]) -> ErrorReplies:
        """Send a batch, and wait for what becomes of it.

        Raises:
            ConnectionError, TimeoutError: nobody knows what Redis has done of it.
        """
        return await self._ask(commands, self._wait)

    async def _ask(self, commands: Sequence[bytes], wait: bytes = b"") -> ErrorReplies:
        answered: asyncio.Future[BatchResult] = self._loop.create_future()

        def done(outcome: BatchResult) -> None:
            if not answered.done():  # whoever waited may have been cancelled
                answered.set_result(outcome)

        self._send(commands, done, self._seconds, wait)
        outcome = await answered
        if isinstance(outcome, OSError):
            raise outcome
        return outcome

    async def query(self, commands: Sequence[bytes]) -> list[Any]:
        """Send a batch that writes nothing, and return the answers to its commands, which may be refusals.

        Raises:
            ConnectionError, TimeoutError: they have not come.
        """
        answers = self._answers = []
        try:
            await self._ask(commands)
        finally:
            self._answers = None
        return answers

    async def each(self, command: bytes) -> list[Any]:
        """Return what each master answers to a command: the one that there is.

        Raises:
            ConnectionError, TimeoutError: the answers have not come.
        """
        return await self.query([command])

    def spread(self, key: Callable[[int], str]) -> list[str]:
        """Return one of these keys for each master, by which it shows what it has: the first, as there is one master."""
        return [key(0)]

    def close(self, why: OSError | None = None) -> None:
        """Let go of the connection, and of the batch that is on its way."""
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.abort()
        if self._watch is not None:
            self._watch.cancel()
        done, self._done = self._done, None
        if done is not None:
            done(why or ConnectionError("the connection was closed"))

    def _look(self) -> None:
        """See whether the batch on its way is overdue: once in a while, as a timer for each would cost more than the rest.

        Where this process itself has stood still, the answer lies with the system, so that is read before Redis is called dead.
        """
        self._watch = None
        again, self._overdue = self._overdue, False
        if self._done is None:
            return
        if (now := self._loop.time()) < self._due:
            self._look_at(self._due)
        elif not again:
            self._overdue = True
            self._look_at(now + READ_SECONDS)
        else:
            self.close(TimeoutError(f"no answer within {self._seconds_given:g} s"))

    def _look_at(self, moment: float) -> None:
        self._looks = moment
        self._watch = self._loop.call_at(moment, self._look)

    # ---- what the event loop calls -----------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """There is a connection."""
        self._transport = cast(asyncio.WriteTransport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self.close(ConnectionError(f"the connection broke: {exc or 'Redis has closed it'}"))

    def data_received(self, data: bytes) -> None:
        """Some bytes of answers have come."""
        reader, left, last = self._reader, self._left, None
        try:
            reader.feed(data)
            while (answer := reader.gets()) is not _MORE:
                if answer.__class__ is ErrorReply:
                    self._refused.append((self._count - left, answer))
                if self._answers is not None:
                    self._answers.append(answer)
                left, last = left - 1, answer
        except hiredis.ProtocolError as error:
            self.close(ConnectionError(f"what answers is no Redis: {error}"))
            return
        self._left = left
        if left < 0:
            self.close(ConnectionError("more has been answered than was asked"))
        elif left == 0 and self._done is not None:
            done, self._done = self._done, None
            if self._waits:
                self._see_replicas(last)
            done(self._refused)

    def _see_replicas(self, have: Any) -> None:
        """Refuse a batch that too few replicas have, by what the store has answered behind it."""
        if isinstance(have, ErrorReply):
            self._refused.pop()
        if not isinstance(have, int) or have < self._replicas:
            refusal = ErrorReply(f"NOREPLICAS of {self._replicas} replicas that must have it this many do: {have}")
            self._refused.append((0, refusal))
