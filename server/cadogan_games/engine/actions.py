"""Named actions: what a player may do that is not a plain move."""

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
    """The action needs no spots."""
    return ((),)


@dataclass(frozen=True)
class Action:
    """One named action.

    While all of `when` hold, `find(table)` gives the spots with which it is legal now, and `do(table, *spots)` carries it out.
    `label` is the word on a button, `pile` the group whose tap means the action. `text` is the rule in English (by default that of
    `find`'s refusal), `numbers` are those of its lines in part 4 of the sheet. `why(table, *spots)` may say more exactly why these
    spots are refused; its refusal cites the action's numbers where it has none of its own. `counters` are those that it
    counts with.
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

    @property
    def has_spots(self) -> bool:
        """Whether the player picks places on the table for it."""
        return self.find is not once

    @property
    def times(self) -> int | None:
        """How many redeals there are at most, if the action is one and they are limited."""
        return next((condition.times for condition in self.when if isinstance(condition, RedealsLeft)), None)

    def only_when(self, *conditions: Condition) -> Action:
        """The action is legal only while these conditions hold too."""
        return replace(self, when=self.when + conditions)

    def says(self, text: str) -> Action:
        """The rule in English, as a refusal cites it."""
        return replace(self, text=text)

    def possible(self, table: Table) -> bool:
        """Whether all conditions hold."""
        return all(condition(table) for condition in self.when)


def turn(count: int = 1) -> Action:
    """`turn`: the stock's top cards (fewer if it holds fewer) go face up on to the waste, one after the other."""

    def do(table: Table) -> None:
        first = table.game.first
        stock = first["stock"]
        table.turn_over(stock, first["waste"], min(count, len(table.piles[stock])))

    text = (
        "the top card of the stock is turned on to the waste"
        if count == 1
        else f"up to {count} cards of the stock are turned on to the waste"
    )
    return Action("turn", "Turn", do, when=(stock_has_cards,), pile="stock", text=text)


def deal_row(group: str) -> Action:
    """`deal`: the next cards of the stock go face up on the piles of a group in order, one on each, as far as they last."""
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
    """`redeal`: with the stock empty the waste becomes the stock, turned over or shuffled, at most so many times (None: no limit).

    Instead of `times` may be said how many `passes` through the stock there are, the first among them, or "unlimited". It counts
    in `redeals`. `then` is what a redeal brings with it.
    """
    most = times if isinstance(passes, str) else passes - 1

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
        when=(stock_is_empty, waste_has_cards, *redeals_left(most)),
        pile="stock",
        text=f"the waste is {how} and becomes the stock again",
        counters=("redeals",),
    )


def shuffled_stock(table: Table, cards: Iterable[int]) -> list[int]:
    """Cards for a stock, face down, in the order of the shuffled redeal that the counter `redeals` numbers."""
    order = redealt([bare(c) for c in cards], table.seed, table.count("redeals"))
    return [c + DOWN for c in reversed(order)]
