"""The moves that a bot notices: a beginner overlooks many, and finds them later."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cadogan_client.bots.policy import Move, View

Sight = tuple[Move, int]
"""A move, with the card that it begins with. The same piles with another card are a new chance to notice."""


class Attention:
    """The moves that a player has noticed. A noticed move stays noticed while it is legal.

    Args:
        random: decides which moves are noticed.
        share: the chance to notice a move at each look, 0 to 1. With 1 nothing is overlooked and no chance is drawn.
    """

    def __init__(self, random: Random, share: float) -> None:
        self._random = random
        self._share = share
        self._noticed: set[Sight] = set()

    def noticed(self, view: View, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves that are noticed now. Actions of the whole table, such as turning the stock, are always
        noticed."""
        if self._share >= 1:
            return moves
        noticed: set[Sight] = set()
        found = []
        for move in moves:
            sight = (move, _card(view, move))
            plain = isinstance(move[0], str) and len(move) == 1
            if plain or sight in self._noticed or self._random.random() < self._share:
                noticed.add(sight)
                found.append(move)
        self._noticed = noticed
        return found


def _card(view: View, move: Move) -> int:
    """Return the card on top of the pile that a move begins with, or -1 if there is none."""
    spot = move[1] if isinstance(move[0], str) and len(move) > 1 else move[0]
    pile = spot[0] if isinstance(spot, tuple) else spot
    return view.piles[pile][-1] if isinstance(pile, int) and view.piles[pile] else -1
