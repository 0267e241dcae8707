"""Shared games in general; `tests/games/test_racing_demon.py` plays one."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import sharing
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import as_move, position


@pytest.fixture
def table() -> Table:
    """Racing Demon, dealt to the seats 0 and 3."""
    table = catalogue.game("racing_demon").deal(bytes(32))
    table.game.definition.seat(table, 0, (0, 3))
    return table


def test_a_seat_moves_cards_of_its_own_piles_only(table: Table) -> None:
    owners = sharing.owners(table.game)
    for seat in (0, 3):
        moves = sharing.moves(table, seat)
        named = {move[1] if isinstance(move[0], str) else move[0] for move in moves}
        assert moves
        assert {owners[pile] for pile in named} == {seat}
    assert sharing.moves(table, 1) == []


@pytest.mark.parametrize(
    "move", [("turn",), ("turn", 500), ("turn", (1, 2)), ("nonsense", 3), (500, 1, 1), (1, 500, 1), (32, 0, 0)]
)
def test_a_move_that_makes_no_sense_is_refused_and_changes_nothing(table: Table, move: tuple[object, ...]) -> None:
    before = [pile[:] for pile in table.piles]
    with pytest.raises(IllegalMove):
        sharing.play(table, 0, move)
    assert sharing.too_late(table, move, str) is None
    assert (table.piles, table.log) == (before, [])


def test_a_card_home_concerns_whoever_had_or_has_a_card_for_that_place() -> None:
    cards = {"demon/0": "#KC AC", "demon/1": "#KD 2C", "demon/2": "#KH 3C", "demon/3": "#KS AC", "stock/1": "#2S"}
    table = position("racing_demon", cards, _seats=15)
    assert sharing.concerned(table, sharing.play(table, 0, as_move(table, "demon/0", "foundations/0"))) == {0, 1, 3}
    assert sharing.concerned(table, sharing.play(table, 1, as_move(table, "demon/1", "foundations/0"))) == {1, 2}
    assert sharing.concerned(table, sharing.play(table, 1, as_move(table, "turn", "stock/1"))) == {1}
    assert sharing.concerned(table, sharing.play(table, 1, as_move(table, "stuck", "stock/1"))) == {1}
    table.set("gathered", 1)
    assert sharing.concerned(table, [table.log[-1]]) == set(range(8))


def test_the_moves_of_a_seat_are_found_once_until_a_change_concerns_it(table: Table) -> None:
    before = {seat: sharing.moves(table, seat) for seat in (0, 3)}
    sharing.play(table, 0, next(move for move in before[0] if move[0] == "turn"))
    assert sharing.moves(table, 3) is before[3]
    assert sharing.moves(table, 0) is not before[0]
    sharing.leave(table, 0)
    assert sharing.moves(table, 3) is not before[3]


def test_a_change_after_the_end_does_nothing(table: Table) -> None:
    sharing.move_on(table)
    assert not sharing.is_over(table)
    table.enter(sharing.OVER)
    assert sharing.move_on(table) == sharing.leave(table, 0) == []


def test_only_cards_that_go_home_or_leave_a_reserve_stir_the_round(table: Table) -> None:
    turned = sharing.play(table, 0, ("turn", table.number("stock")))
    assert not sharing.stirs(table, turned)
    table.piles[table.number("work")].clear()
    table.changed()
    assert sharing.stirs(table, sharing.play(table, 0, (table.number("demon"), table.number("work"), 1)))


def test_a_race_is_no_shared_game() -> None:
    with pytest.raises(TypeError, match="klondike is no game at a shared table"):
        sharing.definition(catalogue.game("klondike").deal(bytes(32)))
