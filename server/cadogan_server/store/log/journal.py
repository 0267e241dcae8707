"""Group commit: everything written in one tick of the event loop goes to Redis as one batch.

At the end of a tick all appends and commands of all rooms go out in one buffer. One batch is in flight at a time; what
later ticks bring is collected meanwhile. When the batch is written, those who wait for it are called back: above all the
bus (`delivery/bus.py`), which then releases the frames of the tick. Normally callbacks alone do this (`writer.py`, or
`shards.py` for a Cluster); a task is created only where something must be waited for.

If Redis does not take a batch, its commands are kept as a backlog and written when Redis is back. Every command does
nothing the second time, so a batch may be repeated: appends carry their own entry id, which Redis accepts only once.
Whether callers wait as long depends on other nodes (docs/decisions/001-lease.md):

- A node that is alone on the store plays on. It tells players that nothing is safe, then calls back, and their
  frames leave.
- Otherwise another node may take this node's rooms, and the backlog with them would be lost. So the journal is
  `holding`: no frame leaves before Redis has taken what the frame tells of. It also holds while the lease is in doubt.

While it holds, or while the backlog exceeds `Bounds.backlog`, the journal is `full`: requests that would write are
refused, and rooms are paused until everything is written.

Nothing is written unless this node lives (`node_lease.py`). Once another node has ended it, the journal is `full` for
good: it drops the backlog and every callback of `then`. `unsafe` counts the dropped changes that players had been told of.

A Redis that dies may lose what it has acknowledged: the last seconds, or everything. So may a replica that takes over
from its master. Rooms that have gone on since would have a gap in their logs, behind which nothing can be played. So
over each new connection the logs are compared with what was acknowledged, missing entries are written again
(`mending.py`), and then everything else written lately.

Commands that wait for a Redis that is away are also written to the disk before any player is told of them (`spill.py`),
so they survive this server.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from typing import Protocol

from cadogan_server.store import STORE_AWAY, STORE_SECONDS, keys
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.log.known import shortening
from cadogan_server.store.log.mending import DataLoss, Mender, log_of, room_of
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.log.spill import HELD, TOLD, Spill
from cadogan_server.store.nodes.node_lease import LeaseLost
from cadogan_server.store.redis.address import Address
from cadogan_server.store.redis.shards import Shards
from cadogan_server.store.redis.trouble import another_has_taken_over, in_words, is_trouble, lacks_memory
from cadogan_server.store.redis.writer import Argument, BatchResult, ErrorReplies, ErrorReply, Writer, pack, unpack
from cadogan_server.telemetry.histogram import Histogram

logger = logging.getLogger(__name__)

COMMAND_BYTES = 50
"""Bytes of memory that a packed command takes beside its content, roughly."""

RETRY_SECONDS = 0.25
"""Seconds between two attempts to reach a Redis that is away."""

COMMIT_SECONDS = (0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bucket bounds, in seconds, of the histogram of the time that the store takes for a batch."""


class WriteLease(Protocol):
    """The lease that allows this server to write."""

    @property
    def sure(self) -> bool:
        """True if this server may write, as far as the clock tells."""

    @property
    def plays_on(self) -> bool:
        """True if play may go on without the store, because no other node takes the rooms meanwhile."""

    async def confirm(self, *, anew: bool = False) -> None:
        """Raise `LeaseLost` unless this server may write. The clock is enough, unless the store is to be asked
        `anew`."""

    async def must_hold(self, log: bytes, fence: int) -> None:
        """Raise `LeaseLost` if another node has acquired the room of a log with a greater fencing token."""


class _Alone:
    """The lease of a server without other nodes."""

    sure = True
    plays_on = True

    async def confirm(self, *, anew: bool = False) -> None:
        """Do nothing."""

    async def must_hold(self, log: bytes, fence: int) -> None:
        """Do nothing."""


