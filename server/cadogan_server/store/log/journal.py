"""Group commit: what a tick of the event loop writes goes to Redis as one batch, and what it says goes out after that.

Everything that the server writes and everything that it sends passes here, in order. At the end of a tick all appends
and commands of all rooms go out in one buffer; one batch is in flight at a time, and what the next ticks bring is
collected meanwhile. When the batch has been written, the frames that wait for it are released, one write per socket.
As long as all goes well that is done by callbacks alone (`writer.py`, or `shards.py` for a Cluster); a task is made only where
something must be waited for.

When Redis does not take a batch, what should have been written is kept as a backlog and written when Redis is back. So that a
batch may be tried again, each of its commands does nothing the second time: appends carry their own entry id, which Redis takes
only once. What becomes of the frames depends on who else is there (docs/decisions/001-lease.md):

- A node that is alone on the store plays on. Players are told that nothing is safe, then the frames of the batch are released.
- Where there are other nodes, one of them may take this node's rooms, and the backlog with them would be lost. So the journal is
  `holding`: it releases no frame before Redis has taken what the frame tells of. It holds as well while the lease is in doubt.

Past `Bounds.backlog`, and while it holds, the journal is `full`: requests that would write are refused and rooms are paused, until
all has been written.

Nothing is written unless this node lives (`node_lease.py`). When another one has taken over its rooms, this journal is `full` for
good: what had not been written is dropped, and so is every frame from then on, whatever it says. `unsafe` says how much
of that players had been told of.

A Redis that dies may have lost what it took, though it had answered: its last seconds, or all; and so may a replica that has
taken over from its master. Rooms that have gone on since would have a hole in their logs, behind which nothing can be played. So
over each new connection the logs are compared with what was acknowledged, and what they lack is written again (`mending.py`), then
what else was written lately.

What waits for a Redis that is away lies on the disk, too (`spill.py`), before anybody is told of it: so it outlives this server.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
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
"""About what a packed command takes in memory beside its bytes."""

RETRY_SECONDS = 0.25
"""Between two tries to reach a Redis that is away."""

TOGETHER_SECONDS = 0.01
"""What is to be told later is told at multiples of this, so that rooms whose time has come about then share one turn of the event
loop: to wake up for each, with all that it needs gone from the processor's caches, was 6 % of a move at the pace of people."""

TOLD_TOGETHER = 3
"""So many of those are called before what has come in meanwhile is read and answered. Two hundred rooms of eight sockets wrote 240
times at such a moment, for which moves had to wait up to 2.7 ms."""

