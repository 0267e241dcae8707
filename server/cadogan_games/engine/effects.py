"""Changes of the table that the actions of several games share."""

from __future__ import annotations

from collections.abc import Iterable

from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.table import Table


def take_off(table: Table, *piles: int) -> None:
    """Put the top cards of these piles on the discard."""
    for pile in piles:
        table.shift(pile, table.game.first["discard"])


def change_over(table: Table, a: int, b: int) -> None:
    """Exchange the contents of two piles, one of which may be empty."""
    of_b = len(table.piles[b])
    if table.piles[a]:
        table.take(a, 0, b, 0, len(table.piles[a]))
    if of_b:
        table.shift(b, a, of_b)


def deal_round(table: Table, piles: Iterable[int], count: int = 1) -> None:
    """Deal `count` cards of the stock, face up, to each of these piles in turn, the last on top, as far as the stock
    goes."""
    stock = table.game.first["stock"]
    for pile in piles:
        n = min(count, len(table.piles[stock]))
        if n:
            table.turn_over(stock, pile, n)


def take_up(table: Table, piles: Iterable[int]) -> None:
    """Gather piles in this order, each on top of those before, and turn them over to form the stock, which was empty.

    The bottom card of the first pile is the first to be dealt again.
    """
    stock = table.game.first["stock"]
    for pile in piles:
        if table.piles[pile]:
            table.shift(pile, stock, len(table.piles[pile]))
    table.order(stock, [c | DOWN for c in reversed(table.piles[stock])])
