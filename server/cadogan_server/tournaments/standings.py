"""The standings of a tournament.

Arena: by points, then games won. Swiss: by points; then Buchholz, the sum of the opponents' points; then Sonneborn-Berger, the
points of beaten opponents and half the points of opponents in draws; then games won; then rating. A bye brings its point, and
adds nothing to either sum. Knockout: by the rounds that were won, and players who can still win it before those who have lost;
so third place is shared. Equal lines share a rank.
"""

from __future__ import annotations

from typing import NamedTuple

from cadogan_server.tournaments import knockout
from cadogan_server.tournaments.state import Competitor, Tournament


class Line(NamedTuple):
    """A competitor in the standings.

    Attributes:
        rank: the place, from 1; equal lines share one.
        player: the player's id.
        points: the points; in a Swiss tournament half points.
        games: games that count; a bye is none.
        won: games won.
        drawn: games drawn.
        lost: games lost.
        streak: games won in a row, up to now.
        tie_breaks: what decides between equal points, in this order. Arena: games won. Swiss: Buchholz in half points,
            Sonneborn-Berger in quarter points, games won, rating. Knockout: 1 for a player who can still win it, else 0.
        out: true if the player is not paired any more.
    """

    rank: int
    player: str
    points: int
    games: int
    won: int
    drawn: int
    lost: int
    streak: int
    tie_breaks: tuple[int, ...]
    out: bool


def standings(t: Tournament) -> list[Line]:
    """Return the standings, the first first; equal lines in the order of entering. Do not change the list: it is kept until the
    next record."""
    if t.kept is None or t.kept[0] != t.version:
        t.kept = (t.version, _ranked(t))
    lines: list[Line] = t.kept[1]
    return lines


def sums(t: Tournament, c: Competitor) -> tuple[int, int]:
    """Return Buchholz in half points, and Sonneborn-Berger in quarter points."""
    buchholz = berger = 0
    for pairing in c.pairings:
        if len(pairing.players) == 1 or not pairing.counts:
            continue
        points = t.competitors[pairing.other(c.player)].points
        winner = pairing.winner()
        buchholz += points
        berger += points * (1 if winner is None else 2 if winner == c.player else 0)
    return buchholz, berger


def _ranked(t: Tournament) -> list[Line]:
    alive = knockout.still_in(t) if t.terms.kind == "knockout" else set()
    keyed = [((c.points, *_tie_breaks(t, c, alive)), c) for c in t.competitors.values()]
    keyed.sort(key=lambda both: both[0], reverse=True)
    lines: list[Line] = []
    rank, last = 0, None
    for place, (key, c) in enumerate(keyed, 1):
        if key != last:
            rank, last = place, key
        lines.append(Line(rank, c.player, c.points, c.games, c.won, c.drawn, c.lost, c.streak, key[1:], c.out))
    return lines


def _tie_breaks(t: Tournament, c: Competitor, alive: set[str]) -> tuple[int, ...]:
    if t.terms.kind == "arena":
        return (c.won,)
    return (*sums(t, c), c.won, c.rating) if t.terms.kind == "swiss" else (int(c.player in alive),)
