"""The common play of all levels in a race. They weigh moves alike, and differ in what they notice, see and plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from cadogan_client.bots.allrounder import Allrounder
from cadogan_client.bots.attention import Attention
from cadogan_client.bots.cells import Cells
from cadogan_client.bots.memory import Memory
from cadogan_client.bots.policy import Move, View
from cadogan_client.bots.runs import Runs
from cadogan_client.bots.worth import Worth

MOST_WEIGHED = 150
"""The largest number of moves that are weighed. Of more moves, a sample is."""

TIE = 0.01
"""Moves whose worth differs by no more than this are equally good; the bot picks one of them at random."""

RESTLESS = 8.0
"""The smallest standard deviation of errors once a round of the stock has gained nothing. It makes the bot try other
moves."""


@dataclass(frozen=True)
class Skill:
    """The traits that make a player weak or strong.

    Attributes:
        notices: the chance to notice a move at each look, 0 to 1.
        insight: the weight of the finer points of a position, 0 to 1.
        errs: the standard deviation of errors about a move's worth, where a card home is worth 40.
        patience: the moves without any gain before it gives up, as a share of those of the good bot.
        plans: what is tried in a plan, as a share of what the good bot tries; with 0 it makes no plans.
    """

    notices: float = 1.0
    insight: float = 1.0
    errs: float = 0.0
    patience: float = 1.0
    plans: float = 1.0


class Racer(Allrounder):
    """Plays the best of the moves it notices; with cells or runs, it plans."""

    skill: ClassVar[Skill]

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.memory = Memory(self.skill.patience)
        self._attention = Attention(random, self.skill.notices)
        self._worth = Worth(self.skill.insight)
        self._cells = Cells(self.skill.plans)
        self._runs = Runs(self.skill.plans)

    def pick(self, view: View, moves: Sequence[Move], fresh: Sequence[Move]) -> Move | None:
        """Return the move that seems best."""
        self._worth.look(view, moves)
        noticed = self._attention.noticed(view, fresh) or fresh
        move = self._planned(view, moves, noticed) or self._best(view, noticed)
        self._worth.note_move(move)
        return move

    def _planned(self, view: View, moves: Sequence[Move], noticed: Sequence[Move]) -> Move | None:
        if not self.skill.plans:
            return None
        self._cells.look(view, moves)
        self._runs.look(view, moves)
        if self._runs.at_hand:
            return self._runs.choose(view, noticed)
        return self._cells.choose(view, noticed, self._worth.needs)

    def _best(self, view: View, noticed: Sequence[Move]) -> Move:
        if len(noticed) > MOST_WEIGHED:
            noticed = self.random.sample(noticed, MOST_WEIGHED)
        return max(noticed, key=lambda move: self._worth.weigh(view, move) + self._error())

    def _error(self) -> float:
        error, errs = TIE * self.random.random(), self.skill.errs
        if self.memory.restless:
            errs = max(errs, RESTLESS)
        return error + self.random.gauss(0, errs) if errs else error
