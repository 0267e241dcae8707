"""The Checks of sheets/queens.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.cards import DOWN, name, rank_of
from cadogan_games.engine.deals import Dealer
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from cadogan_games.games.queens import put_queens_under_the_pack
from tests.each import each
from tests.games.positions import as_move, cards, is_legal, play, position, shown

FILLED = {f"tableau/{i}": "KC" for i in range(7)}
"""A shutter without spaces that takes no card."""


def laid(refill: str = "auto", line: int = 0, **piles: str) -> Table:
    """Return a shutter of kings, with the test's piles instead of some."""
    spots = {spot.replace("_", "/"): text for spot, text in piles.items()}
    return position("queens", FILLED | spots, options={"refill": refill}, line=line)


@each("seed", range(60))
def test_counts_and_order_of_the_deal(seed: int) -> None:
    table = catalogue.game("queens").deal(seed.to_bytes(32, "big"))
    pack = shuffled(table.game.pack, table.seed, 0)
    key, hand = pack[:32], pack[32:]
    while key and rank_of(key[-1]) == 12:
        hand += key[-14:]
        del key[-14:]
    shutter, kings = list[int](), list[int]()
    while len(shutter) < 7:
        card = hand.pop(0)
        (kings if rank_of(card) == 13 else shutter).append(card)
    assert table.group("reserve") == [key]
    assert [pile[0] for pile in table.group("tableau")] == shutter
    assert sorted(card for pile in table.group("foundations") for card in pile) == sorted(kings)
    assert table.group("stock") == [[card + DOWN for card in reversed(hand)]]
    assert table.progress == len(kings)
    if len(key) == 32:
        assert len(hand) == 65 - len(kings)
    if len(key) == 18:
        assert len(hand) == 79 - len(kings)


def test_two_queens_on_the_key_move_two_blocks() -> None:
    table = position("queens", {})
    dealer = Dealer(table)
    dealer.pack = cards("2S 3S")
    table.piles[table.game.first["reserve"]][:] = cards(
        "2C 3C 4C 5C " + " ".join(["6D"] * 13) + " QH " + " ".join(["7D"] * 13) + " QC"
    )
    put_queens_under_the_pack(dealer)
    assert shown(table, "reserve") == "2C 3C 4C 5C"
    assert name(dealer.pack[-1]) == "QH"
    assert name(dealer.pack[-15]) == "QC"
    assert dealer.pack[:2] == cards("2S 3S")
    assert len(dealer.pack) == 30


def test_the_key_feeds_foundations_only() -> None:
    table = laid(reserve="9C 5D", foundations_2="KD AD 2D 3D 4D", tableau_0="6D")
    assert is_legal(table, "reserve", "foundations/2")
    assert not is_legal(table, "reserve", "tableau/0")
    with pytest.raises(IllegalMove, match="from the key to the shutter"):
        play(table, "reserve", "tableau/0")


def test_the_shutter_builds_down_in_suit() -> None:
    assert is_legal(laid(tableau_0="9S", waste="8S"), "waste", "tableau/0")
    assert not is_legal(laid(tableau_0="9S", waste="8C"), "waste", "tableau/0")
    assert is_legal(laid(tableau_0="9S", tableau_1="8S"), "tableau/1", "tableau/0")
    table = laid(tableau_0="AS", tableau_1="KS", waste="KS")
    assert not is_legal(table, "waste", "tableau/0")
    assert is_legal(table, "waste", "foundations/6")
    assert not is_legal(laid(tableau_1="KS", waste="QS"), "waste", "tableau/1")


def test_foundations_run_from_the_king_to_the_queen() -> None:
    assert is_legal(laid(foundations_4="KH", waste="AH"), "waste", "foundations/4")
    assert not is_legal(laid(foundations_4="KH", waste="QH"), "waste", "foundations/4")
    assert not is_legal(laid(foundations_4="KH", waste="AD"), "waste", "foundations/4")
    whole = "KH AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH"
    assert is_legal(laid(foundations_4=whole, waste="QH"), "waste", "foundations/4")
    assert not is_legal(laid(foundations_4=f"{whole} QH", waste="KH"), "waste", "foundations/4")


def test_two_queens_bring_six_others() -> None:
    table = laid(waste="2C QD 9S 4H 7D 7C JS QC 3D")
    play(table, "repay")
    assert shown(table, "stock") == "#JS #7C #7D #4H #9S #QD #2C"
    assert shown(table, "waste") == "QC 3D"
    assert table.count("line") == 2
    play(table, "turn")
    assert shown(table, "waste") == "QC 3D 2C"


def test_only_queens_above_the_line_pay_again() -> None:
    table = laid(line=2, waste="QC 3D 2C QD 9S 4H 7D 7C JS")
    play(table, "repay")
    assert shown(table, "stock") == "#9S #QD #2C #3D #QC"
    assert shown(table, "waste") == "4H 7D 7C JS"
    assert table.count("line") == 4


def test_a_payment_may_take_the_whole_waste() -> None:
    table = laid(waste="QD 9S QC 4H")
    play(table, "repay")
    assert shown(table, "stock") == "#4H #QC #9S #QD"
    assert (shown(table, "waste"), table.count("line")) == ("", 0)


def test_no_queen_above_the_line_no_payment() -> None:
    assert not is_legal(laid(waste="9S 4H"), "repay")
    below = laid(line=2, waste="9S QH 4D")
    with pytest.raises(IllegalMove, match="no queen lies above the line"):
        below.play(as_move(below, "repay"))
    assert is_legal(laid(line=1, waste="9S QH 4D"), "repay")


def test_no_payment_while_the_stock_has_cards() -> None:
    assert not is_legal(laid(waste="9S QH 4D", stock="#2C"), "repay")


def test_the_line_sinks_with_the_waste() -> None:
    table = laid(line=3, waste="QC 5D 2C AS", foundations_6="KS", foundations_0="KC AC")
    play(table, "waste", "foundations/6")
    assert table.count("line") == 3
    play(table, "waste", "foundations/0")
    assert table.count("line") == 2
    table.undo()
    assert table.count("line") == 3


def test_a_space_takes_the_waste_below_the_line_too() -> None:
    table = laid(line=2, waste="QC 5D", tableau_0="AS", foundations_6="KS")
    play(table, "tableau/0", "foundations/6")
    assert (shown(table, "tableau/0"), table.count("line")) == ("5D", 1)


def test_with_choose_the_player_fills_and_a_king_stays() -> None:
    table = laid("choose", waste="5D KS", stock="#2C", tableau_0="AH", foundations_4="KH")
    play(table, "tableau/0", "foundations/4")
    assert len(table.moves()) == 2
    play(table, "waste", "tableau/0")
    assert shown(table, "tableau/0") == "KS"
    assert is_legal(table, "tableau/0", "foundations/6")


def test_a_queen_that_comes_to_the_top_of_the_key_later_stays() -> None:
    table = laid(reserve="2C QD AH", foundations_4="KH", stock="#2C")
    play(table, "reserve", "foundations/4")
    assert shown(table, "reserve") == "2C QD"


def test_the_queens_above_the_line_are_counted_at_the_waste() -> None:
    game = catalogue.game("queens")
    layout = view.layout(game)
    waste = next(group for group in layout["groups"] if group["id"] == "waste")
    assert waste["tally"] == {"rank": 12, "above": layout["counters"].index("line")}
