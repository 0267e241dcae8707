"""Spaces that are refilled from waste or stock: by themselves, or as the player picks (option `refill`)."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_games.engine.auto import Auto, Local, refill, unless_idle
from cadogan_games.engine.cards import ALL
from cadogan_games.engine.conditions import stock_has_cards, waste_has_cards
from cadogan_games.engine.plays import Play, top_of
from cadogan_games.engine.refusals import refused
from cadogan_games.engine.table import Table


def refilled(group: str, option: str) -> Sequence[Auto]:
    """What fills the spaces of a group by itself.

    With `auto` the waste's top card or, if there is none, the stock's; with `choose` only where there is no choice.
    """
    fill = refill(group)
    if option == "auto":
        return [fill]

    def unless_open(table: Table) -> None:
        if not (waste_has_cards(table) and stock_has_cards(table)):
            fill(table)

    return [Local(unless_open, unless_idle(unless_open, "waste", "stock"))]


def refill_choices(group: str, option: str) -> Sequence[Play]:
    """With `choose`, the moves that are the only legal ones while a space can be filled from waste and stock alike."""
    if option == "auto":
        return []

    @refused("first_space_first", "the space with the lowest number is filled first")
    def first_space(table: Table, src: int, dst: int, n: int) -> bool:
        """Whether no space has a lower number than this one."""
        return all(table.piles[i] for i in table.game.indexes(group) if i < dst)

    fill = top_of().to(group).only_into_spaces(ALL).only_when(stock_has_cards, waste_has_cards).only_where(first_space)
    text = "a space is filled with the waste's or the stock's top card"
    return [fill.taking("waste").says(text), fill.taking("stock").turning().says(text)]
