"""Learns, in games where pairs of cards are taken off, which ranks make a pair."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_client.bots.policy import RANKS, Move, View


class Pairs:
    """The two ranks that make a pair, and the number of partners of a card among the open cards.

    The bot learns this from the legal pairs: equal ranks, or ranks of a certain sum. It does not notice if the rules
    ask for more, such as a row in common.
    """

    def __init__(self) -> None:
        self._equal = False
        self._sums: set[int] = set()
        self._groups: set[str] = set()
        self._open = [0] * RANKS

    def look(self, view: View, moves: Sequence[Move]) -> None:
        """Learn from the legal pairs, and count the ranks of the open cards."""
        for move in moves:
            if move[0] == "discard" and len(move) == 3:
                self._learn(view, move)
        if self._groups:
            self._count(view)

    def partners(self, card: int) -> int:
        """Return the number of open cards that make a pair with this one."""
        if not 0 <= card < 52:
            return 0
        rank = card % RANKS
        found = self._open[rank] if self._equal else 0
        for total in self._sums:
            if 0 <= total - rank < RANKS:
                found += self._open[total - rank]
        return found

    def _learn(self, view: View, move: Move) -> None:
        ranks = []
        for spot in move[1:]:
            if not isinstance(spot, int) or not view.piles[spot] or not 0 <= view.piles[spot][-1] < 52:
                return
            ranks.append(view.piles[spot][-1] % RANKS)
            self._groups.add(view.group_of[spot])
        if ranks[0] == ranks[1]:
            self._equal = True
        else:
            self._sums.add(sum(ranks))

    def _count(self, view: View) -> None:
        self._open = [0] * RANKS
        for pile, group in zip(view.piles, view.group_of, strict=True):
            if pile and group in self._groups and 0 <= pile[-1] < 52:
                self._open[pile[-1] % RANKS] += 1
