"""The points of a result in each kind of tournament.

Arena: a win 2 points, a draw 1, a loss 0. A player who has won two games in a row is on a streak: while it lasts, each game is
worth double, the one that ends it too. So two wins and a draw make 2 + 2 + 2 = 6. This is the rule of the arenas of Lichess
(lichess.org/tournament/help, "How are scores calculated?").

Swiss: a win or a bye 1 point, a draw ½, a loss 0. Half points are counted, so that all numbers are whole: 2, 1, 0.

Knockout: a point for each round that was won.
"""

from __future__ import annotations

from typing import Literal

from cadogan_server.tournaments.records import Kind

Outcome = Literal["won", "drawn", "lost", "bye"]

STREAK = 2
"""Wins in a row after which the games of an arena are worth double."""

_HALVES: dict[Outcome, int] = {"won": 2, "bye": 2, "drawn": 1, "lost": 0}


def points_for(kind: Kind, outcome: Outcome, streak: int) -> int:
    """Return the points of a result; in a Swiss tournament half points. `streak` is the number of wins in a row before it."""
    if kind == "knockout":
        return 1 if outcome in ("won", "bye") else 0
    doubled = kind == "arena" and streak >= STREAK
    return _HALVES[outcome] * (2 if doubled else 1)
