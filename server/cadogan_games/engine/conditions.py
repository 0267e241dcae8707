"""Conditions that rules of several games have in common."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_games.engine.refusals import Refusal, refused
from cadogan_games.engine.table import Table

Condition = Callable[[Table], bool]
"""A condition on the table; its `refusal` is what is said where it does not hold."""


@refused("stock_empty", "the stock is empty")
def stock_has_cards(table: Table) -> bool:
    """Whether a card is left in the stock."""
    return bool(table.piles[table.game.first["stock"]])


@refused("stock_not_empty", "the stock still has cards")
def stock_is_empty(table: Table) -> bool:
    """Whether the stock is used up."""
    return not table.piles[table.game.first["stock"]]


@refused("waste_empty", "the waste is empty")
def waste_has_cards(table: Table) -> bool:
    """Whether a card lies in the waste."""
    return bool(table.piles[table.game.first["waste"]])


@refused("stock_or_waste_not_empty", "only when stock and waste are both empty")
def stock_and_waste_are_empty(table: Table) -> bool:
    """Whether all cards are out of the stock and the waste."""
    return not (table.piles[table.game.first["stock"]] or table.piles[table.game.first["waste"]])


class RedealsLeft:
    """The condition that fewer redeals than `times` have been made."""

    def __init__(self, times: int) -> None:
        self.times = times
        if times:
            allowed = "one is" if times == 1 else f"{times} are"
            self.refusal = Refusal("no_redeal_left", f"no redeal is left: {allowed} allowed", {"times": times})
        else:
            self.refusal = Refusal("no_redeal", "there is no redeal")

    def __call__(self, table: Table) -> bool:
        """Whether one is left."""
        return table.count("redeals") < self.times


def redeals_left(times: int | None) -> tuple[Condition, ...]:
    """The condition that fewer than so many redeals have been made; none without a limit."""
    return () if times is None else (RedealsLeft(times),)


def in_phase(phase: str, name: str, why: str) -> Condition:
    """The condition that the game is in a phase; the refusal with this name says `why` where it is in another."""

    def condition(table: Table) -> bool:
        return table.phase == phase

    return refused(name, why)(condition)


@refused("first_card_stays", "the first card of a foundation never moves")
def above_base(table: Table, pile: int) -> bool:
    """Whether more than its first card lies on a pile."""
    return len(table.piles[pile]) > 1


def spaces_filled(group: str) -> Condition:
    """The condition that no pile of a group is empty; not asked for where there are fewer cards than piles."""

    @refused("spaces_first", "an empty column must be filled first")
    def filled(table: Table) -> bool:
        piles = table.group(group)
        return all(piles) or sum(map(len, piles)) < len(piles)

    return filled


@refused("only_waste_into_space", "only the waste's top card may fill a space")
def is_the_waste(table: Table, pile: int) -> bool:
    """Whether a pile is the waste."""
    return pile == table.game.first["waste"]


@refused("whole_pile_into_space", "a whole pile does not move into a space")
def not_whole_into_space(table: Table, src: int, dst: int, n: int) -> bool:
    """Whether cards leave others behind or join others: a whole pile that goes into a space only changes its place."""
    return n < len(table.piles[src]) or bool(table.piles[dst])
