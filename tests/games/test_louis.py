"""The Checks of sheets/louis.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

ACES = {f"ace_foundations/{i}": f"A{suit}" for i, suit in enumerate("CDHS")}
FIRST = ACES | {f"king_foundations/{i}": f"K{suit}" for i, suit in enumerate("CDHS")}
LETTERS = "abcdefghiklm"
BOTH = ["louis", "st_louis"]


def pile(letter: str) -> str:
    return f"tableau/{LETTERS.index(letter)}"


def laid(id: str = "louis", piles: dict[str, str] | None = None, latest: str = "", redeals: int = 0) -> Table:
    """Return foundations with their first cards, and the test's piles; `latest` names the piles of the latest circle."""
    words = {pile(place) if len(place) == 1 else place: cards for place, cards in (piles or {}).items()}
    table = position(id, FIRST | words, redeals=redeals)
    if latest:
        table.set("latest", sum(1 << LETTERS.index(letter) for letter in latest))
        table.log.clear()
        table.changed()
    return table


def stock(*cards: str) -> str:
    """Return the stock with these cards on top, the first to be turned first."""
    return " ".join("#" + card for card in reversed(cards))


@pytest.mark.parametrize("seed", range(10))
def test_counts_after_the_first_circle(seed: int) -> None:
    table = catalogue.game("louis").deal(seed.to_bytes(32, "big"))
    laid = counts(table)
    played = table.progress - 8
    assert laid["tableau"] == [1] * 12
    assert laid["stock"] == [84 - played]
    assert table.count("latest") == 2**12 - 1
    table = catalogue.game("st_louis").deal(seed.to_bytes(32, "big"))
    assert counts(table) == {
        "ace_foundations": [1] * 4,
        "king_foundations": [1] * 4,
        "tableau": [1] * 12,
        "stock": [84],
    }


def test_1_a_card_that_fits_goes_home_and_the_next_is_for_the_same_letter() -> None:
    table = laid(piles={"stock": stock("2H", "3H", "9C", "9D")})
    play(table, "deal")
    assert shown(table, "ace_foundations/2") == "AH 2H 3H"
    assert shown(table, pile("a")) == "9C"
    assert shown(table, pile("b")) == "9D"


def test_a_card_that_fits_both_goes_to_the_ace_foundation() -> None:
    up_to_7 = "AH 2H 3H 4H 5H 6H 7H"
    table = laid(
        piles={"ace_foundations/2": up_to_7, "king_foundations/2": "KH QH JH TH 9H", "stock": stock("8H", "9C", "9D")}
    )
    play(table, "deal")
    assert shown(table, "ace_foundations/2") == up_to_7 + " 8H"


def test_a_full_circle_marks_its_piles_and_the_last_one_none() -> None:
    twelve = ["9C", "9D"] * 6
    table = laid(piles={"stock": stock(*twelve, *twelve, "7C"), "b": "4S"})
    play(table, "deal")
    assert counts(table)["tableau"] == [1, 2, *[1] * 10]
    assert table.count("latest") == 2**12 - 1
    play(table, "deal")
    play(table, "deal")
    assert table.count("latest") == 0
    assert not is_legal(table, "deal")


def test_2_while_the_stock_has_cards_only_the_latest_circle_is_played() -> None:
    table = laid(piles={"c": "2D 2C", "d": "2S", "stock": stock("9C")}, latest="ce")
    assert not is_legal(table, pile("d"), "ace_foundations/3")
    with pytest.raises(IllegalMove, match="only a card of the latest circle may be played"):
        table.play(as_move(table, pile("d"), "ace_foundations/3"))
    play(table, pile("c"), "ace_foundations/0")
    assert not is_legal(table, pile("c"), "ace_foundations/1")
    assert table.count("latest") == 1 << LETTERS.index("e")


def test_3_with_the_stock_empty_every_top_card_is_open() -> None:
    table = laid(piles={"c": "2D 2C"})
    play(table, pile("c"), "ace_foundations/0")
    assert is_legal(table, pile("c"), "ace_foundations/1")


@pytest.mark.parametrize("id", BOTH)
def test_4_piles_are_built_only_when_the_stock_is_empty(id: str) -> None:
    piles = {"b": "6D", "k": "7D", "c": "6H"}
    table = laid(id, piles | {"stock": stock("9C")}, latest="bkc" if id == "louis" else "")
    assert not is_legal(table, pile("b"), pile("k"))
    table = laid(id, piles)
    assert is_legal(table, pile("b"), pile("k"))
    assert is_legal(table, pile("k"), pile("b"))
    assert not is_legal(table, pile("c"), pile("k"))
    assert not is_legal(laid(id, {"b": "AD", "k": "KD"}), pile("b"), pile("k"))


