"""Caesar: nine cards in a square that must make fifteen along all eight lines."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from cadogan_games.words import *

FEWEST_AT_THE_START = 4
"""The fewest exchanges that a deal must need."""
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
SOLUTIONS = [
    [int(rank) for rank in solution]
    for solution in "276951438 294753618 438951276 492357816 618753294 672159834 816357492 834159672".split()
]


def fewest_exchanges(ranks: Sequence[int]) -> int:
    """Return the number of exchanges to the nearest solution: nine less the cycles of the permutation that leads to it."""
    return min(9 - _cycles([solution.index(rank) for rank in ranks]) for solution in SOLUTIONS)


def _cycles(goes_to: Sequence[int]) -> int:
    """Return the number of cycles of a permutation; an element that stays in place is a cycle of one."""
    cycles, seen = 0, set[int]()
    for place in range(len(goes_to)):
        cycles += place not in seen
        while place not in seen:
            seen.add(place)
            place = goes_to[place]
    return cycles


def shuffle_until_it_is_hard(dealer: Dealer) -> None:
    """Take the seed's first shuffle that needs at least four exchanges."""
    while fewest_exchanges([rank_of(c) for c in dealer.pack]) < FEWEST_AT_THE_START:
        dealer.shuffle()


@refused("two_cards", "two different cards change places")
def any_two_places(table: Table) -> Iterable[Spots]:
    """Return every two places."""
    return combinations(table.numbers("square"), 2)


def exchange(table: Table, a: int, b: int) -> None:
    """Exchange two cards, and count it."""
    change_over(table, a, b)
    table.add("exchanges")


def fifteens(table: Table) -> int:
    """Return the number of lines that make fifteen."""
    ranks = [rank_of(pile[0]) for pile in table.group("square")]
    return sum(ranks[a] + ranks[b] + ranks[c] == 15 for a, b, c in LINES)


@patience("caesar")
def caesar() -> Patience:
    """Any two of the nine cards change places; fewer exchanges rank higher."""
    return Patience(
        pack=[card(rank, SPADES) for rank in range(1, 10)],
        groups=[reserve(9, "square", name="square")],
        deal=[shuffle_until_it_is_hard, rounds("square", 1)],
        moves={"1": Action("exchange", "Exchange", exchange, any_two_places, counters=("exchanges",))},
        goal=Goal(fifteens, len(LINES)),
        rank_by_fewer="exchanges",
        races_on=True,
    )
