"""The numbers of a room's streams."""

from cadogan_protocol.limits import MAX_RACERS

ROOM = 0
"""The stream of the room itself: seats, phase, clock, results."""

BOARDS = 1
"""The stream of the first board as its player sees it: BOARDS + seat."""

SPECTATORS = 3
"""The stream of a duel as spectators see it."""

OTHERS = BOARDS + MAX_RACERS
"""The stream of the first board of a fairly watched race as everybody except its racer sees it: OTHERS + seat."""

SEQ_SPAN = 128
"""Frequent messages carry their number in its stream modulo this, so that it takes one byte."""


def number_of(short: int, last: int) -> int:
    """Return the full number of a message from its `short` number and the full number of the `last` message.

    Of all numbers with that `short` number, it is the one nearest to the expected next number.
    """
    half = SEQ_SPAN // 2
    return last + 1 + (short - last - 1 + half) % SEQ_SPAN - half
