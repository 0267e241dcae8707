"""The end of a game and its value: played out, resigned, forfeited, or given up as dead."""

from __future__ import annotations

from cadogan_games.engine.duel import OVER, Ending, is_too_late
from cadogan_games.engine.table import Table
from cadogan_games.games.spite_and_malice.piles import SEATS, other, riddance

NOBODY, DRAW = 0, 3
"""Values of the counter `_winner`; otherwise it is 1 + the winner's seat."""

SCORES = {
    "count": lambda left: left,
    "basic": lambda left: 5 + left,
    "triangular": lambda left: left * (left + 1) // 2,
}
"""The winner's score, by the number of riddance cards that the loser has left."""


def finish(table: Table, winner: int) -> None:
    """End the game: `winner` is 1 + the winner's seat, or `DRAW`."""
    table.set("_winner", winner)
    table.enter(OVER)


def finish_by_riddance(table: Table) -> None:
    """End the game undecided: the seat with fewer riddance cards left wins; equal numbers are a draw."""
    left = [len(table.piles[riddance(table, seat)]) for seat in SEATS]
    finish(table, DRAW if left[0] == left[1] else 1 + left.index(min(left)))


def resign(table: Table, seat: int) -> None:
    """Let the opponent win, as if they had just gone out."""
    finish(table, 1 + other(seat))


def outcome(table: Table, scoring: str) -> Ending:
    """Return how a finished game ended."""
    winner = table.count("_winner")
    if winner == DRAW:
        return Ending(None, 0, played_out=False)
    seat = winner - 1
    left = len(table.piles[riddance(table, other(seat))])
    won_out = not table.piles[riddance(table, seat)]
    return Ending(seat, SCORES[scoring](left), played_out=won_out, forfeited=is_too_late(table, other(seat)))


def played_out(table: Table) -> bool:
    """True if somebody has played the last card of the riddance pile."""
    return any(not table.piles[riddance(table, seat)] for seat in SEATS)
