"""The other workers of this machine. A socket itself can be given to them and continues there without a relay.

The supervisor creates a pair of sockets for each worker before it starts any, so they have no name by which others
could find them. Only that worker reads from one end; all workers may write to the other. They write the file descriptor
of a player's socket with a `Parcel`: the player, the request that caused it, and input that is not read yet. The
player's client notices nothing.

A worker asks another one through the same sockets whether it can't reach the store: it sends one end of a new pair of
sockets, on which the other answers. All workers accept from one port, so none of them can be asked there.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import socket
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import msgpack

from cadogan_protocol.codec import Format
from cadogan_server.gateway.relays.relay import Passenger

logger = logging.getLogger(__name__)

MOST_BYTES = 128 * 1024
"""Bytes of a parcel. Larger messages are not delivered whole on every system, so a socket with more input is
relayed."""

AT_ONCE = 8
"""Sockets accepted in one turn, so that moves are handled in between."""

WAIT_SECONDS = 1.0
"""Seconds that a worker may accept nothing before its sockets are relayed instead."""

FEW = 16
"""Spectators of another worker's room that each worker gives to it. For more the room is mirrored: one worker is too
few for a crowd, and a mirror for a few costs more than they do."""

MOST_ROOMS = 10_000
"""Rooms for which the number of given spectators is remembered: the latest ones."""

QUESTION = b"?"
"""The message that takes the place of a parcel, with a socket on which to answer whether the store can't be reached."""

LACKS, REACHES = b"1", b"0"
"""The answers to it."""

WORKER = "worker"
"""Name under which a node's lease publishes the supervisor's id and its own number."""


@dataclass(frozen=True)
class Inherited:
    """The sockets and the number that a worker gets from its supervisor.

    Attributes:
        group: random id of the supervisor.
        number: number of the worker, from 1.
        listening: file descriptors of the sockets on which all workers listen.
        inlet: file descriptor from which this worker reads parcels.
        outlets: file descriptors to which it writes parcels for each worker, by number.
    """

    group: str
    number: int
    listening: tuple[int, ...]
    inlet: int
    outlets: tuple[int, ...]

    @property
    def name(self) -> str:
        """The value that this worker publishes in its node lease under `WORKER`."""
        return f"{self.group} {self.number}"

    @property
    def descriptors(self) -> tuple[int, ...]:
        """All inherited file descriptors."""
        return (*self.listening, self.inlet, *self.outlets)


class Parcel(NamedTuple):
    """The state that is passed along with a socket.

    Attributes:
        passenger: the socket's player.
        fmt: format of its messages.
        counts: the number of sockets of its address that it counts as: 0 if another node relays it or it is a bot's, else 1.
        allowance: messages that it may send at once under the limit on one socket.
        message: message because of which it is given.
        unread: input behind that message.
        mirroring: id of the node that mirrors a room through it; None for a player's socket.
    """

    passenger: Passenger
    fmt: Format
    counts: int
    allowance: float
    message: bytes | str
    unread: bytes
    mirroring: str | None = None

    def pack(self) -> bytes:
        """Return the parcel as bytes."""
        packed: bytes = msgpack.packb([self.passenger.pack(), self.fmt.value, *self[2:]])
        return packed

    @classmethod
    def unpack(cls, packed: bytes) -> Parcel:
        """Return the parcel that `pack` has packed."""
        passenger, fmt, *rest = msgpack.unpackb(packed)
        return cls(Passenger.unpack(passenger), Format(fmt), *rest)


