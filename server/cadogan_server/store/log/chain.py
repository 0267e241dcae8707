"""The entries of a room's log as they follow one another, up to the first that is missing.

Each epoch counts its entries from 1, and its first, by which a node has taken the room, says behind which entry of an earlier one
it comes (field `a`). So whatever is missing shows, but for the last entries of all. What lies behind a hole can't be played. A
node that takes up such a room goes on from before the hole, and the first entry that it writes says so: then what was left out
stays out, however often the log is read. Logs of before say nothing in that field, and are taken at their word.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

Id = tuple[int, int]
"""The epoch of an entry, and its number in that."""


class Entry(NamedTuple):
    """One entry of a log.

    Attributes:
        records: end to end; none at all is an entry that only ends the epoch of a writer who was replaced.
        after: the id of the entry that it comes behind, where it is the first of its epoch, or the first behind what was left out.
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
    """Return an entry as redis-py has read it."""
    return Entry(id_of(id), fields.get(b"r", b""), fields.get(b"a", b""))


class Chain:
    """The entries of one log, given one after the other.

    Attributes:
        entries: those that can be played.
        hole: the id of the entry that is missing where the log goes on behind a hole; None: it has none, or one that was left out.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.hole: Id | None = None
        self._left_out = 0
        self._behind: dict[int, int] = {}
        """Of each epoch of which something lies behind the hole, how many entries that makes."""

    @property
    def lost(self) -> int:
        """How many entries with records are missing, or can't be played as they lie behind a hole, as far as can be told."""
        return self._left_out + sum(self._behind.values())

    def add(self, entries: Iterable[Entry]) -> list[Entry]:
        """Add entries, and return all behind the first that these have changed: a log of one epoch only ever grows."""
        begun = len(self.entries)
        for entry in entries:
            begun = min(begun, self._add(entry))
        return self.entries[begun:]

    def _add(self, entry: Entry) -> int:
        """Add an entry; return how many there are that it has left as they were."""
        (epoch, count), last = entry.id, self.entries[-1].id if self.entries else None
        if entry.after:
            place = self._place(id_of(entry.after))
            if place is not None:
                self._cut_back(place + 1)
                self.entries.append(entry)
                return place + 1
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

    def _place(self, id: Id) -> int | None:
        return next((place for place in range(len(self.entries) - 1, -1, -1) if self.entries[place].id == id), None)

    def _cut_back(self, length: int) -> None:
        self._left_out = self.lost + sum(bool(entry.records) for entry in self.entries[length:])
        self._behind.clear()
        self.hole = None
        del self.entries[length:]
