"""The easy bot: any legal move, as long as it has not been here before."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_client.bots.allrounder import Allrounder
from cadogan_client.bots.malice import MaliceEasy
from cadogan_client.bots.policy import Move, View


class Easy(Allrounder):
    """Plays legal moves at random. It doesn't repeat itself, and gives up when it only goes round."""

    duellist = MaliceEasy

    def pick(self, view: View, moves: Sequence[Move], fresh: Sequence[Move]) -> Move | None:
        """Return a move that has not been tried in this position."""
        return self.random.choice(fresh)
