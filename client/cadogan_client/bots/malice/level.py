"""The base of all levels in Spite and Malice. It makes sure that each turn and each game ends."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cadogan_client.bots.malice.sight import Sight
from cadogan_client.bots.policy import Move, Policy, View

PLAYS_A_TURN = 40
"""The largest number of cards played in a turn, besides the upcard. If only the centre itself is left to draw, a card
could be played and drawn again for ever."""

TURNS = 80
"""The number of the bot's turns without a played riddance card after which it leaves its usual ways, which seem to lead
nowhere."""

STRAY = 0.5
"""The chance of a random move after that, in the standard game. In the modern game it plays only the upcard, so that
either an upcard is reached or the cards run out."""


class MaliceLevel(Policy):
    """A policy for Spite and Malice. `pick` chooses among the legal moves by what the seat sees.

    Attributes:
        turns: the number of the bot's turns since a riddance card was played last.
    """

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._left: tuple[int, int] = (0, 0)
        self._plays = 0
        self.turns = 0

    def choose(self, view: View, moves: Sequence[Move]) -> Move | None:
        """Return the move to make, or None only if no move is legal. The bot never resigns."""
        if not moves:
            return None
        sight = Sight(view)
        if (sight.left, sight.others_left) != self._left:
            self._left = (sight.left, sight.others_left)
            self._plays = self.turns = 0
        lost = self.turns >= TURNS
        if self._plays >= PLAYS_A_TURN or (lost and sight.modern):
            moves = [move for move in moves if move[0] != "play" or plays_off(sight, move)] or moves
        if len(moves) == 1 or (lost and self.random.random() < STRAY):
            move = self.random.choice(moves)
        else:
            move = self.pick(sight, moves)
        if move[0] == "play":
            self._plays += 1
        else:
            self._plays = 0
            self.turns += 1
        return move

    def pick(self, sight: Sight, moves: Sequence[Move]) -> Move:
        """Return one of two or more legal moves."""
        raise NotImplementedError


def plays_off(sight: Sight, move: Move) -> bool:
    """Return True if a move plays a card from a pile that the seat's side must get rid of."""
    return sight.plays_upcard(move) or sight.plays_partners(move)
