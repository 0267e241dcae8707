"""Remembers which of a player's requests were carried out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from cadogan_protocol.limits import REQUESTS_KEPT


class Requests:
    """The ids of the requests that were carried out; the highest `REQUESTS_KEPT` are known.

    A client counts its requests, so the ids are kept as runs of consecutive numbers: mostly a single one, from `_first`
    to `last`.

    Attributes:
        last: the highest id; 0 if there is none.
    """

    __slots__ = ("_count", "_earlier", "_first", "last")

    def __init__(self) -> None:
        self.last = 0
        self._count = 0
        self._first = 1
        """The first id of the last run."""
        self._earlier: list[int] | None = None
        """The first id of each earlier run and the one after its last, in order. An id is in them if an odd number of
        these are no higher. None: there is no earlier run."""

    def __len__(self) -> int:
        return self._count

    def __contains__(self, id: int) -> bool:
        if id >= self._first:
            return id <= self.last
        return self._earlier is not None and bisect_right(self._earlier, id) % 2 == 1

    def __iter__(self) -> Iterator[int]:
        earlier = self._earlier or []
        for first, end in zip(earlier[::2], earlier[1::2], strict=True):
            yield from range(first, end)
        yield from range(self._first, self.last + 1)

    def forgotten(self, id: int) -> bool:
        """Return True if this id is lower than all known ones, so that it may have been carried out or not."""
        return self._count == REQUESTS_KEPT and id < (self._earlier[0] if self._earlier else self._first)

    def note(self, id: int) -> None:
        """Remember that a request was carried out."""
        if id > self.last:
            if id != self.last + 1 or not self._count:
                if self._count:
                    self._earlier = [*(self._earlier or ()), self._first, self.last + 1]
                self._first = id
            self.last = id
        elif id >= self._first or not self._note_earlier(id):
            return
        self._count += 1
        if self._count > REQUESTS_KEPT:
            self._count -= 1
            self._drop_lowest()

    def _note_earlier(self, id: int) -> bool:
        """Note an id before the last run. Returns False if it was known."""
        if self._earlier is None:
            self._earlier = []
        at = bisect_right(self._earlier, id)
        if at % 2:
            return False
        self._earlier[at:at] = (id, id + 1)
        return True

    def _drop_lowest(self) -> None:
        earlier = self._earlier
        if not earlier:
            self._first += 1
            return
        earlier[0] += 1
        if earlier[0] == earlier[1]:
            del earlier[:2]

    def clear(self) -> None:
        """Forget all ids, because the player's client counts anew."""
        self.last = self._count = 0
        self._first, self._earlier = 1, None