COMMIT_SECONDS = (0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bounds of how long the store may take over a batch."""


class WriteLease(Protocol):
    """What knows whether this server may write: its lease on the store."""

    @property
    def sure(self) -> bool:
        """Whether it may, as far as the clock tells."""

    @property
    def plays_on(self) -> bool:
        """Whether play may go on without the store: nobody else takes the rooms meanwhile."""

    async def confirm(self, *, anew: bool = False) -> None:
        """Return where it may, else raise `LeaseLost`. What the clock says is enough, unless the store is asked `anew`."""

    async def must_hold(self, log: bytes, fence: int) -> None:
        """Return where nobody has taken the room of a log by a greater number, else raise `LeaseLost`."""


class _Alone:
    """There is no other server that could have taken over."""

    sure = True
    plays_on = True

    async def confirm(self, *, anew: bool = False) -> None:
        """Nothing needs to be asked."""

    async def must_hold(self, log: bytes, fence: int) -> None:
        """Nor here."""


class Recipient(Protocol):
    """Where frames go."""

    pending: list[bytes]
    """What the journal is about to write to it: nothing at first, and whenever it has."""

    def write(self, frames: list[bytes]) -> None:
        """Send these frames, in order."""


class _Batch:
    """What one tick has to write and to say."""

    __slots__ = ("after", "commands", "frames", "sent", "then")

    def __init__(self) -> None:
        self.commands: list[bytes] = []
        self.frames: list[tuple[bytes, Iterable[Recipient]]] = []
        self.then: list[Callable[[], None]] = []
        self.after: list[Callable[[], None]] = []
        """What is to follow when all until here is in the store."""
        self.sent = 0.0
        """The moment when it went to the store, by the loop's clock."""


class Journal:
    """The one way to Redis and to the sockets.

    Args:
        url: of the store; the journal has a connection of its own, or one to each of its masters.
        on_safe: called with False when Redis has gone away and play goes on without, before anything is told that is not safe; and
            with True when all has been written.
        lease: asked before anything is written.
        spill: where what waits for the store is kept beside, so that it outlives this server.
        replicas: so many replicas of a master must have what is written before anybody is told of it.
        bounds: how much it holds, and for how long it waits; None: as it does where nobody says otherwise.

    Attributes:
        make_room: awaited when the store refuses a batch as its memory is full; evicts something, so that it may be tried again.
        on_connected: awaited when there is a new connection, perhaps to another master.
        on_went_back: called when the store has come back with less than it had acknowledged, with what that is.
        mender: what finds out what that is.
        logs: those in use, by their rooms' codes: those that are compared with the store.
        left: how many commands could not be written in the end.
        owes: whether the store is yet to take what an earlier server could not write: till then no room may be taken up.
        on_full: called when the journal has become full. It is so until `on_safe` is called with True.
        holding: whether nothing is released that Redis has not taken, as another node may take the rooms.
        on_holding: called when that begins. It is so until `on_safe` is called with True.
        trouble: why the store takes nothing, in plain words; "" while it takes what it is given.
        unsafe: by the codes of rooms, how many entries of their logs players were told of that are not in the store.
        closed: how many batches were closed so far; what is published now goes out with the one that has this number.
        released: how many were released.
        replaced: whether another server has taken over.
        on_replaced: called when it has.

    Raises:
        ValueError: it is no URL of a store.
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
        self.closed = self.released = 0
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
        """Whether the spill says where what nobody was told of begins."""
        self._held: list[_Batch] = []
        """Batches whose frames wait until the store has taken what they tell of."""
        self._task: asyncio.Task[None] | None = None
        self._recovery: asyncio.Task[None] | None = None
        self._writer: Writer | Shards | None = None
        self._since_look = 0
        self._shortens = False
        """Whether some of the logs in use is just being forgotten."""
        self._again: list[bytes] | None = None
        """What must be written over this connection before all else; None: that is not known yet."""
        self._lately: deque[tuple[float, bytes]] = deque()
        """What was written lately, each batch end to end."""
        self._backlog: list[bytes] = []
        self._after: list[Callable[[], None]] = []
        self.backlog_bytes = 0
        """About how many bytes wait for a Redis that is away."""
        self._due: deque[Callable[[], None]] = deque()
        """What is to be told now, and has waited for that."""
        self._closing = False
        self.safe = True
        self.replaced = False
        self.commits = Histogram(COMMIT_SECONDS)
        """How long the store took over each batch: so long all who were told something in it have waited."""
        self.written = 0
        """How many commands Redis has taken; for the metrics."""

    @property
    def full(self) -> bool:
        """Whether nothing more may be written: until Redis is back, or for good."""
        return self.replaced or self.holding or self.backlog_bytes > self._bounds.backlog

    @property
    def cut_off(self) -> bool:
        """Whether this node can't be sure of its rooms: it holds, and another node may have taken them."""
        return self.holding and not self._lease.sure

    # ---- what a tick does --------------------------------------------------------------------------------------------

    def append(self, log: RoomLog, record: bytes) -> None:
        """Append a record to a room's log. What a tick appends to it is one entry."""
        if log.records:
            log.records += record
        else:
            log.records = record
            self._open.append(log)
            self._schedule()

    def write(self, *command: Argument) -> None:
        """Send a command to Redis. It must be one that does nothing the second time."""
        self._end_entries()  # what has been appended must come before this command, what is appended from here on after it
        self._batch.commands.append(pack(*command))
        self._schedule()

    def publish(self, frame: bytes, recipients: Iterable[Recipient]) -> None:
        """Send a frame to all of these, after all that has been written until now.

        They are gone through later, so it must be nothing that changes meanwhile.
        """
        self._batch.frames.append((frame, recipients))
        if not self._scheduled:
            self._schedule()

    def send_now(self, recipient: Recipient, frame: bytes) -> None:
        """Send a frame to one at once, before all that waits: it tells of nothing that is yet to be written."""
        if self.replaced:
            return
        try:
            recipient.write([frame])
        except Exception:  # one socket's trouble must not keep the others waiting
            logger.exception("a socket could not be written to")

    def send(self, recipient: Recipient, frame: bytes) -> None:
        """Send a frame to one, after all that has been written until now."""
        self._batch.frames.append((frame, (recipient,)))
        if not self._scheduled:
            self._schedule()

    def then(self, callback: Callable[[], None]) -> None:
        """Call this once all that has been sent until now is on its way."""
        self._batch.then.append(callback)
        self._schedule()

    def when_written(self, callback: Callable[[], None]) -> None:
        """Call this once the store has taken all that has been written until now; never where another node has taken over."""
        self._batch.after.append(callback)
        self._schedule()

    def later(self, seconds: float, callback: Callable[[], None]) -> None:
        """Call this after so long, to tell what has waited; up to `TOGETHER_SECONDS` later, with what else is due until then."""
        due = self._loop.time() + seconds
        self._loop.call_at(due + -due % TOGETHER_SECONDS, self._is_due, callback)

    def _is_due(self, callback: Callable[[], None]) -> None:
        self._due.append(callback)
        if len(self._due) == 1:
            self._tell_soon()

    def _tell_soon(self) -> None:
        self._loop.call_soon(self._tell_due)

    def _tell_due(self) -> None:
        """Call some of those whose time has come, and the next ones when what these have told is on its way."""
        _call([self._due.popleft() for _ in range(min(TOLD_TOGETHER, len(self._due)))])
        if self._due:
            self.then(self._tell_soon)

    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._end_of_tick)

    def _end_entries(self) -> None:
        self._batch.commands += [log.entry() for log in self._open]
        self._open.clear()

    def _end_of_tick(self) -> None:
        if self._in_flight is not None:
            return  # what was collected goes when the batch in flight has been written
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
        """Keep for a while what has been written."""
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
        """Forget what is too much of the logs in use, a step in each iteration of the event loop, as there may be thousands."""
        try:
            next(work)
        except StopIteration:
            self._shortens = False
        else:
            self._loop.call_soon(self._shorten, work)

    def _finish(self, batch: _Batch) -> None:
        """A batch has been written, or it is known what is to be done about it: let it out, and go on with the next."""
        self._release(batch)
        self._go_on_behind()

    def _go_on_behind(self) -> None:
        """The batch in flight is done with: go on with the next, and with a store that takes nothing."""
        self._in_flight = None
        if not self.safe and not self.replaced:
            self._begin_recovery()
        if self._scheduled:
            self._end_of_tick()

    def _hold_back(self, batch: _Batch) -> None:
        """Keep a batch until the store has taken it, frames and all; what only waits for its turn need not wait."""
        if batch.commands:
            self._keep(batch)
        else:
            self._after += batch.after
        self._held.append(batch)
        then, batch.then = batch.then, []
        _call(then)

    def _tell_unsafe(self, batch: _Batch) -> None:
        """Count what players are about to be told of though the store has not taken it."""
        self.unsafe.update(code for command in batch.commands if (code := room_of(command)))

    def _release(self, batch: _Batch) -> None:
        self.released += 1
        if self.replaced:  # nobody may be told of what will never be written, nor of anything that comes after it
            batch.frames.clear()
        recipients: list[Recipient] = []
        for frame, addressed in batch.frames:
            for recipient in addressed:
                if not recipient.pending:
                    recipients.append(recipient)
                recipient.pending.append(frame)
        for recipient in recipients:
            frames, recipient.pending = recipient.pending, []
            try:
                recipient.write(frames)
            except Exception:  # one socket's trouble must not keep the others waiting
                logger.exception("a socket could not be written to")
        _call(batch.then)

    # ---- when something must be waited for ---------------------------------------------------------------------------

    async def _commit_by_task(self, batch: _Batch, outcome: BatchResult | None) -> None:
        """Write a batch for which there is no connection, or no certain lease; or see to one that has had this outcome."""
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
        except Exception as error:  # whatever it is: what was not written must not be lost
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
        """Write these, or look at what became of them."""
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
                    await self._execute(commands)  # one connection that breaks is not worth a word

    async def _write_with_more_room(self, commands: list[bytes], refusal: ErrorReply) -> None:
        """Write these to a store whose memory is full, after it has evicted what is worth less. It was filled faster than it is
        looked at (`upkeep/memory.py`)."""
        try:
            async with asyncio.timeout(self._bounds.hang):
                await self.make_room()
        except STORE_AWAY as error:
            raise refusal from error
        async with asyncio.timeout(self._bounds.hang):
            await self._execute(commands)

    async def _execute(self, commands: list[bytes]) -> None:
        """Write these; over a new connection first all that the store should have and has not, and what was written lately."""
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
            raise  # else the connection is as good as any
        except BaseException:
            writer.close()  # so that also what was to be written again will be tried again
            raise
        self._again = []
        self._note(commands)

    async def _missing(self, writer: Writer | Shards, commands: list[bytes]) -> list[bytes]:
        """Return what the store lacks of what it has acknowledged, and say so."""
        waiting = self._backlog or commands
        went_back = await self.mender.compare(writer, list(self.logs.values()), [*waiting, *self._batch.commands])
        if went_back is None:
            return []
        self.on_went_back(went_back)
        return went_back.commands

    def _noted(self) -> list[bytes]:
        """Return what was written lately."""
        return [pack(*command) for _, packed in self._lately for command in unpack(packed)]

    def _noted_elsewhere(self) -> list[bytes]:
        """Return what was written lately, but for the logs in use, which have been compared."""
        compared = {keys.log(code).encode() for code in self.logs}
        return [command for command in self._noted() if log_of(command) not in compared]

    def look_again(self) -> None:
        """Compare what the store has with what it has acknowledged: there is reason to."""
        if self._writer is not None:
            self._writer.close()
        if self.safe and self._in_flight is None:
            self.write("PING")  # whatever is written next goes over a new connection

    async def look_where(self) -> None:
        """See whether what is written still goes to the store's master; else compare the one that there is now with what was
        acknowledged."""
        writer = self._writer
        if writer is not None and writer.ready and not await self._address.leads_to(writer) and writer is self._writer:
            logger.error("the store has another master now")
            self.look_again()

    async def _look_at(self, commands: list[bytes], refused: ErrorReplies) -> None:
        """See whether the commands that were not carried out need not be."""
        known: dict[bytes, int] = {}
        for number, refusal in refused:
            name, *arguments = unpack(commands[number])[0]
            if name == b"XADD" and "equal or smaller" in str(refusal):
                known[arguments[0]] = int(arguments[1].partition(b"-")[0])
                continue
            if is_trouble(str(refusal)):
                raise refusal  # its disk or memory is full, say, or it is a replica just now: as good as away
            # Redis is there and will never take this one: keeping it would block all that comes after.
            logger.error("the store refuses %s %s: %s", name, arguments[:1], refusal)
        for (
            log,
            fence,
        ) in known.items():  # written already, by a try whose answer was lost; or the room is another node's
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
        """All has been written: release what waited for it."""
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
        """Write these, which lie in files, as soon as the store takes them: it is there, and takes nothing."""
        self.owes = True
        self._put_off(commands)
        self._go_without(ConnectionError("it takes nothing"))

    def doubt(self) -> None:
        """The lease has run out: tell nobody of anything that another node may not know."""
        if not self.replaced and self.safe and not self._lease.plays_on:
            self._go_without(TimeoutError("this server could not renew its lease in time"))

    def join_others(self) -> None:
        """Which nodes live has changed: where this one is not alone any more, it plays on without the store no longer."""
        if not self.replaced and not self.safe and not self.holding and not self._lease.plays_on:
            self._hold()

    def _go_without(self, error: Exception) -> None:
        """The store does not take what is written: play on without it where nobody else is there, else hold, until it is back."""
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
        """Try again and again to write what waits, once no batch is on its way."""
        if self._in_flight is None and (self._recovery is None or self._recovery.done()):
            self._recovery = asyncio.create_task(self._recover(), name="store recovery")

    def _tell_trouble(self, error: Exception) -> None:
        """Say in the log why the store takes nothing, each time that the reason is another one."""
        trouble = in_words(error) or f"no answer within {self._bounds.hang:g} s"
        if trouble != self.trouble:
            self.trouble = trouble
            logger.error("the store is away: %s", trouble)

    def give_up(self) -> None:
        """Write nothing any more, and say nothing: another node has taken over."""
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
        """Write and send what has been collected."""
        self._closing = True
        while self._scheduled or self._in_flight is not None:
            released = asyncio.Event()
            self.then(released.set)
            await released.wait()
        if self._recovery is not None and (await asyncio.wait([self._recovery], timeout=self._bounds.close))[1]:
            self._recovery.cancel()
            await asyncio.wait([self._recovery])
            self.left = len(self._backlog)
        if self._writer is not None:
            self._writer.close()
            await asyncio.sleep(0)  # so that the event loop lets go of it
        await self._address.aclose()


async def _nothing() -> None:
    """Nobody wants to know."""


def _call(callbacks: list[Callable[[], None]]) -> None:
    for callback in callbacks:
        try:
            callback()
        except Exception:  # nobody's trouble may hold up the next batch
            logger.exception("what was to follow a batch has failed")
