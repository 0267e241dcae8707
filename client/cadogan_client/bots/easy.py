"""The easy bot: any legal move, as long as it has not been here before."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cadogan_client.bots.allrounder import Allrounder
from cadogan_client.bots.malice import MaliceEasy
from cadogan_client.bots.memory import Memory
from cadogan_client.bots.policy import Move, View


class Easy(Allrounder):
    """Plays legal moves at random. It doesn't repeat itself, and gives up when it only goes round."""

    duellist = MaliceEasy

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._memory = Memory()

    def race(self, view: View, moves: Sequence[Move]) -> Move | None:
        """Return a move that has not been tried in this position, or None."""
        self._memory.arrive(view)
        fresh = self._memory.fresh(view, moves)
        if not fresh or self._memory.weary:
            return None
        move = self.random.choice(fresh)
        self._memory.take(move)
        return move