class Siblings:
    """The other workers of the same supervisor.

    Args:
        inherited: this worker's sockets and number, from the supervisor.
        says: returns an item of a living node's description of itself.
    """

    def __init__(self, inherited: Inherited, says: Callable[[str, str], str | None]) -> None:
        self._group = inherited.group
        self._me = inherited.number
        self._says = says
        self._loop = asyncio.get_running_loop()
        self._inlet = socket.socket(fileno=inherited.inlet)
        self._outlets = [socket.socket(fileno=outlet) for outlet in inherited.outlets]
        for end in (self._inlet, *self._outlets):
            end.setblocking(False)
        self._onlookers: OrderedDict[str, int] = OrderedDict()
        """Room code → spectators given to the room's worker."""

    def number_of(self, node: str) -> int | None:
        """Return the number of the worker that is this node; None if it is no other worker or does not live."""
        group, _, number = (self._says(node, WORKER) or "").partition(" ")
        return int(number) if group == self._group and int(number) != self._me else None

    def one_of_few(self, code: str) -> bool:
        """Return True if another worker's room has few spectators here, so that one more is given to it; count that one."""
        given = self._onlookers.pop(code, 0)
        self._onlookers[code] = min(given + 1, FEW)
        if len(self._onlookers) > MOST_ROOMS:
            self._onlookers.popitem(last=False)
        return given < FEW

    def listen(self, take: Callable[[Parcel, int], None], lacks_store: Callable[[], bool]) -> None:
        """Call `take` with each parcel and file descriptor that other workers give to this one. `take` closes the
        descriptor. Call `lacks_store` when they ask whether this worker can't reach the store."""
        self._loop.add_reader(self._inlet, self._look, take, lacks_store)

    def close(self) -> None:
        """Stop giving and accepting."""
        if self._inlet.fileno() >= 0:
            self._loop.remove_reader(self._inlet)
        for end in (self._inlet, *self._outlets):
            end.close()

    def give(self, number: int, parcel: Parcel, descriptor: int) -> bool:
        """Give a socket to a worker; return False if that has too many waiting. The caller keeps its own descriptor.

        Raises:
            OSError: the worker is gone, or the parcel is too large.
        """
        packed = parcel.pack()
        if len(packed) > MOST_BYTES:
            raise OSError(errno.EMSGSIZE, f"{len(packed)} bytes are too much to go with a socket")
        try:
            socket.send_fds(self._outlets[number - 1], [packed], [descriptor])
        except BlockingIOError:
            return False
        return True

    async def room_for_more(self, number: int) -> None:
        """Wait until a worker accepts more.

        Raises:
            TimeoutError: it does not within `WAIT_SECONDS`.
        """
        outlet = self._outlets[number - 1].dup()  # the loop allows one waiting writer per descriptor
        writable = asyncio.Event()
        self._loop.add_writer(outlet, writable.set)
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await writable.wait()
        finally:
            self._loop.remove_writer(outlet)
            outlet.close()

    async def lacks_store(self, number: int) -> bool:
        """Return True if a worker says that it can't reach the store; False if it does not answer."""
        here, there = socket.socketpair()
        with here, there:
            here.setblocking(False)
            try:
                socket.send_fds(self._outlets[number - 1], [QUESTION], [there.fileno()])
                there.close()  # a worker that closes the other copy without an answer ends the wait
                async with asyncio.timeout(WAIT_SECONDS):
                    return await self._loop.sock_recv(here, 1) == LACKS
            except OSError:  # it is gone, has too much waiting, or stands still
                return False

    def _look(self, take: Callable[[Parcel, int], None], lacks_store: Callable[[], bool]) -> None:
        for _ in range(AT_ONCE):
            try:
                packed, descriptors, _, _ = socket.recv_fds(self._inlet, MOST_BYTES, 1)
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:
                logger.warning("a socket from another worker can't be taken: %s", error)
                return
            if not descriptors:  # too many open files
                logger.warning("a socket from another worker can't be taken: too many files are open")
                continue
            if packed == QUESTION:
                with socket.socket(fileno=descriptors[0]) as asking, contextlib.suppress(OSError):
                    asking.send(LACKS if lacks_store() else REACHES)
                continue
            try:
                parcel = Parcel.unpack(packed)
            except (ValueError, TypeError) as error:  # at most from a worker of another version
                logger.error("a message of another worker can't be read: %s", error)
                with contextlib.suppress(OSError):
                    os.close(descriptors[0])
                continue
            take(parcel, descriptors[0])
