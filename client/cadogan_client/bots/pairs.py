"""What a bot learns of a game in which cards are taken off in pairs: which ranks go together."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_client.bots.policy import RANKS, Move, View


class Pairs:
    """Which two ranks make a pair, and how many partners a card has among the cards that lie open.

    It is learned from the pairs that are offered: equal ranks, or ranks of a certain sum. That the rules may ask for more (a
    row in common, say) is not seen.
    """

    def __init__(self) -> None:
        self._equal = False
        self._sums: set[int] = set()
        self._groups: set[str] = set()
        self._open = [0] * RANKS

    def look(self, view: View, moves: Sequence[Move]) -> None:
        """Learn from the pairs that are offered, and count the ranks that lie open."""
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
