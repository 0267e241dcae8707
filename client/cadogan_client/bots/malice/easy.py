"""The easy bot: it plays its upcard when it can, and otherwise any card."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_client.bots.malice.level import MaliceLevel, plays_off
from cadogan_client.bots.malice.sight import Sight
from cadogan_client.bots.policy import Move

IDLE = 0.5
"""The chance that it ends its turn although it could still play."""


class MaliceEasy(MaliceLevel):
    """Plays the upcard, else any card that fits, and discards at random."""

    def pick(self, sight: Sight, moves: Sequence[Move]) -> Move:
        """Return the upcard's play, another play, or a discard."""
        plays = [move for move in moves if move[0] == "play"]
        rest = [move for move in moves if move[0] != "play"]
        upcard = [move for move in plays if plays_off(sight, move)]
        if upcard:
            return self.random.choice(upcard)
        if not rest or (plays and self.random.random() >= IDLE):
            return self.random.choice(plays)
        return self.random.choice(rest)
