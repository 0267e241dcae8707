"""The Checks of sheets/klondike.md, and of its options."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

MODERN = {"partial_runs": True, "returns": True}


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("klondike").deal(SEED)
    assert counts(table) == {"foundations": [0] * 4, "tableau": [1, 2, 3, 4, 5, 6, 7], "stock": [24], "waste": [0]}
    assert [sum(card < DOWN for card in pile) for pile in table.group("tableau")] == [1] * 7
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/0") == pack[0]
    assert shown(table, "tableau/1") == f"#{pack[1]} {pack[7]}"
    assert shown(table, "tableau/6").split()[-1] == pack[27]
    assert shown(table, "stock").split()[-1] == "#" + pack[28]


def test_1_a_run_moves_whole_and_with_the_option_in_part() -> None:
    piles = {"tableau/0": "8H", "tableau/1": "7S 6D", "tableau/2": "7C"}
    strict = position("klondike", piles)
    assert is_legal(strict, "tableau/1", "tableau/0", 2)
    assert not is_legal(strict, "tableau/1", "tableau/2", 1)
    assert is_legal(position("klondike", piles, options={"partial_runs": True}), "tableau/1", "tableau/2", 1)


def test_2_a_single_card_leaves_a_run_for_home() -> None:
    table = position("klondike", {"tableau/1": "7S 6D", "foundations/1": "AD 2D 3D 4D 5D"})
    play(table, "tableau/1", "foundations/1")
    assert shown(table, "tableau/1") == "7S"


def test_3_the_other_colour_is_asked_for() -> None:
    assert not is_legal(position("klondike", {"tableau/0": "8H", "waste": "7D"}), "waste", "tableau/0")
    assert is_legal(position("klondike", {"tableau/0": "8H", "waste": "7C"}), "waste", "tableau/0")


def test_4_a_space_is_for_kings() -> None:
    assert not is_legal(position("klondike", {"waste": "QS", "tableau/1": "2C"}), "waste", "tableau/0")
    assert is_legal(position("klondike", {"waste": "KD", "tableau/1": "2C"}), "waste", "tableau/0")
    table = position("klondike", {"tableau/1": "#2C KC QH"})
    assert is_legal(table, "tableau/1", "tableau/0", 2)
    assert not is_legal(table, "tableau/1", "tableau/0", 1)


def test_5_the_next_card_turns_up_by_itself() -> None:
    table = position("klondike", {"tableau/2": "#9C #JD 5C", "tableau/3": "6H"})
    play(table, "tableau/2", "tableau/3")
    assert shown(table, "tableau/2") == "#9C JD"


def test_6_one_pass_is_all() -> None:
    table = position("klondike", {"waste": "2C 3C 4C 5C 6C 7C 8C 9C 3D", "tableau/0": "4S"})
    assert not is_legal(table, "turn")
    assert not is_legal(table, "redeal")
    assert is_legal(table, "waste", "tableau/0")


def test_7_draw_three_with_two_left() -> None:
    table = position("klondike_draw3", {"stock": "#2C #9D"})
    play(table, "turn")
    assert shown(table, "waste") == "9D 2C"
    assert shown(table, "stock") == ""


def test_8_a_foundation_card_comes_back_with_the_option() -> None:
    piles = {"foundations/2": "AH 2H 3H", "tableau/0": "4S"}
    assert not is_legal(position("klondike", piles), "foundations/2", "tableau/0")
    assert is_legal(position("klondike", piles, options={"returns": True}), "foundations/2", "tableau/0")
    assert not is_legal(position("klondike_draw1", {"foundations/2": "AH"}), "foundations/2", "foundations/1")


def test_9_the_stake() -> None:
    home = {"foundations/0": "AC 2C 3C 4C 5C 6C 7C 8C 9C TC", "foundations/1": "AD 2D 3D 4D 5D 6D 7D 8D 9D TD"}
    table = position("klondike", home)
    assert table.game.score_of(table) == 48


@pytest.mark.parametrize(
    ("passes", "made", "left"), [(2, 0, True), (2, 1, False), (3, 1, True), ("unlimited", 99, True)]
)
def test_passes_count_the_redeals(passes: int | str, made: int, left: bool) -> None:
    table = position("klondike", {"waste": "2C 3C"}, options={"passes": passes}, redeals=made)
    assert is_legal(table, "redeal") == left


def test_redeal_turns_the_waste_over_unshuffled() -> None:
    table = position("klondike_draw1", {"waste": "2C 3D 4H", "tableau/0": "KS"})
    play(table, "redeal")
    assert shown(table, "stock") == "#4H #3D #2C"
    assert table.count("redeals") == 1
    play(table, "turn")
    assert shown(table, "waste") == "2C"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("waste", "tableau/0", 1), "on 8♥ it wants 7♣ or 7♠"),
        (("waste", "foundations/0", 1), "an empty foundation place takes A♣"),
        (("tableau/1", "tableau/0", 1), "moves whole or not at all"),
        (("stock", "waste", 1), "no rule lets a card go from the stock to the waste"),
        (("tableau/0", "tableau/2", 1), "takes any K"),
        (("redeal",), "the stock still has cards"),
    ],
)
def test_a_refusal_says_which_rule(words: tuple[str, ...], reason: str) -> None:
    table = position("klondike", {"tableau/0": "8H", "tableau/1": "7S 6D", "waste": "7D", "stock": "#2C"})
    with pytest.raises(IllegalMove, match=f"(?i){reason}"):
        table.play(as_move(table, *words))
