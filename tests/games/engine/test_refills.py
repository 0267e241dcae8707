"""The house rule on refills: option `refill` in sheets/README.md."""

from __future__ import annotations

import pytest

from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import as_move, counts, is_legal, pile, play, position, shown


def table_with_space(refill: str, **piles: str) -> Table:
    """Return a table of Two Rings, whose reserve has eight places. The 7♥ of the first can go home, the others cannot."""
    reserve = {f"reserve/{i}": "2C" for i in range(1, 8)} | {"reserve/0": "7H"}
    return position("two_rings", reserve | {"six_foundations/0": "8H"} | piles, options={"refill": refill})


def take_one(table: Table) -> None:
    play(table, "reserve/0", "six_foundations/0")


def test_auto_takes_the_wastes_top_card() -> None:
    table = table_with_space("auto", waste="3C 4C", stock="#5C #6C")
    take_one(table)
    assert (shown(table, "reserve/0"), shown(table, "waste"), shown(table, "stock")) == ("4C", "3C", "#5C #6C")


def test_auto_takes_the_stocks_top_card_face_up_if_there_is_no_waste() -> None:
    table = table_with_space("auto", stock="#5C #6C")
    take_one(table)
    assert (shown(table, "reserve/0"), shown(table, "stock")) == ("6C", "#5C")


def test_choose_allows_two_plain_moves_and_nothing_else() -> None:
    table = table_with_space("choose", waste="3C 8S", stock="#5C #6C", **{"seven_foundations/0": "7S"})
    assert is_legal(table, "turn")
    assert is_legal(table, "waste", "seven_foundations/0")
    take_one(table)
    assert sorted(table.moves()) == sorted([as_move(table, "waste", "reserve/0"), as_move(table, "stock", "reserve/0")])
    with pytest.raises(IllegalMove, match="Something else comes first: 4: a space is filled"):
        play(table, "turn")


@pytest.mark.parametrize(("source", "card"), [("waste", "4C"), ("stock", "6C")])
def test_choose_fills_from_either(source: str, card: str) -> None:
    table = table_with_space("choose", waste="3C 4C", stock="#5C #6C")
    take_one(table)
    play(table, source, "reserve/0")
    assert shown(table, "reserve/0") == card
    assert is_legal(table, "turn")


@pytest.mark.parametrize("option", ["auto", "choose"])
@pytest.mark.parametrize(("piles", "card"), [({"waste": "3C 4C"}, "4C"), ({"stock": "#5C #6C"}, "6C"), ({}, "")])
def test_a_space_is_filled_by_the_only_pile_with_cards_or_stays_empty(
    option: str, piles: dict[str, str], card: str
) -> None:
    table = table_with_space(option, **piles)
    take_one(table)
    assert shown(table, "reserve/0") == card


def test_of_several_spaces_the_lowest_number_is_filled_first() -> None:
    table = table_with_space("choose", waste="3C 4C", stock="#5C #6C", **{"reserve/3": "", "reserve/5": ""})
    assert not is_legal(table, "waste", "reserve/5")
    play(table, "waste", "reserve/3")
    assert sorted(move[1] for move in table.moves()) == [pile(table, "reserve/5")] * 2
    with pytest.raises(IllegalMove, match="Something else comes first"):
        take_one(table)


def test_with_choose_spaces_fill_themselves_once_the_waste_is_empty() -> None:
    table = table_with_space("choose", waste="4C", stock="#5C #6C", **{"reserve/3": "", "reserve/5": ""})
    play(table, "waste", "reserve/3")
    assert shown(table, "reserve/5") == "6C"
    assert counts(table)["reserve"] == [1] * 8


def test_undo_takes_the_filling_back() -> None:
    table = table_with_space("auto", waste="3C 4C")
    take_one(table)
    table.undo()
    assert (shown(table, "reserve/0"), shown(table, "waste")) == ("7H", "3C 4C")
