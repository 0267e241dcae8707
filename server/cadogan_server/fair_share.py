"""How addresses share a limit: the networks that enclose an address, and how much one network may have of what all share.

An IPv6 customer gets a /56 or a /48, so a limit on each /64 alone bounds nobody; a hosting customer rents neighbouring IPv4
addresses. So each limit holds for the enclosing networks too, and the limit on all together is shared by the widest of them.

The sharing is the dynamic threshold of Choudhury and Hahne ("Dynamic Queue Length Thresholds for Shared-Memory Packet Switches",
1998): what one network may have shrinks with what is left for all. Heavy networks stop each other before anything runs out, and
nobody needs to know how many there are. The last part of the limit is a reserve for networks that have little or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

TIMES = {"/56": 4, "/48": 8, "/24": 8}
"""A network may have so many times what one of its addresses may have."""

WIDEST = ("/48", "/24")
"""Networks of these sizes share what all together may have."""

RESERVED = 0.25
"""This share of a limit on all together is kept for networks that have little."""

GREED = 0.5
"""Of what is left beyond the reserve one network may have this share."""

LITTLE = 0.2
"""A network has little while it has no more than this share of what one address may have."""


@lru_cache(maxsize=10_000)
def enclosing(address: str) -> tuple[str, ...]:
    """Return the networks that enclose an address, in CIDR notation, the widest last; none of what is no address.

    Args:
        address: as `gateway.address.network` writes it: IPv4 in dotted decimal, of IPv6 the first 64 bits in full.
    """
    if address.count(".") == 3:
        return (f"{address.rpartition('.')[0]}.0/24",)
    if address.count(":") == 3:
        return f"{address[:17]}00::/56", f"{address[:14]}::/48"
    return ()


def widest(address: str) -> str:
    """Return the name of the widest network around an address; the address itself where there is none."""
    return counted_under(address)[-1]


def counted_under(address: str) -> tuple[str, ...]:
    """Return under which keys an address is counted: itself, and the networks around it, the widest last."""
    return address, *enclosing(address)


def excess(held: Mapping[str, int], before: Mapping[str, int], most: Callable[[str], int]) -> Iterator[tuple[str, int]]:
    """Yield the addresses and networks that hold too much at several nodes, and how much one of the nodes is to let go of.

    Nodes that are asked at the same moment don't know of each other yet, and each may grant all that is allowed. Afterwards the
    node whose id comes first keeps what it has, and the others let go of what goes beyond the limit.

    Args:
        held: what is held at this node.
        before: what is held at the nodes whose ids come before this one's.
        most: returns what an address or a network may hold.
    """
    for key, kept in before.items():
        too_much = min(held.get(key, 0), kept + held.get(key, 0) - most(key))
        if too_much > 0:
            yield key, too_much


FORGOTTEN = 0.5
"""A network of which no more than this is remembered counts as not seen recently."""


class FairShare:
    """How much one network may have of what all share.

    One address may always have what its own limit allows, if nobody else wants anything. Where that is nearly all there is, whoever
    set the limits wanted no sharing, and there is none.

    Args:
        each: what one address may have.
        all: what all together may have.
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
        """Return how much one network may have in all while so much is left for everybody."""
        if left >= self._reserve:
            return self._little + self._greed * (left - self._reserve)
        return self._little * left / self._reserve

    def grants(self, theirs: float, left: float, amount: float = 1) -> bool:
        """Whether a network that has so much may have so much more. One that was not seen recently may have any one thing that
        there is."""
        return amount <= left and (theirs <= FORGOTTEN or theirs + amount <= self.most(left))

    def more(self, theirs: int, left: int) -> int:
        """Return how many more a network may have that has so many, one after the other."""
        count = 0
        while self.grants(theirs + count, left - count):
            count += 1
        return count

    def slope(self, left: float) -> float:
        """Return by how much `most` grows for each one that is let go of."""
        return self._greed if left >= self._reserve else self._little / self._reserve

    def of(self, key: str) -> float:
        """Return what an address or a network, by its name, may have by its own limit."""
        times = TIMES.get(key[-3:], 1)
        return max(self.each, min(times * self.each, self._all))
