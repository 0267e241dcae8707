"""Plans the moves of a player who knows no hidden cards, up to the next move that shows one.

A plan leads to an *exit*: a move that shows something new. Exits are compared by samples: deals that agree with all that
the player has seen. Where nothing is hidden, the solver looks for a win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import ORDER
from cadogan_games.engine.game import Game
from cadogan_games.engine.head import Value
from cadogan_games.engine.table import Move, Table
from cadogan_games.planning.belief import SEED_BYTES, Astray, Belief
from cadogan_games.planning.outlook import Outlook, Rounds, best_of
from cadogan_games.planning.run_planner import RunPlanner
from cadogan_games.planning.walk import Exit, Walk
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.moves import Moves, has_whole_runs, moves_of
from cadogan_games.solver.outcome import WON
from cadogan_games.solver.solve import solve
from cadogan_games.solver.tables import copied
from cadogan_games.solver.worth import Worth

OPEN_NODES = 200_000
"""The solver's budget where nothing is hidden. The solver is asked once for each plan, and few plans are needed then."""
NARROW_OPEN_NODES = 1_000_000
"""The same where cards go home only by whole runs and all lie open from the deal on, as in Mrs. Mop: nearly all of it goes
to beams, which win many deals late."""
NARROW_LATE_NODES = 150_000
"""The same where all cards are known only late. Several plans may be needed from there on, and few cards are left."""
NEAR_NODES = 600
"""The budget of the walk to the exits."""
OPEN_WALK_NODES = 20_000
"""The same where nothing is hidden but cards can be shuffled: all that counts is how many are home before."""
EXITS = 8
"""The largest number of exits that are compared."""
ALIKE = 2
"""The largest number of them that show the same places."""
ROUNDS: Rounds = ((6, 0.5), (10, 0.5), (16, 0.0))
"""The rounds of comparison."""
LEAST_NODES = 50
"""The smallest budget of a walk, however many bots think at once."""


