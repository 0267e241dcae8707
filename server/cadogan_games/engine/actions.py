"""Named actions: what a player may do that is not a plain move."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.effects import deal_round
from cadogan_games.engine.shuffle import redealt

if TYPE_CHECKING:
    from cadogan_games.engine.plays import Condition
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
    `label` is the word on a button, `pile` the group whose tap means the action, `line` the rule in English.
    `why(table, *spots)` may say more exactly why these spots are refused.
    """

    name: str
    label: str
    do: Callable[..., None]
    find: Callable[[Table], Iterable[Spots]] = once
    when: tuple[Condition, ...] = ()
    pile: str | None = None
    line: str = ""
    why: Callable[..., str] | None = None

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

    def says(self, line: str) -> Action:
        """The rule in English, as a refusal cites it."""
        return replace(self, line=line)

    def possible(self, table: Table) -> bool:
        """Whether all conditions hold."""
        return all(condition(table) for condition in self.when)


def stock_has_cards(table: Table) -> bool:
    """The stock is empty."""
    return bool(table.piles[table.game.first["stock"]])


def stock_is_empty(table: Table) -> bool:
    """The stock still has cards."""
    return not table.piles[table.game.first["stock"]]


def waste_has_cards(table: Table) -> bool:
    """The waste is empty."""
    return bool(table.piles[table.game.first["waste"]])


def stock_and_waste_are_empty(table: Table) -> bool:
    """Only when stock and waste are both empty."""
    return not (table.piles[table.game.first["stock"]] or table.piles[table.game.first["waste"]])


def turn(count: int = 1) -> Action:
    """`turn`: the stock's top cards (fewer if it holds fewer) go face up on to the waste, one after the other."""

    def do(table: Table) -> None:
        stock = table.game.first["stock"]
        table.turn(stock, table.game.first["waste"], min(count, len(table.piles[stock])))

    line = (
        "the top card of the stock is turned on to the waste"
        if count == 1
        else f"up to {count} cards of the stock are turned on to the waste"
    )
    return Action("turn", "Turn", do, when=(stock_has_cards,), pile="stock", line=line)


def deal_row(group: str) -> Action:
    """`deal`: the next cards of the stock go face up on the piles of a group in order, one on each, as far as they last."""
    return Action(
        "deal",
        "Deal a row",
        lambda table: deal_round(table, table.game.indexes(group)),
        when=(stock_has_cards,),
        pile="stock",
        line="a row is dealt from the stock, one card on each pile",
    )


def redeal(times: int | None, *, shuffled: bool, then: Callable[[Table], None] | None = None) -> Action:
    """`redeal`: with the stock empty the waste becomes the stock, turned over or shuffled, at most so many times (None: no limit).

    Needs the counter `redeals`. `then` is what a redeal brings with it.
    """

    def do(table: Table) -> None:
        first = table.game.first
        table.add("redeals")
        stock, waste = first["stock"], first["waste"]
        table.turn(waste, stock, len(table.piles[waste]))
        if shuffled:
            table.order(stock, shuffled_stock(table, table.piles[stock]), table.count("redeals"))
        if then:
            then(table)

    how = "shuffled" if shuffled else "turned over, not shuffled,"
    return Action(
        "redeal",
        "Redeal",
        do,
        when=(stock_is_empty, waste_has_cards, *redeals_left(times)),
        pile="stock",
        line=f"the waste is {how} and becomes the stock again",
    )


class RedealsLeft:
    """The condition that fewer redeals than `times` have been made."""

    def __init__(self, times: int) -> None:
        self.times = times
        allowed = "one is" if times == 1 else f"{times} are"
        self.__doc__ = f"No redeal is left: {allowed} allowed." if times else "There is no redeal."

    def __call__(self, table: Table) -> bool:
        """Whether one is left."""
        return table.count("redeals") < self.times


def redeals_left(times: int | None) -> tuple[Condition, ...]:
    """The condition that fewer than so many redeals have been made; none without a limit."""
    return () if times is None else (RedealsLeft(times),)


def shuffled_stock(table: Table, cards: Iterable[int]) -> list[int]:
    """Cards for a stock, face down, in the order of the shuffled redeal that the counter `redeals` numbers."""
    order = redealt([c & 63 for c in cards], table.seed, table.count("redeals"))
    return [c + DOWN for c in reversed(order)]
