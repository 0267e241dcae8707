"""The Checks of sheets/olga.md."""

from __future__ import annotations

from collections import Counter

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN, name
from cadogan_games.engine.shuffle import shuffled
from tests.games.positions import SEED, counts, is_legal, play, position, shown


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("olga").deal(SEED)
    assert counts(table) == {"foundations": [0] * 16, "tableau": [7] * 7, "stock": [79], "waste": [0]}
    copies = Counter(name(card & 63) for pile in table.piles for card in pile)
    assert copies == {f"{rank}{suit}": 4 for rank in "A789TJQK" for suit in "CDHS"}
    faces = [[card < DOWN for card in pile] for pile in table.group("tableau")]
    assert faces == [[True, False, True, False, True, False, True]] * 7
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/3").split()[:3] == [pack[3], f"#{pack[10]}", pack[17]]
    assert shown(table, "stock").split()[-1] == f"#{pack[49]}"


def test_sevens_follow_aces() -> None:
    table = position("olga", {"tableau/0": "7S", "tableau/1": "7C", "tableau/2": "AC"})
    assert is_legal(table, "tableau/2", "foundations/0")
    play(table, "tableau/2", "foundations/0")
    assert is_legal(table, "tableau/1", "foundations/0")
    assert not is_legal(table, "tableau/0", "foundations/0")


def test_columns_alternate_and_the_card_beneath_turns_up() -> None:
    table = position("olga", {"tableau/1": "9H", "tableau/4": "KC #JD 8S", "tableau/5": "8D"})
    assert not is_legal(table, "tableau/5", "tableau/1")
    play(table, "tableau/4", "tableau/1")
    assert shown(table, "tableau/4") == "KC JD"


def test_cards_move_singly() -> None:
    table = position("olga", {"tableau/0": "#KS TC 9D", "tableau/1": "JH", "tableau/2": "TS"})
    assert not is_legal(table, "tableau/0", "tableau/1", 2)
    assert is_legal(table, "tableau/0", "tableau/2")


def test_the_waste_is_packed_too() -> None:
    assert is_legal(position("olga", {"waste": "QD", "tableau/2": "KS"}), "waste", "tableau/2")
    assert not is_legal(position("olga", {"waste": "QD", "tableau/2": "KH"}), "waste", "tableau/2")


def test_a_space_takes_any_card_of_the_flower_bed_and_none_of_the_waste() -> None:
    table = position("olga", {"waste": "KH", "tableau/5": "9C TS", "stock": "#QD"})
    assert not is_legal(table, "waste", "tableau/3")
    assert not is_legal(table, "stock", "tableau/3")
    assert is_legal(table, "tableau/5", "tableau/3")


def test_no_wrapping_but_an_ace_goes_on_a_seven() -> None:
    table = position("olga", {"tableau/6": "AD", "tableau/1": "KC", "tableau/2": "7S", "tableau/3": "7C"})
    assert not is_legal(table, "tableau/1", "tableau/6")
    assert is_legal(table, "tableau/6", "tableau/2")
    assert not is_legal(table, "tableau/2", "tableau/6")


def test_the_third_ace_of_hearts_goes_to_foundation_11() -> None:
    table = position("olga", {"foundations/8": "AH", "foundations/9": "AH 7H", "foundations/0": "AC", "waste": "AH"})
    assert is_legal(table, "waste", "foundations/10")
    assert not is_legal(table, "waste", "foundations/11")
    assert not is_legal(table, "waste", "foundations/1")


def test_the_stock_is_turned_singly_and_once() -> None:
    table = position("olga", {"stock": "#QD #9C", "tableau/0": "KC"})
    play(table, "turn")
    assert shown(table, "waste") == "9C"
    play(table, "turn")
    assert shown(table, "waste") == "9C QD"
    assert not is_legal(table, "turn")


def test_won_with_sixteen_suits_of_eight() -> None:
    suits = [" ".join(f"{rank}{suit}" for rank in "A789TJQK") for suit in "CDHS" for _ in range(4)]
    table = position("olga", {f"foundations/{i}": suit for i, suit in enumerate(suits)})
    assert table.won
    assert table.progress == 128
