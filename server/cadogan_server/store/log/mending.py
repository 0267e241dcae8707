"""Finds and repairs what a store has lost although it had acknowledged it.

A store that was killed, restored or emptied, or whose replica took over, comes back with less than it had and does not
report it. So over each new connection the last entry of each log in use is compared with the last one acknowledged, and
missing entries are written again from memory (`known.py`). Counters show whether anything else is lost (`watch.py`);
each master of a Cluster has one.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cadogan_server.store import keys
from cadogan_server.store.log.chain import Entry, Id, id_as_written, id_of
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.redis.shards import Shards
from cadogan_server.store.redis.writer import ErrorReply, Writer, pack

logger = logging.getLogger(__name__)

AT_ONCE = 500
"""Logs whose last entries are queried in one go; between two goes Redis answers others."""


@dataclass(frozen=True)
class LostEntries:
    """The part of a log that a store has lost for good.

    Attributes:
        behind: id of the last entry that the store still has; None if it has nothing.
        upto: id of the last entry that it had acknowledged.
        entries: number of lost entries, as far as can be told.
    """

    behind: Id | None
    upto: Id
    entries: int


@dataclass
class DataLoss:
    """The entries that a store had acknowledged and no longer has.

    Attributes:
        anew: True if the store was restarted since the last comparison.
        more: True if more than logs is missing, or has to be assumed missing.
        commands: packed commands that write the missing entries again.
        mended: room code → number of entries that are written again.
        lost: room code → entries that nobody knows any more.
    """

    anew: bool = False
    more: bool = False
    commands: list[bytes] = field(default_factory=list)
    mended: dict[str, int] = field(default_factory=dict)
    lost: dict[str, LostEntries] = field(default_factory=dict)


class Mender:
    """Compares a store with what it has acknowledged.

    Attributes:
        server: random name of this server's counters in the store (`watch.py`).
        mark_keys: keys of the counters, one per master.
        marks: key → last value that the store has acknowledged.
        went_back: True after `watch.py` has found that data was lost.
        lost: entries lost for good so far, for the metrics.
        mended: entries written again so far, for the metrics.
    """

    def __init__(self) -> None:
        self.server = secrets.token_hex(8)
        self.mark_keys = [keys.mark(self.server)]
        self.marks: dict[str, int] = {}
        self.went_back = False
        self.lost = 0
        self.mended = 0
        self._run_ids: frozenset[bytes] = frozenset()

    async def compare(
        self, writer: Writer | Shards, logs: Sequence[RoomLog], waiting: Iterable[bytes]
    ) -> DataLoss | None:
        """Return what the store lacks; None if it has everything. It may lack the commands that are still `waiting`.

        Raises:
            ConnectionError, TimeoutError: the store does not answer.
        """
        infos = await writer.each(pack("INFO", "server"))
        run_ids = frozenset(_run_id(info) for info in infos if not isinstance(info, ErrorReply))
        more = self.went_back or await self._lacks_marks(writer)
        found = DataLoss(anew=bool(self._run_ids) and not run_ids <= self._run_ids, more=more)
        self._run_ids = run_ids
        self.mark_keys = writer.spread(lambda number: keys.mark(self.server, number))
        first = _first_waiting(waiting)
        for start in range(0, len(logs), AT_ONCE):
            some = logs[start : start + AT_ONCE]
            for log, (reply, length) in zip(some, await _last_entries(writer, some), strict=True):
                if isinstance(reply, list):  # else it is an error reply
                    last = id_of(reply[0][0]) if reply else None
                    self._compare(log, last, length, first.get(keys.log(log.code).encode()), found)
        if more:
            self.went_back = False
            self.marks.clear()
        return found if found.more or found.commands or found.lost else None

    async def _lacks_marks(self, writer: Writer | Shards) -> bool:
        """Return True if an acknowledged counter is missing or smaller than it was."""
        marks = {**self.marks}
        found = await writer.query([pack("GET", key) for key in marks]) if marks else []
        both = zip(found, marks.values(), strict=True)
        return any(not isinstance(mark, ErrorReply) and int(mark or 0) < acknowledged for mark, acknowledged in both)

    def _compare(self, log: RoomLog, last: Id | None, length: int, waiting: Id | None, found: DataLoss) -> None:
        if log.done and not found.more:
            return  # the log may have been evicted, or have expired
        upto = _acknowledged(log, waiting)
        if found.more and last is not None and self._is_written_anew(log, last, length, upto, found):
            return
        if upto is None or (last is not None and last >= upto):
            return
        missing = log.known.between(last, upto)
        if missing is not None:
            found.commands += [_command(log.code, entry) for entry in missing]
            found.mended[log.code] = len(missing)
            self.mended += len(missing)
            return
        lost = LostEntries(last, upto, upto[1] - (last[1] if last is not None and last[0] == upto[0] else 0))
        self.lost += max(0, lost.entries - log.lacks)
        log.lacks = lost.entries
        found.lost[log.code] = lost

    def _is_written_anew(self, log: RoomLog, last: Id, length: int, upto: Id | None, found: DataLoss) -> bool:
        """Rewrite the whole log if new entries were appended behind a gap; return True if so and all entries are
        known."""
        there = log.known.between(None, last)
        if there is None or len(there) == length:
            return False
        entries = log.known.between(None, max(upto or last, last)) or there
        commands = [pack("DEL", keys.log(log.code)), *(_command(log.code, entry) for entry in entries)]
        found.commands += [pack("MULTI"), *commands, pack("EXEC")]
        found.mended[log.code] = len(entries) - length
        self.mended += len(entries) - length
        return True


def tell_operators(went_back: DataLoss) -> None:
    """Log the losses of a store, and the entries that are written again."""
    logger.error(
        "the store has come back with less than it had acknowledged%s: %d entries of the logs of %d rooms are written again",
        ", and was started anew" if went_back.anew else "", sum(went_back.mended.values()), len(went_back.mended),
    )  # fmt: skip
    for code, lost in went_back.lost.items():
        has = f"up to {lost.behind[0]}-{lost.behind[1]}" if lost.behind else "nothing"
        logger.error(
            "room %s: %d entries of its log up to %d-%d are lost; the store has %s. Its players go on, but "
            "if this server ends, the room goes on from there", code, lost.entries, *lost.upto, has,
        )  # fmt: skip
    if went_back.more:
        logger.error(
            "data of boards, ratings, finished rooms and absent players may be lost too: only a backup of "
            "the store has it"
        )


def _run_id(info: bytes) -> bytes:
    found = re.search(rb"^run_id:(\w+)", info, re.MULTILINE)
    return found[1] if found else b""


async def _last_entries(writer: Writer | Shards, logs: Iterable[RoomLog]) -> list[tuple[Any, Any]]:
    """Return the store's replies for the last entry and the length of each log."""
    asked = [
        command
        for log in logs
        for command in (pack("XREVRANGE", keys.log(log.code), "+", "-", "COUNT", 1), pack("XLEN", keys.log(log.code)))
    ]
    answers = await writer.query(asked)
    return list(zip(answers[::2], answers[1::2], strict=True))


def _first_waiting(commands: Iterable[bytes]) -> dict[bytes, Id]:
    """Return the first entry of each log among waiting commands, by the log's key."""
    first: dict[bytes, Id] = {}
    for command in commands:
        key = log_of(command)
        if key and key not in first:
            first[key] = id_of(command.split(b"\r\n", 7)[6])
    return first


def log_of(command: bytes) -> bytes:
    """Return the key of the log that a packed command appends to; b"" for any other command."""
    return command.split(b"\r\n", 5)[4] if command[4:12] == b"$4\r\nXADD" else b""


def room_of(command: bytes) -> str:
    """Return the code of the room to whose log a packed command appends; "" for any other command."""
    return log_of(command)[len("cadogan:{") : -len("}:log")].decode()


def _acknowledged(log: RoomLog, waiting: Id | None) -> Id | None:
    """Return the last entry of a log that the store must have; None if it need not have any."""
    count = waiting[1] - 1 if waiting is not None and waiting[0] == log.epoch else log.count
    return (log.epoch, count) if count else None


def _command(code: str, entry: Entry) -> bytes:
    after = ("a", entry.after) if entry.after else ()
    return pack("XADD", keys.log(code), id_as_written(entry.id), "r", entry.records, *after)
