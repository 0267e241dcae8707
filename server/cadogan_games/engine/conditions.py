"""Conditions that the rules of several games share."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_games.engine.refusals import Refusal, refused
from cadogan_games.engine.table import Table

Condition = Callable[[Table], bool]
"""A condition on the table. Its `refusal` is the reason that players are given while it does not hold."""


@refused("stock_empty", "the stock is empty")
def stock_has_cards(table: Table) -> bool:
    """True if the stock holds a card."""
    return bool(table.piles[table.game.first["stock"]])


@refused("stock_not_empty", "the stock still has cards")
def stock_is_empty(table: Table) -> bool:
    """True if the stock is empty."""
    return not table.piles[table.game.first["stock"]]


@refused("waste_empty", "the waste is empty")
def waste_has_cards(table: Table) -> bool:
    """True if the waste holds a card."""
    return bool(table.piles[table.game.first["waste"]])


@refused("stock_or_waste_not_empty", "only when stock and waste are both empty")
def stock_and_waste_are_empty(table: Table) -> bool:
    """True if both stock and waste are empty."""
    return not (table.piles[table.game.first["stock"]] or table.piles[table.game.first["waste"]])


class RedealsLeft:
    """The condition that fewer redeals than `times` have been made."""

    def __init__(self, times: int) -> None:
        self.times = times
        if times:
            allowed = "one is" if times == 1 else f"{times} are"
            self.refusal = Refusal("no_redeal_left", f"no redeal is left: {allowed} allowed", {"times": times})
        else:
            self.refusal = Refusal("no_redeal", "this game has no redeal")

    def __call__(self, table: Table) -> bool:
        """True if another redeal is allowed."""
        return table.count("redeals") < self.times


def redeals_left(times: int | None) -> tuple[Condition, ...]:
    """Return the condition that fewer than `times` redeals have been made, as a tuple; an empty tuple if `times` is
    None."""
    return () if times is None else (RedealsLeft(times),)


def in_phase(phase: str, name: str, why: str) -> Condition:
    """Return the condition that the game is in a phase. Its refusal has the name `name` and the English text `why`."""

    def condition(table: Table) -> bool:
        return table.phase == phase

    return refused(name, why)(condition)


@refused("first_card_stays", "the first card of a foundation never moves")
def above_base(table: Table, pile: int) -> bool:
    """True if a pile holds more than its first card."""
    return len(table.piles[pile]) > 1


def spaces_filled(group: str) -> Condition:
    """Return the condition that no pile of a group is empty. It holds also where the group has fewer cards than piles."""

    @refused("spaces_first", "an empty column must be filled first")
    def filled(table: Table) -> bool:
        piles = table.group(group)
        return all(piles) or sum(map(len, piles)) < len(piles)

    return filled


@refused("only_waste_into_space", "only the waste's top card may fill a space")
def is_the_waste(table: Table, pile: int) -> bool:
    """True if a pile is the waste."""
    return pile == table.game.first["waste"]


@refused("whole_pile_into_space", "a whole pile does not move into a space")
def not_whole_into_space(table: Table, src: int, dst: int, n: int) -> bool:
    """True if the move leaves cards behind or joins others: a whole pile that goes into a space only changes its place."""
    return n < len(table.piles[src]) or bool(table.piles[dst])


class RoomToMove:
    """The test that cards which go together could go one by one, by way of empty cells and empty columns.

    With *e* empty cells, *e* + 1 cards go one by one. Each empty column on the way doubles that. The column that the
    cards go to is not on the way. `columns` is "" if an empty column doesn't take every card.
    """

    def __init__(self, cells: str, columns: str) -> None:
        self.cells = cells
        self.columns = columns
        self.refusal = Refusal("no_room", "there is no room to move so many cards one by one")

    def __call__(self, table: Table, src: int, dst: int, n: int) -> bool:
        """True if `n` cards have room to move; more room never forbids it."""
        if n == 1:
            return True
        most = 1 + table.group(self.cells).count([])
        if self.columns:
            most <<= table.group(self.columns).count([]) - (not table.piles[dst])
        return n <= most


def room_to_move(cells: str, columns: str = "") -> RoomToMove:
    """Return the test that several cards could move one by one, by way of the empty piles of these groups."""
    return RoomToMove(cells, columns)
