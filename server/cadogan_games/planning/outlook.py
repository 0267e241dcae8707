"""How promising an exit is, if the hidden cards are those of a sample."""

from __future__ import annotations

from cadogan_games.engine.cards import BIT, DOWN
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Table
from cadogan_games.planning.belief import Hidden
from cadogan_games.planning.walk import Exit, Walk
from cadogan_games.solver.form import Form
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.moves import has_whole_runs, moves_of
from cadogan_games.solver.ordering import Ordering
from cadogan_games.solver.outcome import LOST, UNKNOWN, WON
from cadogan_games.solver.search import Search
from cadogan_games.solver.tables import copied
from cadogan_games.solver.worth import Worth

DIVE_NODES = 150
"""The budget of the depth-first search from an exit."""
WALK_NODES = 150
"""The budget of the walk from an exit, if the search has not decided."""
SIGHT_NODES = 200
"""The budget of the walk from an exit where whole runs go home."""
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
        self._has_whole_runs = has_whole_runs(game)

    def of(self, exit: Exit, hidden: Hidden, seed: bytes) -> float:
        """Return the outlook of an exit: the greater the number, the better for the player.

        Args:
            exit: the exit.
            hidden: what the hidden cards are.
            seed: decides how cards are shuffled.
        """
        self._table.seed = seed
        piles = [bytearray(pile) for pile in exit.before.piles]
        for number, place, card in hidden:
            piles[number][place] = card
        walk = self._walk
        walk.load([bytes(pile) for pile in piles], exit.before.counters)
        walk.do(exit.move, exit.rule)
        if self._has_whole_runs:
            # If the other hidden cards were taken for known, exits would look good for what no player can know.
            walk.run(SIGHT_NODES, _unknown(hidden))
            return WIN if walk.won is not None else SHARE * walk.worthiest.worth
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


def _unknown(hidden: Hidden) -> int:
    """Return the set of the cards that are hidden before an exit. None that it shows can be turned up once more."""
    found = 0
    for _, _, card in hidden:
        found |= BIT[card % DOWN]
    return found
