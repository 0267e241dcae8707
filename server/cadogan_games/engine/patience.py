"""The definition of a game, as a game module writes it: groups, deal, moves, actions, automatic changes and goal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cadogan_games.engine.actions import Action
from cadogan_games.engine.auto import Auto
from cadogan_games.engine.deals import Step
from cadogan_games.engine.goals import Goal
from cadogan_games.engine.groups import Group
from cadogan_games.engine.plays import Play
from cadogan_games.engine.table import Table

Rule = Play | Action

RulesByNumber = Mapping[str, Rule | Sequence[Rule]] | Sequence[Rule]
"""Rules in order, by their line numbers in part 4 of the sheet. A line with several cases has several rules; rules
without a number are a plain list."""


@dataclass(frozen=True, kw_only=True)
class Patience:
    """The definition of a game, in the order of its rule sheet.

    `pack` is the cards in play in standard order (default: the whole packs of the head). While a rule of `forced` finds
    a move, no other move is legal. The changes of `auto` run after the deal and after each move until nothing is due; a
    play among them is made whenever it is possible.

    `counters` are those that no action brings with it. A counter whose name begins with an underscore is the engine's
    own: no player needs to see it. `rank_by_fewer` names the counter that decides between players of equal progress;
    the lower value ranks first. With `races_on` a race continues after the first finish.

    `by_number` deals the cards of a numbered deal to the places where PySolFC has them (`numbers.py`); None: the game has
    no such deals.
    """

    groups: Sequence[Group]
    deal: Sequence[Step]
    moves: RulesByNumber
    goal: Goal
    forced: RulesByNumber = ()
    auto: Sequence[Auto | Play] = ()
    pack: Sequence[int] | None = None
    counters: Sequence[str] = ()
    phases: Sequence[str] = ("play",)
    score: Callable[[Table], int] | None = None
    rank_by_fewer: str | None = None
    races_on: bool = False
    by_number: Sequence[Step] | None = None

    @property
    def actions_at_any_time(self) -> tuple[str, ...]:
        """The names of actions that are legal at any time and therefore not among the moves."""
        return ()

    def awaited(self, table: Table) -> int | None:
        """Return the seat to act; None if the table is one player's own, or the game is over."""
        return None

    def seat(self, table: Table, number: int, seats: Sequence[int]) -> None:
        """Change a table right after the deal as the game of this number in a match, from 0, for these seats needs it. It
        logs nothing."""

    def progress(self, table: Table) -> int | list[int]:
        """Return the progress on a table, of several players by seat."""
        return table.progress
