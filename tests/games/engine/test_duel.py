"""Duels: whose moves are whose, and what the seat that is not to act may call."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import duel
from cadogan_games.engine.table import IllegalMove, Table


def dealt(game: str) -> Table:
    return catalogue.game(game).deal(bytes(32))


def turned() -> tuple[Table, int]:
    """Return a table of Russian Bank on which the seat on turn has turned a card, and that seat."""
    table = dealt("russian_bank")
    seat = duel.awaited(table)
    assert seat is not None
    duel.play(table, seat, ("turn", table.number("stock") + seat))
    return table, seat


def test_only_the_seat_to_act_has_moves_where_nothing_is_called() -> None:
    table = dealt("spite_and_malice")
    seat = duel.awaited(table)
    assert seat is not None
    assert duel.moves(table, seat) == table.moves()
    assert duel.moves(table, 1 - seat) == []
    with pytest.raises(IllegalMove):
        duel.play(table, 1 - seat, table.moves()[0])


def test_the_other_seat_may_call_and_nothing_else() -> None:
    table, seat = turned()
    assert duel.moves(table, 1 - seat) == [("stop",)]
    assert set(duel.moves(table, seat)) | {("stop",)} == set(table.moves())
    for wrong, move in ((seat, ("stop",)), (1 - seat, duel.moves(table, seat)[0])):
        before = [pile[:] for pile in table.piles]
        with pytest.raises(IllegalMove):
            duel.play(table, wrong, move)
        assert table.piles == before
    duel.play(table, 1 - seat, ("stop",))


def test_nobody_has_moves_when_the_game_is_over() -> None:
    table, seat = turned()
    duel.resign(table, seat)
    assert [duel.moves(table, each) for each in (0, 1)] == [[], []]
