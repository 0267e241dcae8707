"""A policy for every kind of game: it has one way to play races, and one to play duels."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from cadogan_client.bots.policy import Move, Policy, View


class Allrounder(Policy):
    """A policy that races by its own `race`, and leaves duels to its `duellist`."""

    duellist: ClassVar[type[Policy]]

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._duellist = self.duellist(random)

    def choose(self, view: View, moves: Sequence[Move]) -> Move | None:
        """Return one of the legal moves, or None to give up. Where piles have owners the table is a duel's."""
        if any(owner is not None for owner in view.owner_of):
            return self._duellist.choose(view, moves)
        return self.race(view, moves)

    def race(self, view: View, moves: Sequence[Move]) -> Move | None:
        """As `choose`, at a table of one's own."""
        raise NotImplementedError