RISING = {"ace_foundations/3": "AS 2S 3S 4S 5S 6S 7S", "king_foundations/3": "KS QS JS TS 9S 8S"}


def test_5_a_foundations_top_card_changes_over_and_the_next_may_follow() -> None:
    table = laid(piles=RISING | {"stock": stock("9C")})
    play(table, "ace_foundations/3", "king_foundations/3")
    assert is_legal(table, "ace_foundations/3", "king_foundations/3")
    assert is_legal(table, "king_foundations/3", "ace_foundations/3")
    assert not is_legal(laid("st_louis", RISING), "ace_foundations/3", "king_foundations/3")


def test_6_the_first_card_of_a_foundation_never_moves() -> None:
    table = laid(piles={"king_foundations/0": "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C"})
    assert not is_legal(table, "ace_foundations/0", "king_foundations/0")
    assert is_legal(table, "king_foundations/0", "ace_foundations/0")
    with pytest.raises(IllegalMove, match="The first card of a foundation never moves"):
        table.play(as_move(table, "ace_foundations/0", "king_foundations/0"))


@pytest.mark.parametrize("id", BOTH)
def test_7_an_empty_pile_takes_nothing(id: str) -> None:
    table = laid(id, {"a": "6D"})
    assert not is_legal(table, pile("a"), pile("e"))


@pytest.mark.parametrize("id", BOTH)
def test_8_the_piles_are_taken_up_from_g_on(id: str) -> None:
    table = laid(id, {"g": "4C 9D", "i": "QS 7S", "k": "5H", "a": "4S 5C", "f": "9H"})
    play(table, "redeal")
    dealt = [shown(table, pile(letter)) for letter in LETTERS]
    if id == "louis":
        assert dealt == ["4C", "9D", "7S", "5H", "4S", "5C", "9H", *[""] * 5]
        assert shown(table, "king_foundations/3") == "KS QS"
    else:
        assert dealt == ["4C", "9D", "QS", "7S", "5H", "4S", "5C", "9H", *[""] * 4]
    assert table.count("redeals") == 1
    assert counts(table)["stock"] == [0]


@pytest.mark.parametrize(("id", "times"), [("louis", 3), ("st_louis", 2)])
def test_9_redeals_are_counted_and_wait_for_the_stock(id: str, times: int) -> None:
    assert is_legal(laid(id, {"a": "6D"}, redeals=times - 1), "redeal")
    assert not is_legal(laid(id, {"a": "6D"}, redeals=times), "redeal")
    assert not is_legal(laid(id, {"a": "6D", "stock": stock("9C")}), "redeal")
    assert not is_legal(laid(id), "redeal")


def test_st_louis_refills_its_first_circle() -> None:
    circle = dict.fromkeys(LETTERS, "9C") | {"c": "2C"}
    table = laid("st_louis", circle | {"stock": stock("2D", "7H")})
    play(table, pile("c"), "ace_foundations/0")
    assert shown(table, pile("c")) == "2D"
    play(table, pile("c"), "ace_foundations/1")
    assert shown(table, pile("c")) == "7H"


def test_st_louis_deals_all_the_rest_and_plays_nothing_meanwhile() -> None:
    circle = dict.fromkeys(LETTERS, "9C")
    table = laid("st_louis", circle | {"stock": stock("2C", *["7H"] * 12, "2D")})
    play(table, "deal")
    assert counts(table)["tableau"] == [3, 3, *[2] * 10]
    assert shown(table, pile("a")) == "9C 2C 7H"
    assert shown(table, pile("b")) == "9C 7H 2D"
    assert table.progress == 8
    assert not is_legal(table, "deal")
    assert is_legal(table, pile("b"), "ace_foundations/1")


def test_st_louis_leaves_a_double_fit_to_the_player() -> None:
    both = {"ace_foundations/3": "AS 2S 3S 4S 5S 6S 7S", "king_foundations/3": "KS QS JS TS 9S", "a": "8S"}
    table = laid("st_louis", both)
    assert is_legal(table, pile("a"), "ace_foundations/3")
    assert is_legal(table, pile("a"), "king_foundations/3")


@pytest.mark.parametrize("id", BOTH)
def test_won_with_all_cards_home(id: str) -> None:
    suits = {f"ace_foundations/{i}": " ".join(f"{r}{s}" for r in "A23456789TJQK") for i, s in enumerate("CDHS")}
    suits |= {f"king_foundations/{i}": " ".join(f"{r}{s}" for r in "KQJT98765432A") for i, s in enumerate("CDHS")}
    table = position(id, suits)
    assert table.won
    assert table.progress == 104


def test_the_deal_is_the_same_for_all() -> None:
    game = catalogue.game("louis")
    assert game.deal(SEED).piles == game.deal(SEED).piles
