"""The entries of a room's log in sequence, up to the first gap.

Each epoch counts its entries from 1. Its first entry, with which a node acquired the room, names its predecessor in an
earlier epoch (field `a`). So every missing entry shows, except missing last ones. Entries behind a gap can't be played.
A node that takes up such a room continues from before the gap, and its first entry says so: the entries that it left
out stay out, however often the log is read. Logs of earlier versions lack that field and are taken as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

Id = tuple[int, int]
"""The epoch of an entry, and its number within the epoch."""


class Entry(NamedTuple):
    """One entry of a log.

    Attributes:
        records: packed records end to end; empty if the entry only ends the epoch of a replaced owner.
        after: id of the predecessor, in the first entry of an epoch and in the first after a gap; else b"".
    """

    id: Id
    records: bytes
    after: bytes = b""


def id_of(written: bytes) -> Id:
    """Read an id as Redis writes it."""
    epoch, _, count = written.partition(b"-")
    return int(epoch), int(count)


def id_as_written(id: Id) -> bytes:
    """Return an id as Redis writes it."""
    return b"%d-%d" % id


def entry_of(id: bytes, fields: dict[bytes, bytes]) -> Entry:
    """Return an entry from its id and fields, as redis-py reads them."""
    return Entry(id_of(id), fields.get(b"r", b""), fields.get(b"a", b""))


class Chain:
    """The entries of one log, added in order.

    Attributes:
        entries: the entries that can be played.
        hole: id of the missing entry at the first gap; None without a gap, or if a later entry skips it.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.hole: Id | None = None
        self._left_out = 0
        self._behind: dict[int, int] = {}
        """Epoch → number of its entries behind the gap."""

    @property
    def lost(self) -> int:
        """Entries with records that are missing or lie behind a gap, as far as can be told."""
        return self._left_out + sum(self._behind.values())

    def add(self, entries: Iterable[Entry]) -> list[Entry]:
        """Add entries; return all entries behind the first change. The log of one epoch only ever grows."""
        begun = len(self.entries)
        for entry in entries:
            begun = min(begun, self._add(entry))
        return self.entries[begun:]

    def _add(self, entry: Entry) -> int:
        """Add an entry; return how many earlier entries stay as they were."""
        (epoch, count), last = entry.id, self.entries[-1].id if self.entries else None
        if entry.after:
            index = self._index_of(id_of(entry.after))
            if index is not None:
                self._cut_back(index + 1)
                self.entries.append(entry)
                return index + 1
        elif self.hole is None and (count == 1 or (last is not None and (epoch, count) == (last[0], last[1] + 1))):
            self.entries.append(entry)
            return len(self.entries) - 1
        if self.hole is None:
            self.hole = self._expected(entry, last)
        if entry.records:
            # An epoch that is not the log's first begins with an entry without records.
            before = 0 if last is None else last[1] if last[0] == epoch else 1
            self._behind[epoch] = count - before
        return len(self.entries)

    @staticmethod
    def _expected(entry: Entry, last: Id | None) -> Id:
        if last is None:
            return entry.id[0], 1
        return (last[0], last[1] + 1) if entry.id[0] == last[0] or entry.id[1] == 1 else (entry.id[0], 1)

    def _index_of(self, id: Id) -> int | None:
        return next((index for index in range(len(self.entries) - 1, -1, -1) if self.entries[index].id == id), None)

    def _cut_back(self, length: int) -> None:
        self._left_out = self.lost + sum(bool(entry.records) for entry in self.entries[length:])
        self._behind.clear()
        self.hole = None
        del self.entries[length:]
