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