class Planner:
    """Plans for one player at one race. It knows no more of the table than it is told.

    Args:
        game: the game by whose rules the player plays.
        random: the source of all chances: the same one and the same table make the same moves.
    """

    def __init__(self, game: Game, random: Random) -> None:
        self._game = game
        self._random = random
        self._form = form_of(game)
        self._spider = RunPlanner(game, self._form, random) if has_whole_runs(game) else None
        self._open_nodes = open_nodes(game)
        self._belief: Belief | None = None
        self._outlook: Outlook | None = None
        self._plan: list[Move] = []
        self._made: Move | None = None

    def look(self, piles: Sequence[Sequence[int]], counters: Sequence[int], moves: Sequence[Move]) -> bool:
        """Look at the table, which the planner must do before each move.

        Args:
            piles: the cards of each pile as the player sees them, bottom first; -1 is a card face down.
            counters: the values of the counters.
            moves: the legal moves.

        Returns:
            Whether it is a table of this game by its present rules; if not, `choose` must not be called.
        """
        self._belief = belief = self._believed(piles, counters)
        if belief is None or set(belief.table.moves()) != set(moves):
            self._belief = None
        return self._belief is not None

    def choose(self, effort: float = 1.0) -> Move | None:
        """Return the next move at the table that was looked at last, or None if nothing is left to gain.

        Args:
            effort: the share of the usual budget, above 0 to 1.
        """
        assert self._belief is not None, "the planner has not looked at the table, or does not know its rules"
        if not self._plan:
            self._plan = self._planned(self._belief, effort)
        self._made = self._plan.pop(0) if self._plan else None
        return self._made

    def _believed(self, piles: Sequence[Sequence[int]], counters: Sequence[int]) -> Belief | None:
        """Return the belief after the last move, or a new one if what is seen does not follow from it; None if the piles
        can't be those of the game."""
        belief = self._belief
        try:
            if belief is not None and self._made is not None:
                belief.learn(self._made, piles, counters)
                return belief
        except Astray:
            pass
        self._plan = []
        try:
            return Belief(self._game, piles, counters, self._random)
        except Astray:
            return None

    def _planned(self, belief: Belief, effort: float) -> list[Move]:
        """Return the moves up to the next exit, to a win, or to the best position that can be foreseen."""
        talon = self._form.talon
        veiled = talon is not None and belief.hides(talon.stock)
        if talon is not None and veiled and talon.endless and ("turn",) in belief.table.moves():
            return [("turn",)]  # it costs nothing to see the whole stock first
        if not belief.unknown:
            line = self._before_a_shuffle(belief, effort) or self._won(belief, effort)
            if line:
                return line
        if self._spider is not None:
            return self._spider.planned(belief, effort)
        # The moves with turns in them look through the stock, so they are for a stock that was seen.
        table = copied(belief.table)
        moves = moves_of(table, replace(self._form, talon=None) if veiled else self._form)
        walk = self._walked(belief, table, moves, NEAR_NODES, effort)
        if walk.won is not None:
            return moves.game_moves(belief.table, walk.won.line())
        if walk.exits:
            if self._outlook is None:
                self._outlook = Outlook(self._game, belief.table, self._form)
            exits = self._chosen(walk.exits)
            best = best_of(exits, self._outlook, belief, self._random, ROUNDS, effort)
            return moves.game_moves(belief.table, [*best.before.line(), best.move])
        return moves.game_moves(belief.table, walk.best.line())

    def _walked(self, belief: Belief, table: Table, moves: Moves, nodes: int, effort: float) -> Walk:
        """Return a walk through what can be foreseen by these moves."""
        walk = Walk(table, moves, Keys(table, self._form), Worth(table))
        walk.load([bytes(pile) for pile in belief.table.piles], belief.table.counters[:])
        walk.run(max(LEAST_NODES, int(nodes * effort)), belief.unknown)
        return walk

    def _before_a_shuffle(self, belief: Belief, effort: float) -> list[Move]:
        """Return a line on a table without hidden cards that wins, or brings home as many cards as can be found and then
        shuffles the others; an empty one if nothing near shuffles any."""
        if self._spider is not None:
            return []
        table = copied(belief.table)
        moves = moves_of(table, self._form)
        walk = self._walked(belief, table, moves, NEAR_NODES, effort)
        if walk.won is None and walk.exits:
            walk = self._walked(belief, table, moves, OPEN_WALK_NODES, effort)
        if walk.won is not None:
            return moves.game_moves(belief.table, walk.won.line())
        if not walk.exits:
            return []
        last = max(walk.exits, key=_progress)
        return moves.game_moves(belief.table, [*last.before.line(), last.move])

    def _won(self, belief: Belief, effort: float) -> list[Move]:
        """Return a line that wins a table without hidden cards, if the solver finds one that shuffles nothing."""
        outcome = solve(belief.table, max(LEAST_NODES, int(self._open_nodes * effort)))
        if outcome.verdict != WON:
            return []
        twin = copied(belief.table)
        for move in outcome.line:
            if any(event[0] == ORDER and event[4] for event in twin.play(move)):
                return []
        return list(outcome.line)

    def _chosen(self, exits: Sequence[Exit]) -> list[Exit]:
        """Return the exits to compare: for all places that can be shown, the soonest, which leaves most choices for later,
        and the worthiest."""
        groups: dict[tuple[tuple[int, int], ...], list[Exit]] = {}
        keys: set[int] = set()
        for exit in sorted(exits, key=_worth, reverse=True):
            if exit.key not in keys:
                keys.add(exit.key)
                groups.setdefault(tuple(exit.shown), []).append(exit)
        several: list[Exit] = []
        for alike in groups.values():
            soonest = min(alike, key=_length)
            several += [soonest, *[exit for exit in alike if exit is not soonest][: ALIKE - 1]]
        return sorted(several, key=_worth, reverse=True)[:EXITS]


def open_nodes(game: Game) -> int:
    """Return the solver's budget for positions of a game in which all cards are known."""
    if not has_whole_runs(game):
        return OPEN_NODES
    hides = any(card >= DOWN for pile in game.deal(bytes(SEED_BYTES)).piles for card in pile)
    return NARROW_LATE_NODES if hides else NARROW_OPEN_NODES


def _worth(exit: Exit) -> int:
    return exit.worth


def _progress(exit: Exit) -> tuple[int, int]:
    return exit.before.progress, exit.before.worth


def _length(exit: Exit) -> int:
    return len(exit.before.line())


def planner_for(id: str, options: Mapping[str, Value], random: Random) -> Planner | None:
    """Return a planner for a player of a race, for bots, which find it by its entry point.

    There is none, and None is returned, for a game that is not in the catalogue or has no such options, and for one whose
    players hold hidden hands.
    """
    try:
        game = catalogue.game(id, options)
    except catalogue.CatalogueError:
        return None
    return None if any(owner is not None for owner in game.owners) else Planner(game, random)
