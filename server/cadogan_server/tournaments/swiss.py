"""Pairs a round of a Swiss tournament: those of equal points meet, and no two meet twice while that can be avoided.

The round is paired in the way that costs least: a minimum-cost perfect matching, found by networkx (`max_weight_matching`: Galil,
"Efficient algorithms for finding maximum matching in graphs", ACM Computing Surveys, 1986). The costs, the highest first:

1. two meet again; 2. a second bye; 3. a bye for somebody who does not stand at the end; 4. in a public tournament, two of the same
marks meet; 5. the difference of points, squared; 6. the distance from the usual partner: in a group of equal points, the first of
its upper half meets the first of its lower half.

Each cost outweighs the sum of all that follow. In large tournaments only near partners are tried, and more of them if those do not
do.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

from cadogan_server.tournaments.arena import in_order
from cadogan_server.tournaments.state import Competitor, Tournament

FEWEST_ROUNDS = 3
"""The rounds of a small tournament whose host has not chosen them."""

SMALL = 64
"""Competitors of a tournament, at most, that are paired in the best of all ways."""

REACHES = (4, 16, 64, 1_000)
"""The distances in places within which partners are looked for in larger tournaments, each if the one before is not enough. Among
all of 256 it may take four seconds."""

_POINTS, _MARKS, _BYE, _SECOND_BYE, _AGAIN = 1 << 16, 1 << 33, 1 << 41, 1 << 50, 1 << 51
_ALL = 1 << 60
"""More than any cost."""

Edge = tuple[int, int, int]
"""Two places in the standings, and what it costs if they meet; the place behind the last is the bye."""


def rounds_for(chosen: int, competitors: int) -> int:
    """Return the number of rounds: as chosen, or enough that only one player can have won all."""
    return chosen or max(FEWEST_ROUNDS, (competitors - 1).bit_length())


def pairs(t: Tournament, here: Sequence[Competitor]) -> list[tuple[Competitor, ...]]:
    """Return who meets in the next round, the best first; one alone, the last of all, has a bye."""
    ordered = sorted(here, key=lambda c: (-c.points, -c.rating, c.number))
    field = Field(ordered, t.terms.private)
    for reach in REACHES[-1:] if len(ordered) <= SMALL else REACHES:
        matched = _matched(field.edges(reach, again=False), len(ordered))
        if matched and (reach > REACHES[0] or not field.same_place(matched)):
            break
    else:
        matched = _matched(field.edges(REACHES[-1], again=True), len(ordered))
    met = [tuple(ordered[place] for place in both if place < len(ordered)) for both in sorted(matched)]
    return [in_order(*both) if len(both) == 2 else both for both in sorted(met, key=lambda both: len(both) == 1)]


def _matched(edges: Iterator[Edge], count: int) -> list[tuple[int, int]]:
    """Return the pairs of places, the smaller first, that cost least; none if not everybody finds a partner."""
    from networkx import Graph, max_weight_matching  # only a few servers ever need it

    graph = Graph()
    graph.add_weighted_edges_from((one, other, _ALL - cost) for one, other, cost in edges)
    matched = max_weight_matching(graph, maxcardinality=True)
    return [(min(both), max(both)) for both in matched] if 2 * len(matched) == count + count % 2 else []


class Field:
    """The competitors of a round in the order of their standing, and what it costs if two of them meet."""

    def __init__(self, ordered: Sequence[Competitor], private: bool) -> None:
        self._ordered = ordered
        self._private = private
        self._met = [Counter(c.opponents()) for c in ordered]
        self._byes = [sum(len(pairing.players) == 1 for pairing in c.pairings) for c in ordered]
        points = [-c.points for c in ordered]
        self._half = [(bisect_right(points, p) - bisect_left(points, p) + 1) // 2 for p in points]
        """Half the size of the group of equal points, for each place."""

    def edges(self, reach: int, again: bool) -> Iterator[Edge]:
        """Yield the pairs that may meet, within `reach` places of the usual partner or of each other; `again`: also pairs that
        have met."""
        count = len(self._ordered)
        for place in range(count):
            half = self._half[place]
            near = {
                *range(place + 1, place + 1 + reach),
                *range(place + half - reach // 2, place + half + reach // 2 + 1),
            }
            for other in near:
                if place < other < count and (again or not self._met[place][self._ordered[other].player]):
                    yield place, other, self._cost(place, other)
            if count % 2 and place >= count - 1 - 4 * reach:
                yield place, count, (count - 1 - place) * _BYE + min(self._byes[place], 1) * _SECOND_BYE

    def same_place(self, matched: Sequence[tuple[int, int]]) -> bool:
        """Return True if two of the same marks meet who should not."""
        real = [both for both in matched if both[1] < len(self._ordered)]
        return any(self._are_of_one_place(self._ordered[one], self._ordered[other]) for one, other in real)

    def _are_of_one_place(self, one: Competitor, other: Competitor) -> bool:
        return not self._private and not one.marks.isdisjoint(other.marks)

    def _cost(self, place: int, other: int) -> int:
        one, two = self._ordered[place], self._ordered[other]
        cost = self._met[place][two.player] * _AGAIN + (one.points - two.points) ** 2 * _POINTS
        if self._are_of_one_place(one, two):
            cost += _MARKS
        usual = self._half[place] if one.points == two.points else 0
        return cost + abs(other - place - usual)
