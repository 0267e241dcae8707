"""The Checks of sheets/nestor.md."""

from __future__ import annotations

from itertools import product

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN, name, rank_of
from cadogan_games.engine.deals import Dealer
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from cadogan_games.games.nestor import deal_columns_without_equal_ranks
from tests.each import each
from tests.games.positions import as_move, cards, counts, is_legal, play, position, shown

BOTH = ["nestor", "nestor_dick"]


def dealt_from(pack: list[int]) -> list[list[int]] | None:
    """Return the columns by the words of the sheet, and the four cards left; None for a void deal."""
    hand = pack[:]
    columns: list[list[int]] = [[] for _ in range(8)]
    for place in range(48):
        column = columns[place % 8]
        tried = 0
        while any(rank_of(hand[0]) == rank_of(card) for card in column):
            hand.append(hand.pop(0))
            tried += 1
            if tried == len(hand):
                return None
        column.append(hand.pop(0))
    return [*columns, hand]


@each("id,seed", product(BOTH, range(20)))
def test_counts_and_order_of_the_deal(id: str, seed: int) -> None:
    bare = seed.to_bytes(32, "big")
    table = catalogue.game(id).deal(bare)
    assert counts(table) == {"tableau": [6] * 8, "reserve": [1] * 4, "discard": [0]}
    number = next(k for k in range(99) if dealt_from(shuffled(table.game.pack, bare, k)))
    expected = dealt_from(shuffled(table.game.pack, bare, number))
    assert expected == [*table.group("tableau"), [pile[0] & 63 for pile in table.group("reserve")]]
    assert all(len({rank_of(card) for card in column}) == 6 for column in table.group("tableau"))
    down = [pile[0] >= DOWN for pile in table.group("reserve")]
    assert down == [id == "nestor"] * 4


def test_a_void_deal_is_shuffled_again() -> None:
    number = next(k for k in range(20_000) if not dealt_from(shuffled(range(52), k.to_bytes(32, "big"), 0)))
    bare = number.to_bytes(32, "big")
    table = catalogue.game("nestor").deal(bare)
    assert table.group("tableau") == (dealt_from(shuffled(range(52), bare, 1)) or [])[:8]


def test_a_card_whose_rank_is_in_the_column_goes_under_the_hand() -> None:
    table = position("nestor", {})
    dealer = Dealer(table)
    first_row = cards("7C 8C 9C TC JC QC KC AC")
    others = [card for card in range(52) if card not in [*first_row, *cards("7H 4S")]]
    dealer.pack = [*first_row, *cards("7H 4S"), *others]
    deal_columns_without_equal_ranks(dealer)
    assert shown(table, "tableau/0").startswith("7C 4S")
    assert "7H" not in shown(table, "tableau/0")


@pytest.mark.parametrize("id", BOTH)
def test_lowest_cards_of_equal_rank_go_together(id: str) -> None:
    table = position(id, {"tableau/1": "KC 9D", "tableau/6": "KD 9S", "tableau/3": "2C TD"})
    assert not is_legal(table, "discard", "tableau/1", "tableau/3")
    with pytest.raises(IllegalMove, match="of the same rank"):
        table.play(as_move(table, "discard", "tableau/1", "tableau/3"))
    play(table, "discard", "tableau/1", "tableau/6")
    assert table.progress == 2
    assert is_legal(table, "discard", "tableau/1", "tableau/6"), "the two kings are open now"


@pytest.mark.parametrize("id", BOTH)
def test_a_covered_card_waits(id: str) -> None:
    table = position(id, {"tableau/3": "QH JS", "tableau/5": "QC", "tableau/0": "JD"})
    assert not is_legal(table, "discard", "tableau/3", "tableau/5")
    play(table, "discard", "tableau/0", "tableau/3")
    assert is_legal(table, "discard", "tableau/3", "tableau/5")


def test_no_reserve_card_is_turned_while_a_pair_is_open() -> None:
    piles = {"tableau/0": "5C", "tableau/1": "5D", "reserve/0": "#3D", "reserve/1": "#9C"}
    table = position("nestor", piles)
    assert not is_legal(table, "reveal")
    with pytest.raises(IllegalMove, match="two open cards are of the same rank and must be taken first"):
        table.play(("reveal",))
    play(table, "discard", "tableau/0", "tableau/1")
    assert is_legal(table, "reveal")


def test_a_turned_reserve_card_stays_and_pairs_later() -> None:
    piles = {"tableau/0": "3C 8D", "tableau/1": "8C", "tableau/2": "KD", "reserve/0": "#3D", "reserve/1": "#KC"}
    table = position("nestor", piles)
    play(table, "discard", "tableau/0", "tableau/1")
    play(table, "reveal")
    assert shown(table, "reserve/0") == "3D"
    assert is_legal(table, "discard", "tableau/0", "reserve/0")
    quiet = position("nestor", piles | {"tableau/0": "3C 9D", "reserve/0": "3D"})
    play(quiet, "reveal")
    assert shown(quiet, "reserve/1") == "KC"
    assert is_legal(quiet, "discard", "tableau/2", "reserve/1")


def test_two_turned_reserve_cards_pair() -> None:
    table = position("nestor", {"tableau/0": "2C", "reserve/0": "KS", "reserve/1": "KD", "reserve/2": "#4C"})
    assert is_legal(table, "discard", "reserve/0", "reserve/1")


def test_reserve_cards_are_turned_in_order_and_covered_ones_pair_never() -> None:
    table = position("nestor", {"tableau/0": "4D", "reserve/2": "#9S", "reserve/3": "#4C"})
    assert not is_legal(table, "discard", "tableau/0", "reserve/3")
    play(table, "reveal")
    assert shown(table, "reserve/2") == "9S"
    assert shown(table, "reserve/3") == "#4C"
    play(table, "reveal")
    assert is_legal(table, "discard", "tableau/0", "reserve/3")
    assert not is_legal(table, "reveal")


def test_after_dick_the_reserve_waits_for_the_columns() -> None:
    piles = {
        "tableau/0": "5C",
        "tableau/1": "5D",
        "tableau/2": "9H",
        "reserve/0": "5S",
        "reserve/1": "9C",
        "reserve/2": "9S",
    }
    table = position("nestor_dick", piles)
    assert not is_legal(table, "discard", "tableau/0", "reserve/0")
    assert not is_legal(table, "discard", "tableau/2", "reserve/1")
    assert not is_legal(table, "discard", "reserve/1", "reserve/2")
    with pytest.raises(IllegalMove, match="with a reserve card only while no two columns end alike"):
        play(table, "discard", "tableau/0", "reserve/0")
    play(table, "discard", "tableau/0", "tableau/1")
    assert is_legal(table, "discard", "tableau/2", "reserve/1")
    assert is_legal(table, "discard", "reserve/1", "reserve/2")
    assert "reveal" not in table.game.actions


@pytest.mark.parametrize("id", BOTH)
def test_spaces_stay_empty_and_nothing_is_moved(id: str) -> None:
    table = position(id, {"tableau/0": "4D 9C", "tableau/1": "TS"})
    for src, dst in [("tableau/0", "tableau/5"), ("tableau/0", "tableau/1"), ("tableau/0", "reserve/0")]:
        assert not is_legal(table, src, dst)


@pytest.mark.parametrize("id", BOTH)
def test_won_with_all_cards_discarded(id: str) -> None:
    table = position(id, {"discard": " ".join(name(card) for card in range(52))})
    assert table.won
    assert table.progress == 52
