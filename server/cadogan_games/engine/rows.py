"""Grids that are dealt row by row: each new row lies below the last one and keeps its line.

The group has a place for every row that can ever come; the counter `rows` holds the number of rows dealt.
"""

from __future__ import annotations

from cadogan_games.engine.actions import Action
from cadogan_games.engine.conditions import stock_has_cards
from cadogan_games.engine.effects import deal_round
from cadogan_games.engine.table import Table


def row_of(table: Table, group: str, columns: int, number: int) -> range:
    """Return the piles of row `number`, counted from 0."""
    start = table.game.first[group] + columns * number
    return range(start, start + columns)


def lay_row(table: Table, group: str, columns: int) -> None:
    """Deal the next row from the stock, face up from left to right, as far as the stock goes."""
    deal_round(table, row_of(table, group, columns, table.count("rows")))
    table.add("rows")


def deal_next_row(group: str, columns: int) -> Action:
    """`deal`: deal a new row below the last one."""
    return Action(
        "deal",
        "Deal a row",
        lambda table: lay_row(table, group, columns),
        when=(stock_has_cards,),
        pile="stock",
        text=f"the next {columns} cards of the stock, or as many as there are, are a new row below the last",
        counters=("rows",),
    )
