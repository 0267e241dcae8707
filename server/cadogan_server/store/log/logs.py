"""Opens, reads and closes the logs of rooms."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_server.fair_queue import FairQueue
from cadogan_server.rooms.records import BadLog, Created, NewerLog, Record, Seated, pack, unpack
from cadogan_server.rooms.state import State
from cadogan_server.store import keys
from cadogan_server.store.log.chain import Chain, Entry, Id, entry_of
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.room_log import RoomLog

KEPT_SECONDS = 30 * 24 * 3600
"""Seconds for which the log of a finished room is kept for replays and late returns, while the store has space."""

KEPT_BRIEFLY_SECONDS = 600
"""Seconds for which the log of a finished room with hardly a move is kept."""

HARDLY = 5
"""Moves of all players together up to which a room counts as hardly played."""

PAGE = 32
"""Entries read at once from a log that is read in steps, while others play."""

LOBBY = 256
"""Entries at the beginning of a log that are searched for players who took a seat. A room of 64 has about 130 before
its start."""


class Lobby(NamedTuple):
    """The beginning of a log.

    Attributes:
        created: the first record.
        entries: the first entries, up to `LOBBY`, as stored.
    """

    created: Created
    entries: list[bytes]

    def has_seated(self, player: str) -> bool:
        """Return True if a player took a seat here. The seat may be free again since."""
        try:
            return any(isinstance(record, Seated) and record.player == player for record in unpack(self.entries))
        except BadLog:
            return False


class FoundLog(NamedTuple):
    """The readable part of a log.

    Attributes:
        records: records that can be played.
        entries: the entries of these records.
        hole: id of the missing entry at the first gap; None if there is no gap.
        lost: entries that are missing or lie behind a gap, including those that an earlier server left out.
    """

    records: list[Record]
    entries: list[Entry]
    hole: Id | None = None
    lost: int = 0

    @property
    def last(self) -> Id:
        """Id of the last entry that can be played."""
        return self.entries[-1].id


class Logs:
    """The logs of rooms in Redis."""

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal

    def append(self, log: RoomLog, record: Record) -> None:
        """Append a record to a log."""
        self._journal.append(log, pack(record))

    async def first(self, code: str) -> Created | None:
        """Return the first record of a log; None if there is no log or it begins with another record.

        Raises:
            NewerLog: a later version has written it.
            redis.RedisError: the store does not answer.
        """
        entries: Any = await self._redis.xrange(keys.log(code), count=1)
        try:
            record = next(unpack(fields[b"r"] for _, fields in entries), None)
        except NewerLog:
            raise
        except BadLog:
            return None
        return record if isinstance(record, Created) else None

    async def lobby(self, code: str) -> Lobby | None:
        """Return the beginning of a log; None as `first` does. Every room takes one command, so the time of the answer
        gives nothing away about it.

        Raises:
            NewerLog: a later version has written it.
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.xrange(keys.log(code), count=LOBBY)
        entries = [fields[b"r"] for _, fields in found]
        try:
            record = next(unpack(entries), None)
        except NewerLog:
            raise
        except BadLog:
            return None
        return Lobby(record, entries) if isinstance(record, Created) else None

    async def read(self, code: str) -> FoundLog | None:
        """Return a room's records up to the first gap; None if there is no log.

        Raises:
            BadLog: the log holds something else than records, or has lost its beginning.
            redis.RedisError: the store does not answer.
        """
        chain = Chain()
        chain.add(_read(await self._redis.xrange(keys.log(code))))
        return _found(code, chain, list(unpack(entry.records for entry in chain.entries)))

    async def read_in_steps(self, code: str, queue: FairQueue) -> FoundLog | None:
        """Read like `read`, but page by page and one entry per iteration of the event loop, while others play.

        Raises:
            BadLog: the log holds something else than records, or has lost its beginning.
            redis.RedisError: the store does not answer.
        """
        chain, after = Chain(), b"-"
        while page := await self._page(code, after):
            chain.add(_read(page))
            after = b"(" + page[-1][0]
        records: list[Record] = []
        await queue.through(_unpacking(chain.entries, records))
        return _found(code, chain, records)

    async def _page(self, code: str, after: Any) -> Any:
        return await self._redis.xrange(keys.log(code), min=after, count=PAGE)


def _read(page: Any) -> list[Entry]:
    return [entry_of(id, fields) for id, fields in page]


def _unpacking(entries: list[Entry], records: list[Record]) -> Generator[None]:
    for entry in entries:
        records += unpack([entry.records])
        yield


def _found(code: str, chain: Chain, records: list[Record]) -> FoundLog | None:
    if records:
        return FoundLog(records, chain.entries, chain.hole, chain.lost)
    if chain.hole is not None:
        epoch, count = chain.hole
        raise BadLog(f"the log of room {code} has lost its beginning: {epoch}-{count} is missing")
    return None


def is_kept(state: State) -> bool:
    """Return True if the log of a finished room is kept for its whole lifetime. One in which hardly a move was made is not, unless
    a tournament leads to it."""
    return state.played > HARDLY or state.rules.tournament != ""
