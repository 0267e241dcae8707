"""The stock of both games: drawing from it, and forming a new one."""

from __future__ import annotations

from collections.abc import Iterable

from cadogan_games.engine.auto import bring
from cadogan_games.engine.cards import DOWN, bare
from cadogan_games.engine.shuffle import redealt
from cadogan_games.engine.table import Table
from cadogan_games.games.spite_and_malice.piles import centre, hand


def draw_one(table: Table, seat: int) -> None:
    """Move the stock's top card to a hand."""
    bring(table, table.number("stock"), hand(table, seat))


def form_stock(table: Table) -> bool:
    """Shuffle the completed heap, or all centre piles if it is empty, into the stock. Return False if neither holds
    cards."""
    heap = table.number("completed")
    sources = [heap] if table.piles[heap] else [place for place in centre(table) if table.piles[place]]
    if not sources:
        return False
    gather(table, sources)
    shuffle_stock(table)
    return True


def gather(table: Table, piles: Iterable[int]) -> None:
    """Put piles on the stock, face down."""
    stock = table.number("stock")
    for pile in piles:
        if cards := table.piles[pile]:
            (table.shift if cards[-1] >= DOWN else table.turn_over)(pile, stock, len(cards))


def shuffle_stock(table: Table) -> None:
    """Shuffle the stock by the next shuffle's number."""
    number = table.count("shuffles")
    order = redealt([bare(card) for card in table.stock], table.seed, number)
    table.order(table.number("stock"), [card + DOWN for card in reversed(order)], number)
    table.add("shuffles")
