"""A match of two players: the number of its games, its score, and how each player stands."""

from __future__ import annotations

from hashlib import sha256

from cadogan_games.engine.duel import Ending
from cadogan_protocol.rooms import ResultRow
from cadogan_server.rooms.occupant import Occupant, Standing

SEATS = (0, 1)

MOST_GAMES = 99
"""The most games of a match: draws may leave the score unchanged for ever."""


def seed_of_game(seed: bytes, number: int) -> bytes:
    """Return the seed of a game of the match: the room's own for game 0, then SHA-256(seed + number as 4 big-endian
    bytes).
    """
    return seed if number == 0 else sha256(seed + number.to_bytes(4, "big")).digest()


class Match:
    """A match.

    Args:
        target: the score to which it is played; 0: a single game.

    Attributes:
        games: the number of games dealt so far.
        points: the score, by seat.
        standings: by seat, how a player stands in the current game.
        left: the seat of the player who left the match.
    """

    __slots__ = ("_target", "games", "left", "points", "standings")

    def __init__(self, target: int) -> None:
        self.games = 0
        self.points = [0, 0]
        self.standings = {seat: Standing() for seat in SEATS}
        self.left: int | None = None
        self._target = target

    def begin_game(self) -> None:
        """Begin the next game."""
        self.games += 1
        self.standings = {seat: Standing() for seat in SEATS}

    def end_game(self, ended: Ending, t: int) -> None:
        """Count a game that has ended at moment `t`."""
        if ended.winner is not None:
            self.points[ended.winner] += ended.points
            if ended.forfeited:
                self.standings[1 - ended.winner].state = "late"
        for standing in self.standings.values():
            standing.ended = t
            if standing.state == "playing":
                standing.state = "finished"

    @property
    def score(self) -> tuple[int, int]:
        """The score, by seat."""
        return self.points[0], self.points[1]

    @property
    def is_decided(self) -> bool:
        """True if no game follows the one that has ended."""
        return max(self.points) >= self._target or self.games >= MOST_GAMES

    def rows(self, occupants: dict[int, Occupant]) -> tuple[ResultRow, ...]:
        """Rank by the score; a player who left comes last."""
        points, standings = self.points, self.standings
        order = sorted(SEATS, key=lambda seat: (seat == self.left, -points[seat]))
        level = self.left is None and points[0] == points[1]
        return tuple(
            ResultRow(
                rank=1 if level else 1 + place,
                seat=seat,
                name=occupants[seat].name,
                bot=occupants[seat].bot or None,
                won=not level and place == 0,
                progress=standings[seat].progress,
                score=points[seat],
                moves=standings[seat].moves,
                time=standings[seat].ended,
            )
            for place, seat in enumerate(order)
        )
