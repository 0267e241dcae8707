"""The order in which a search tries moves."""

from __future__ import annotations

from cadogan_games.engine.table import Table
from cadogan_games.solver.ordering import Ordering
from tests.games.positions import move, position


def order(table: Table, noise: int = 0, number: int = 0) -> list[tuple[object, ...]]:
    """Return the legal moves of a table, the most promising first."""
    return Ordering(table.game, number, noise).best_last(table, table.moves())[::-1]


def test_home_comes_before_other_moves_and_a_redeal_comes_last() -> None:
    table = position("klondike_draw1", {"tableau/0": "#9S AH", "tableau/1": "2C", "waste": "5D"})
    ordered = order(table)
    assert ordered[0] == move(table, "tableau/0", "foundations/2")
    assert ordered[-1] == ("redeal",)


def test_a_move_that_turns_up_a_card_comes_before_one_that_does_not() -> None:
    table = position("klondike_draw1", {"tableau/0": "#9S 6C", "tableau/1": "7D", "tableau/2": "6S", "waste": "KS"})
    ordered = order(table)
    assert ordered.index(move(table, "tableau/0", "tableau/1")) < ordered.index(("redeal",))
    emptied = move(table, "tableau/2", "tableau/1")
    assert ordered.index(move(table, "tableau/0", "tableau/1")) < ordered.index(emptied)


def test_all_moves_are_kept_and_the_table_stays_as_it_is() -> None:
    table = position("klondike_draw1", {"tableau/0": "#9S 6C", "tableau/1": "7D", "waste": "KS", "stock": "#2C"})
    piles, legal = [pile[:] for pile in table.piles], list(table.moves())
    assert sorted(map(repr, order(table, noise=50))) == sorted(map(repr, legal))
    assert table.piles == piles
    assert table.moves() == legal


def test_the_same_number_gives_the_same_order_and_another_differs() -> None:
    table = position("spider_1", {f"tableau/{n}": "9S 8S" if n % 2 else "9S" for n in range(10)})
    first = order(table, noise=10_000, number=1)
    assert first == order(table, noise=10_000, number=1)
    assert any(first != order(table, noise=10_000, number=number) for number in range(2, 6))


def test_moves_of_equal_value_keep_the_order_of_the_rules() -> None:
    table = position("spider_1", {"tableau/0": "8S", "tableau/1": "9S 4S", "tableau/2": "9S", "tableau/3": "9S"})
    targets = [table.game.first["tableau"] + 2, table.game.first["tableau"] + 3]
    same = [found[1] for found in order(table) if found[0] == table.game.first["tableau"] and found[1] in targets]
    assert same == targets


def test_a_single_move_needs_no_order() -> None:
    table = position("klondike_draw1", {"stock": "#2C"})
    assert Ordering(table.game, 0, 0).best_last(table, [("turn",)]) == [("turn",)]
