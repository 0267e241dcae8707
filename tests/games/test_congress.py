"""The Checks of sheets/congress.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown


def table_of(*rivers: str, helps: str = "KC KC KC KC", stock: str = "#9S #9S") -> dict[str, str]:
    """Return eight rivers, each with one nine of spades unless given, helps, and a stock."""
    laid = {f"rivers/{c}": rivers[c] if c < len(rivers) else "9S" for c in range(8)}
    return laid | {f"helps/{i}": card for i, card in enumerate(helps.split()) if card != "."} | {"stock": stock}


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("congress").deal(SEED)
    assert counts(table) == {
        "foundations": [1] * 8,
        "helps": [1] * 4 + [0] * 4,
        "rivers": [1] * 8,
        "stock": [84],
    }
    dealt = [name(card) for card in shuffled(table.game.pack, SEED, 0) if name(card)[0] != "A"]
    assert [shown(table, f"helps/{i}") for i in range(4)] == dealt[:4]
    assert [shown(table, f"rivers/{c}") for c in range(8)] == dealt[4:12]
    assert (table.count("rows"), table.phase, table.progress) == (1, "play", 8)


def test_ten_more_rows_and_four_cards_use_up_the_stock() -> None:
    table = catalogue.game("congress").deal(SEED)
    for _ in range(11):
        play(table, "deal")
    assert counts(table)["rivers"] == [12] * 4 + [11] * 4
    assert table.phase == "final"


def test_1_helps_are_built_down_in_suit() -> None:
    river = table_of("2S 9H")
    assert is_legal(position("congress", river | {"helps/1": "TH"}, rows=2), "rivers/0", "helps/1")
    assert not is_legal(position("congress", river | {"helps/1": "8H"}, rows=2), "rivers/0", "helps/1")
    assert not is_legal(position("congress", river | {"helps/1": "TD"}, rows=2), "rivers/0", "helps/1")
    assert is_legal(position("congress", river | {"foundations/4": hearts(8)}, rows=2), "rivers/0", "foundations/4")


def test_2_helps_are_built_on_each_other_but_rivers_are_not_built_on() -> None:
    table = position("congress", table_of("6S", helps="6S 5S KC KC"), rows=1)
    assert is_legal(table, "helps/1", "helps/0")
    assert not is_legal(table, "helps/0", "helps/1")
    assert not is_legal(table, "helps/1", "rivers/0")


def test_3_a_card_above_is_released() -> None:
    rivers = ["9S 9S 9S", "9S 2C 9H", *["9S 9S 9S"] * 6]
    table = position("congress", table_of(*rivers, helps="TH KC KC KC") | {"foundations/0": "AC"}, rows=3)
    assert not is_legal(table, "rivers/1", "foundations/0")
    play(table, "rivers/1", "helps/0")
    assert is_legal(table, "rivers/1", "foundations/0")


def test_4_the_uppermost_row_is_filled_first_from_the_left() -> None:
    full = "9S 9S 9S"
    rivers = [full, "9S", full, full, "9S 9S", full, full, full]
    table = position("congress", table_of(*rivers, stock="#2D #3D #4D #5D"), rows=3)
    for column, card in ((1, "5D"), (1, "4D"), (4, "3D")):
        assert not any(is_legal(table, "stock", f"rivers/{c}") for c in range(8) if c != column)
        assert not is_legal(table, "deal")
        play(table, "stock", f"rivers/{column}")
        assert shown(table, f"rivers/{column}").split()[-1] == card
    assert is_legal(table, "deal")
    assert not any(is_legal(table, "stock", f"rivers/{c}") for c in range(8))


def test_5_an_empty_help_comes_before_the_next_row() -> None:
    table = position("congress", table_of(helps="KC KC . ."), rows=1)
    assert not is_legal(table, "deal")
    with pytest.raises(IllegalMove, match="empty help must be filled first"):
        table.play(as_move(table, "deal"))
    assert not is_legal(table, "stock", "helps/3")
    assert not is_legal(table, "stock", "helps/4")
    play(table, "stock", "helps/2")
    assert shown(table, "helps/2") == "9S"


def test_at_most_two_fills_are_legal_at_a_time() -> None:
    table = position("congress", table_of("", "", helps="KC . . KC"), rows=1)
    assert set(table.moves()) == {as_move(table, "stock", "helps/1"), as_move(table, "stock", "rivers/0")}


def test_a_fill_that_takes_the_last_card_begins_the_end() -> None:
    table = position("congress", table_of(helps="KC . . KC", stock="#2D"), rows=1)
    play(table, "stock", "helps/1")
    assert table.phase == "final"
    assert is_legal(table, "rivers/0", "helps/2")


def test_6_a_short_row_ends_the_stock() -> None:
    table = position("congress", table_of(stock="#2D #3D #4D #5D #6D"), rows=1)
    play(table, "deal")
    assert counts(table)["rivers"] == [2] * 5 + [1] * 3
    assert shown(table, "rivers/0") == "9S 6D"
    assert table.phase == "final"


def test_7_in_the_end_new_helps_come_from_the_rivers_only() -> None:
    table = position("congress", table_of("KC", stock=""), rows=1, phase="final")
    assert is_legal(table, "rivers/0", "helps/4")
    assert is_legal(table, "rivers/0", "helps/7")
    assert not is_legal(table, "helps/1", "helps/4")
    table = position("congress", table_of("KC", helps="KC . KC KC", stock=""), rows=1, phase="final")
    assert is_legal(table, "rivers/0", "helps/1")


def test_8_with_eight_helps_a_river_card_must_fit() -> None:
    helps = "KC KC KC KC KC KC KC TS"
    table = position("congress", table_of("2D", "2C", helps=helps, stock="") | {"foundations/0": "AC"}, phase="final")
    assert not any(is_legal(table, "rivers/0", f"helps/{i}") for i in range(8))
    assert is_legal(table, "rivers/1", "foundations/0")
    assert is_legal(table, "rivers/2", "helps/7")


def test_9_while_the_stock_lasts_only_it_fills_a_help() -> None:
    table = position("congress", table_of(helps="KC . KC KC"), rows=1)
    assert not is_legal(table, "rivers/0", "helps/1")
    assert is_legal(table, "stock", "helps/1")


def hearts(highest: int) -> str:
    """The hearts from the ace to a rank."""
    return " ".join(rank + "H" for rank in "A23456789TJQK"[:highest])
