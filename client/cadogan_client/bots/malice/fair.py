"""The fair bot: it gets rid of cards, its upcard first, and keeps its discard piles in order."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_client.bots.malice.level import MaliceLevel, plays_off
from cadogan_client.bots.malice.sight import WILD, Sight
from cadogan_client.bots.policy import Move

SLIP = 0.1
"""The chance that it does not look, and makes any move."""


class MaliceFair(MaliceLevel):
    """Plays the upcard, or a card that brings a pile closer to it; then natural cards from the hand, then from discard
    piles.

    It saves its wild cards for the upcard, and ignores the chances that its plays give the opponent.
    """

    def pick(self, sight: Sight, moves: Sequence[Move]) -> Move:
        """Return one of the most useful moves."""
        if self.random.random() < SLIP:
            return self.random.choice(moves)
        uses = [use_of(sight, move) for move in moves]
        most = max(uses)
        return self.random.choice([move for move, use in zip(moves, uses, strict=True) if use == most])


def use_of(sight: Sight, move: Move) -> float:
    """Return the use of a move. Plays are above 20, ends of the turn below, wild cards last."""
    if move[0] == "play":
        return use_of_play(sight, move)
    if move[0] == "discard":
        return use_of_discard(sight.hand[move[1][1]], sight.discards[sight.own_discards.index(move[2])])
    return 0.0


def use_of_play(sight: Sight, move: Move) -> float:
    """Return the use of a play."""
    if plays_off(sight, move):
        return 50.0
    card = sight.card(move[1])
    if sight.upcard != WILD and sight.height(move[2]) + 2 == sight.upcard:
        return 30.0 if card == WILD else 40.0
    if card == WILD:
        return -20.0
    return 25.0 if sight.from_hand(move) else 22.0


def use_of_discard(card: int, pile: list[int]) -> float:
    """Return the use of a discard. An equal card or one higher is the best place, then an empty one; high cards go
    first."""
    if card == WILD:
        return -10.0
    if not pile:
        return 5.0 + card / 20
    if pile[-1] in (card, card + 1):
        return 10.0
    return card / 20 - abs(pile[-1] - card) / 5
