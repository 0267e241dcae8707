"""The Checks of sheets/fascination.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, as_move, cards, counts, is_legal, play, position, shown

NINES = {"foundations/0": "9D"}
FULL = {f"tableau/{i}": card for i, card in enumerate(["2H", "2D", "2S", "2C"])}
"""Four piles, so that there is no space to fill."""


def at_nine(piles: dict[str, str], *, played: int = 0) -> Table:
    """Return a position with base rank nine, and no spaces unless the test makes some."""
    return position("fascination", NINES | FULL | piles, played=played)


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("fascination").deal(SEED)
    assert counts(table) == {
        "reserve": [13],
        "foundations": [1, 0, 0, 0],
        "tableau": [1] * 4,
        "stock": [34],
        "waste": [0],
    }
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "reserve").split() == [f"#{card}" for card in pack[:12]] + [pack[12]]
    assert shown(table, "foundations/0") == pack[13]
    assert [shown(table, f"tableau/{i}") for i in range(4)] == pack[14:18]
    assert shown(table, "stock").split()[-1] == f"#{pack[18]}"
    assert table.progress == 1


def test_the_first_pass_is_eleven_threes_and_one_card() -> None:
    table = catalogue.game("fascination").deal(SEED)
    turned = []
    while is_legal(table, "turn"):
        before = len(table.group("waste")[0])
        play(table, "turn")
        turned.append(len(table.group("waste")[0]) - before)
    assert turned == [3] * 11 + [1]
    assert all(card < DOWN for card in table.group("waste")[0])


def test_1_the_fourteenth_card_gives_the_base_rank() -> None:
    assert is_legal(at_nine({"waste": "9S"}), "waste", "foundations/1")
    assert not is_legal(at_nine({"waste": "9S"}), "waste", "foundations/2")
    assert is_legal(at_nine({"waste": "TD"}), "waste", "foundations/0")
    club = at_nine({"waste": "TC"})
    assert not [move for move in club.moves() if club.game.group_of[move[1]].id == "foundations"]
    assert is_legal(at_nine({"reserve": "9C", "foundations/1": "9S"}), "reserve", "foundations/2")


def test_2_foundations_go_round_the_corner_and_are_complete_with_thirteen() -> None:
    assert is_legal(at_nine({"foundations/1": "9C TC JC QC KC", "waste": "AC"}), "waste", "foundations/1")
    complete = "9C TC JC QC KC AC 2C 3C 4C 5C 6C 7C 8C"
    table = at_nine({"foundations/1": complete, "waste": "9C"})
    assert not is_legal(table, "waste", "foundations/1")


@pytest.mark.parametrize(("card", "legal"), [("KS", True), ("KC", True), ("KD", False), ("QS", False)])
def test_3_a_king_goes_on_an_ace_of_the_other_colour(card: str, legal: bool) -> None:
    assert is_legal(at_nine({"tableau/0": "AH", "waste": card}), "waste", "tableau/0") == legal
    assert is_legal(at_nine({"tableau/0": "AH", "reserve": f"#3C {card}"}), "reserve", "tableau/0") == legal


def test_3_piles_are_packed_in_alternate_colours() -> None:
    assert is_legal(at_nine({"tableau/0": "5C", "waste": "4H"}), "waste", "tableau/0")
    assert not is_legal(at_nine({"tableau/0": "5C", "waste": "4S"}), "waste", "tableau/0")


def test_4_any_number_of_cards_moves_by_the_deepest() -> None:
    table = at_nine({"tableau/0": "8S 7H 6C 5D", "tableau/1": "8C", "tableau/2": "7D"})
    assert is_legal(table, "tableau/0", "tableau/1", 3)
    assert not is_legal(table, "tableau/0", "tableau/1", 2)
    assert is_legal(table, "tableau/0", "tableau/2", 2)
    whole = at_nine({"tableau/0": "8S 7H 6C 5D", "tableau/1": "9H"})
    assert is_legal(whole, "tableau/0", "tableau/1", 4)


def test_5_a_space_is_filled_from_the_reserve() -> None:
    table = at_nine({"tableau/1": "5C", "tableau/2": "6H", "reserve": "#3S #4S #5S KH", "stock": "#7C"})
    play(table, "tableau/1", "tableau/2")
    assert shown(table, "tableau/1") == "KH"
    assert shown(table, "reserve") == "#3S #4S 5S"
    assert table.count("played") == 1


def test_5_then_from_the_stock() -> None:
    stock = " ".join(["#7C"] * 9 + ["#QD"])
    table = at_nine({"tableau/1": "5C", "tableau/2": "6H", "stock": stock, "waste": "8H"})
    play(table, "tableau/1", "tableau/2")
    assert shown(table, "tableau/1") == "QD"
    assert counts(table)["stock"] == [9]
    assert table.count("played") == 1


def test_5_then_it_waits_for_the_redeal() -> None:
    table = at_nine({"tableau/1": "5C", "tableau/2": "6H", "waste": "8H 3D JC"}, played=1)
    play(table, "tableau/1", "tableau/2")
    assert shown(table, "tableau/1") == ""
    assert not is_legal(table, "waste", "tableau/1")
    assert not is_legal(table, "tableau/0", "tableau/1")
    play(table, "redeal")
    assert shown(table, "tableau/1") == "8H"
    assert shown(table, "stock") == "#JC #3D"
    assert (table.count("redeals"), table.count("played")) == (1, 1)


def test_a_pass_in_which_the_stock_filled_a_space_earns_a_redeal() -> None:
    table = at_nine({"tableau/1": "5C", "tableau/2": "6H", "stock": "#7C", "waste": "8H"})
    assert not is_legal(table, "redeal")
    play(table, "tableau/1", "tableau/2")
    assert (shown(table, "stock"), is_legal(table, "redeal")) == ("", True)


def test_by_the_first_rules_what_the_stock_gave_to_a_space_earned_none() -> None:
    table = catalogue.game("fascination", revision=1).deal(SEED)
    for index in range(1, 4):
        table.piles[table.game.first["tableau"] + index][:] = cards(("5C", "6H", "2S")[index - 1])
    for spot, text in (("reserve", ""), ("stock", "#7C"), ("waste", "8H")):
        table.piles[table.game.first[spot]][:] = cards(text)
    table.changed()
    play(table, "tableau/1", "tableau/2")
    assert (shown(table, "tableau/1"), table.count("played"), is_legal(table, "redeal")) == ("7C", 0, False)


def test_6_two_cards_left_are_turned_both() -> None:
    table = at_nine({"stock": "#7C #QD"})
    play(table, "turn")
    assert shown(table, "waste") == "QD 7C"


def test_6_of_three_cards_the_third_lies_on_top() -> None:
    table = at_nine({"stock": "#KC #7C #QD #3H"})
    play(table, "turn")
    assert shown(table, "waste") == "3H QD 7C"
    assert shown(table, "stock") == "#KC"


def test_7_a_redeal_asks_for_something_played() -> None:
    piles = {"tableau/1": "5C 4D", "tableau/2": "5S", "tableau/3": "8H", "waste": "3D JC 7C", "reserve": "KH"}
    table = at_nine(piles)
    play(table, "tableau/1", "tableau/2")
    assert not is_legal(table, "redeal")
    with pytest.raises(IllegalMove, match="nothing has been played since the last redeal"):
        table.play(("redeal",))
    play(table, "waste", "tableau/3")
    play(table, "redeal")
    assert shown(table, "stock") == "#JC #3D"
    assert not is_legal(table, "redeal")


def test_7_a_card_gone_home_counts_too() -> None:
    table = at_nine({"tableau/1": "2H TD", "waste": "JC"})
    play(table, "tableau/1", "foundations/0")
    assert is_legal(table, "redeal")


def test_the_player_puts_nothing_into_a_space() -> None:
    table = position("fascination", NINES | {"tableau/0": "5C 4D", "waste": "8H"})
    with pytest.raises(IllegalMove, match="Nothing may be put on an empty tableau place"):
        table.play(as_move(table, "waste", "tableau/1"))
