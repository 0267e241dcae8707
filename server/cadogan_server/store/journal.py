"""Group commit: what a tick of the event loop writes goes to Redis as one batch, and what it says goes out after that.

Everything that the server writes and everything that it sends passes here, in order. At the end of a tick all appends
and commands of all rooms go out in one pipeline; one batch is in flight at a time, and what the next ticks bring is
collected meanwhile. When the batch has been written, the frames that wait for it are released, one write per socket.

When Redis does not answer, what should have been written is kept as a backlog, frames are released at once (`safe` is
False, and rooms tell their players), and the backlog is written when Redis is back. Past `BACKLOG_BYTES` the journal is
`full`: requests that would write are refused and rooms are paused, until all has been written. So that a batch may be
tried again, each of its commands does nothing the second time: appends carry their own entry id, which Redis takes only
once.

Nothing is written unless the store's lease is this server's (`lease.py`). When another server has taken over, this journal is
`full` for good: what had not been written is dropped, and with it the frames that were to say so.

A Redis that dies may have lost what it took in its last seconds, though it had answered. Rooms that have gone on since
would have a hole in their logs and could never be taken up again. So what was written lately is kept here, and is the
first that is written over each new connection.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError

from cadogan_server.store import keys
from cadogan_server.store.lease import LeaseLost

logger = logging.getLogger(__name__)

BACKLOG_BYTES = 16 << 20
"""How much may wait for a Redis that is away."""

COMMAND_BYTES = 200
"""About what a command takes in memory beside its text."""

RETRY_SECONDS = 0.25
"""Between two tries to reach a Redis that is away."""

CHUNK = 1000
"""How many commands of a backlog go into one pipeline."""

LATELY_SECONDS = 5.0
"""For how long what was written is kept. A Redis with `appendfsync everysec` may hold it back for two seconds."""

Argument = str | bytes | int
Command = tuple[Argument, ...]


class Confirm(Protocol):
    """What knows whether this server may write."""

    async def __call__(self, *, anew: bool = False) -> None:
        """Return where it may, else raise `LeaseLost`. What the clock says is enough, unless the store is asked `anew`."""


async def _alone(*, anew: bool = False) -> None:
    """There is no other server that could have taken over."""


class Outbox(Protocol):
    """Where frames go. `pending` are those of the batch that is released just now."""

    pending: list[bytes]

    def write(self, frames: list[bytes]) -> None:
        """Send these frames, in order."""


class RoomLog:
    """The log of one room, as its one writer sees it.

    Entry ids are `epoch-count`. An epoch belongs to one opening of the log, so an id that Redis calls too small has been
    written already, and a server that has been replaced can't append behind its successor's back.
    """

    __slots__ = ("count", "epoch", "key")

    def __init__(self, code: str, epoch: int) -> None:
        self.key = keys.log(code)
        self.epoch = epoch
        self.count = 0


class _Append:
    """One entry of a log on its way: the records of one tick."""

    __slots__ = ("id", "key", "records")

    def __init__(self, log: RoomLog) -> None:
        log.count += 1
        self.key = log.key
        self.id = f"{log.epoch}-{log.count}"
        self.records = bytearray()

    def command(self) -> Command:
        return ("XADD", self.key, self.id, "r", bytes(self.records))


class _Batch:
    """What one tick has to write and to say."""

    __slots__ = ("appends", "frames", "then", "work")

    def __init__(self) -> None:
        self.work: list[_Append | Command] = []
        self.appends: dict[RoomLog, _Append] = {}
        self.frames: list[tuple[bytes, Sequence[Outbox]]] = []
        self.then: list[Callable[[], None]] = []

    def commands(self) -> list[Command]:
        return [work.command() if isinstance(work, _Append) else work for work in self.work]


class Journal:
    """The one way to Redis and to the sockets.

    Args:
        redis: a client without `decode_responses`.
        on_safe: called with False when Redis has gone away and with True when all has been written.
        confirm: asked before anything is written.

    Attributes:
        on_full: called when the journal has become full. It is so until `on_safe` is called with True.
        replaced: whether another server has taken over.
        on_replaced: called when it has.
    """

    def __init__(
        self, redis: Redis, on_safe: Callable[[bool], None] = lambda safe: None, confirm: Confirm = _alone
    ) -> None:
        self._pool: Any = redis.connection_pool
        self.on_safe = on_safe
        self._confirm = confirm
        self.on_full: Callable[[], None] = lambda: None
        self.on_replaced: Callable[[], None] = lambda: None
        self._loop = asyncio.get_running_loop()
        self._batch = _Batch()
        self._scheduled = False
        self._writing: asyncio.Task[None] | None = None
        self._recovery: asyncio.Task[None] | None = None
        self._connection: Any = None
        self._lately: deque[tuple[float, list[Command]]] = deque()
        self._backlog: list[Command] = []
        self.backlog_bytes = 0
        """About how many bytes wait for a Redis that is away."""
        self._closing = False
        self.safe = True
        self.replaced = False
        self.written = 0
        """How many commands Redis has taken; for the metrics."""

    @property
    def full(self) -> bool:
        """Whether nothing more may be written: until Redis is back, or for good."""
        return self.replaced or self.backlog_bytes > BACKLOG_BYTES

    # ---- what a tick does --------------------------------------------------------------------------------------------

    def append(self, log: RoomLog, record: bytes) -> None:
        """Append a record to a room's log."""
        batch = self._batch
        entry = batch.appends.get(log)
        if entry is None:
            entry = batch.appends[log] = _Append(log)
            batch.work.append(entry)
        entry.records += record
        self._schedule()

    def write(self, *command: Argument) -> None:
        """Send a command to Redis. It must be one that does nothing the second time."""
        self._batch.work.append(command)
        # What is appended to a log from here on must come after this command, hence in an entry of its own.
        self._batch.appends.clear()
        self._schedule()

    def send(self, frame: bytes, outboxes: Sequence[Outbox]) -> None:
        """Send a frame to all of these, after all that has been written until now."""
        self._batch.frames.append((frame, outboxes))
        if not self._scheduled:
            self._schedule()

    def then(self, callback: Callable[[], None]) -> None:
        """Call this once all that has been sent until now is on its way."""
        self._batch.then.append(callback)
        self._schedule()

    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._end_of_tick)

    def _end_of_tick(self) -> None:
        if self._writing is not None:
            return  # what was collected goes when the batch in flight has been written
        self._scheduled = False
        batch, self._batch = self._batch, _Batch()
        if not batch.work:
            self._release(batch)
        elif self.replaced:
            batch.frames.clear()  # nobody may be told of what will never be written
            self._release(batch)
        elif not self.safe:
            self._keep(batch.commands())
            self._release(batch)
        else:
            self._writing = asyncio.create_task(self._commit(batch), name="group commit")

    @staticmethod
    def _release(batch: _Batch) -> None:
        waiting: list[Outbox] = []
        for frame, outboxes in batch.frames:
            for outbox in outboxes:
                pending = outbox.pending
                if not pending:
                    waiting.append(outbox)
                pending.append(frame)
        for outbox in waiting:
            frames, outbox.pending = outbox.pending, []
            try:
                outbox.write(frames)
            except Exception:  # one socket's trouble must not keep the others waiting
                logger.exception("a socket could not be written to")
        for callback in batch.then:
            callback()

    # ---- Redis -------------------------------------------------------------------------------------------------------

    async def _commit(self, batch: _Batch) -> None:
        commands = batch.commands()
        try:
            try:
                await self._execute(commands)
            except RedisConnectionError:
                await self._execute(commands)  # a connection that was long idle may have been closed: not worth a word
        except LeaseLost:
            batch.frames.clear()
        except Exception as error:  # whatever it is: what was not written must not be lost, nor play stop
            logger.error("the store is away: %s: %s", type(error).__name__, error)
            self._keep(commands)
            self._set_safe(False)
            self._recovery = asyncio.create_task(self._recover(), name="store recovery")
        self._release(batch)
        self._writing = None
        if self._scheduled:
            self._end_of_tick()

    async def _execute(self, commands: list[Command]) -> None:
        await self._confirm()
        try:
            lately: list[Command] = []
            if self._connection is None:
                self._connection = await self._pool.get_connection()
                lately = [command for _, written in self._lately for command in written]
            answers = await self._ask([*lately, *commands])
        except BaseException:
            await self._disconnect()
            raise
        await self._look_at([*lately, *commands], answers)
        self.written += len(commands)
        now = self._loop.time()
        self._lately.append((now, commands))
        while self._lately[0][0] < now - LATELY_SECONDS:
            self._lately.popleft()

    async def _look_at(self, commands: list[Command], answers: list[object]) -> None:
        """See whether all commands have been carried out, or need not be."""
        known = False
        for command, answer in zip(commands, answers, strict=True):
            if not isinstance(answer, ResponseError):
                continue
            if command[0] == "XADD" and "equal or smaller" in str(answer):
                known = True
                continue
            if not _is_for_ever(answer):
                raise answer  # its disk or memory is full, say, or it is a replica just now: as good as away
            # Redis is there and will never take this one: keeping it would block all that comes after.
            logger.error("the store refuses %s %s: %s", command[0], command[1:2], answer)
        if known:  # written already, by a try whose answer was lost; or the log has another writer now
            await self._confirm(anew=True)

    async def _ask(self, commands: list[Command]) -> list[object]:
        """Send all commands at once, and return what Redis answers to each."""
        await self._connection.send_packed_command(self._connection.pack_commands(commands))
        answers: list[object] = []
        for _ in commands:
            try:
                answers.append(await self._connection.read_response())
            except ResponseError as refusal:
                answers.append(refusal)
        return answers

    async def _disconnect(self) -> None:
        """Let go of the connection: the next batch goes over a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.disconnect()
            await self._pool.release(connection)

    def _keep(self, commands: list[Command]) -> None:
        had_space = not self.full
        self._backlog += commands
        self.backlog_bytes += sum(map(_size, commands))
        if had_space and self.full:
            self.on_full()

    async def _recover(self) -> None:
        """Write the backlog as soon as Redis takes it."""
        while self._backlog:
            chunk = self._backlog[:CHUNK]
            try:
                await self._execute(chunk)
            except LeaseLost:
                return
            except Exception:
                if self._closing:
                    logger.error("%d commands could not be written: the store is away", len(self._backlog))
                    return
                await asyncio.sleep(RETRY_SECONDS)
                continue
            del self._backlog[: len(chunk)]
        if self.replaced:
            return
        self.backlog_bytes = 0
        logger.info("the store is back, and all has been written")
        self._set_safe(True)

    def give_up(self) -> None:
        """Write nothing any more: another server has taken over."""
        self.replaced = True
        self.safe = False
        self._backlog.clear()
        self.on_replaced()

    def _set_safe(self, safe: bool) -> None:
        if safe != self.safe:
            self.safe = safe
            self.on_safe(safe)

    async def close(self) -> None:
        """Write and send what has been collected."""
        self._closing = True
        while self._scheduled or self._writing is not None:
            if self._writing is not None:
                await asyncio.wait([self._writing])
            else:
                await asyncio.sleep(0)
        if self._recovery is not None:
            await self._recovery
        await self._disconnect()


def _is_for_ever(refusal: ResponseError) -> bool:
    """Whether the store refuses a command for what it is. Any other refusal is of a store in trouble (MISCONF, OOM,
    READONLY, NOREPLICAS, ...), and may be over when the command is sent again."""
    code = str(refusal).partition(" ")[0]  # of plain errors the client has taken `ERR` off; other codes it leaves
    return type(refusal) is ResponseError and (not code.isupper() or code in ("WRONGTYPE", "CROSSSLOT"))


def _size(command: Command) -> int:
    """About how many bytes a command takes in memory."""
    return COMMAND_BYTES + sum(len(part) for part in command if not isinstance(part, int))
