"""Runs in suit from king to ace that go home as a whole, and the joins that count as progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from cadogan_games.engine.actions import Action, Spots
from cadogan_games.engine.auto import Auto, Local
from cadogan_games.engine.cards import ACES, DOWN
from cadogan_games.engine.plays import run_length
from cadogan_games.engine.relations import down, same_suit
from cadogan_games.engine.table import Table

in_suit = same_suit & down
"""One rank lower, of the same suit: how a run is built."""

LENGTH = 13
"""The number of cards of a whole run."""


def ends_with_whole_run(pile: Sequence[int]) -> bool:
    """True if the last thirteen cards of a pile lie face up and form a run from king to ace."""
    return len(pile) >= LENGTH and bool(ACES >> pile[-1] & 1) and run_length(pile, in_suit) == LENGTH


def whole_runs(group: str) -> Callable[[Table], list[Spots]]:
    """Return a function that finds the piles of a group that end with a whole run."""

    def find(table: Table) -> list[Spots]:
        """The piles that end with a whole run, each as a spot."""
        return [(i,) for i in table.game.indexes(group) if ends_with_whole_run(table.piles[i])]

    return find


def send_home(table: Table, column: int) -> None:
    """Move the run at the end of a pile to the next free foundation."""
    home = next(i for i in table.game.indexes("foundations") if not table.piles[i])
    table.shift(column, home, LENGTH)


def runs_go_home(group: str) -> Auto:
    """Return an auto that sends home whole runs at the end of a group's piles, the leftmost first."""
    find = whole_runs(group)

    def everywhere(table: Table) -> None:
        for (column,) in find(table):
            send_home(table, column)

    def after(table: Table, src: int, dst: int) -> None:
        if ends_with_whole_run(table.piles[src]) or ends_with_whole_run(table.piles[dst]):
            everywhere(table)

    return Local(everywhere, after, (group, "foundations"))


def take_run_home(group: str) -> Action:
    """`discard`: the player sends a whole run home; the spot is the pile that it ends."""
    return Action(
        "discard",
        "Take a run home",
        send_home,
        whole_runs(group),
        text="only a run from king to ace in suit, at the end of its column, goes home",
    )


def joins(group: str) -> Callable[[Table], int]:
    """Return a count of a group's face-up cards that lie on the next higher card of their suit, which is face up too."""

    def count(table: Table) -> int:
        return sum(
            below == card + 1 and card % LENGTH != LENGTH - 1 and card < DOWN
            for pile in table.group(group)
            for below, card in pairwise(pile)
        )

    return count


def whole_runs_only(group: str) -> Callable[[Table], bool]:
    """Return the test that each pile of a group is empty or one whole run, and that all cards of the game lie there."""

    def won(table: Table) -> bool:
        piles = [pile for pile in table.group(group) if pile]
        return LENGTH * len(piles) == len(table.game.pack) and all(
            len(pile) == LENGTH and ends_with_whole_run(pile) for pile in piles
        )

    return won
