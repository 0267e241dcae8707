"""Judges moves in Spite and Malice: what the good bot would have played, and what another move loses in winning chances.

A move is worth what the good bot takes it to be worth, in riddance cards, by what its seat sees. `chance_of` turns that, and
what both players have left, into a chance to win, by a formula that was fitted to games of the good bot against itself.
`python -m tests.bench.malice_judge` says how far its chances are from the shares of games that are then won.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from random import Random
from typing import NamedTuple

from cadogan_client.bots.malice.good import MaliceGood
from cadogan_client.bots.malice.sight import Sight
from cadogan_client.bots.malice.worth import WIN
from cadogan_client.bots.policy import Move, View

THOUSAND = 1000

LEAD = 1.06
"""The weight of each card that the opponent has left more than the seat."""

WORTH = 1.65
"""The weight of each riddance card that a move is worth."""

AVERAGE = -1.03
"""Added to each worth, as the best move of an average position is worth 0.6 riddance cards."""


class Judgement(NamedTuple):
    """The bot's judgement of a move.

    Attributes:
        best: the move that the bot would have made; the move itself if it was as good.
        chance: the seat's chance to win by the best move, in thousandths.
        loss: the part of it that the move gave away, in thousandths.
    """

    best: Move
    chance: int
    loss: int


def judge(view: View, moves: Sequence[Move], played: Move) -> Judgement:
    """Return what the good bot thinks of a move.

    Args:
        view: a table of Spite and Malice before the move, as the seat to move sees it.
        moves: the legal moves.
        played: one of them.
    """
    sight, bot = Sight(view), MaliceGood(Random(0))
    worth = bot.worth_of(sight, played)
    chance = chance_of(sight, worth)
    if len(moves) == 1:
        return Judgement(played, chance, 0)
    best = bot.pick(sight, moves)
    highest = bot.worth_of(sight, best)
    if highest <= worth:
        return Judgement(played, chance, 0)
    most = chance_of(sight, highest)
    return Judgement(best, most, most - chance)


def chance_of(sight: Sight, worth: float) -> int:
    """Return the chance to win, in thousandths, of a seat whose move is worth this many riddance cards. It counts a draw as half a
    win.
    """
    if worth >= WIN:
        return THOUSAND
    lead = LEAD * (sight.their_left - sight.left) + WORTH * worth + AVERAGE
    return round(THOUSAND / (1 + exp(-lead / sqrt(sight.left + sight.their_left))))
