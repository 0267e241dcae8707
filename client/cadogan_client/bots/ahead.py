"""Thinking ahead: the best sequence of moves that a bot finds by a short search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import Any

from cadogan_client.bots.laws import Laws, Pile
from cadogan_client.bots.policy import Move

EFFORT = 300
"""So much thought goes into a plan, and no more: 1 for each move that is looked at,"""
FURTHER = 8
"""and so much for each position that is thought about further."""
COST = 0.05
"""What each further move of a plan costs, so that of two that lead to the same the shorter is taken."""
NOTHING = float("-inf")
"""The gain where there is no plan."""

Mark = tuple[int, float]
"""The number by which a pile is known, and what it is worth."""
Step = tuple[Move, int]
"""A move, and the position it leads to, as the sum of the numbers of its piles."""
Trail = tuple[Move, int, Any]
"""The last step of a plan, and the trail to it, which is None for the first step."""


def think(
    piles: list[Pile],
    moves: Sequence[Move],
    laws: Laws,
    mark: Callable[[int, Pile], Mark],
    been: Callable[[int], bool],
    chance: Callable[[], float],
    most_effort: int,
) -> tuple[float, list[Step]]:
    """Return what the best plan gains, and the plan: a sequence of plain moves that begins with one of these.

    Of all positions reached so far the one that is worth most is thought about next. Positions where the game has `been`
    are left out. With no effort allowed the plan is a single move. A bit of `chance` decides between first moves that are
    alike.
    """
    most, best = NOTHING, None
    marks = [mark(i, pile) for i, pile in enumerate(piles)]
    here = sum(number for number, _ in marks)
    reached = {here}
    queue: list[tuple[float, int, Trail, list[Pile], list[Mark], Pile, Pile]] = []
    gain, effort = COST, 0  # the first move costs nothing
    trail: Trail | None = None
    while True:
        effort += FURTHER
        source: tuple[int, int] | None = None
        for move in moves if trail is None else moves[: max(0, most_effort - effort)]:
            src, dst, n = move
            if source != (src, n):  # moves of the same cards come one after the other
                source = src, n
                left = laws.left(src, piles[src][:-n])
                number, worth = mark(src, left)
                without, lifted = here + number - marks[src][0], gain - COST + worth - marks[src][1]
            laid = piles[dst] + piles[src][-n:]
            number, worth = mark(dst, laid)
            there = without + number - marks[dst][0]
            if there in reached or been(there):
                continue
            reached.add(there)
            value = lifted + worth - marks[dst][1]
            if trail is None:
                value += 0.01 * chance()
            longer = move, there, trail
            if value > most:
                most, best = value, longer
            heappush(queue, (-value, len(reached), longer, piles, marks, left, laid))
        effort += len(moves)
        if not queue or effort >= most_effort:
            return most, _steps(best)
        value, _, trail, piles, marks, left, laid = heappop(queue)
        (src, dst, _), here, _ = trail
        gain = -value
        piles, marks = piles[:], marks[:]
        piles[src], piles[dst] = left, laid
        marks[src], marks[dst] = mark(src, left), mark(dst, laid)
        moves = laws.moves(piles)


def _steps(trail: Trail | None) -> list[Step]:
    """Return the steps of a trail, the first one first."""
    steps: list[Step] = []
    while trail is not None:
        move, there, trail = trail
        steps.append((move, there))
    return steps[::-1]
