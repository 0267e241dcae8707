"""Recovers a room: takes its lease, then replays its log record by record, while others play."""

from __future__ import annotations

import asyncio
import logging
from typing import NamedTuple

from cadogan_protocol.errors import ErrorCode
from cadogan_server.clock import Clock
from cadogan_server.fair_queue import FairQueue
from cadogan_server.rooms.opening import replaying
from cadogan_server.rooms.records import BadLog, NewerLog
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.store.log.due import DueRooms
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.logs import KEPT_SECONDS, FoundLog, Logs
from cadogan_server.store.log.losses import Losses
from cadogan_server.store.log.room_leases import RoomLeases
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.telemetry import tracing
from cadogan_server.telemetry.log_lines import about

logger = logging.getLogger(__name__)

MOST_TOLD = 10_000
"""Rooms of a later version of which is remembered that the log has told. They come up again each minute."""


class RecoveredRoom(NamedTuple):
    """A room that this node owns from now on.

    Attributes:
        room: its core; it continues from here, if it is not over.
        log: where it continues.
        lost: the number of log entries that are lost, and of changes that players were told of and that never reached the log.
        due: True if the room still needs attention.
    """

    room: Room
    log: RoomLog
    lost: int
    due: bool


class Recovery:
    """Recovers rooms that no living node owns.

    Args:
        clock: the rooms' clock.
        journal: knows whether the store has all changes of rooms.
        logs: the logs of rooms.
        leases: the leases of rooms.
        due: when each room needs attention.
        losses: changes that were lost and are in no log.
        queue: runs a recovery in small steps, between the requests of players.
    """

    def __init__(
        self,
        clock: Clock,
        journal: Journal,
        logs: Logs,
        leases: RoomLeases,
        due: DueRooms,
        losses: Losses,
        queue: FairQueue,
    ) -> None:
        self._clock = clock
        self._journal = journal
        self._logs = logs
        self._leases = leases
        self._due = due
        self._losses = losses
        self._queue = queue
        self._left: set[str] = set()
        """Rooms that were left to nodes of a later version, and of which the log has told."""

    async def recover(self, code: str) -> RecoveredRoom | None:
        """Recover a room from its log; return None if there is no such room.

        Raises:
            Refused: the store has lost a part of a finished room; it still lacks changes that wait here; a later version
                has written the log; or the log makes no sense.
            Elsewhere: another node has it.
            redis.RedisError: the store does not answer.
        """
        if self._journal.unwritten.owes:
            raise Refused(
                ErrorCode.STORE_DOWN,
                "the store takes no changes right now and still lacks the latest ones of its rooms; try again soon",
            )
        log = await self._leases.acquire(code)
        if log is None:
            self._due.over(code)
            return None
        try:
            due, lost = await asyncio.gather(self._due.knows(code), self._losses.of(code))
            with tracing.span("TakeUp", room=code):
                room, found = await self._replayed(code)
            _tell_of_hole(code, found, over=not due)
            log.go_on_from(found.entries)
        except BadLog as error:
            self._set_aside(log, error)
            if isinstance(error, NewerLog):
                raise of_a_later_version(code) from error
            raise Refused(
                ErrorCode.LOG_LOST,
                f"room {code} can't go on: the store's record of it makes no sense; the server's log says why",
            ) from error
        except BaseException:
            self._leases.release(log)
            raise
        if room.state.phase != "finished":
            room.reopen(self._clock.now())
        return RecoveredRoom(room, log, found.lost + lost, due)

    async def _replayed(self, code: str) -> tuple[Room, FoundLog]:
        """Replay a log, one record in each iteration of the event loop. A thread would hold Python's lock for 5 ms at a
        time, and players would wait for it.
        """
        found = await self._logs.read_in_steps(code, self._queue)
        if found is None:
            raise BadLog(f"the log of room {code} is empty")
        return await self._queue.through(replaying(found.records)), found

    def _set_aside(self, log: RoomLog, error: BadLog) -> None:
        """Release a room that can't be replayed. A log that makes no sense is kept for a while, for operators; one of a
        later version is left to nodes of that version.
        """
        if isinstance(error, NewerLog):
            if log.code not in self._left:
                logger.warning("room %s is left to a newer node: %s", log.code, error, extra=about(log.code))
            if len(self._left) < MOST_TOLD:
                self._left.add(log.code)
            self._leases.release(log)
            self._due.put_off(log.code, self._clock.now())
        else:
            logger.error("room %s can't be recovered: %s", log.code, error, extra=about(log.code))
            self._leases.finish(log, KEPT_SECONDS)
            self._leases.release(log)
            self._due.over(log.code)


def _tell_of_hole(code: str, found: FoundLog, *, over: bool) -> None:
    """Write a log line about a hole in a log.

    Raises:
        Refused: the log has a hole and the room is over.
    """
    if found.hole is None:
        return
    what = "it is over" if over else "it goes on from the entry before"
    logger.error("room %s has lost %d entries of its log, from %d-%d on: %s", code, found.lost, *found.hole, what)
    if over:
        raise Refused(
            ErrorCode.LOG_LOST,
            f"room {code} is over, and can't be shown: the store has lost {found.lost} of the changes in its log",
        )


def of_a_later_version(code: str) -> Refused:
    """Return the refusal of a room that only a newer node can play; a client that reconnects may reach one."""
    return Refused(
        ErrorCode.BUSY, f"room {code} now runs on a server of a later version than this one; try again", wait=1
    )
