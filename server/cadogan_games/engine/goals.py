"""When a game is won, and what counts as progress."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_games.engine.table import Table


def cards_on(*groups: str) -> Callable[[Table], int]:
    """The number of cards that lie on these groups."""

    def count(table: Table) -> int:
        total = 0
        for id in groups:
            for pile in table.piles[table.game.spans[id]]:
                total += len(pile)
        return total

    return count


def all_on(total: int, *groups: str) -> Callable[[Table], bool]:
    """Won when so many cards lie on these groups."""
    count = cards_on(*groups)

    def won(table: Table) -> bool:
        return count(table) == total

    return won
