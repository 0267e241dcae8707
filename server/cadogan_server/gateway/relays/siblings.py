"""The other workers of this machine, to whom a socket itself can be given: it then goes on there, and nothing is in between.

The supervisor has made a pair of sockets for each worker before it started any, so that none has a name by which others could find
it: out of the one end only that worker reads, into the other all may write. What is written is the file descriptor of a player's
socket with a `Parcel`: who it is, what was asked for, and what has come in behind that and is not read yet. Who
speaks through the socket learns nothing of it.
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
"""Of a parcel: more does not go through in one piece everywhere, and whose socket has sent as much is relayed."""

AT_ONCE = 8
"""So many sockets are taken at most in one look, so that moves are dealt with in between."""

WAIT_SECONDS = 1.0
"""For so long a worker may take nothing before its sockets are relayed instead."""

FEW = 16
"""So many who look on at a room of another worker are given to it by each worker; of more the room is followed, since one worker
is too few for a crowd, and a link for a few costs more than they do."""

MOST_ROOMS = 10_000
"""Of so many rooms it is known how many were given there: those that were asked for last."""

WORKER = "worker"
"""What a node says of itself: the supervisor's id and its own number."""


@dataclass(frozen=True)
class Inherited:
    """What a worker has from its supervisor.

    Attributes:
        group: a random id of the supervisor.
        number: of the worker, from 1 on.
        listening: file descriptors of the sockets that all workers listen on.
        inlet: that of what others write to this worker into.
        outlets: those by which this worker writes to each, in the order of their numbers.
    """

    group: str
    number: int
    listening: tuple[int, ...]
    inlet: int
    outlets: tuple[int, ...]

    @property
    def name(self) -> str:
        """What this worker says of itself as a node."""
        return f"{self.group} {self.number}"

    @property
    def descriptors(self) -> tuple[int, ...]:
        """All that it has."""
        return (*self.listening, self.inlet, *self.outlets)


class Parcel(NamedTuple):
    """What goes with a socket.

    Attributes:
        passenger: whose it is.
        fmt: how it is spoken there.
        counts: as how many it counts among the sockets of its address: 0, where another node relays it, or it is a bot's; else 1.
        allowance: how many messages it may send at once, of the bound on one socket.
        message: what has led to its being given.
        unread: what has come in behind that.
        follower: the id of the node that follows a room through it; None: it is a player's.
    """

    passenger: Passenger
    fmt: Format
    counts: int
    allowance: float
    message: bytes | str
    unread: bytes
    follower: str | None = None

    def pack(self) -> bytes:
        """Return it as bytes."""
        packed: bytes = msgpack.packb([self.passenger.pack(), self.fmt.value, *self[2:]])
        return packed

    @classmethod
    def unpack(cls, packed: bytes) -> Parcel:
        """Return what was packed."""
        told, fmt, *rest = msgpack.unpackb(packed)
        return cls(Passenger.unpack(told), Format(fmt), *rest)


class Siblings:
    """The workers of one supervisor, as one of them sees the others.

    Args:
        inherited: what this one has from the supervisor.
        says: returns what a node that lives says of itself.
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
        """How many who look on at a room were given to its worker, by its code."""

    def number_of(self, node: str) -> int | None:
        """Return the number of the other worker that is this node; None where it is none, or does not live."""
        group, _, number = (self._says(node, WORKER) or "").partition(" ")
        return int(number) if group == self._group and int(number) != self._me else None

    def one_of_few(self, code: str) -> bool:
        """Whether somebody more who looks on at a room of another worker is given to it; who is counts as given."""
        given = self._onlookers.pop(code, 0)
        self._onlookers[code] = min(given + 1, FEW)
        if len(self._onlookers) > MOST_ROOMS:
            self._onlookers.popitem(last=False)
        return given < FEW

    def listen(self, take: Callable[[Parcel, int], None]) -> None:
        """Let `take` have what others give to this worker from now on: parcels, and file descriptors to be closed by it."""
        self._loop.add_reader(self._inlet, self._look, take)

    def close(self) -> None:
        """Take no more, and give none."""
        if self._inlet.fileno() >= 0:
            self._loop.remove_reader(self._inlet)
        for end in (self._inlet, *self._outlets):
            end.close()

    def give(self, number: int, parcel: Parcel, descriptor: int) -> bool:
        """Give a socket to a worker; False: it has too many waiting just now. The descriptor remains the caller's.

        Raises:
            OSError: it can't be given: the worker is gone, or the parcel too large.
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
        """Wait until a worker may take more.

        Raises:
            TimeoutError: it does not within `WAIT_SECONDS`.
        """
        outlet = self._outlets[number - 1].dup()  # the loop knows one who waits for each descriptor
        writable = asyncio.Event()
        self._loop.add_writer(outlet, writable.set)
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await writable.wait()
        finally:
            self._loop.remove_writer(outlet)
            outlet.close()

    def _look(self, take: Callable[[Parcel, int], None]) -> None:
        for _ in range(AT_ONCE):
            try:
                packed, descriptors, _, _ = socket.recv_fds(self._inlet, MOST_BYTES, 1)
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:
                logger.warning("a socket that another worker gives can't be taken: %s", error)
                return
            if not descriptors:  # there was no file left for it
                logger.warning("a socket that another worker gives can't be taken: too many files are open")
                continue
            try:
                parcel = Parcel.unpack(packed)
            except (ValueError, TypeError) as error:  # of a worker of another version, if at all
                logger.error("what another worker gives can't be read: %s", error)
                with contextlib.suppress(OSError):
                    os.close(descriptors[0])
                continue
            take(parcel, descriptors[0])
