"""The commands that the store has not taken: kept in order, and written when the store is back.

The fate of the frames that wait for them depends on other nodes (docs/decisions/001-lease.md):

- A node that is alone on the store plays on. It tells players that nothing is safe, then the frames leave.
- Otherwise another node may take this node's rooms, and unwritten commands would be lost. So this node is `holding`: no
  frame leaves before Redis has taken the changes that it tells of. It also holds while the lease is in doubt.

While it holds, or while more than `Bounds.unwritten` is unwritten, the journal is `full`: requests that would write are
refused, and rooms are paused until everything is written. Once another node has ended this one, the journal is full
for good: what is unwritten is dropped. `unsafe` counts the dropped changes that players had been told of.

Commands that wait for a Redis that is away are also written to the disk before any player is told of them (`spill.py`),
so they survive this server.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable

from cadogan_server.store.log.batch import Batch, Callback, call
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.log.log_connection import LogConnection, WriteLease
from cadogan_server.store.log.mending import DataLoss, room_of
from cadogan_server.store.log.spill import HELD, TOLD, Spill
from cadogan_server.store.nodes.node_lease import LeaseLost, LeaseObserver
from cadogan_server.store.redis.trouble import in_words
from cadogan_server.store.redis.writer import pack

logger = logging.getLogger(__name__)

COMMAND_BYTES = 50
"""Bytes of memory that a packed command takes beside its content, roughly."""

RETRY_SECONDS = 0.25
"""Seconds between two attempts to reach a Redis that is away."""


class JournalObserver:
    """Observes a journal. Each method does nothing unless it is overridden."""

    def safety_changed(self, safe: bool) -> None:
        """Note whether the store has everything. False comes when play goes on without the store, before any unsafe frame
        leaves; True comes when everything is written.
        """

    def became_full(self) -> None:
        """Note that nothing more may be written until `safety_changed(True)`."""

    def began_holding(self) -> None:
        """Note that no frame leaves until `safety_changed(True)`."""

    def went_back(self, loss: DataLoss) -> None:
        """Note that the store has come back with less than it had acknowledged."""

    async def lacks_memory(self) -> None:
        """Evict data: the store has refused a batch because its memory is full. The batch is tried again afterwards."""

    def was_replaced(self) -> None:
        """Note that another node has ended this one."""


class Unwritten(LeaseObserver):
    """The commands that wait for the store, and the callbacks that wait for them.

    Args:
        connection: writes them when the store is back.
        lease: decides whether play may go on meanwhile.
        spill: file for these commands.
        bounds: limits and times.
        observers: informed of changes.
        may_write: returns True if no batch is in flight. Only then may it write, as commands must stay in order.

    Attributes:
        commands: packed commands, in order.
        size: bytes of memory that they take, roughly.
        safe: True while the store has everything that players were told.
        holding: True while no frame leaves before Redis has its changes, because another node may take the rooms.
        replaced: True after another node has ended this one.
        owes: True while the store has not taken the spill of an earlier server; no room may be taken up until then.
        trouble: why the store takes nothing, in plain words; "" while it takes everything.
        unsafe: room code → number of log entries that players were told of and the store does not have.
        left: number of commands that could not be written before the end.
    """

    def __init__(
        self,
        connection: LogConnection,
        lease: WriteLease,
        spill: Spill | None,
        bounds: Bounds,
        observers: list[JournalObserver],
        may_write: Callable[[], bool],
    ) -> None:
        self.commands: list[bytes] = []
        self.size = 0
        self.safe = True
        self.holding = self.replaced = self.owes = False
        self.trouble = ""
        self.unsafe: Counter[str] = Counter()
        self.left = 0
        self._connection = connection
        self._lease = lease
        self._spill = spill
        self._bounds = bounds
        self._observers = observers
        self._may_write = may_write
        self._held: list[Batch] = []
        """Batches that are released when the store has their changes."""
        self._after: list[Callback] = []
        """Callbacks for the moment when the store has everything."""
        self._holds_in_spill = False
        """True if the spill file already has the mark behind which nobody was told of the commands."""
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    @property
    def full(self) -> bool:
        """True if nothing more may be written, until Redis is back or for good."""
        return self.replaced or self.holding or self.size > self._bounds.unwritten

    # ---- waiting changes ---------------------------------------------------------------------------------------------

    def add_released(self, batch: Batch) -> None:
        """Add a batch whose frames leave now, because this node plays on."""
        self._add(batch)
        self.unsafe.update(code for command in batch.commands if (code := room_of(command)))

    def hold(self, batch: Batch) -> None:
        """Keep a batch with its frames until the store has taken it."""
        if batch.commands:
            self._add(batch)
        else:
            self.keep_after(batch)
        self._held.append(batch)
        batch.take_turn()

    def keep_after(self, batch: Batch) -> None:
        """Keep a batch's callbacks that wait for the store, until everything is written."""
        self._after += batch.after

    def owe(self, commands: list[bytes]) -> None:
        """Write an earlier server's spilled commands as soon as the store, which answers but takes nothing, takes
        them."""
        self.owes = True
        self._put_off(commands)
        self.go_without(ConnectionError("it takes nothing"))

    def _add(self, batch: Batch) -> None:
        self.keep_after(batch)
        if self._spill is not None:
            before = [] if self._spill.begun else [*self._connection.lately(), TOLD]
            if self.holding and not self._holds_in_spill:
                self._holds_in_spill = True
                before.append(HELD)
            self._spill.add([*before, *batch.commands])
        self._put_off(batch.commands)

    def _put_off(self, commands: list[bytes]) -> None:
        had_space = not self.full
        self.commands += commands
        self.size += sum(map(len, commands)) + COMMAND_BYTES * len(commands)
        if had_space and self.full:
            for observer in self._observers:
                observer.became_full()

    # ---- going without the store -------------------------------------------------------------------------------------

    def go_without(self, error: Exception) -> None:
        """Go on without the store: play on if no other node is there, otherwise hold until the store is back."""
        self._tell_trouble(error)
        if self.safe:
            if self._lease.plays_on:
                self._set_safe(False)
            else:
                self.safe = False
                self._begin_holding()
        self.try_again()

    def came_in_doubt(self) -> None:
        """Go without the store: the lease is in doubt, so another node may take this node's rooms."""
        if not self.replaced and self.safe and not self._lease.plays_on:
            self.go_without(TimeoutError("this server could not renew its lease in time"))

    def nodes_changed(self) -> None:
        """Stop playing on without the store if this node is no longer alone."""
        if not self.replaced and not self.safe and not self.holding and not self._lease.plays_on:
            self._begin_holding()

    def has_played_on(self) -> bool:
        """Return True while players were told of changes that the store does not have."""
        return bool(self.unsafe)

    def was_ended(self) -> None:
        """Stop writing for good, and drop what waits: another node has ended this one."""
        if self.replaced:
            return
        self.replaced = True
        self.safe = self.holding = False
        if self.unsafe:
            logger.error(
                "%d changes in %d rooms are lost: this server was alone and had told its players of them, but another server has "
                "gone on without them", self.unsafe.total(), len(self.unsafe),
            )  # fmt: skip
        self.commands.clear()
        self._after.clear()
        self._held.clear()
        if self._spill is not None:
            self._spill.clear()
        for observer in self._observers:
            observer.was_replaced()

    def _begin_holding(self) -> None:
        self.holding = True
        for observer in self._observers:
            observer.began_holding()

    def _set_safe(self, safe: bool) -> None:
        if safe != self.safe:
            self.safe = safe
            for observer in self._observers:
                observer.safety_changed(safe)

    def _tell_trouble(self, error: Exception) -> None:
        """Log why the store takes nothing, whenever the reason changes."""
        trouble = in_words(error) or f"no answer within {self._bounds.hang:g} s"
        if trouble != self.trouble:
            self.trouble = trouble
            logger.error("the store is away: %s", trouble)

    # ---- until the store is back -------------------------------------------------------------------------------------

    def try_again(self) -> None:
        """Write what waits, attempt after attempt, once no batch is in flight."""
        if self.safe or self.replaced or not self._may_write():
            return
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write(), name="store recovery")

    async def _write(self) -> None:
        """Write everything as soon as Redis takes it and the lease is sure."""
        tried = False
        while self.commands or not tried:
            chunk = self.commands[: self._bounds.chunk]
            try:
                await self._connection.write(chunk or [pack("PING")])
            except LeaseLost:
                self.was_ended()
                return
            except Exception as error:
                if self._closing:
                    self.left = len(self.commands)
                    return
                self._tell_trouble(error)
                await asyncio.sleep(RETRY_SECONDS)
                continue
            tried = True
            del self.commands[: len(chunk)]
        if not self.replaced:
            self._is_back()

    def _is_back(self) -> None:
        """Release everything that waited: all is written."""
        self.size = 0
        self.owes = self.holding = self._holds_in_spill = False
        self.trouble = ""
        self.unsafe.clear()
        if self._spill is not None:
            self._spill.clear()
        logger.info("the store is back, and all has been written")
        after, self._after = self._after, []
        held, self._held = self._held, []
        for batch in held:
            batch.release()
        self._set_safe(True)
        call(after)

    def last_attempt(self) -> None:
        """Make the attempt under way, or the next one, the last."""
        self._closing = True

    async def close(self) -> None:
        """Wait up to `Bounds.close` seconds for the last attempt. Commands that are unwritten then are counted in
        `left`."""
        if self._task is not None and (await asyncio.wait([self._task], timeout=self._bounds.close))[1]:
            self._task.cancel()
            await asyncio.wait([self._task])
            self.left = len(self.commands)
