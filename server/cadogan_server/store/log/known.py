"""The entries of a log that this node still remembers, in case the store loses some of them.

Records are kept as bytes, end to end, as they are sent to Redis: a server has thousands of rooms.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from heapq import heappush, heapreplace
from itertools import pairwise

from cadogan_server.store.log.chain import Entry, Id, id_as_written, id_of
from cadogan_server.store.redis.writer import unpack_values

LOGS_AT_ONCE = 64
"""Logs measured in one step."""


class Stretch:
    """Consecutive entries of one epoch.

    Attributes:
        first: number of the first known entry.
        after: id of the predecessor that the first entry names; b"" if it names none.
        entries: packed records of the entries.
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
    """The known entries of a log: its last ones, usually all.

    Attributes:
        now: packed entries of the current stretch, each as `$LENGTH records`; append the next ones here.
        last: id of the last entry given to the constructor; b"" if there was none.
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
        """Start a stretch in an epoch with the entry numbered `first`, whose predecessor is `after`."""
        stretch = Stretch(epoch, first, after)
        self._stretches.append(stretch)
        self.now = stretch.entries

    @property
    def size(self) -> int:
        """Bytes in use."""
        return sum(len(stretch.entries) for stretch in self._stretches)

    def between(self, last: Id | None, upto: Id) -> list[Entry] | None:
        """Return the entries after `last` (None: from the beginning) up to `upto`; None if not all are known."""
        found = [entry for stretch in self._stretches for entry in stretch if (last or (0, 0)) < entry.id <= upto]
        if not found or found[-1].id != upto:
            return None
        before = [Entry(last or (0, 0), b""), *found]
        return found if all(_follows(one, next) for one, next in pairwise(before)) else None

    def let_go(self) -> None:
        """Forget about half of the entries, the oldest first."""
        if len(self._stretches) > 1:
            del self._stretches[: len(self._stretches) // 2]
        else:
            self._stretches[0].let_go()


def shortening(logs: Sequence[KnownEntries], most: int) -> Generator[None]:
    """Forget the oldest entries of the longest logs, in steps, until all logs together have at most `most` bytes."""
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
    """Return True if an entry directly follows another. `before.id` is (0, 0) at the beginning of a log."""
    if entry.after:
        return before.id == id_of(entry.after)
    return before.id == ((entry.id[0], entry.id[1] - 1) if entry.id[1] > 1 else (0, 0))
