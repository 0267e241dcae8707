"""Values an exit, as if the hidden cards were those of a sample."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from cadogan_games.engine.cards import BIT, DOWN
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Table
from cadogan_games.planning.belief import SEED_BYTES, Belief, Hidden
from cadogan_games.planning.run_worth import SCALE
from cadogan_games.planning.walk import Exit, Walk
from cadogan_games.solver.form import Form
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.moves import moves_of
from cadogan_games.solver.ordering import Ordering
from cadogan_games.solver.outcome import LOST, UNKNOWN, WON
from cadogan_games.solver.search import Search
from cadogan_games.solver.tables import copied
from cadogan_games.solver.worth import Worth

DIVE_NODES = 150
"""The budget of the depth-first search from an exit."""
WALK_NODES = 150
"""The budget of the walk from an exit, if the search has not decided."""
SIGHT_NODES = 120
"""The budget of the walk from an exit where cards go home only by whole runs."""
FILLING_NODES = 150
"""The budget of the walk there that fills spaces so that a row can be dealt."""
WIN = 1000.0
"""The outlook of a win."""
SHARE = 0.1
"""The outlook of an undecided position, as a share of its worth."""
RARELY = 0.02
"""The share of searches that must end with a verdict. If fewer do, as in long games, only one exit in `SELDOM` is searched."""
SELDOM = 8


class Outlook:
    """Judges the exits of one table by samples.

    Args:
        game: the game.
        table: any position of the table.
        form: the canonical form of the game's positions.
    """

    def __init__(self, game: Game, table: Table, form: Form) -> None:
        self._table = copied(table)
        self._moves = moves_of(self._table, form)
        self._keys = Keys(self._table, form)
        self._ordering = Ordering(game, 0, 0)
        self._walk = Walk(self._table, self._moves, self._keys, Worth(self._table))
        self._looks = self._dives = self._decided = 0

    def of(self, exit: Exit, hidden: Hidden, seed: bytes) -> float:
        """Return the outlook of an exit: the greater the number, the better for the player.

        Args:
            exit: the exit.
            hidden: what the hidden cards are.
            seed: decides how cards are shuffled.
        """
        self._table.seed = seed
        walk = self._walk
        walk.load(_with(hidden, exit.before.piles), exit.before.counters)
        walk.do(exit.move, exit.rule)
        verdict = self._dive()
        if verdict == WON:
            return WIN
        if verdict == LOST:
            return 0.0
        walk.run(WALK_NODES, 0)
        return WIN if walk.won is not None else SHARE * walk.worthiest.worth

    def _dive(self) -> str:
        """Return the verdict of a short depth-first search on the position."""
        if self._table.won:
            return WON
        self._looks += 1
        if self._decided < RARELY * self._dives and self._looks % SELDOM:
            return UNKNOWN
        search = Search(self._table, self._moves, self._keys, self._ordering, None)
        verdict = search.run(DIVE_NODES)
        self._dives += 1
        self._decided += verdict != UNKNOWN
        return verdict


class RunOutlook:
    """Judges the exits of one table on which cards go home only by whole runs.

    It goes on to the best exit that follows, and looks no further than the player will see behind that. If the other hidden
    cards of a sample were taken for known, exits would look good because of cards that no player can know.

    Attributes:
        steps: the number of exits that follow each other: the one that is judged, and those that the player would take
            next.

    Args:
        walk: walks on a copy of the table.
        filling: walks on another, and fills spaces so that a row can be dealt.
        stock: the number of the stock, or -1 if there is none.
    """

    def __init__(self, walk: Walk, filling: Walk, stock: int) -> None:
        self._walk = walk
        self._filling = filling
        self._stock = stock
        self.steps = 1

    def of(self, exit: Exit, hidden: Hidden, seed: bytes) -> float:
        """Return the outlook of an exit: the greater the number, the better for the player.

        Args:
            exit: the exit.
            hidden: what the hidden cards are.
            seed: not used, as no card is shuffled.
        """
        walk, unknown = self._walk, _unknown(hidden)
        piles, behind = _with(hidden, exit.before.piles), exit
        for ahead in range(self.steps, 0, -1):
            walk.load(piles, behind.before.counters)
            walk.do(behind.move, behind.rule)
            walk.run(SIGHT_NODES, unknown)
            if walk.won is not None:
                return WIN
            following = self._following(unknown) if ahead > 1 else None
            if following is None:
                break
            piles, behind = following.before.piles, following
        best = walk.worthiest.worth
        for further in walk.exits:
            if not deals(further):
                best = max(best, further.worth)
        return SHARE * best / SCALE

    def _following(self, unknown: int) -> Exit | None:
        """Return the exit that the player would take next: the worthiest that turns a card up, else a row dealt in the best
        position; None if there is neither."""
        turns = [exit for exit in self._walk.exits if not deals(exit)]
        if turns:
            return max(turns, key=_worth)
        rows = self._walk.exits
        last = self._walk.worthiest
        if not rows and self._stock >= 0 and last.piles[self._stock]:
            self._filling.resume(last)
            self._filling.run(FILLING_NODES, unknown)
            rows = [exit for exit in self._filling.exits if deals(exit)]
        return max(rows, key=worth_before, default=None)


def deals(exit: Exit) -> bool:
    """Return True if an exit deals a row."""
    return isinstance(exit.move[0], str)


def worth_before(exit: Exit) -> int:
    """Return how much the position before an exit is worth."""
    return exit.before.worth


def _worth(exit: Exit) -> int:
    return exit.worth


def _with(hidden: Hidden, piles: Sequence[bytes]) -> list[bytes]:
    """Return the contents of piles, with these cards as the hidden ones."""
    contents = [bytearray(pile) for pile in piles]
    for number, place, card in hidden:
        contents[number][place] = card
    return [bytes(pile) for pile in contents]


def _unknown(hidden: Hidden) -> int:
    """Return the set of the cards that are hidden before an exit. None that it shows can be turned up once more."""
    found = 0
    for _, _, card in hidden:
        found |= BIT[card % DOWN]
    return found


class Judge(Protocol):
    """Judges exits by samples."""

    def of(self, exit: Exit, hidden: Hidden, seed: bytes) -> float:
        """Return the outlook of an exit if the hidden cards are these."""


Rounds = Sequence[tuple[int, float]]
"""Rounds of comparison: the samples of each, and the share of the exits that stay in the next round."""


def best_of(exits: Sequence[Exit], judge: Judge, belief: Belief, random: Random, rounds: Rounds, effort: float) -> Exit:
    """Return the exit with the best mean outlook, by ever more samples on ever fewer exits.

    Args:
        exits: one or more.
        judge: judges them.
        belief: what the player knows.
        random: decides how cards are shuffled in the samples.
        rounds: the rounds of comparison.
        effort: the share of the samples that is used.
    """
    totals = [0.0] * len(exits)
    left = list(range(len(exits)))
    for samples, share in rounds:
        if len(left) == 1:
            break
        for _ in range(max(1, round(samples * effort))):
            hidden, seed = belief.sample(), random.randbytes(SEED_BYTES)
            for number in left:
                totals[number] += judge.of(exits[number], hidden, seed)
        left.sort(key=lambda number: -totals[number])
        del left[max(1, round(len(left) * share)) :]
    return exits[left[0]]
