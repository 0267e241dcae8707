"""Thinking ahead: the best sequence of moves that a bot finds by a short search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush

from cadogan_client.bots.laws import Laws, Pile
from cadogan_client.bots.policy import Move

EFFORT = 300
"""So much thought goes into a plan: 1 for each move that is looked at,"""
FURTHER = 8
"""and so much for each position that is thought about further."""
COST = 0.05
"""What each move of a plan costs, so that of two that lead to the same the shorter is taken."""
NOTHING = float("-inf")
"""The gain where there is no plan."""

Mark = tuple[int, float]
"""The number by which a pile is known, and what it is worth."""
Step = tuple[Move, int]
"""A move, and the position it leads to, as the sum of the numbers of its piles."""


def think(
    piles: list[Pile],
    moves: Sequence[Move],
    laws: Laws,
    mark: Callable[[int, Pile], Mark],
    been: Callable[[int], bool],
    chance: Callable[[], float],
) -> tuple[float, list[Step]]:
    """Return what the best plan gains, and the plan: a sequence of plain moves that begins with one of these.

    Of all positions reached so far the one that is worth most is thought about next. Positions where the game has `been`
    are left out. A bit of `chance` decides between first moves that are alike.
    """
    best: tuple[float, list[Step]] = (NOTHING, [])
    marks = [mark(i, pile) for i, pile in enumerate(piles)]
    here = sum(number for number, _ in marks)
    reached = {here}
    queue: list[tuple[float, int, int, list[Pile], list[Mark], list[tuple[int, Pile]], list[Step]]] = []
    gain, effort = 0.0, 0
    plan: list[Step] = []
    while True:
        effort += FURTHER + len(moves)
        for move in moves:
            there, value = here, gain - COST
            changes = laws.changes(piles, move)
            for i, pile in changes:
                number, worth = mark(i, pile)
                there += number - marks[i][0]
                value += worth - marks[i][1]
            if there in reached or been(there):
                continue
            reached.add(there)
            if not plan:
                value += 0.01 * chance()
            longer = [*plan, (move, there)]
            if value > best[0]:
                best = (value, longer)
            heappush(queue, (-value, len(reached), there, piles, marks, changes, longer))
        if not queue or effort > EFFORT:
            return best
        value, _, here, piles, marks, changes, plan = heappop(queue)
        gain = -value
        piles, marks = piles[:], marks[:]
        for i, pile in changes:
            piles[i] = pile
            marks[i] = mark(i, pile)
        moves = laws.moves(piles)
