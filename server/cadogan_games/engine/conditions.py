"""Conditions that lines of several games have in common. Their docstrings are the English of a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cadogan_games.engine.plays import Condition
    from cadogan_games.engine.table import Table


def in_phase(phase: str, why: str) -> Condition:
    """The condition that the game is in a phase; `why` is said where it is in another."""

    def condition(table: Table) -> bool:
        return table.phase == phase

    condition.__doc__ = why
    return condition


def above_base(table: Table, pile: int) -> bool:
    """The first card of a foundation never moves."""
    return len(table.piles[pile]) > 1


def spaces_filled(group: str) -> Condition:
    """The condition that no pile of a group is empty; not asked for where there are fewer cards than piles."""

    def filled(table: Table) -> bool:
        """An empty column must be filled first."""
        piles = table.group(group)
        return all(piles) or sum(map(len, piles)) < len(piles)

    return filled


def is_the_waste(table: Table, pile: int) -> bool:
    """Only the waste's top card may fill a space."""
    return pile == table.game.first["waste"]
