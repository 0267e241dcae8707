"""A match in rounds at a shared table: its points, the standing of each player, and the leader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from cadogan_protocol.rooms import ResultRow
from cadogan_server.rooms.occupant import Occupant, Standing

MOST_ROUNDS = 99
"""The most rounds of a match: points may fall below zero for ever."""
GONE = ("stood", "late")
"""The states of players who play no more while others go on."""
LAST = ("stood", "late", "left")
"""The states of players who stand behind all others in the end."""


class Rounds:
    """A match in rounds.

    Args:
        target: the points that end it after a round.
        seats: the seats of its players.
        side_of: returns the side that a seat plays for.

    Attributes:
        dealt: the number of rounds dealt so far.
        points: by seat, the points of all rounds that are over.
        standings: by seat, how a player stands: `progress` is of the present round.
    """

    __slots__ = ("_side_of", "_target", "dealt", "points", "standings")

    def __init__(self, target: int, seats: Iterable[int], side_of: Callable[[int], int] = int) -> None:
        self.dealt = 0
        self._side_of = side_of
        self.standings = {seat: Standing() for seat in seats}
        self.points = dict.fromkeys(self.standings, 0)
        self._target = target

    @property
    def playing(self) -> list[int]:
        """The seats whose players have not given up and were not late too often."""
        return [seat for seat, standing in self.standings.items() if standing.state not in GONE]

    @property
    def sides(self) -> int:
        """The number of sides for which somebody plays."""
        return len({self._side_of(seat) for seat in self.playing})

    @property
    def score(self) -> tuple[int, ...]:
        """The points by seat; 0 for a seat that nobody holds."""
        return tuple(self.points.get(seat, 0) for seat in range(1 + max(self.points)))

    def add(self, points: Mapping[int, int]) -> None:
        """Add the points of a round, by seat."""
        for seat, more in points.items():
            self.points[seat] += more

    @property
    def is_decided(self) -> bool:
        """True if no round follows: somebody has reached the target, and nobody is level with the best."""
        best: dict[int, int] = {}
        for seat in self.playing:
            side = self._side_of(seat)
            best[side] = max(self.points[seat], best.get(side, self.points[seat]))
        found = sorted(best.values(), reverse=True)
        level = len(found) > 1 and found[0] == found[1]
        return (found[0] >= self._target and not level) or self.dealt >= MOST_ROUNDS

    def rows(self, occupants: Mapping[int, Occupant], running: Mapping[int, int]) -> tuple[ResultRow, ...]:
        """Rank by points, players who gave up or left behind all others. `running` are the points by seat of a round
        that is not over. Players with equal points share a rank. If two sides share the first rank, nobody has won.

        Ranks count sides: partners with the same points are one, so the other side is second.
        """
        total = {seat: points + running.get(seat, 0) for seat, points in self.points.items()}
        merit = {seat: (self.standings[seat].state not in LAST, total[seat]) for seat in total}
        lines = {(merit[seat], self._side_of(seat)) for seat in total}
        rank = {seat: 1 + sum(other > merit[seat] for other, _ in lines) for seat in total}
        level = len({self._side_of(seat) for seat in total if rank[seat] == 1}) > 1
        return tuple(
            ResultRow(
                rank=rank[seat],
                seat=seat,
                name=occupants[seat].name,
                bot=occupants[seat].bot or None,
                won=not level and rank[seat] == 1,
                progress=self.standings[seat].progress,
                score=total[seat],
                moves=self.standings[seat].moves,
                time=self.standings[seat].ended,
            )
            for seat in sorted(total, key=lambda seat: (rank[seat], seat))
        )
