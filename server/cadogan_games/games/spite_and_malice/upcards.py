"""The seat that goes first: the upcards are compared, and equal ones buried."""

from __future__ import annotations

from cadogan_games.engine.cards import rank_of
from cadogan_games.engine.table import Table
from cadogan_games.games.spite_and_malice.piles import SEATS, riddance


def higher_upcard(table: Table, comparisons: int, otherwise: int) -> int:
    """Return the seat with the higher upcard. Equal upcards, and jokers, are buried and the next ones compared.

    After `comparisons` undecided comparisons, return `otherwise`; nothing is buried after the last one.
    """
    for count in range(comparisons):
        ranks = [rank_of(table.piles[riddance(table, seat)][-1]) for seat in SEATS]
        if ranks[0] != ranks[1] and 0 not in ranks:
            return ranks.index(max(ranks))
        if count < comparisons - 1:
            for seat in SEATS:
                bury(table, riddance(table, seat))
    return otherwise


def bury(table: Table, pile: int) -> None:
    """Turn the upcard face down and put it at the bottom of its pile, then turn up the new top card.

    The only card of a pile stays as it is.
    """
    last = len(table.piles[pile]) - 1
    if last > 0:
        table.flip(pile)
        table.take(pile, last, pile, 0)
        table.flip(pile)
