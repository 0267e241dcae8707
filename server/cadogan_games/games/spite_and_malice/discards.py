"""Discard piles of the standard game: which ranks the top card may stand for, and which card may follow.

A set of ranks is an integer with bit r set for each rank r in it; a joker's bit is 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_games.engine.cards import JOKER
from cadogan_games.games.spite_and_malice.piles import RANKS

ANY_BUT_ACE = sum(1 << rank for rank in range(2, 14))
JOKER_BIT = 1


def possible_ranks(pile: Sequence[int]) -> int:
    """Return the possible ranks S of the top card, worked out from the cards in the pile, as a set.

    A natural card has its own rank. A joker on nothing may be anything from 2 to king. A joker on a card has that
    card's possible ranks or one lower, never an ace's. So only the jokers above the last natural card matter.
    """
    for jokers, card in enumerate(reversed(pile)):
        if card != JOKER:
            lowest = max(2, RANKS[card] - jokers)
            return (2 << RANKS[card]) - (1 << lowest)
    return ANY_BUT_ACE


def takes(pile: Sequence[int]) -> int:
    """Return the set that a discard pile takes: the rank of the card before or one lower, a joker always, an ace never."""
    ranks = possible_ranks(pile)
    return (ranks | ranks >> 1) & ANY_BUT_ACE | JOKER_BIT


def may_discard(card: int, pile: Sequence[int]) -> bool:
    """True if a card may be laid on a discard pile."""
    return bool(takes(pile) >> RANKS[card] & 1)


def best_discard(hand: Sequence[int], piles: Sequence[Sequence[int]]) -> tuple[int, int] | None:
    """Return the discard for a player whose time is up: (place in hand, place among the piles), or None if none is
    legal.

    Order of preference (sheet, part 4.7): a natural card of the pile's rank, one lower, a natural card on an empty
    place, a joker on a pile, a joker on an empty place; then the higher rank, the lower pile, the earlier place in
    hand.
    """
    legal = [(k, p) for k, card in enumerate(hand) for p, pile in enumerate(piles) if may_discard(card, pile)]
    return min(legal, key=lambda way: _preference(hand[way[0]], piles[way[1]], *way), default=None)


def _preference(card: int, pile: Sequence[int], k: int, p: int) -> tuple[int, int, int, int]:
    rank = RANKS[card]
    if card == JOKER:
        kind = 3 if pile else 4
    elif not pile:
        kind = 2
    else:
        kind = 0 if possible_ranks(pile) >> rank & 1 else 1
    return kind, -rank, p, k