class _Batch:
    """The commands of one tick, and the callbacks that wait for them."""

    __slots__ = ("after", "commands", "in_turn", "sent", "then")

    def __init__(self) -> None:
        self.commands: list[bytes] = []
        self.then: list[Callable[[], None]] = []
        """Callbacks for the moment when players may be told of everything up to here."""
        self.in_turn: list[Callable[[], None]] = []
        self.after: list[Callable[[], None]] = []
        """Callbacks for the moment when the store has everything up to here."""
        self.sent = 0.0
        """When the batch went to the store, by the loop's clock, in seconds."""


class Journal:
    """The only way to the logs, and the barrier that frames wait for.

    Args:
        url: URL of the store; the journal opens its own connection, or one to each master.
        on_safe: called with False when Redis is away and play goes on without it, before any unsafe frame leaves;
            called with True when everything is written.
        lease: checked before each write.
        spill: file for commands that wait for the store.
        replicas: number of replicas of a master that must have a batch before its frames leave.
        bounds: limits and times; None: the defaults.

    Attributes:
        make_room: awaited when the store refuses a batch because its memory is full; evicts data so that the batch may be tried
            again.
        on_connected: awaited after each new connection, which may lead to another master.
        on_went_back: called with the loss when the store has come back with less than it had acknowledged.
        mender: finds such losses.
        logs: room code → log in use; these are compared with the store.
        left: number of commands that could not be written before the end.
        owes: True while the store has not taken the spill of an earlier server; no room may be taken up until then.
        on_full: called when the journal has become full. It stays full until `on_safe` is called with True.
        holding: True while no frame leaves before Redis has its changes, because another node may take the rooms.
        on_holding: called when holding begins. It lasts until `on_safe` is called with True.
        trouble: why the store takes nothing, in plain words; "" while it takes everything.
        unsafe: room code → number of log entries that players were told of and the store does not have.
        closed: number of batches closed so far.
        replaced: True after another node has ended this one.
        on_replaced: called when that happens.

    Raises:
        ValueError: `url` is no URL of a store.
    """

    def __init__(
        self,
        url: str,
        on_safe: Callable[[bool], None] = lambda safe: None,
        lease: WriteLease | None = None,
        spill: Spill | None = None,
        replicas: int = 0,
        bounds: Bounds | None = None,
    ) -> None:
        self._bounds = bounds or Bounds()
        self._address = Address(url, STORE_SECONDS, self._bounds.hang, replicas)
        self._spill = spill
        self.on_safe = on_safe
        self._lease: WriteLease = lease or _Alone()
        self.on_full: Callable[[], None] = lambda: None
        self.on_holding: Callable[[], None] = lambda: None
        self.holding = False
        self.trouble = ""
        self.unsafe: Counter[str] = Counter()
        self.closed = 0
        self.on_replaced: Callable[[], None] = lambda: None
        self.make_room: Callable[[], Awaitable[None]] = _nothing
        self.on_connected: Callable[[], Awaitable[None]] = _nothing
        self.on_went_back: Callable[[DataLoss], None] = lambda went_back: None
        self.mender = Mender()
        self.logs: dict[str, RoomLog] = {}
        self.left = 0
        self.owes = False
        self._loop = asyncio.get_running_loop()
        self._open: list[RoomLog] = []
        self._batch = _Batch()
        self._scheduled = False
        self._in_flight: _Batch | None = None
        self._holds_in_spill = False
        """True if the spill file already marks where commands begin that nobody was told of."""
        self._held: list[_Batch] = []
        """Batches whose frames wait until the store has their changes."""
        self._task: asyncio.Task[None] | None = None
        self._recovery: asyncio.Task[None] | None = None
        self._writer: Writer | Shards | None = None
        self._since_look = 0
        self._shortens = False
        """True while logs in use are being shortened."""
        self._again: list[bytes] | None = None
        """Commands to write over this connection before all others; None if not yet known."""
        self._lately: deque[tuple[float, bytes]] = deque()
        """Moment and packed content of each batch written lately."""
        self._backlog: list[bytes] = []
        self._after: list[Callable[[], None]] = []
        self.backlog_bytes = 0
        """Bytes that wait for a Redis that is away, roughly."""
        self._closing = False
        self.safe = True
        self.replaced = False
        self.commits = Histogram(COMMIT_SECONDS)
        """Seconds that the store took for each batch. Everybody told something in a batch waits this long."""
        self.written = 0
        """Number of commands that Redis has taken, for the metrics."""

    @property
    def full(self) -> bool:
        """True if nothing more may be written, until Redis is back or for good."""
        return self.replaced or self.holding or self.backlog_bytes > self._bounds.backlog

    @property
    def cut_off(self) -> bool:
        """True if this node can't be sure of its rooms: it holds, and another node may have taken them."""
        return self.holding and not self._lease.sure

    # ---- what a tick does --------------------------------------------------------------------------------------------

    def append(self, log: RoomLog, record: bytes) -> None:
        """Append a record to a room's log. All records of one tick form one entry."""
        if log.records:
            log.records += record
        else:
            log.records = record
            self._open.append(log)
            self._schedule()

    def write(self, *command: Argument) -> None:
        """Send a command to Redis. It must do nothing the second time."""
        self._end_entries()  # earlier appends come before this command, later ones after it
        self._batch.commands.append(pack(*command))
        self._schedule()

    def then(self, callback: Callable[[], None]) -> None:
        """Call this, in order, when players may be told of everything written so far: the store has it, or this node
        plays on without the store. Never call it if another node has ended this one.
        """
        self._batch.then.append(callback)
        if not self._scheduled:
            self._schedule()

    def in_turn(self, callback: Callable[[], None]) -> None:
        """Call this behind all callbacks of `then`, or as soon as these have to wait or are dropped."""
        self._batch.in_turn.append(callback)
        self._schedule()

    def when_written(self, callback: Callable[[], None]) -> None:
        """Call this once the store has everything written so far; never if another node has ended this one."""
        self._batch.after.append(callback)
        self._schedule()

    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._end_of_tick)

    def _end_entries(self) -> None:
        self._batch.commands += [log.entry() for log in self._open]
        self._open.clear()

    def _end_of_tick(self) -> None:
        if self._in_flight is not None:
            return  # what was collected leaves when the batch in flight is written
        self._scheduled = False
        self._end_entries()
        batch, self._batch = self._batch, _Batch()
        self.closed += 1
        if self.replaced:
            self._release(batch)
        elif self.holding:
            self._hold_back(batch)
        elif not batch.commands:
            self._release(batch)
            if self.safe:
                _call(batch.after)
            else:
                self._after += batch.after
        elif not self.safe:
            self._keep(batch)
            self._tell_unsafe(batch)
            self._release(batch)
        else:
            self._in_flight = batch
            batch.sent = self._loop.time()
            if self._writer is not None and self._writer.ready and self._lease.sure:
                self._writer.send(batch.commands, self._answered)
            else:
                self._task = asyncio.create_task(self._commit_by_task(batch, None), name="group commit")

    def _answered(self, outcome: BatchResult) -> None:
        batch = self._in_flight
        assert batch is not None
        if outcome:
            self._task = asyncio.create_task(self._commit_by_task(batch, outcome), name="group commit")
        else:
            self._note(batch.commands)
            self.commits.note(self._loop.time() - batch.sent)
            self._finish(batch)
            if batch.after:
                _call(batch.after)

    def _note(self, commands: list[bytes]) -> None:
        """Keep a written batch for a while."""
        self.written += len(commands)
        now = self._loop.time()
        packed = b"".join(commands)
        self._lately.append((now, packed))
        self._since_look += len(packed)
        if self._since_look > self._bounds.known_look and not self._shortens:
            self._since_look = 0
            self._shortens = True
            self._shorten(shortening([log.known for log in self.logs.values()], self._bounds.known))
        while self._lately[0][0] < now - self._bounds.lately:
            self._lately.popleft()

    def _shorten(self, work: Iterator[None]) -> None:
        """Shorten the logs in use by one step per iteration of the event loop, as there may be thousands."""
        try:
            next(work)
        except StopIteration:
            self._shortens = False
        else:
            self._loop.call_soon(self._shorten, work)

    def _finish(self, batch: _Batch) -> None:
        """Release a batch that is written, or kept for later, and go on with the next."""
        self._release(batch)
        self._go_on_behind()

    def _go_on_behind(self) -> None:
        """Go on after the batch in flight: with the next one, and with recovery if the store takes nothing."""
        self._in_flight = None
        if not self.safe and not self.replaced:
            self._begin_recovery()
        if self._scheduled:
            self._end_of_tick()

    def _hold_back(self, batch: _Batch) -> None:
        """Keep a batch until the store has taken it. Callbacks that only wait for their turn run now."""
        if batch.commands:
            self._keep(batch)
        else:
            self._after += batch.after
        self._held.append(batch)
        in_turn, batch.in_turn = batch.in_turn, []
        _call(in_turn)

    def _tell_unsafe(self, batch: _Batch) -> None:
        """Count the changes that players are about to be told of although the store does not have them."""
        self.unsafe.update(code for command in batch.commands if (code := room_of(command)))

    def _release(self, batch: _Batch) -> None:
        if not self.replaced:  # nobody may be told of changes that will never be written, nor of anything after them
            _call(batch.then)
        _call(batch.in_turn)

    # ---- what must be waited for -------------------------------------------------------------------------------------

    async def _commit_by_task(self, batch: _Batch, outcome: BatchResult | None) -> None:
        """Write a batch without a connection or with a lease in doubt, or handle the outcome of a batch that was
        sent."""
        try:
            try:
                await self._write(batch.commands, outcome)
            except ErrorReply as refusal:
                if not lacks_memory(str(refusal)):
                    raise
                await self._write_with_more_room(batch.commands, refusal)
            self.commits.note(self._loop.time() - batch.sent)
        except LeaseLost:
            self.give_up()
        except Exception as error:  # whatever it is, unwritten changes must not be lost
            if not self.replaced:
                self._go_without(error)
                if self.holding:
                    self._hold_back(batch)
                    self._go_on_behind()
                    return
                self._keep(batch)
                self._tell_unsafe(batch)
        else:
            if not self.replaced:
                _call(batch.after)
        self._finish(batch)

    async def _write(self, commands: list[bytes], outcome: BatchResult | None) -> None:
        """Write commands, or handle the outcome of a batch that was sent."""
        if isinstance(outcome, list):
            await self._look_at(commands, outcome)
            self._note(commands)
        elif isinstance(outcome, TimeoutError):
            raise outcome
        else:
            async with asyncio.timeout(self._bounds.hang):
                try:
                    await self._execute(commands)
                except ConnectionError:
                    await self._execute(commands)  # one broken connection is not worth a message

    async def _write_with_more_room(self, commands: list[bytes], refusal: ErrorReply) -> None:
        """Write commands to a store whose memory is full, after evicting less valuable data. The store was filled
        faster than its memory is checked (`upkeep/memory.py`)."""
        try:
            async with asyncio.timeout(self._bounds.hang):
                await self.make_room()
        except STORE_AWAY as error:
            raise refusal from error
        async with asyncio.timeout(self._bounds.hang):
            await self._execute(commands)

    async def _execute(self, commands: list[bytes]) -> None:
        """Write commands. Over a new connection, first write what the store lacks and what was written lately."""
        await self._lease.confirm()
        if self._writer is None or not self._writer.ready:
            self._writer = await self._address.connect()
            self._again = None
            await self.on_connected()
        writer = self._writer
        try:
            if self._again is None:
                self._again = [*await self._missing(writer, commands), *self._noted_elsewhere()]
            wanted = [*self._again, *commands]
            await self._look_at(wanted, await writer.ask(wanted))
        except ErrorReply as refusal:
            if another_has_taken_over(str(refusal)):
                writer.close()
            raise  # the connection itself is fine
        except BaseException:
            writer.close()  # so that a new connection repeats what was to be written again
            raise
        self._again = []
        self._note(commands)

    async def _missing(self, writer: Writer | Shards, commands: list[bytes]) -> list[bytes]:
        """Return commands that write what the store has lost, and report the loss."""
        waiting = self._backlog or commands
        went_back = await self.mender.compare(writer, list(self.logs.values()), [*waiting, *self._batch.commands])
        if went_back is None:
            return []
        self.on_went_back(went_back)
        return went_back.commands

    def _noted(self) -> list[bytes]:
        """Return the commands written lately."""
        return [pack(*command) for _, packed in self._lately for command in unpack(packed)]

    def _noted_elsewhere(self) -> list[bytes]:
        """Return the commands written lately, except to logs in use, which have been compared."""
        compared = {keys.log(code).encode() for code in self.logs}
        return [command for command in self._noted() if log_of(command) not in compared]

    def look_again(self) -> None:
        """Compare the store with what it has acknowledged: something gives reason to."""
        if self._writer is not None:
            self._writer.close()
        if self.safe and self._in_flight is None:
            self.write("PING")  # the next write goes over a new connection

    async def look_where(self) -> None:
        """Check that writes still go to the store's master. If not, compare the new master with what was
        acknowledged."""
        writer = self._writer
        if writer is not None and writer.ready and not await self._address.leads_to(writer) and writer is self._writer:
            logger.error("the store has another master now")
            self.look_again()

    async def _look_at(self, commands: list[bytes], refused: ErrorReplies) -> None:
        """Check whether the commands that were refused can be ignored."""
        known: dict[bytes, int] = {}
        for number, refusal in refused:
            name, *arguments = unpack(commands[number])[0]
            if name == b"XADD" and "equal or smaller" in str(refusal):
                known[arguments[0]] = int(arguments[1].partition(b"-")[0])
                continue
            if is_trouble(str(refusal)):
                raise refusal  # its disk or memory is full, say, or it is a replica right now: treat it as away
            # Redis works and will never take this command. Keeping it would block everything behind it.
            logger.error("the store refuses %s %s: %s", name, arguments[:1], refusal)
        for (
            log,
            fence,
        ) in known.items():  # written by an attempt whose answer was lost, or the room has another owner
            await self._lease.must_hold(log, fence)

    def _keep(self, batch: _Batch) -> None:
        self._after += batch.after
        if self._spill is not None:
            before = [] if self._spill.begun else [*self._noted(), TOLD]
            if self.holding and not self._holds_in_spill:
                self._holds_in_spill = True
                before.append(HELD)
            self._spill.add([*before, *batch.commands])
        self._put_off(batch.commands)

    def _put_off(self, commands: list[bytes]) -> None:
        had_space = not self.full
        self._backlog += commands
        self.backlog_bytes += sum(map(len, commands)) + COMMAND_BYTES * len(commands)
        if had_space and self.full:
            self.on_full()

    async def _recover(self) -> None:
        """Write the backlog as soon as Redis takes it and the lease is sure."""
        tried = False
        while self._backlog or not tried:
            chunk = self._backlog[: self._bounds.chunk]
            try:
                await self._execute(chunk or [pack("PING")])
            except LeaseLost:
                self.give_up()
                return
            except Exception as error:
                if self._closing:
                    self.left = len(self._backlog)
                    return
                self._tell_trouble(error)
                await asyncio.sleep(RETRY_SECONDS)
                continue
            tried = True
            del self._backlog[: len(chunk)]
        if not self.replaced:
            self._is_back()

    def _is_back(self) -> None:
        """Release everything that waited: all is written."""
        self.backlog_bytes = 0
        self.owes = self.holding = self._holds_in_spill = False
        self.trouble = ""
        self.unsafe.clear()
        if self._spill is not None:
            self._spill.clear()
        logger.info("the store is back, and all has been written")
        after, self._after = self._after, []
        held, self._held = self._held, []
        for batch in held:
            self._release(batch)
        self._set_safe(True)
        _call(after)

    def owe(self, commands: list[bytes]) -> None:
        """Write an earlier server's spilled commands as soon as the store, which answers but takes nothing, takes
        them."""
        self.owes = True
        self._put_off(commands)
        self._go_without(ConnectionError("it takes nothing"))

    def doubt(self) -> None:
        """Note that the lease is in doubt: tell nobody of changes that another node may not know."""
        if not self.replaced and self.safe and not self._lease.plays_on:
            self._go_without(TimeoutError("this server could not renew its lease in time"))

    def join_others(self) -> None:
        """Note that the living nodes have changed. A node that is no longer alone stops playing on without the
        store."""
        if not self.replaced and not self.safe and not self.holding and not self._lease.plays_on:
            self._hold()

    def _go_without(self, error: Exception) -> None:
        """Go on without the store: play on if no other node is there, otherwise hold until the store is back."""
        self._tell_trouble(error)
        if self.safe:
            if self._lease.plays_on:
                self._set_safe(False)
            else:
                self.safe = False
                self._hold()
        self._begin_recovery()

    def _hold(self) -> None:
        self.holding = True
        self.on_holding()

    def _begin_recovery(self) -> None:
        """Start writing the backlog, attempt after attempt, once no batch is in flight."""
        if self._in_flight is None and (self._recovery is None or self._recovery.done()):
            self._recovery = asyncio.create_task(self._recover(), name="store recovery")

    def _tell_trouble(self, error: Exception) -> None:
        """Log why the store takes nothing, whenever the reason changes."""
        trouble = in_words(error) or f"no answer within {self._bounds.hang:g} s"
        if trouble != self.trouble:
            self.trouble = trouble
            logger.error("the store is away: %s", trouble)

    def give_up(self) -> None:
        """Stop writing and sending for good: another node has ended this one."""
        if self.replaced:
            return
        self.replaced = True
        self.safe = self.holding = False
        if self.unsafe:
            logger.error(
                "%d changes in %d rooms are lost: this server was alone and had told its players of them, but another server has "
                "gone on without", self.unsafe.total(), len(self.unsafe),
            )  # fmt: skip
        self._backlog.clear()
        self._after.clear()
        held, self._held = self._held, []
        for batch in held:
            self._release(batch)
        if self._spill is not None:
            self._spill.clear()
        self.on_replaced()

    def _set_safe(self, safe: bool) -> None:
        if safe != self.safe:
            self.safe = safe
            self.on_safe(safe)

    async def close(self) -> None:
        """Write and send everything collected, then close the connections."""
        self._closing = True
        while self._scheduled or self._in_flight is not None:
            released = asyncio.Event()
            self.in_turn(released.set)
            await released.wait()
        if self._recovery is not None and (await asyncio.wait([self._recovery], timeout=self._bounds.close))[1]:
            self._recovery.cancel()
            await asyncio.wait([self._recovery])
            self.left = len(self._backlog)
        if self._writer is not None:
            self._writer.close()
            await asyncio.sleep(0)  # lets the event loop drop the connection
        await self._address.aclose()


async def _nothing() -> None:
    """Do nothing."""


def _call(callbacks: list[Callable[[], None]]) -> None:
    for callback in callbacks:
        try:
            callback()
        except Exception:  # a failed callback must not delay the next batch
            logger.exception("a callback after a batch failed")
