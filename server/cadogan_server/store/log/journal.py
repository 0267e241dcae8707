"""Group commit: what is written in one tick of the event loop, or in several under load, goes to Redis as one batch.

At the end of a tick all appends and commands of all rooms go out in one buffer. One batch is in flight at a time; what
later ticks bring is collected meanwhile, and under load for some milliseconds more (`interval.py`). When the batch is written,
the callbacks that wait for it are called: above all that of the bus (`delivery/bus.py`), which then releases the frames
of the tick.
Normally callbacks alone do this (`store/redis/writer.py`, or `shards.py` beside it for a Cluster); a task is created only where
something must be waited for (`slow_commits.py`).

The connection (`log_connection.py`) writes batches and repeats those that the store has lost. Batches that the store
does not take are kept until it is back (`unwritten.py`). Nothing is written unless this node lives (`store/nodes/node_lease.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from cadogan_server.store import STORE_SECONDS
from cadogan_server.store.log.batch import Batch, Callback, call
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.log.interval import Interval
from cadogan_server.store.log.log_connection import Alone, LogConnection, WriteLease
from cadogan_server.store.log.mending import DataLoss
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.log.slow_commits import SlowCommits, close
from cadogan_server.store.log.spill import Spill
from cadogan_server.store.log.unwritten import JournalObserver, Unwritten
from cadogan_server.store.nodes.node_lease import LeaseLost
from cadogan_server.store.redis.address import Address
from cadogan_server.store.redis.writer import Argument, BatchResult, pack
from cadogan_server.telemetry.histogram import Histogram
from cadogan_server.telemetry.load import Load

COMMIT_SECONDS = (0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bucket bounds, in seconds, of the histogram of the time that the store takes for a batch."""


