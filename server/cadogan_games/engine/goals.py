"""The goals of games: the test for the win, and the progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cadogan_games.engine.table import Table


@dataclass(frozen=True)
class Goal:
    """The test whether a game is won: its `progress` has reached `most` (None: the number of cards in play).

    `won` is a quicker test of the same, for games that have one.
    """

    progress: Callable[[Table], int]
    most: int | None = None
    won: Callable[[Table], bool] | None = None


def all_home(*groups: str, of: int | None = None, plus: Callable[[Table], int] | None = None) -> Goal:
    """Return the goal that all cards in play, or `of` of them, lie on these groups, by default on the foundations.

    Progress is the number of cards there, plus the value of `plus`, if given.
    """
    home = cards_on(*groups)
    if plus is None:
        return Goal(home, of)
    count = plus
    return Goal(
        lambda table: home(table) + count(table),
        of,
        won=lambda table: home(table) == (len(table.game.pack) if of is None else of),
    )


def cards_on(*groups: str) -> Callable[[Table], int]:
    """Return a function that counts the cards on these groups, by default on the foundations."""
    if not groups:
        return cards_home

    def count(table: Table) -> int:
        total = 0
        for id in groups:
            for pile in table.piles[table.game.spans[id]]:
                total += len(pile)
        return total

    return count


def cards_home(table: Table) -> int:
    """Return the number of cards on the foundations."""
    total = 0
    for span in table.game.homes:
        for pile in table.piles[span]:
            total += len(pile)
    return total


def all_on(total: int, *groups: str) -> Callable[[Table], bool]:
    """Return the test that `total` cards lie on these groups."""
    count = cards_on(*groups)

    def won(table: Table) -> bool:
        return count(table) == total

    return won
