"""The good bot: it searches its turn for the best sequence of plays."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Protocol

from cadogan_client.bots.malice.level import MaliceLevel
from cadogan_client.bots.malice.sight import Sight
from cadogan_client.bots.malice.turn import HAND, UPCARD, Position, Step, Turn
from cadogan_client.bots.malice.worth import Weights, Worth
from cadogan_client.bots.policy import Move

MOST_STANDS = 400
"""The largest number of positions of a turn that are searched. A move then takes well under 200 ms."""
USUAL = Weights()
"""The weights of the good bot, chosen by hand. They are the same in all forms of the game."""


class Judge(Protocol):
    """Weighs the positions of a turn, in riddance cards."""

    def ended(self, position: Position, card: int | None = None, pile: int | None = None) -> float:
        """Return the worth of ending the turn, with this discard or, without one, with all cards where they are."""

    def stopped(self, position: Position) -> float:
        """Return the worth of making no further play. The discard is still to come."""

    def got_out(self, position: Position) -> float:
        """Return the worth of having played the upcard. The turn goes on with an unknown upcard."""

    def emptied(self, position: Position) -> float:
        """Return the worth of having played the last card in hand. Five new ones are drawn, and the turn goes on."""


class MaliceGood(MaliceLevel):
    """Searches its sequences of plays, each until its upcard is played, its hand is empty or its turn is over.

    It weighs the end of each sequence: how soon either upcard can then be played, the cards that it keeps, and the
    order of the discard piles. After each card that turns up it searches again.
    """

    @staticmethod
    def judge(sight: Sight) -> Judge:
        """Return what weighs the positions of a turn."""
        return Worth(sight, USUAL)

    def pick(self, sight: Sight, moves: Sequence[Move]) -> Move:
        """Return the first play of the best sequence, or the best way to end the turn."""
        turn, worth = Turn(sight), self.judge(sight)
        plays: dict[Step, Move] = {}
        ends: list[tuple[float, Move]] = []
        for move in moves:
            if move[0] == "play":
                plays.setdefault(self.step(sight, move), move)
            else:
                ends.append((self._end_worth(sight, worth, turn.start(), move), move))
        best, choice = max(ends, key=lambda end: end[0], default=(-inf, moves[0]))
        _, step = self._search(turn, worth, list(plays), best)
        return choice if step is None else plays[step]

    def worth_of(self, sight: Sight, move: Move) -> float:
        """Return the worth of a legal move with the best sequence of plays after it, in riddance cards; `WIN` or more for a
        move that wins the game.
        """
        turn, worth = Turn(sight), self.judge(sight)
        if move[0] != "play":
            return self._end_worth(sight, worth, turn.start(), move)
        return self._search(turn, worth, [self.step(sight, move)], -inf)[0]

    @staticmethod
    def step(sight: Sight, move: Move) -> Step:
        """Return a legal play as a step of the search."""
        _, spot, place = move
        if sight.plays_upcard(move):
            source = UPCARD
        else:
            source = HAND if sight.from_hand(move) else sight.own_discards.index(spot)
        return Step(source, sight.card(spot), sight.height(place))

    def _end_worth(self, sight: Sight, worth: Judge, start: Position, move: Move) -> float:
        """Return the worth of ending the turn by this move."""
        if move[0] != "discard":
            return worth.ended(start)
        return worth.ended(start, sight.hand[move[1][1]], sight.own_discards.index(move[2]))

    def _search(self, turn: Turn, worth: Judge, first: list[Step], best: float) -> tuple[float, Step | None]:
        """Return the worth of the sequence with the best end, and its first step; `best` and None if ending the turn now is
        best, which is worth `best`.
        """
        choice, start = None, turn.start()
        seen = {start}
        row = [(turn.after(start, step), step) for step in first]
        while row and len(seen) < MOST_STANDS:
            following: list[tuple[Position, Step]] = []
            for position, step in row:
                if position in seen:
                    continue
                seen.add(position)
                if position.out:
                    value = worth.got_out(position)
                elif not position.hand and start.hand:
                    value = worth.emptied(position)
                else:
                    value = worth.stopped(position)
                    following += [(turn.after(position, next_step), step) for next_step in turn.steps(position)]
                if value > best:
                    best, choice = value, step
            row = following
        return best, choice
