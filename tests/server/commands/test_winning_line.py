"""Winning lines in words."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_server.commands.winning_line import line_in_words
from tests.games.solver.test_solve import dealt


def test_a_line_is_told_in_words() -> None:
    table = dealt("klondike_draw1")
    words = line_in_words(table, (("turn",), *table.moves()[:1]))
    assert words[0] == "Turn"
    assert " from " in words[1]
    game = catalogue.game("nestor")
    pair = next(move for seed in range(9) for move in game.deal(bytes([seed])).moves() if move[0] == "discard")
    seed = next(seed for seed in range(9) if pair in game.deal(bytes([seed])).moves())
    assert line_in_words(game.deal(bytes([seed])), (pair,))[0].startswith("Take the pair: ")
