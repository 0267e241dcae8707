"""One connection to Redis for batches of commands. The journal has one to each master (`shards.py`).

redis-py reads each reply in a coroutine, which costs six to ten times what is needed. Here a batch is one buffer, and a
callback runs when its last reply is there. No task, future or coroutine is created.
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
    """Redis' error reply to a command that it did not execute, in its own words."""


ErrorReplies = list[tuple[int, ErrorReply]]
"""The commands of a batch that were not executed: index from 0, and error reply."""

BatchResult = ErrorReplies | OSError
"""The result of a batch. After a `ConnectionError` or `TimeoutError`, nobody knows what Redis has executed of it."""

WAIT_MS = 500
"""Milliseconds that replicas have to take a batch. After that it counts as refused."""

_MORE: Any = object()


def pack(*command: Argument) -> bytes:
    """Return a command in wire format."""
    packed: bytes = hiredis.pack_command(command)  # type: ignore[arg-type]
    return packed


def unpack(commands: bytes) -> list[list[bytes]]:
    """Return the arguments of each packed command. Commands have the same format as replies with several parts."""
    return _unpacked(commands)


def unpack_values(values: bytes) -> list[bytes]:
    """Return the values of a buffer that holds them as commands do: `$LENGTH value`, end to end."""
    return _unpacked(values)


def _unpacked(data: bytes) -> list[Any]:
    reader = hiredis.Reader(notEnoughData=_MORE)
    reader.feed(data)
    return list(iter(reader.gets, _MORE))


class Writer(asyncio.Protocol):
    """Sends one batch at a time. It can't be used once its connection is gone; `Address.connect` makes another.

    Args:
        seconds: a batch and its connection are given up after this many seconds without a reply.
        hang: the same for a batch that was sent with `send`, if shorter.
        replicas: number of replicas that must have a batch before it counts as written.

    Attributes:
        place: server at the other end, if it may change.
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
        """The moment of the watch's next look, by the loop's clock."""
        self._overdue = False
        """True if the watch has seen a batch overdue, and looks again after reading what has arrived."""
        self._answers: list[Any] | None = None

    @property
    def ready(self) -> bool:
        """True if there is a connection."""
        return self._transport is not None

    def send(self, commands: Sequence[bytes], done: Callable[[BatchResult], None]) -> None:
        """Send a batch of packed commands, after the last one has been answered.

        Calls `done` later with the result, an empty list if every command was executed. Raises `ConnectionError`
        without a connection.
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
        if self._watch is not None and self._looks > self._due:  # it was set for a batch with more time
            self._watch.cancel()
            self._watch = None
        if self._watch is None:
            self._look_at(self._due)
        self._transport.write(b"".join(commands) + wait)

    async def ask(self, commands: Sequence[bytes]) -> ErrorReplies:
        """Send a batch and wait for its result.

        Raises:
            ConnectionError, TimeoutError: nobody knows what Redis has executed of it.
        """
        return await self._ask(commands, self._wait)

    async def _ask(self, commands: Sequence[bytes], wait: bytes = b"") -> ErrorReplies:
        answered: asyncio.Future[BatchResult] = self._loop.create_future()

        def done(outcome: BatchResult) -> None:
            if not answered.done():  # the caller may have been cancelled
                answered.set_result(outcome)

        self._send(commands, done, self._seconds, wait)
        outcome = await answered
        if isinstance(outcome, OSError):
            raise outcome
        return outcome

    async def query(self, commands: Sequence[bytes]) -> list[Any]:
        """Send a batch that writes nothing; return the replies to its commands, which may be error replies.

        Raises:
            ConnectionError, TimeoutError: the replies have not come.
        """
        answers = self._answers = []
        try:
            await self._ask(commands)
        finally:
            self._answers = None
        return answers

    async def each(self, command: bytes) -> list[Any]:
        """Return each master's reply to a command; here there is one master.

        Raises:
            ConnectionError, TimeoutError: the reply has not come.
        """
        return await self.query([command])

    def spread(self, key: Callable[[int], str]) -> list[str]:
        """Return one key per master, numbered until it lies there; here the first key."""
        return [key(0)]

    def close(self, why: OSError | None = None) -> None:
        """Close the connection, and fail the batch in flight."""
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.abort()
        if self._watch is not None:
            self._watch.cancel()
        done, self._done = self._done, None
        if done is not None:
            done(why or ConnectionError("the connection was closed"))

    def _look(self) -> None:
        """Check whether the batch in flight is overdue. This runs once in a while: a timer per batch would cost more
        than the rest.

        If this process itself has stood still, the reply waits in the system's buffers. So that is read before Redis
        counts as dead.
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

    # ---- called by the event loop ------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note that the connection is open."""
        self._transport = cast(asyncio.WriteTransport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection is gone."""
        self.close(ConnectionError(f"the connection broke: {exc or 'Redis has closed it'}"))

    def data_received(self, data: bytes) -> None:
        """Parse some bytes of replies."""
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
            self.close(ConnectionError(f"the server that answers is not Redis: {error}"))
            return
        self._left = left
        if left < 0:
            self.close(ConnectionError("Redis has sent more answers than requests"))
        elif left == 0 and self._done is not None:
            done, self._done = self._done, None
            if self._waits:
                self._see_replicas(last)
            done(self._refused)

    def _see_replicas(self, have: Any) -> None:
        """Fail a batch that too few replicas have, by the reply to the WAIT behind it."""
        if isinstance(have, ErrorReply):
            self._refused.pop()
        if not isinstance(have, int) or have < self._replicas:
            refusal = ErrorReply(
                f"NOREPLICAS of {self._replicas} replicas that a write must reach, it has reached: {have}"
            )
            self._refused.append((0, refusal))
