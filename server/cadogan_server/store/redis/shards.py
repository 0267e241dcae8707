"""The masters of a Redis Cluster as one connection for the journal.

A batch goes to all masters that it concerns at once, and is written when all have answered. If one connection breaks,
all are closed: the journal then connects to the current masters and compares them with what was acknowledged.

The same happens if a slot moves to a server that was no master when this was opened: a replica has taken over, perhaps
without the last entries. If a slot moves to another of these masters, it was moved on purpose with all its content, and
the commands follow it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import count
from typing import Any

from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from cadogan_server.store.redis.location import HostPort, shown
from cadogan_server.store.redis.writer import BatchResult, ErrorReplies, ErrorReply, Writer, pack

AGAIN_SECONDS = 0.05
"""Seconds between two attempts of a command whose keys are being moved."""

MOST_TRIES = 10
"""Attempts to send a command after its slot."""

_ASKING = pack("ASKING")

Open = Callable[[HostPort], Awaitable[Writer]]


def slot_of(command: bytes) -> int | None:
    """Return the slot of a packed command's keys; None if it has no key, or is part of a transaction's frame."""
    if command.startswith(b"*1\r\n"):
        return None
    name, key = command.split(b"\r\n", 5)[2:5:2]
    if name in (b"EVAL", b"EVALSHA"):
        parts = command.split(b"\r\n", 9)
        key = parts[8] if parts[6] != b"0" else b""
    return key_slot(key) if key else None


def owners_of(answer: Any, asked: HostPort) -> list[HostPort | None]:
    """Return the master of each slot from a reply to `CLUSTER SLOTS`. A server that omits its own address was
    `asked`."""
    owners: list[HostPort | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
    for first, last, master, *_ in answer:
        host = (master[0] or b"").decode() or asked[0]
        owners[first : last + 1] = [(host, int(master[1]))] * (last + 1 - first)
    return owners


class Shards:
    """Sends one batch at a time, like a `Writer`. It can't be used once one of its connections is gone.

    Args:
        open: opens a connection to a server.
        owners: master of each slot.
        lines: master → connection.
        hang: seconds after which a command that follows its slot is given up.
    """

    def __init__(self, open: Open, owners: list[HostPort], lines: dict[HostPort, Writer], hang: float) -> None:
        self.place: HostPort | None = None
        self._open = open
        self._owners = owners
        self._lines = lines
        self._hang = hang
        self._following: asyncio.Task[None] | None = None

    @property
    def ready(self) -> bool:
        """True if there is a connection to each master."""
        return all(line.ready for line in self._lines.values())

    def send(self, commands: Sequence[bytes], done: Callable[[BatchResult], None]) -> None:
        """Send a batch of packed commands, after the last one has been answered. Calls `done` later with the result.

        Raises:
            ConnectionError: a connection is gone.
        """
        if not self.ready:
            raise ConnectionError("a connection broke before anything was sent")
        parts = self._split(range(len(commands)), commands)
        answered = _Answered(len(parts), lambda outcome: self._look_at(commands, outcome, done))
        for place, numbers in parts.items():
            self._lines[place].send([commands[number] for number in numbers], answered.of(numbers))

    async def ask(self, commands: Sequence[bytes]) -> ErrorReplies:
        """Send a batch and wait for its result.

        Raises:
            ConnectionError, TimeoutError: nobody knows what the store has executed of it.
        """
        found: ErrorReplies = []

        async def ask(place: HostPort, numbers: list[int]) -> None:
            refused = await self._lines[place].ask([commands[number] for number in numbers])
            found.extend((numbers[place], refusal) for place, refusal in refused)

        await self._together(ask(*part) for part in self._split(range(len(commands)), commands).items())
        return await self._follow(commands, found)

    async def query(self, commands: Sequence[bytes]) -> list[Any]:
        """Send a batch that writes nothing; return the replies to its commands, which may be error replies.

        Raises:
            ConnectionError, TimeoutError: the replies have not come.
        """
        answers: list[Any] = [None] * len(commands)

        async def query(place: HostPort, numbers: list[int]) -> None:
            found = await self._lines[place].query([commands[number] for number in numbers])
            for number, answer in zip(numbers, found, strict=True):
                answers[number] = answer

        await self._together(query(*part) for part in self._split(range(len(commands)), commands).items())
        for answer in answers:
            if isinstance(answer, ErrorReply) and _elsewhere(answer):
                self.close()
                raise ConnectionError(f"slots have moved while the store was asked: {answer}")
        return answers

    async def each(self, command: bytes) -> list[Any]:
        """Return each master's reply to a command.

        Raises:
            ConnectionError, TimeoutError: the replies have not come.
        """
        return [answer for line in self._lines.values() for answer in await line.query([command])]

    def spread(self, key: Callable[[int], str]) -> list[str]:
        """Return for each master one of the keys that lies there."""
        wanted = set(self._owners)
        found: dict[HostPort, str] = {}
        for number in count():
            owner = self._owners[key_slot(key(number).encode())]
            found.setdefault(owner, key(number))
            if len(found) == len(wanted):
                return [*found.values()]
        raise AssertionError("numbers have no end")

    def close(self, why: OSError | None = None) -> None:
        """Close all connections, and fail the batch in flight."""
        for line in self._lines.values():
            line.close(why)
        if self._following is not None:
            self._following.cancel()

    def _split(self, numbers: Iterable[int], commands: Sequence[bytes]) -> dict[HostPort, list[int]]:
        """Return the numbers of the commands for each master. A command without a key goes with the next one, EXEC with
        the one before."""
        parts: dict[HostPort, list[int]] = {}
        keyless: list[int] = []
        place = self._owners[0]
        for number in numbers:
            slot = slot_of(commands[number])
            if slot is None and not commands[number].startswith(b"*1\r\n$4\r\nEXEC"):
                keyless.append(number)
                continue
            place = place if slot is None else self._owners[slot]
            parts.setdefault(place, []).extend([*keyless, number])
            keyless.clear()
        if keyless:
            parts.setdefault(place, []).extend(keyless)
        return parts

    async def _together(self, work: Iterable[Awaitable[None]]) -> None:
        """Do all of this at once. If one part fails, nobody knows what became of the whole, and all connections are
        closed."""
        outcomes = await asyncio.gather(*work, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, BaseException):
                self.close()
                raise outcome

    def _look_at(self, commands: Sequence[bytes], outcome: BatchResult, done: Callable[[BatchResult], None]) -> None:
        if isinstance(outcome, OSError):
            self.close()
        elif any(_elsewhere(refusal) for _, refusal in outcome):
            self._following = asyncio.create_task(
                self._follow_by_task(commands, outcome, done), name="slots that moved"
            )
            return
        done(outcome)

    async def _follow_by_task(
        self, commands: Sequence[bytes], refused: ErrorReplies, done: Callable[[BatchResult], None]
    ) -> None:
        outcome: BatchResult = ConnectionError("the connection was closed")
        try:
            async with asyncio.timeout(self._hang):
                outcome = await self._follow(commands, refused)
        except OSError as error:
            outcome = error
        finally:
            self._following = None
            if isinstance(outcome, OSError):
                self.close()
            done(outcome)

    async def _follow(self, commands: Sequence[bytes], refused: ErrorReplies) -> ErrorReplies:
        """Send commands after their slots; return those that are refused in the end.

        Raises:
            ConnectionError: a slot is at a server that was no master before and may lack earlier writes.
            TimeoutError: no reply has come.
        """
        kept = [(number, refusal) for number, refusal in refused if not _elsewhere(refusal)]
        moved = sorted((number, refusal) for number, refusal in refused if _elsewhere(refusal))
        for number, refusal in moved:  # in order, as entries of one log must be
            for _ in range(MOST_TRIES):
                again = await self._send_after(commands[number], refusal)
                if again is None:
                    break
                refusal = again
                if not _elsewhere(refusal):
                    kept.append((number, refusal))
                    break
            else:
                raise ConnectionError(f"a slot moves on and on: {refusal}")
        return kept

    async def _send_after(self, command: bytes, refusal: ErrorReply) -> ErrorReply | None:
        kind, _, rest = str(refusal).partition(" ")
        if kind == "TRYAGAIN":
            await asyncio.sleep(AGAIN_SECONDS)
            place, commands = self._owners[slot_of(command) or 0], [command]
        else:
            slot, _, address = rest.partition(" ")
            host, _, port = address.rpartition(":")
            place = (host, int(port))
            if kind == "ASK":
                if place not in self._lines:
                    self._lines[place] = await self._open(place)
                commands = [_ASKING, command]
            elif place in self._lines:
                self._owners[int(slot)], commands = place, [command]
            else:
                raise ConnectionError(f"slot {slot} is at {shown(place)} now, which was no master before")
        refused = await self._lines[place].ask(commands)
        return refused[-1][1] if refused else None


class _Answered:
    """Collects the results of all parts of a batch into one result."""

    def __init__(self, parts: int, done: Callable[[BatchResult], None]) -> None:
        self._left = parts
        self._done = done
        self._refused: ErrorReplies = []
        self._error: OSError | None = None

    def of(self, numbers: list[int]) -> Callable[[BatchResult], None]:
        """Return the callback for the part of the batch with these commands, by their numbers."""

        def answered(outcome: BatchResult) -> None:
            if isinstance(outcome, OSError):
                self._error = self._error or outcome
            else:
                self._refused += [(numbers[place], refusal) for place, refusal in outcome]
            self._left -= 1
            if not self._left:
                self._done(self._error or sorted(self._refused, key=lambda refused: refused[0]))

        return answered


def _elsewhere(refusal: ErrorReply) -> bool:
    """Return True if a command must be sent after its slot."""
    return str(refusal).startswith(("MOVED ", "ASK ", "TRYAGAIN"))
