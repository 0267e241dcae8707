"""A policy for every kind of game: it plays races in one way, and each game for several players in its own."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from cadogan_client.bots.memory import Memory
from cadogan_client.bots.policy import Move, Policy, View


class Allrounder(Policy):
    """A policy that races by its own `pick`, and leaves Spite and Malice to its `duellist`, Russian Bank to
    its `bank`, and Racing Demon to its `demon`.

    In a race it never makes a move twice in the same position, and never returns to an earlier position.
    """

    duellist: ClassVar[type[Policy]]
    bank: ClassVar[type[Policy]]
    demon: ClassVar[type[Policy]]

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.memory = Memory()
        self._duellist = self.duellist(random)
        self._bank = self.bank(random)
        self._demon = self.demon(random)

    def choose(self, view: View, moves: Sequence[Move]) -> Move | None:
        """Return one of the legal moves, or None to give up. A table whose piles have owners is one for several players."""
        if "demon" in view.group_of:
            return self._demon.choose(view, moves)
        if "houses" in view.group_of:
            return self._bank.choose(view, moves)
        if any(owner is not None for owner in view.owner_of):
            return self._duellist.choose(view, moves)
        self.memory.arrive(view)
        fresh = self.memory.fresh(view, moves)
        if not fresh or self.gives_up:
            return None
        move = self.pick(view, moves, fresh)
        if move is not None:
            self.memory.note_move(move)
        return move

    def calls(self, view: View, moves: Sequence[Move]) -> Move | None:
        """Return what it calls in the other player's turn. Only Russian Bank has calls."""
        return self._bank.calls(view, moves) if "houses" in view.group_of else None

    @property
    def gives_up(self) -> bool:
        """True if the bot gives up a race because nothing was gained for too long."""
        return self.memory.weary

    def pick(self, view: View, moves: Sequence[Move], fresh: Sequence[Move]) -> Move | None:
        """Return one of the fresh moves of a race, or None to give up. `moves` are all legal moves; `fresh` is never
        empty."""
        raise NotImplementedError
