"""Positions of a game on which a supposed symmetry is tried: from games played at random, and from greedy ones."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Table
from cadogan_games.solver.ordering import Ordering
from cadogan_games.solver.tables import copied

GAMES = 6
"""The number of games from which positions are kept."""
LONGEST = 200
"""The most moves of a game."""
MOST_MOVES = 150
"""The most legal moves of a position that is kept. More would take long to compare."""
FIRST, GROWTH = 1, 1.6
"""The number of moves after which the first position of a game is kept, and the factor from each such number to the next."""
LAST = 3
"""The number of positions that are kept at the end of each game."""
GREEDY_NOISE, RANDOM_NOISE = 40, 10_000
"""The largest random number that orders moves in greedy games, and in games at random, where it outweighs all values."""


@lru_cache(maxsize=100)
def samples(game: Game) -> tuple[Table, ...]:
    """Return positions of a game, the same each time. Do not change them."""
    found: list[Table] = []
    for number in range(GAMES):
        table = game.deal(sha256(b"cadogan solver sample %d" % number).digest())
        ordering = Ordering(game, number, RANDOM_NOISE if number % 2 else GREEDY_NOISE)
        found.append(copied(table))
        wanted, last = float(FIRST), list[Table]()
        for moved in range(1, LONGEST + 1):
            moves = table.moves()
            if not moves:
                break
            table.push(ordering.best_last(table, moves)[-1])
            if moved >= wanted:
                wanted *= GROWTH
                found.append(copied(table))
            else:
                last = [*last[1 - LAST :], copied(table)]
        found += last
    return tuple(table for table in found if len(table.moves()) <= MOST_MOVES)
