"""A match in rounds at a shared table: its points, how each player stands, and who is in front."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cadogan_protocol.rooms import ResultRow
from cadogan_server.rooms.occupant import Occupant, Standing

MOST_ROUNDS = 99
"""The most rounds of a match: points may fall below zero for ever."""


class Rounds:
    """A match in rounds.

    Args:
        target: the points that end it after a round.
        seats: the seats of its players.

    Attributes:
        dealt: the number of rounds dealt so far.
        points: by seat, the points of all rounds that are over.
        standings: by seat, how a player stands: `progress` is of the present round.
    """

    __slots__ = ("_target", "dealt", "points", "standings")

    def __init__(self, target: int, seats: Iterable[int]) -> None:
        self.dealt = 0
        self.standings = {seat: Standing() for seat in seats}
        self.points = dict.fromkeys(self.standings, 0)
        self._target = target

    @property
    def playing(self) -> list[int]:
        """The seats whose players have not given up."""
        return [seat for seat, standing in self.standings.items() if standing.state != "stood"]

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
        found = sorted((self.points[seat] for seat in self.playing), reverse=True)
        level = len(found) > 1 and found[0] == found[1]
        return (found[0] >= self._target and not level) or self.dealt >= MOST_ROUNDS

    def rows(self, occupants: Mapping[int, Occupant], running: Mapping[int, int]) -> tuple[ResultRow, ...]:
        """Rank by points, those who gave up or left behind all others. `running` are the points by seat of a round that
        is not over. Players who are level share a rank.
        """
        total = {seat: points + running.get(seat, 0) for seat, points in self.points.items()}
        merit = {seat: (self.standings[seat].state not in ("stood", "left"), total[seat]) for seat in total}
        rank = {seat: 1 + sum(other > merit[seat] for other in merit.values()) for seat in total}
        return tuple(
            ResultRow(
                rank=rank[seat],
                seat=seat,
                name=occupants[seat].name,
                bot=occupants[seat].bot or None,
                won=rank[seat] == 1,
                progress=self.standings[seat].progress,
                score=total[seat],
                moves=self.standings[seat].moves,
                time=self.standings[seat].ended,
            )
            for seat in sorted(total, key=lambda seat: (rank[seat], seat))
        )
