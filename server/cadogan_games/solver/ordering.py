"""The order in which a search tries moves: by a few ideas that hold in most games.

Moves home come first, then moves that turn up a card or empty a pile. Moves that take runs apart, fill spaces, or bring
cards back from the foundations come later, and deals come last.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.table import Move, Rules, Table

FOUNDATION, TABLEAU, OTHER = range(3)
ACTIONS = {"turn": -5, "deal": -30, "fill": -20, "redeal": -60}
"""The values of actions that many games have; others count `ACTION`."""
ACTION = 20
HOME, FROM_HOME, BETWEEN_HOMES = 100, -50, -40
"""The values of moves to foundations, from them, and between them."""
TURNS_UP, EMPTIES, USES_SPACE, MOVES_WHOLE_PILE_INTO_SPACE = 40, 25, -15, -45
BREAKS_RUN, UNCOVERS, FROM_OUTSIDE = -35, -10, 12
"""Added to the value of any other move for each of its effects."""

NOISES = 4096
"""The length of the list of random numbers that an ordering goes through round after round."""
LISTS = 16
"""The number of such lists that are kept. Most searches are over in their first tries, which have the same few lists."""
PLACE = 1 << 16
"""More than the number of legal moves in any position."""


class Ordering:
    """Orders moves by their value plus a random number from 0 to `noise`. The same `number` gives the same ones."""

    def __init__(self, game: Rules, number: int, noise: int) -> None:
        self._kinds = [{"foundation": FOUNDATION, "tableau": TABLEAU}.get(group.kind, OTHER) for group in game.group_of]
        self._on = [[*group.accepts.on, *[0] * (2 * DOWN)] for group in game.group_of]
        self._noises = _noises(number, noise)
        self._next = 0

    def best_last(self, table: Table, moves: list[Move]) -> list[Move]:
        """Return the moves in order, the most promising one last."""
        if len(moves) < 2:
            return moves[:]
        valued: list[int] = []
        piles, noises, nth = table.piles, self._noises, self._next
        for place, move in enumerate(moves):
            nth += 1
            if nth == NOISES:
                nth = 0
            valued.append((self._value(piles, move) + noises[nth]) * PLACE - place)
        self._next = nth
        valued.sort()
        return [moves[-value % PLACE] for value in valued]

    def _value(self, piles: list[list[int]], move: Move) -> int:
        if isinstance(move[0], str):
            return ACTIONS.get(move[0], ACTION)
        src: int = move[0]
        dst: int = move[1]
        n: int = move[2]
        src_kind, dst_kind = self._kinds[src], self._kinds[dst]
        if dst_kind == FOUNDATION:
            return BETWEEN_HOMES if src_kind == FOUNDATION else HOME
        if src_kind == FOUNDATION:
            return FROM_HOME
        source, into_space = piles[src], not piles[dst]
        value = USES_SPACE if into_space else 0
        if len(source) == n:
            if into_space:
                value += MOVES_WHOLE_PILE_INTO_SPACE
            elif src_kind == TABLEAU:
                value += EMPTIES
        elif len(source) > n:
            under = source[-n - 1]
            if under >= DOWN:
                value += TURNS_UP - _hidden(source)
            elif src_kind == TABLEAU:
                value += BREAKS_RUN if self._on[src][under] >> source[-n] & 1 else UNCOVERS
        return value if src_kind == TABLEAU else value + FROM_OUTSIDE


def _hidden(pile: list[int]) -> int:
    """Return the number of cards at the bottom of a pile that lie face down."""
    count = 0
    for card in pile:
        if card < DOWN:
            break
        count += 1
    return count


@lru_cache(maxsize=LISTS)
def _noises(number: int, noise: int) -> list[int]:
    """Return random numbers from 0 to `noise`, the same for the same `number`. Do not change the list."""
    chance = Random(number)
    return [int(chance.random() * (noise + 1)) for _ in range(NOISES)]
