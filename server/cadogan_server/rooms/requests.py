"""Remembers which of a player's requests were carried out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from cadogan_protocol.limits import REQUESTS_KEPT


class Requests:
    """The ids of the requests that were carried out; the highest `REQUESTS_KEPT` are known.

    A client counts its requests, so the ids are kept as runs of consecutive numbers: mostly a single one.

    Attributes:
        last: the highest id; 0 if there is none.
        runs: the first id of each run and the one after its last, in order. An id is known if an odd number of these
            are no higher.
    """

    __slots__ = ("_count", "last", "runs")

    def __init__(self) -> None:
        self.last = 0
        self._count = 0
        self.runs: list[int] = []

    def __len__(self) -> int:
        return self._count

    def __contains__(self, id: int) -> bool:
        return bisect_right(self.runs, id) % 2 == 1

    def __iter__(self) -> Iterator[int]:
        for first, end in zip(self.runs[::2], self.runs[1::2], strict=True):
            yield from range(first, end)

    def forgotten(self, id: int) -> bool:
        """Return True if this id is lower than all known ones, so that it may have been carried out or not."""
        return self._count == REQUESTS_KEPT and id < self.runs[0]

    def note(self, id: int) -> None:
        """Remember that a request was carried out."""
        runs = self.runs
        if id == self.last + 1 and runs:
            runs[-1] = id + 1
        else:
            at = bisect_right(runs, id)
            if at % 2:
                return
            runs[at:at] = (id, id + 1)
        if id > self.last:
            self.last = id
        self._count += 1
        if self._count > REQUESTS_KEPT:
            self._count -= 1
            runs[0] += 1
            if runs[0] == runs[1]:
                del runs[:2]

    def clear(self) -> None:
        """Forget all ids, because the player's client counts anew."""
        self.last = self._count = 0
        self.runs.clear()
