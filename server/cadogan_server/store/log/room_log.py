"""The log of a room, as the journal writes it."""

from __future__ import annotations

from typing import Protocol

from cadogan_server.store import keys
from cadogan_server.store.log.chain import Entry, Id
from cadogan_server.store.log.known import KnownEntries


class RoomLog:
    """The log of one room, as its only writer sees it.

    Entry ids are `epoch-count`. The epoch is the fencing token of the room lease (`room_leases.py`). If Redis calls an
    id too small, either the entry was written already or another node owns the room. The first entry of an epoch names
    its predecessor, so every gap in a log shows (`chain.py`).

    Args:
        code: code of the room.
        epoch: fencing token of the lease.
        count: entries that this node has written in this epoch.

    Attributes:
        known: entries that this node remembers.
        after: id of the next entry's predecessor, if that is not the entry before it; else b"".
        lacks: entries that the store has lost for good.
        done: True if the room is over and counted, so that the store may drop the log.
    """

    __slots__ = ("_head", "after", "code", "count", "done", "epoch", "known", "lacks", "records")

    def __init__(self, code: str, epoch: int, count: int = 0) -> None:
        key = keys.log(code).encode()
        self.code = code
        self._head = b"\r\n$4\r\nXADD\r\n$%d\r\n%b\r\n$" % (len(key), key)  # what all its commands begin with
        self.epoch = epoch
        self.count = count
        self.known = KnownEntries()
        self.known.begin(epoch, count + 1)
        self.after = b""
        self.lacks = 0
        self.done = False
        self.records = b""
        """Packed records collected for the next entry."""

    @property
    def last(self) -> Id:
        """Id of the last entry; its count is 0 if there is none."""
        return self.epoch, self.count

    def go_on_from(self, entries: list[Entry]) -> None:
        """Continue behind these entries, which are all that can be played."""
        self.known = KnownEntries(entries)
        if not entries or entries[-1].id != self.last:  # there is a gap before the last entry
            self.after = self.known.last
            self.known.begin(self.epoch, self.count + 1, self.after)

    def entry(self) -> bytes:
        """Return the packed command that writes the collected records as one entry: `XADD key epoch-count r
        records`."""
        self.count += 1
        id = b"%d-%d" % (self.epoch, self.count)
        records, self.records = self.records, b""
        field = b"$%d\r\n%b\r\n" % (len(records), records)
        self.known.now += field
        if self.after:
            after, self.after = self.after, b""
            return b"*7%b%d\r\n%b\r\n$1\r\nr\r\n%b$1\r\na\r\n$%d\r\n%b\r\n" % (
                self._head, len(id), id, field, len(after), after,
            )  # fmt: skip
        return b"*5%b%d\r\n%b\r\n$1\r\nr\r\n%b" % (self._head, len(id), id, field)


class RecordLog(Protocol):
    """Writes the records of rooms: the journal."""

    @property
    def safe(self) -> bool:
        """True while the store has everything that players were told."""

    def append(self, log: RoomLog, record: bytes) -> None:
        """Append a record to a room's log."""
