"""Grids that are dealt row by row: each row comes into use below the last one and keeps its line.

The group has a place for every row that there can ever be; the counter `rows` says how many have been dealt.
"""

from __future__ import annotations

from cadogan_games.engine.actions import Action
from cadogan_games.engine.conditions import stock_has_cards
from cadogan_games.engine.effects import deal_round
from cadogan_games.engine.table import Table


def row_of(table: Table, group: str, columns: int, number: int) -> range:
    """The piles of a row, counted from 0."""
    start = table.game.first[group] + columns * number
    return range(start, start + columns)


def lay_row(table: Table, group: str, columns: int) -> None:
    """The next row is dealt from the stock, face up from left to right, as far as the stock goes."""
    deal_round(table, row_of(table, group, columns, table.count("rows")))
    table.add("rows")


def deal_next_row(group: str, columns: int) -> Action:
    """`deal`: a new row is dealt below the last one."""
    return Action(
        "deal",
        "Deal a row",
        lambda table: lay_row(table, group, columns),
        when=(stock_has_cards,),
        pile="stock",
        text=f"the next {columns} cards of the stock, or as many as there are, are a new row below the last",
        counters=("rows",),
    )
