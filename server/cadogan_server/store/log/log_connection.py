"""The connection to the store over which logs are written: it repeats over each new connection what the store has lost.

A Redis that dies may lose what it has acknowledged: the last seconds, or everything. So may a replica that takes over
from its master. Rooms that have gone on since would have a gap in their logs, behind which nothing can be played. So
over each new connection the logs are compared with what was acknowledged, missing entries are written again
(`mending.py`), and then everything else written lately.

Every command does nothing the second time: appends carry their own entry id, which Redis accepts only once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from typing import Protocol

from cadogan_server.store import keys
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.log.known import shortening
from cadogan_server.store.log.mending import DataLoss, Mender, log_of
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.redis.address import Address
from cadogan_server.store.redis.shards import Shards
from cadogan_server.store.redis.trouble import another_has_taken_over, is_trouble
from cadogan_server.store.redis.writer import BatchResult, ErrorReplies, ErrorReply, Writer, pack, unpack

logger = logging.getLogger(__name__)


class WriteLease(Protocol):
    """The lease that allows this server to write."""

    @property
    def sure(self) -> bool:
        """True if this server may write, as far as the clock tells."""

    @property
    def plays_on(self) -> bool:
        """True if play may go on without the store, because no other node takes the rooms meanwhile."""

    async def confirm(self, *, anew: bool = False) -> None:
        """Raise `LeaseLost` unless this server may write. The clock decides while it can; with `anew` the store is asked in
        any case."""

    async def must_hold(self, log: bytes, fence: int) -> None:
        """Raise `LeaseLost` if another node has acquired the room of a log with a greater fencing token."""


class Alone:
    """The lease of a server without other nodes."""

    sure = True
    plays_on = True

    async def confirm(self, *, anew: bool = False) -> None:
        """Do nothing."""

    async def must_hold(self, log: bytes, fence: int) -> None:
        """Do nothing."""


class LogConnection:
    """The journal's own connection to the store, or one to each master.

    Args:
        address: where the store is.
        lease: checked before each write.
        bounds: limits and times.
        waiting: returns the commands, in order, that the store need not have yet.
        went_back: called with the loss when the store has come back with less than it had acknowledged.
        on_connected: awaited after each new connection, which may lead to another master.

    Attributes:
        logs: room code → log in use; these are compared with the store.
        mender: finds what the store has lost.
        written: number of commands that Redis has taken, for the metrics.
    """

    def __init__(
        self,
        address: Address,
        lease: WriteLease,
        bounds: Bounds,
        waiting: Callable[[], list[bytes]],
        went_back: Callable[[DataLoss], None],
        on_connected: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.logs: dict[str, RoomLog] = {}
        self.mender = Mender()
        self.written = 0
        self._address = address
        self._lease = lease
        self._bounds = bounds
        self._waiting = waiting
        self._went_back = went_back
        self._on_connected = on_connected
        self._loop = asyncio.get_running_loop()
        self._writer: Writer | Shards | None = None
        self._closings = 0
        self._since_look = 0
        self._shortens = False
        """True while logs in use are being shortened."""
        self._again: list[bytes] | None = None
        """Commands to write over this connection before all others; None if not yet known."""
        self._lately: deque[tuple[float, bytes]] = deque()
        """Moment and packed content of each batch written lately."""

    # ---- while all goes well -----------------------------------------------------------------------------------------

    def send(self, commands: list[bytes], answered: Callable[[BatchResult], None]) -> bool:
        """Send a batch at once, if there is a connection and the lease is sure; else return False."""
        if self._writer is None or not self._writer.ready or not self._lease.sure:
            return False
        self._writer.send(commands, answered)
        return True

    def note(self, commands: list[bytes]) -> None:
        """Keep commands that are written for as long as the store may lose them."""
        now, packed = self._loop.time(), b"".join(commands)
        self.written += len(commands)
        self._lately.append((now, packed))
        self._since_look += len(packed)
        if self._since_look > self._bounds.known_look and not self._shortens:
            self._since_look = 0
            self._shortens = True
            self._shorten(shortening([log.known for log in self.logs.values()], self._bounds.known))
        while self._lately[0][0] < now - self._bounds.lately:
            self._lately.popleft()

    def lately(self) -> list[bytes]:
        """Return the commands written lately."""
        return [pack(*command) for _, packed in self._lately for command in unpack(packed)]

    def _shorten(self, work: Iterator[None]) -> None:
        """Shorten the logs in use by one step per iteration of the event loop, as there may be thousands."""
        try:
            next(work)
        except StopIteration:
            self._shortens = False
        else:
            self._loop.call_soon(self._shorten, work)

    # ---- waits -------------------------------------------------------------------------------------------------------

    async def finish(self, commands: list[bytes], outcome: BatchResult | None) -> None:
        """Write commands, or deal with the outcome of a batch that was sent.

        Raises:
            LeaseLost: this server may not write.
            ErrorReply, ConnectionError, TimeoutError: the store does not take them now.
        """
        if isinstance(outcome, list):
            await self._check(commands, outcome)
            self.note(commands)
        elif isinstance(outcome, TimeoutError):
            raise outcome
        else:
            async with asyncio.timeout(self._bounds.hang):
                try:
                    await self.write(commands)
                except ConnectionError:
                    await self.write(commands)  # one broken connection is not worth a message

    async def write(self, commands: list[bytes]) -> None:
        """Write commands. Over a new connection, first write what the store lacks and what was written lately.

        Raises:
            LeaseLost: this server may not write.
            ErrorReply, ConnectionError, TimeoutError: the store does not take them now.
        """
        await self._lease.confirm()
        if self._writer is None or not self._writer.ready:
            closings = self._closings
            writer = await self._address.connect()
            if closings != self._closings:  # closed meanwhile: nobody would close this connection
                writer.close()
                raise ConnectionError("the connection was closed while it was being opened")
            self._writer = writer
            self._again = None
            if self._on_connected is not None:
                await self._on_connected()
        writer = self._writer
        try:
            if self._again is None:
                self._again = [*await self._missing(writer), *self._lately_elsewhere()]
            wanted = [*self._again, *commands]
            await self._check(wanted, await writer.ask(wanted))
        except ErrorReply as refusal:
            if another_has_taken_over(str(refusal)):
                writer.close()
            raise  # the connection itself is fine
        except BaseException:
            writer.close()  # so that a new connection repeats what was to be written again
            raise
        self._again = []
        self.note(commands)

    async def _missing(self, writer: Writer | Shards) -> list[bytes]:
        """Return commands that write what the store has lost, and report the loss."""
        loss = await self.mender.compare(writer, list(self.logs.values()), self._waiting())
        if loss is None:
            return []
        self._went_back(loss)
        return loss.commands

    def _lately_elsewhere(self) -> list[bytes]:
        """Return the commands written lately, except to logs in use, which have been compared."""
        compared = {keys.log(code).encode() for code in self.logs}
        return [command for command in self.lately() if log_of(command) not in compared]

    async def _check(self, commands: list[bytes], refused: ErrorReplies) -> None:
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
        for log, fence in known.items():  # an attempt whose answer was lost wrote it, or the room has another owner
            await self._lease.must_hold(log, fence)

    # ---- connections -------------------------------------------------------------------------------------------------

    def drop(self) -> None:
        """Drop the connection: the next write goes over a new one, and compares the logs first."""
        if self._writer is not None:
            self._writer.close()

    async def leads_elsewhere(self) -> bool:
        """Return True if the store has another master than the one that this connection leads to."""
        writer = self._writer
        return (
            writer is not None and writer.ready and not await self._address.leads_to(writer) and writer is self._writer
        )

    async def close(self) -> None:
        """Close the connections, also one that is just being opened."""
        self._closings += 1
        if self._writer is not None:
            self._writer.close()
            await asyncio.sleep(0)  # lets the event loop drop the connection
        await self._address.aclose()
