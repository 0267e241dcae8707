"""What a server still knows of the log of a room, for a store that has lost some of it.

The records of entries lie end to end as bytes, as Redis is sent them, since a server has thousands of rooms.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from heapq import heappush, heapreplace
from itertools import pairwise

from cadogan_server.store.log.chain import Entry, Id, id_as_written, id_of
from cadogan_server.store.redis.writer import unpack_values

LOGS_AT_ONCE = 64
"""So many logs are measured in one step."""


class Stretch:
    """Entries of one epoch.

    Attributes:
        first: the number of the first of them that is known.
        after: the id of the entry that it comes behind, where it says so; b"": it does not.
        entries: their records, packed.
    """

    __slots__ = ("after", "entries", "epoch", "first")

    def __init__(self, epoch: int, first: int, after: bytes) -> None:
        self.epoch = epoch
        self.first = first
        self.after = after
        self.entries = bytearray()

    def __iter__(self) -> Iterator[Entry]:
        for count, records in enumerate(unpack_values(bytes(self.entries)), self.first):
            yield Entry((self.epoch, count), records, self.after if count == self.first else b"")

    def let_go(self) -> None:
        """Forget the first half."""
        entries = list(self)
        kept = entries[(len(entries) + 1) // 2 :]
        self.first += len(entries) - len(kept)
        self.after = b""
        self.entries[:] = b"".join(b"$%d\r\n%b\r\n" % (len(entry.records), entry.records) for entry in kept)


class KnownEntries:
    """The entries of a log that are known: its last ones, and as a rule all.

    Attributes:
        now: where the next entries of the epoch that was begun last go, each as `$LENGTH records`.
        last: the id of the last entry of those that it was made of; b"" where there were none.
    """

    __slots__ = ("_stretches", "last", "now")

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._stretches: list[Stretch] = []
        self.now = bytearray()
        self.last = b""
        for entry in entries:
            (epoch, count), records, after = entry
            if not self._stretches or after or self._stretches[-1].epoch != epoch:
                self.begin(epoch, count, after or self.last)
            self.now += b"$%d\r\n%b\r\n" % (len(records), records)
            self.last = id_as_written(entry.id)

    def begin(self, epoch: int, first: int, after: bytes = b"") -> None:
        """Go on under an epoch, whose first entry from here on has this number, and says that it comes behind another."""
        stretch = Stretch(epoch, first, after)
        self._stretches.append(stretch)
        self.now = stretch.entries

    @property
    def size(self) -> int:
        """How many bytes it is."""
        return sum(len(stretch.entries) for stretch in self._stretches)

    def between(self, last: Id | None, upto: Id) -> list[Entry] | None:
        """Return the entries behind `last`, or from the beginning of the log, to `upto`; None where not all are known."""
        found = [entry for stretch in self._stretches for entry in stretch if (last or (0, 0)) < entry.id <= upto]
        if not found or found[-1].id != upto:
            return None
        before = [Entry(last or (0, 0), b""), *found]
        return found if all(_follows(one, next) for one, next in pairwise(before)) else None

    def let_go(self) -> None:
        """Forget about half, the oldest first."""
        if len(self._stretches) > 1:
            del self._stretches[: len(self._stretches) // 2]
        else:
            self._stretches[0].let_go()


def shortening(logs: Sequence[KnownEntries], most: int) -> Generator[None]:
    """Forget, in steps, the oldest of the longest of these logs, until they are `most` bytes together."""
    total, by_size = 0, list[tuple[int, int]]()
    for number, log in enumerate(logs):
        size = log.size
        total += size
        heappush(by_size, (-size, number))
        if number % LOGS_AT_ONCE == LOGS_AT_ONCE - 1:
            yield
    while total > most:
        before, number = by_size[0]
        logs[number].let_go()
        size = logs[number].size
        heapreplace(by_size, (-size, number))
        total += before + size
        yield


def _follows(before: Entry, entry: Entry) -> bool:
    """Whether an entry comes right behind another, or where that is (0, 0) begins a log."""
    if entry.after:
        return before.id == id_of(entry.after)
    return before.id == ((entry.id[0], entry.id[1] - 1) if entry.id[1] > 1 else (0, 0))
