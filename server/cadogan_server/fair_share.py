"""The networks that enclose an address, and the share of a limit that one network may take.

An IPv6 customer gets a /56 or a /48, so a limit on each /64 alone bounds nobody; a hosting customer rents neighbouring
IPv4 addresses. So each limit holds for the enclosing networks too, and the widest of them share the limit on all
together.

The sharing is the dynamic threshold of Choudhury and Hahne ("Dynamic Queue Length Thresholds for Shared-Memory Packet
Switches", 1998): the limit of one network shrinks with what is left for all. Heavy networks stop each other before
anything runs out, and nobody needs to know how many there are. The last part of the limit is a reserve for networks
that have little or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

TIMES = {"/56": 4, "/48": 8, "/24": 8}
"""By size of a network: the multiple of one address's limit that it may have."""

WIDEST = ("/48", "/24")
"""The sizes of the networks that share the limit on all together."""

RESERVED = 0.25
"""The share of a limit on all together that is kept for networks that have little."""

GREED = 0.5
"""The share that one network may take of the amount that is left beyond the reserve."""

LITTLE = 0.2
"""A network has little up to this share of one address's limit."""


@lru_cache(maxsize=10_000)
def enclosing(address: str) -> tuple[str, ...]:
    """Return the networks that enclose an address, in CIDR notation, the widest last; none if it is not an address.

    Args:
        address: as `network` in `gateway/limits/address.py` writes it: IPv4 in dotted decimal, of IPv6 the first 64 bits
            in full.
    """
    if address.count(".") == 3:
        return (f"{address.rpartition('.')[0]}.0/24",)
    if address.count(":") == 3:
        return f"{address[:17]}00::/56", f"{address[:14]}::/48"
    return ()


def widest(address: str) -> str:
    """Return the name of the widest network around an address; the address itself if there is none."""
    return counted_under(address)[-1]


def counted_under(address: str) -> tuple[str, ...]:
    """Return the keys under which an address counts: itself and the networks around it, the widest last."""
    return address, *enclosing(address)


def excess(held: Mapping[str, int], before: Mapping[str, int], most: Callable[[str], int]) -> Iterator[tuple[str, int]]:
    """Yield the addresses and networks that hold too much at several nodes, and how much this node must let go of.

    Nodes that are asked at the same moment don't know of each other yet, and each may grant the whole limit. Afterwards
    the node whose id comes first keeps all that it has granted, and the others let go of the excess.

    Args:
        held: the holdings at this node.
        before: the holdings at the nodes whose ids come before this one's.
        most: returns the limit of an address or a network.
    """
    for key, kept in before.items():
        too_much = min(held.get(key, 0), kept + held.get(key, 0) - most(key))
        if too_much > 0:
            yield key, too_much


FORGOTTEN = 0.5
"""The amount up to which a network counts as not seen recently."""


class FairShare:
    """The amount that one network may take of a shared limit.

    One address may always use its own limit, if nobody else needs anything. If that limit is nearly the limit on all, the
    operator wants no sharing, and there is none.

    Args:
        each: the limit of one address.
        all: the limit on all together.
    """

    __slots__ = ("_all", "_greed", "_little", "_reserve", "each")

    def __init__(self, each: float, all: float) -> None:
        self.each = each
        self._all = all
        common = (1 - RESERVED) * all
        self._reserve = RESERVED * all if each < common else 0.0
        self._greed = max(GREED, each / (common - each)) if each < common else 1.0
        self._little = max(1.0, LITTLE * each) if each < common else all

    def most(self, left: float) -> float:
        """Return how much one network may have in total while `left` is left for everybody."""
        if left >= self._reserve:
            return self._little + self._greed * (left - self._reserve)
        return self._little * left / self._reserve

    def grants(self, theirs: float, left: float, amount: float = 1) -> bool:
        """Return True if a network that has `theirs` may have `amount` more. One that was not seen recently may have
        any single thing that is left.
        """
        return amount <= left and (theirs <= FORGOTTEN or theirs + amount <= self.most(left))

    def more(self, theirs: int, left: int) -> int:
        """Return how many more a network with `theirs` may have, one after the other."""
        count = 0
        while self.grants(theirs + count, left - count):
            count += 1
        return count

    def slope(self, left: float) -> float:
        """Return the growth of `most` for each thing that is let go."""
        return self._greed if left >= self._reserve else self._little / self._reserve

    def of(self, key: str) -> float:
        """Return the limit of one address or network, by its name."""
        times = TIMES.get(key[-3:], 1)
        return max(self.each, min(times * self.each, self._all))
