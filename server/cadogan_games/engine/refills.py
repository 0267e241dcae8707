"""Spaces that are refilled from waste or stock: automatically, or by the player's choice (option `refill`)."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_games.engine.auto import Auto, Local, refill, unless_idle
from cadogan_games.engine.cards import ALL
from cadogan_games.engine.conditions import stock_has_cards, waste_has_cards
from cadogan_games.engine.plays import Play, top_of
from cadogan_games.engine.refusals import refused
from cadogan_games.engine.table import Table


def refilled(group: str, option: str) -> Sequence[Auto]:
    """Return the autos that fill the spaces of a group.

    With `auto` a space gets the waste's top card or, if there is none, the stock's. With `choose` this happens only if
    the player has no choice between them.
    """
    fill = refill(group)
    if option == "auto":
        return [fill]

    def unless_open(table: Table) -> None:
        if not (waste_has_cards(table) and stock_has_cards(table)):
            fill(table)

    return [Local(unless_open, unless_idle(unless_open, "waste", "stock"))]


def refill_choices(group: str, option: str) -> Sequence[Play]:
    """Return the moves that fill a space from waste or stock if the option is `choose`; while both have cards, no other
    move is legal."""
    if option == "auto":
        return []

    @refused("first_space_first", "the space with the lowest number is filled first")
    def first_space(table: Table, src: int, dst: int, n: int) -> bool:
        """True if no space has a lower number than this one."""
        return all(table.piles[i] for i in table.game.indexes(group) if i < dst)

    fill = top_of().to(group).only_into_spaces(ALL).only_when(stock_has_cards, waste_has_cards).only_where(first_space)
    text = "a space is filled with the waste's or the stock's top card"
    return [fill.taking("waste").says(text), fill.taking("stock").turning().says(text)]