class Journal:
    """The only way to the logs, and the barrier that frames wait for.

    Args:
        url: URL of the store; the journal opens its own connection, or one to each master.
        lease: checked before each write.
        spill: file for commands that wait for the store.
        replicas: number of replicas of a master that must have a batch before it counts as written.
        bounds: limits and times; None: the defaults.
        on_connected: awaited after each new connection, which may lead to another master.
        interval: keeps batches apart under load; None: they follow at once.

    Attributes:
        connection: the connection to the store, and the logs in use.
        unwritten: the commands that the store has not taken.
        closed: number of batches closed so far.
        commits: seconds that the store took for each batch. The frames of a batch wait this long.

    Raises:
        ValueError: `url` is no URL of a store.
    """

    def __init__(
        self,
        url: str,
        lease: WriteLease | None = None,
        spill: Spill | None = None,
        replicas: int = 0,
        bounds: Bounds | None = None,
        on_connected: Callable[[], Awaitable[None]] | None = None,
        interval: Interval | None = None,
    ) -> None:
        self.closed = 0
        self.commits = Histogram(COMMIT_SECONDS)
        self._bounds = bounds or Bounds()
        self._lease: WriteLease = lease or Alone()
        self._observers: list[JournalObserver] = []
        address = Address(url, STORE_SECONDS, self._bounds.hang, replicas)
        self.connection = LogConnection(
            address, self._lease, self._bounds, self._waiting, self._went_back, on_connected
        )
        self.unwritten = Unwritten(
            self.connection, self._lease, spill, self._bounds, self._observers, lambda: self._in_flight is None
        )
        self._slow = SlowCommits(self.connection, self._bounds, self._observers)
        self._loop = asyncio.get_running_loop()
        self._interval = interval or Interval(Load(), lambda: False)
        self._closed_before = 0
        """`closed` when the interval last asked whether frames are leaving."""
        self._batch = Batch()
        self._scheduled = False
        self._in_flight: Batch | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def safe(self) -> bool:
        """True while the store has everything that players were told."""
        return self.unwritten.safe

    @property
    def holding(self) -> bool:
        """True while no frame leaves before Redis has its changes, because another node may take the rooms."""
        return self.unwritten.holding

    @property
    def replaced(self) -> bool:
        """True after another node has ended this one."""
        return self.unwritten.replaced

    @property
    def full(self) -> bool:
        """True if nothing more may be written, until Redis is back or for good."""
        return self.unwritten.full

    @property
    def cut_off(self) -> bool:
        """True if this node can't be sure of its rooms: it holds, and another node may have taken them."""
        return self.unwritten.holding and not self._lease.sure

    def observe(self, observer: JournalObserver) -> None:
        """Inform this observer of all changes from now on, each time after all earlier observers."""
        self._observers.append(observer)

    # ---- input of a tick ---------------------------------------------------------------------------------------------

    def append(self, log: RoomLog, record: bytes) -> None:
        """Append a record to a room's log. All records of one tick form one entry."""
        if log.records:
            log.records += record
        else:
            log.records = record
            self._batch.logs.append(log)
            self._schedule()

    def write(self, *command: Argument) -> None:
        """Send a command to Redis. It must do nothing the second time."""
        self._batch.end_entries()  # earlier appends come before this command, later ones after it
        self._batch.commands.append(pack(*command))
        self._schedule()

    def then(self, callback: Callback) -> None:
        """Call this, in order, when players may be told of everything written so far: the store has it, or this node
        plays on without the store. Never call it if another node has ended this one.
        """
        self._batch.then.append(callback)
        if not self._scheduled:
            self._schedule()

    def in_turn(self, callback: Callback) -> None:
        """Call this when all callbacks of `then` have been called; or when it is known that they are dropped, or held until the
        store is back."""
        self._batch.in_turn.append(callback)
        self._schedule()

    def when_written(self, callback: Callback) -> None:
        """Call this once the store has everything written so far; never if another node has ended this one."""
        self._batch.after.append(callback)
        self._schedule()

    def look_again(self) -> None:
        """Drop the connection, as the store may have lost data. Over a new one the logs are compared first."""
        self.connection.drop()
        if self.safe and self._in_flight is None:
            self.write("PING")  # the next write goes over a new connection

    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._end_of_tick)

    def _waiting(self) -> list[bytes]:
        """Return the commands, in order, that the store need not have yet."""
        in_flight = self._in_flight.commands if self._in_flight is not None else []
        return [*self.unwritten.commands, *in_flight, *self._batch.commands]

    def _went_back(self, loss: DataLoss) -> None:
        for observer in self._observers:
            observer.went_back(loss)

    # ---- batch after batch -------------------------------------------------------------------------------------------

    def _end_of_tick(self) -> None:
        if self._in_flight is not None or (self._interval.open and self._batch.writes):
            return  # what was collected leaves when the batch in flight is written, or the interval is over
        self._scheduled = False
        batch, self._batch = self._batch, Batch()
        batch.end_entries()
        self.closed += 1
        unwritten = self.unwritten
        if unwritten.replaced:
            self._release(batch)
        elif unwritten.holding:
            unwritten.hold(batch)
        elif not batch.commands:
            batch.release()
            if unwritten.safe:
                call(batch.after)
            else:
                unwritten.keep_after(batch)
        elif not unwritten.safe:
            unwritten.add_released(batch)
            batch.release()
        else:
            self._in_flight = batch
            batch.sent = self._loop.time()
            self._interval.sent()
            if not self.connection.send(batch.commands, self._answered):
                self._commit_slowly(batch, None)

    def _answered(self, outcome: BatchResult) -> None:
        batch = self._in_flight
        assert batch is not None
        if outcome:
            self._commit_slowly(batch, outcome)
            return
        self.connection.note(batch.commands)
        self.commits.note(self._loop.time() - batch.sent)
        self._release(batch)
        self._interval.begin(self._frames_leave, self._next)
        self._go_on()
        if batch.after:
            call(batch.after)

    def _frames_leave(self) -> bool:
        """Return True if batches of frames alone have left since the last call, or one is about to."""
        before, self._closed_before = self._closed_before, self.closed
        return before != self.closed or (self._scheduled and not self._batch.writes)

    def _release(self, batch: Batch) -> None:
        """Call the callbacks of a batch. If this node is replaced, call only those that wait for their turn: nobody may be
        told of changes that will never be written, nor of anything after them."""
        if self.unwritten.replaced:
            batch.take_turn()
        else:
            batch.release()

    def _go_on(self) -> None:
        """Go on after the batch in flight: with the next one, and with what is unwritten."""
        self._in_flight = None
        self.unwritten.try_again()
        self._next()

    def _next(self) -> None:
        if self._scheduled:
            self._end_of_tick()

    def _commit_slowly(self, batch: Batch, outcome: BatchResult | None) -> None:
        """Write a batch without a connection or with a lease in doubt, or handle the outcome of a batch that was sent, by
        a task."""
        self._task = asyncio.create_task(self._slow.commit(batch.commands, outcome), name="group commit")
        self._task.add_done_callback(partial(self._committed, batch))

    def _committed(self, batch: Batch, task: asyncio.Task[None]) -> None:
        if task.cancelled():  # the event loop ends
            return
        error, unwritten = task.exception(), self.unwritten
        if error is None:
            self.commits.note(self._loop.time() - batch.sent)
        if isinstance(error, LeaseLost):
            unwritten.was_ended()
        elif unwritten.replaced:
            pass
        elif error is None:
            call(batch.after)
        elif isinstance(error, Exception):  # whatever it is, unwritten changes must not be lost
            unwritten.go_without(error)
            if unwritten.holding:
                unwritten.hold(batch)
                self._go_on()
                return
            unwritten.add_released(batch)
        self._release(batch)
        self._go_on()

    def close(self) -> Awaitable[None]:
        """Write everything collected, call the callbacks that wait, then close the connections."""
        return close(
            self.connection, self.unwritten, self.in_turn, lambda: self._scheduled or self._in_flight is not None
        )


async def until_told(journal: Journal) -> None:
    """Wait until players may be told of everything written so far."""
    told = asyncio.Event()
    journal.then(told.set)
    await told.wait()
