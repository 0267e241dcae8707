"""The numbers of a room's streams."""

from cadogan_protocol.limits import MAX_RACERS

ROOM = 0
"""The stream of the room itself: seats, phase, clock, results."""

BOARDS = 1
"""The first of the boards as their players see them: BOARDS + seat."""

SPECTATORS = 3
"""A duel as spectators see it."""

OTHERS = BOARDS + MAX_RACERS
"""The first of the boards of a race that is watched fairly, as all but their racers see them: OTHERS + seat."""

SEQ_SPAN = 128
"""Frequent messages carry their number in its stream modulo this, so that it takes one byte."""


def number_of(short: int, last: int) -> int:
    """Return the number that a message carries as `short`, where that of the last one was `last`: of all numbers that are
    written so, the one that lies nearest to what is due."""
    half = SEQ_SPAN // 2
    return last + 1 + (short - last - 1 + half) % SEQ_SPAN - half
