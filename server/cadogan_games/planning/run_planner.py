"""Plans where cards go home only by whole runs, as in Spider: which hidden card to turn up next, or when to deal a row.

All that lies face up is searched for ways to turn up a card, and for the best arrangement in which to deal a row. These
exits are compared by samples of what they show.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Move
from cadogan_games.planning.belief import Belief
from cadogan_games.planning.outlook import Rounds, RunOutlook, best_of, deals, worth_before
from cadogan_games.planning.run_worth import RunWorth, has_few_suits, suits_in
from cadogan_games.planning.walk import Exit, Walk
from cadogan_games.solver.deriving import rough_form
from cadogan_games.solver.form import Form
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.moves import moves_of, narrowed
from cadogan_games.solver.tables import copied

NARROW_NODES, WALK_NODES = 3_000, 6_000
"""The budgets of the walk to the exits: by the moves that help nearly always, and by all moves."""
FILL_NODES = 1_000
"""The budget of the walk that fills spaces so that a row can be dealt. It is the same at any effort: without it the race
would end there."""
LEAST_NODES = 50
"""The smallest budget of a walk, however many bots think at once."""
TURNS, ALIKE, DEALS = 12, 2, 4
"""The largest number of exits that are compared: those that turn up cards, those of them that show the same places, and
those that deal a row."""


class Sight(NamedTuple):
    """Numbers that say how far the samples look.

    Attributes:
        steps: how many exits they go through, one after the other.
        last_steps: the same when the stock is empty. All cards are soon turned up then, so it can be seen who wins.
        samples: how many there are in each of the three rounds of comparison.
    """

    steps: int
    last_steps: int
    samples: int

    @property
    def rounds(self) -> Rounds:
        """The rounds of comparison."""
        return ((self.samples, 0.5), (self.samples, 0.5), (self.samples, 0.0))


SIGHTS = {1: Sight(2, 30, 8), 2: Sight(1, 1, 10), 4: Sight(2, 2, 10)}
"""The sights with one, two and more suits."""


class RunPlanner:
    """Plans for one player at one race.

    Args:
        game: the game, in which cards go home only by whole runs.
        form: the canonical form of its positions.
        random: the source of all chances.
    """

    def __init__(self, game: Game, form: Form, random: Random) -> None:
        self._random = random
        self._few_suits = has_few_suits(game.pack)
        suits = suits_in(game.pack)
        self._sight = SIGHTS[min(most for most in SIGHTS if suits <= most)]
        # Spaces lead to many arrangements that differ by the order of columns alone.
        self._form = rough_form(game, form)
        self._outlook: RunOutlook | None = None

    def planned(self, belief: Belief, effort: float) -> list[Move]:
        """Return the moves up to the best exit or to a win; without either, those to the best position."""
        # In a game of more suits, a run that stays where it is may turn up a card that it would cover elsewhere.
        walk = self._walked(belief, self._few_suits, effort)
        if self._few_suits and walk.won is None and not walk.exits:
            walk = self._walked(belief, False, effort)
        if walk.won is not None:
            return walk.won.line()
        exits = self._exits(belief, walk, effort)
        if not exits:
            return walk.best.line()
        stock: int = belief.table.game.first.get("stock", -1)
        if self._outlook is None:
            self._outlook = RunOutlook(self._walk(belief), self._walk(belief, fills=True), stock)
        sight = self._sight
        self._outlook.steps = sight.steps if stock < 0 or belief.table.piles[stock] else sight.last_steps
        best = best_of(exits, self._outlook, belief, self._random, sight.rounds, effort)
        return [*best.before.line(), best.move]

    def _walk(self, belief: Belief, narrow: bool = True, fills: bool = False) -> Walk:
        """Return a walk by all moves or only by those that help nearly always."""
        table = copied(belief.table)
        moves = moves_of(table, self._form)
        if narrow:
            moves = narrowed(table, moves, one_space=True)
        return Walk(table, moves, Keys(table, self._form), RunWorth(table, fills))

    def _walked(self, belief: Belief, narrow: bool, effort: float) -> Walk:
        """Return a walk through what can be foreseen."""
        walk = self._walk(belief, narrow)
        walk.load([bytes(pile) for pile in belief.table.piles], belief.table.counters[:])
        nodes = NARROW_NODES if self._few_suits else WALK_NODES
        walk.run(max(LEAST_NODES, int(nodes * effort)), belief.unknown)
        return walk

    def _exits(self, belief: Belief, walk: Walk, effort: float) -> list[Exit]:
        """Return the exits to compare: the worthiest that turn up cards, and rows dealt in the best positions."""
        turns = [exit for exit in walk.exits if not deals(exit)]
        rows = [exit for exit in walk.exits if deals(exit)]
        if not rows:
            filling = self._walk(belief, fills=True)
            filling.resume(walk.worthiest)
            filling.run(FILL_NODES, belief.unknown)
            rows = [exit for exit in filling.exits if deals(exit)]
        return [*_several(turns), *sorted(rows, key=worth_before, reverse=True)[:DEALS]]


def _several(turns: Sequence[Exit]) -> list[Exit]:
    """Return the worthiest exits, and not many that show the same places."""
    found: list[Exit] = []
    keys: set[int] = set()
    alike: dict[tuple[tuple[int, int], ...], int] = {}
    for exit in sorted(turns, key=_worth, reverse=True):
        shown = tuple(exit.shown)
        if exit.key not in keys and alike.get(shown, 0) < ALIKE:
            keys.add(exit.key)
            alike[shown] = alike.get(shown, 0) + 1
            found.append(exit)
        if len(found) == TURNS:
            break
    return found


def _worth(exit: Exit) -> int:
    return exit.worth
