"""Named actions: everything a player may do that is not a plain move."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from cadogan_games.engine.cards import DOWN, bare
from cadogan_games.engine.conditions import (
    Condition,
    RedealsLeft,
    redeals_left,
    stock_has_cards,
    stock_is_empty,
    waste_has_cards,
)
from cadogan_games.engine.effects import deal_round
from cadogan_games.engine.refusals import Refusal
from cadogan_games.engine.shuffle import redealt
from cadogan_games.engine.table import Table

Spots = tuple[Any, ...]
"""The places an action names: pile numbers, or (pile, card from the bottom)."""


def once(table: Table) -> Iterable[Spots]:
    """Return one empty tuple of spots: the action needs none."""
    return ((),)


@dataclass(frozen=True)
class Action:
    """One named action.

    While all of `when` hold, `find(table)` gives the spots with which the action is legal now, and `do(table, *spots)`
    carries it out. `label` is the word on its button. A tap on a pile of the group `pile` carries it out too.

    `text` is the rule in English; without it a refusal cites the refusal of `find`. `numbers` are the numbers of the
    rule's lines in part 4 of the sheet. `why(table, *spots)` may give a more exact reason for refusing these spots; if
    its refusal has no numbers, it cites the action's. `counters` are the counters that the action needs.

    If the action only turns cards from the stock on to the waste, `turns` is their number. `returns` is true if it only
    turns the waste over into the stock and counts that.
    """

    name: str
    label: str
    do: Callable[..., None]
    find: Callable[[Table], Iterable[Spots]] = once
    when: tuple[Condition, ...] = ()
    pile: str | None = None
    numbers: str = ""
    why: Callable[..., Refusal] | None = None
    text: str = ""
    counters: tuple[str, ...] = ()
    turns: int = 0
    returns: bool = False

    @property
    def has_spots(self) -> bool:
        """True if the player picks places on the table for the action."""
        return self.find is not once

    @property
    def times(self) -> int | None:
        """The largest number of redeals, or None if the action is not a redeal or has no limit."""
        return next((condition.times for condition in self.when if isinstance(condition, RedealsLeft)), None)

    def only_when(self, *conditions: Condition) -> Action:
        """Return the action, legal only while these conditions hold too."""
        return replace(self, when=self.when + conditions)

    def says(self, text: str) -> Action:
        """Return the action with this English text, which refusals cite."""
        return replace(self, text=text)

    def possible(self, table: Table) -> bool:
        """True if all conditions hold."""
        return all(condition(table) for condition in self.when)


def turn(count: int = 1, onto: str = "waste") -> Action:
    """`turn`: turn the top `count` cards of the stock face up on to the waste, one by one; fewer if the stock holds
    fewer. `onto` names another group, whose first pile gets them."""

    def do(table: Table) -> None:
        first = table.game.first
        stock = first["stock"]
        table.turn_over(stock, first[onto], min(count, len(table.piles[stock])))

    there = "the waste" if onto == "waste" else f"the {onto.removesuffix('s')}"
    text = (
        f"the top card of the stock is turned on to {there}"
        if count == 1
        else f"up to {count} cards of the stock are turned on to {there}"
    )
    # A search may make several turns one move only if they just move the waste's pointer.
    turns = count if onto == "waste" else 0
    return Action("turn", "Turn", do, when=(stock_has_cards,), pile="stock", text=text, turns=turns)


def deal_row(group: str) -> Action:
    """`deal`: deal one card of the stock face up to each pile of a group in order, as far as the stock lasts."""
    return Action(
        "deal",
        "Deal a row",
        lambda table: deal_round(table, table.numbers(group)),
        when=(stock_has_cards,),
        pile="stock",
        text="a row is dealt from the stock, one card on each pile",
    )


def redeal(
    times: int | None = None,
    *,
    shuffled: bool,
    passes: int | str = "unlimited",
    then: Callable[[Table], None] | None = None,
) -> Action:
    """`redeal`: when the stock is empty, the waste becomes the stock, turned over or shuffled.

    It may be done `times` times (None: no limit). Instead of `times`, `passes` gives the number of passes through the
    stock, the first one included, or "unlimited". The counter `redeals` counts them. `then` runs after each redeal.
    """
    limit = times if isinstance(passes, str) else passes - 1

    def do(table: Table) -> None:
        stock, waste = table.number("stock"), table.number("waste")
        table.add("redeals")
        table.turn_over(waste, stock, len(table.waste))
        if shuffled:
            table.order(stock, shuffled_stock(table, table.stock), table.count("redeals"))
        if then:
            then(table)

    how = "shuffled" if shuffled else "turned over, not shuffled,"
    return Action(
        "redeal",
        "Redeal",
        do,
        when=(stock_is_empty, waste_has_cards, *redeals_left(limit)),
        pile="stock",
        text=f"the waste is {how} and becomes the stock again",
        counters=("redeals",),
        returns=not shuffled and then is None,
    )


def shuffled_stock(table: Table, cards: Iterable[int]) -> list[int]:
    """Return cards for a stock, face down, in the order of the shuffled redeal whose number is in the counter
    `redeals`."""
    order = redealt([bare(c) for c in cards], table.seed, table.count("redeals"))
    return [c + DOWN for c in reversed(order)]
