"""The tree of a knockout: the places of the seeds, and the pairs of the next round.

The tree is that of the next power of two. The best seeds have the byes, and the two best can only meet in the last round. The
pairings of a round stand in the order of the tree, so the winners of two that lie side by side meet in the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cadogan_server.tournaments.records import Result
from cadogan_server.tournaments.state import Competitor, Tournament

Slot = tuple[str, ...]
"""Players who meet: two, the better seed first, or one with a bye."""


def rounds_for(competitors: int) -> int:
    """Return the number of rounds until one is left."""
    return max(1, (competitors - 1).bit_length())


def seeded(competitors: Iterable[Competitor]) -> list[Competitor]:
    """Return the competitors by seed: by rating, then in the order of entering."""
    return sorted(competitors, key=lambda c: (-c.rating, c.number))


def first_slots(competitors: Iterable[Competitor]) -> list[Slot]:
    """Return who meets in the first round, in the order of the tree."""
    players = [c.player for c in seeded(competitors)]
    places = _places(1 << rounds_for(len(players)))
    pairs = zip(places[::2], places[1::2], strict=True)
    return [tuple(players[place] for place in sorted(pair) if place < len(players)) for pair in pairs]


def next_slots(t: Tournament) -> list[Slot]:
    """Return who meets after the last round; none if it is not decided, or nobody is left to meet."""
    winners = [pairing.winner() for pairing in t.meetings(t.round)]
    known = [winner for winner in winners if winner is not None]
    if len(known) < len(winners):
        return []
    return [in_order(t, pair) for pair in zip(known[::2], known[1::2], strict=False)]


def in_order(t: Tournament, players: Sequence[str]) -> Slot:
    """Return these players, the best seed first."""
    return tuple(c.player for c in seeded(t.competitors[player] for player in players))


def lot(t: Tournament, players: Sequence[str]) -> Result:
    """Return the result of a game that nobody has won, where one must go on: the better seed does."""
    return "first" if in_order(t, players)[0] == players[0] else "second"


def champion(t: Tournament) -> str | None:
    """Return the winner of the knockout; None as long as there is none."""
    last = t.meetings(t.round)
    return last[0].winner() if len(last) == 1 else None


def still_in(t: Tournament) -> set[str]:
    """Return the players who can still win it."""
    if not t.round:
        return {c.player for c in t.competitors.values() if not c.out}
    alive: set[str] = set()
    for pairing in t.meetings(t.round):
        winner = pairing.winner()
        alive.update(pairing.players if winner is None else (winner,))
    return alive


def _places(size: int) -> list[int]:
    """Return the seeds, from 0, in the order of a tree with `size` places: [0, 3, 1, 2] for four."""
    order = [0]
    while len(order) < size:
        order = [place for seed in order for place in (seed, 2 * len(order) - 1 - seed)]
    return order
