"""The Checks of sheets/sly.md. Pile 1 of the promenade is tableau/0."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN, parse, rank_of, suit_of
from cadogan_games.engine.deals import Dealer
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.each import each
from tests.games.positions import act, cards, counts, is_legal, play, position, shown

BOTH = pytest.mark.parametrize("id", ["sly", "sly_fox"])


def in_round(piles: dict[str, str], id: str = "sly", laid: int = 0) -> Table:
    """Return a position in a round."""
    counters = {"rounds": 1} if id == "sly_fox" else {}
    return position(id, piles, options=None, phase="round", laid=laid, **counters)


def in_pause(piles: dict[str, str], id: str = "sly", rounds: int = 0) -> Table:
    """Return a position in a pause."""
    counters = {"rounds": rounds} if id == "sly_fox" else {}
    return position(id, piles, options=None, phase="pause", **counters)


def dealt(first: str) -> Table:
    """Return the first twenty piles of a pack that begins with these cards and continues with 9♠."""
    table = position("sly", {})
    dealer = Dealer(table)
    dealer.pack = cards(first) + [parse("9S")] * 60
    table.game.definition.deal[0](dealer)
    return table


@each("seed", range(30))
def test_counts_and_order_of_the_deal(seed: int) -> None:
    table = catalogue.game("sly").deal(seed.to_bytes(32, "big"))
    aces, kings = [0] * 4, [14] * 4
    pack = shuffled(table.game.pack, table.seed, 0)
    laid = list[int]()
    while len(laid) < 20:
        card = pack.pop(0)
        rank, suit = rank_of(card), suit_of(card)
        if rank == aces[suit] + 1:
            aces[suit] = rank
        elif rank == kings[suit] - 1:
            kings[suit] = rank
        else:
            laid.append(card)
    assert [pile[0] for pile in table.group("tableau")] == laid
    assert counts(table)["ace_foundations"] == aces
    assert counts(table)["king_foundations"] == [14 - rank for rank in kings]
    assert table.group("stock") == [[card + DOWN for card in reversed(pack)]]
    assert table.phase == "pause"


def test_counts_of_sly_fox() -> None:
    table = catalogue.game("sly_fox").deal(bytes(32))
    assert counts(table) == {
        "ace_foundations": [1] * 4,
        "king_foundations": [1] * 4,
        "tableau": [1] * 20,
        "hand": [0],
        "stock": [76],
    }
    assert [shown(table, f"king_foundations/{i}") for i in range(4)] == "KC KD KH KS".split()


def test_1_and_2_in_the_deal_what_fits_goes_home_and_a_second_ace_is_laid() -> None:
    table = dealt("2H 3H AH AH 2H 5D")
    assert shown(table, "ace_foundations/2") == "AH 2H"
    assert [shown(table, f"tableau/{i}") for i in range(5)] == "2H 3H AH 5D 9S".split()
    assert [len(pile) for pile in table.group("tableau")] == [1] * 20


def test_in_the_deal_the_ace_foundation_comes_first() -> None:
    piles = {"ace_foundations/0": "AC 2C 3C 4C 5C", "king_foundations/0": "KC QC JC TC 9C 8C 7C"}
    table = position("sly", piles)
    dealer = Dealer(table)
    dealer.pack = cards("6C 6C") + [parse("9S")] * 60
    table.game.definition.deal[0](dealer)
    assert shown(table, "ace_foundations/0").endswith("6C")
    assert shown(table, "king_foundations/0").endswith("6C")


@BOTH
def test_3_promenade_cards_never_lie_on_each_other(id: str) -> None:
    table = in_pause({"tableau/0": "4S", "tableau/1": "5S", "stock": "#2C"}, id, rounds=1)
    assert not is_legal(table, "tableau/0", "tableau/1")
    with pytest.raises(IllegalMove, match="No rule"):
        play(table, "tableau/0", "tableau/1")


@BOTH
def test_4_in_a_round_any_card_goes_on_any_pile(id: str) -> None:
    table = in_round({"hand": "9D", "tableau/3": "2C", "stock": "#2H #3H"}, id, laid=4)
    assert all(is_legal(table, "hand", f"tableau/{i}") for i in range(20))
    play(table, "hand", "tableau/3")
    assert shown(table, "tableau/3") == "2C 9D"
    assert (table.count("laid"), shown(table, "hand"), table.phase) == (5, "3H", "round")


@BOTH
def test_5_a_fitting_card_may_go_home_uncounted(id: str) -> None:
    table = in_round({"hand": "6C", "ace_foundations/0": "AC 2C 3C 4C 5C", "stock": "#2H #3H"}, id, laid=4)
    assert is_legal(table, "hand", "tableau/7")
    play(table, "hand", "ace_foundations/0")
    assert (table.count("laid"), shown(table, "hand")) == (4, "3H")


def test_a_card_that_fits_both_ways_goes_where_the_player_likes() -> None:
    piles = {"ace_foundations/0": "AC 2C 3C 4C 5C", "king_foundations/0": "KC QC JC TC 9C 8C 7C", "hand": "6C"}
    table = in_round(piles)
    assert is_legal(table, "hand", "ace_foundations/0")
    assert is_legal(table, "hand", "king_foundations/0")


def test_6_in_a_round_the_promenade_rests() -> None:
    table = in_round({"hand": "9D", "tableau/3": "7C", "ace_foundations/0": "AC 2C 3C 4C 5C 6C"})
    assert not is_legal(table, "tableau/3", "ace_foundations/0")
    with pytest.raises(IllegalMove, match="only the card in hand"):
        play(table, "tableau/3", "ace_foundations/0")
    assert not is_legal(table, "begin_round")


@BOTH
def test_7_the_twentieth_card_ends_the_round(id: str) -> None:
    table = in_round({f"tableau/{i}": "2C" for i in range(20)} | {"hand": "9D", "stock": "#2H #3H"}, id, laid=19)
    play(table, "hand", "tableau/3")
    assert (table.phase, shown(table, "hand"), shown(table, "stock")) == ("pause", "", "#2H #3H")
    assert is_legal(table, "begin_round")


@BOTH
def test_a_last_round_ends_with_the_stock(id: str) -> None:
    table = in_round({"hand": "9D"}, id, laid=3)
    play(table, "hand", "tableau/3")
    assert table.phase == "pause"
    assert not is_legal(table, "begin_round")


@BOTH
def test_a_round_begins_with_a_card_in_the_hand(id: str) -> None:
    table = in_pause({f"tableau/{i}": "2C" for i in range(20)} | {"stock": "#2H #3H"}, id)
    table.set("laid", 20)
    play(table, "begin_round")
    assert (table.phase, table.count("laid"), shown(table, "hand")) == ("round", 0, "3H")
    if id == "sly_fox":
        assert table.count("rounds") == 1


def test_8_in_a_pause_the_stock_fills_an_emptied_pile() -> None:
    home = {"ace_foundations/0": "AC 2C"}
    full = {f"tableau/{i}": "9S" for i in range(20)}
    table = in_pause(full | home | {"tableau/7": "3C", "stock": "#2H #4C"})
    play(table, "tableau/7", "ace_foundations/0")
    assert shown(table, "tableau/7") == "4C"
    play(table, "tableau/7", "ace_foundations/0")
    assert shown(table, "tableau/7") == "2H"


@pytest.mark.parametrize(("rounds", "filled"), [(0, "4C"), (1, "")])
def test_sly_fox_refills_only_before_the_first_round(rounds: int, filled: str) -> None:
    full = {f"tableau/{i}": "9S" for i in range(20)}
    piles = full | {"ace_foundations/0": "AC 2C", "tableau/7": "3C", "stock": "#2H #4C"}
    table = in_pause(piles, "sly_fox", rounds=rounds)
    play(table, "tableau/7", "ace_foundations/0")
    assert shown(table, "tableau/7") == filled
    if not filled:
        play(table, "begin_round")
        assert is_legal(table, "hand", "tableau/7")


@BOTH
def test_9_without_a_stock_no_round_begins_and_piles_stay_empty(id: str) -> None:
    table = in_pause({"ace_foundations/0": "AC 2C", "tableau/7": "3C"}, id)
    assert not is_legal(table, "begin_round")
    play(table, "tableau/7", "ace_foundations/0")
    assert shown(table, "tableau/7") == ""


def test_a_round_cannot_begin_without_a_stock() -> None:
    table = in_pause({"tableau/0": "9C"})
    with pytest.raises(IllegalMove, match="Begin round is not possible: the stock is empty"):
        table.play(act(table, "begin_round"))
