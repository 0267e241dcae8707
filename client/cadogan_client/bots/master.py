"""The master: it searches what the hidden cards may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Protocol

from cadogan_client.bots.bank import BankGood
from cadogan_client.bots.demon import DemonGood
from cadogan_client.bots.good import Good
from cadogan_client.bots.malice import MaliceMaster
from cadogan_client.bots.policy import Move, View
from cadogan_client.bots.runs import Runs
from cadogan_client.bots.tempo import Tempo
from cadogan_client.installed import installed
from cadogan_protocol import OptionValue

PLANNERS = "cadogan.planners"
"""The entry-point group of functions that make planners. Packages that have the rules offer one."""


WIDER = 4.0
"""Positions that the master tries in its head, as a share of those of the good bot, where it plays by lines of moves."""


class Planner(Protocol):
    """Plans the moves of one race by what its player sees."""

    def look(self, piles: Sequence[Sequence[int]], counters: Sequence[int], moves: Sequence[Move]) -> bool:
        """Look at the table before each move. Return False if the planner does not know its rules."""

    def choose(self, effort: float) -> Move | None:
        """Return the next move at the table that was looked at last, or None if nothing is left to gain."""


class PlannerMaker(Protocol):
    """Makes the planner for a race."""

    def __call__(self, id: str, options: Mapping[str, OptionValue], random: Random) -> Planner | None:
        """Return a planner for a game with these options, or None if there is none."""


class Master(Good):
    """Knows the rules, and every card that it has seen; searches what the other cards may be.

    The rules are not part of this package; if they are installed too, they offer planners by an entry point. Without
    them, or at a table with rules of an earlier revision, it plays like the good bot. Where whole runs go home and nearly
    every card goes on nearly every column, it plays as the good bot does, and tries more in its head. At Spite and
    Malice it needs no rules but those that all levels know (`malice/`); at other games for several players it plays like
    the good bot.
    """

    duellist = MaliceMaster
    bank = BankGood
    demon = DemonGood
    tempo = Tempo(hand=0.5, choice=0.25)
    thinks = True

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._runs = Runs(WIDER)
        self._planner: Planner | None = None
        self._asked = False

    def choose(self, view: View, moves: Sequence[Move]) -> Move | None:
        """Return one of the legal moves, or None to give up."""
        if any(owner is not None for owner in view.owner_of):
            return super().choose(view, moves)
        if not self._asked:
            self._asked = True
            self._planner = planner_for(view, self.random)
        self._runs.look(view, moves)
        if self._runs.loose:
            self._planner = None  # so many moves lead anywhere that wide lines win more than samples of what they show
        if self._planner is not None and moves:
            if self._planner.look(view.piles, view.counters, moves):
                return self._planner.choose(self.effort)
            self._planner = None
        return super().choose(view, moves)


def planner_for(view: View, random: Random) -> Planner | None:
    """Return a planner for the game of a table, or None if there is none."""
    make: PlannerMaker | None = installed(PLANNERS)
    return make(view.game, view.options, random) if make is not None else None
