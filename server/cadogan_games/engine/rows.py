"""Grids that are dealt row by row: each row comes into use below the last one and keeps its line.

The group has a place for every row that there can ever be; the counter `rows` says how many have been dealt.
"""

from __future__ import annotations

from cadogan_games.engine.actions import Action, stock_has_cards
from cadogan_games.engine.effects import deal_round
from cadogan_games.engine.layout import Places, grid
from cadogan_games.engine.table import Table

STEP = 0.42
"""How far below a row the next one lies: so much of a covered card is seen."""


def row_places(y: float, rows: int, columns: int) -> Places:
    """The places of so many rows, each covering the lower part of the one above."""
    return grid(0, y, rows, columns, y_step=STEP)


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
        line=f"the next {columns} cards of the stock, or as many as there are, are a new row below the last",
    )
