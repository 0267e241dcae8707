"""Positions of Spite and Malice for tests, with their legal actions in the words of a trace."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cadogan_games import trace
from cadogan_games.engine.cards import name
from cadogan_games.engine.duel import Ending, outcome
from cadogan_games.engine.table import IllegalMove, Move, Table
from tests.games.positions import act, position

DUELS = ("spite_and_malice", "spite_and_malice_mixed", "spite_and_malice_modern")

Act = tuple[str, ...]


def duel(
    piles: dict[str, str], *, id: str = "spite_and_malice", options: dict[str, Any] | None = None, **more: Any
) -> Table:
    """Return a table whose riddance piles hold cards that fit nowhere, plus the cards that a test lays there."""
    idle = {"riddance/0": "#6C #6C 6C", "riddance/1": "#6D #6D 6D"}
    return position(id, idle | piles, options=options, **more)


def legal(table: Table) -> list[Act]:
    """Return the legal moves in words: `("play", "hand/0/2", "centre/5")`."""
    return [in_words(table, move) for move in table.moves()]


def in_words(table: Table, move: Move) -> Act:
    said = trace.spell(table.game, move)
    return (said["action"], *said.get("spots", ()))


def discards_of(table: Table) -> set[tuple[str, str]]:
    """Return the legal discards as (card, pile)."""
    found = set()
    for action, *spots in legal(table):
        if action == "discard":
            hand, seat, k = spots[0].split("/")
            found.add((name(table.group(hand)[int(seat)][int(k)]), spots[1]))
    return found


def refusal(table: Table, *words: str) -> str:
    """Return the refusal of an illegal move."""
    with pytest.raises(IllegalMove) as refused:
        table.play(act(table, *words))
    return str(refused.value)


def names(pile: list[int]) -> str:
    return " ".join(map(name, pile))


def ended(table: Table) -> Ending:
    """Return the outcome of a game, which must be over."""
    found = outcome(table)
    assert found is not None
    assert table.moves() == []
    return found


class Player:
    """Makes random moves in one of many manners, from one that avoids plays to one that always plays.

    A keen one plays its upcard whenever it can, and nothing else as soon as half of the cards lie in discard piles. In
    the modern game, where an empty stock takes up the centre again, other random players may go round for hundreds of
    thousands of moves.
    """

    def __init__(self, chance: random.Random, *, keen: bool) -> None:
        self.chance = chance
        self.keen = keen
        self.eagerness = 20.0 if keen else chance.choice((0.1, 1.0, 4.0, 20.0))

    def choose(self, table: Table) -> Move:
        """Pick a legal move."""
        moves = table.moves()
        eagerness = self.eagerness
        if self.keen:
            upcard = table.game.first["riddance"] + table.count("seat")
            for move in moves:
                if len(move) > 1 and move[1] == upcard:
                    return move
            if sum(map(len, table.group("discards"))) > len(table.game.pack) / 2:
                eagerness = 0.001
        weights = [eagerness if move[0] == "play" else 1.0 for move in moves]
        return self.chance.choices(moves, weights)[0]
