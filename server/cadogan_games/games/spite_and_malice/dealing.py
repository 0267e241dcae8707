"""The deal: the piles to get rid of, five cards to each hand, and the rest to the stock."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_games.games.spite_and_malice.piles import HAND, hand, riddance
from cadogan_games.words import DOWN, Dealer


def deal_piles(dealer: Dealer, seats: Sequence[int], riddance_pack: list[int], stock_pack: list[int]) -> None:
    """Deal to the seats in turn, and turn up the top card of each pile to get rid of. The packs are used up."""
    table = dealer.table
    for _ in range(int(table.game.options["riddance"])):
        for seat in seats:
            dealer.lay(riddance_pack.pop(0), riddance(table, seat), down=True)
    for _ in range(HAND):
        for seat in seats:
            dealer.lay(stock_pack.pop(0), hand(table, seat))
    table.stock.extend(card + DOWN for card in reversed(stock_pack))
    for seat in seats:
        table.flip(riddance(table, seat))
