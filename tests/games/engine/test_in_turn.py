"""Shared games by turns in general; `tests/games/test_spite_and_malice_table.py` plays one."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import in_turn, sharing
from cadogan_games.engine.table import IllegalMove, Table


@pytest.fixture
def table() -> Table:
    """Spite and Malice, dealt to the seats 0, 2 and 3."""
    table = catalogue.game("spite_and_malice_table").deal(bytes(32))
    sharing.definition(table).seat(table, 0, (0, 2, 3))
    return table


def test_the_next_seat_is_found_clockwise_among_those_in_play(table: Table) -> None:
    assert [in_turn.next_in_play(table, seat) for seat in (0, 2, 3)] == [2, 3, 0]
    sharing.leave(table, 2)
    assert [in_turn.next_in_play(table, seat) for seat in (0, 3)] == [3, 0]


def test_only_the_seat_to_act_has_moves(table: Table) -> None:
    acting = table.game.definition.awaited(table)
    assert [bool(sharing.moves(table, seat)) for seat in range(4)] == [seat == acting for seat in range(4)]
    move = sharing.moves(table, table.count("seat"))[0]
    with pytest.raises(IllegalMove, match=r"another player's turn"):
        sharing.play(table, 1, move)


def test_a_change_concerns_every_seat(table: Table) -> None:
    seat = table.count("seat")
    assert sharing.concerned(table, sharing.play(table, seat, sharing.moves(table, seat)[0])) == {0, 1, 2, 3}


def test_nobody_is_awaited_once_the_game_is_over(table: Table) -> None:
    table.enter(sharing.OVER)
    assert table.game.definition.awaited(table) is None
    assert in_turn.time_out(table) == []


def test_a_table_at_which_all_move_at_once_has_no_time_outs() -> None:
    table = catalogue.game("racing_demon").deal(bytes(32))
    assert in_turn.definition(table) is None
    assert (in_turn.time_outs(table), in_turn.time_out(table)) == ((), [])
