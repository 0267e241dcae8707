"""The log of a room, as the journal writes it."""

from __future__ import annotations

from cadogan_server.store import keys
from cadogan_server.store.log.chain import Entry, Id
from cadogan_server.store.log.known import KnownEntries


class RoomLog:
    """The log of one room, as its one writer sees it.

    Entry ids are `epoch-count`. The epoch is the fencing number of the room's lease (`room_leases.py`), so an id that Redis calls
    too small has been written already, or the room is another node's, behind whose back nothing can be appended. The first
    entry of an epoch says behind which one it comes, so that a log has no hole that could not be seen (`chain.py`).

    Args:
        code: of the room.
        epoch: the number.
        count: how many entries this node has written under it.

    Attributes:
        known: its entries.
        after: the id of the entry that the next comes behind, where that is not the one before it.
        lacks: how many of its entries the store has lost for good.
        done: whether its room is over and counted, so that the store need not keep it.
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
        """What the journal has collected for the next entry."""

    @property
    def last(self) -> Id:
        """The id of its last entry; its number is 0 where it has none."""
        return self.epoch, self.count

    def go_on_from(self, entries: list[Entry]) -> None:
        """Go on behind these entries of the log, which are those that can be played."""
        self.known = KnownEntries(entries)
        if not entries or entries[-1].id != self.last:  # a hole lies before what was written last
            self.after = self.known.last
            self.known.begin(self.epoch, self.count + 1, self.after)

    def entry(self) -> bytes:
        """Return the command that writes what has been collected, as one entry: `XADD key epoch-count r records`, packed."""
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
