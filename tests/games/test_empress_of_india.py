"""The Checks of sheets/empress_of_india.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import is_red, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

FIRST = {f"black_foundations/{i}": "AC" if i < 4 else "AS" for i in range(8)} | {
    f"red_foundations/{i}": "KD" if i < 4 else "KH" for i in range(8)
}
BLACK_SUIT, RED_SUIT = "A23456789TJK", "KQT98765432A"


def ranks(army: str, navy: str, **piles: str) -> Table:
    """Return a table with these first places of the Army and the Navy, a pair as `5H+9C`. The others hold cards that
    fit nowhere."""
    full = {f"army/{i}": "3D" for i in range(24)} | {f"navy/{i}": "JS" for i in range(24)}
    laid = {
        f"{id}/{i}": cards.replace("+", " ")
        for id, text in (("army", army), ("navy", navy))
        for i, cards in enumerate(text.split())
    }
    return position("empress_of_india", FIRST | full | laid | piles)


def test_counts_and_order_of_the_deal() -> None:
    for seed in range(5):
        table = catalogue.game("empress_of_india").deal(seed.to_bytes(32, "big"))
        laid = counts(table)
        assert (laid["guard"], laid["army"], laid["navy"]) == ([1] * 9, [1] * 24, [1] * 24)
        assert sum(laid["red_waste"] + laid["black_waste"] + laid["stock"]) == 128
        assert laid["red_waste"] == [0] or laid["black_waste"] == [0]
        assert sum(map(len, table.piles)) == 201
    table = catalogue.game("empress_of_india").deal(SEED)
    aside = {"AC", "AS", "QC", "KD", "KH", "JD", "JH"}
    cards = [card for card in shuffled(table.game.pack, SEED, 0) if name(card) not in aside]
    assert len(cards) == 176
    red, black = [c for c in cards if is_red(c)], [c for c in cards if not is_red(c)]
    assert [pile[0] for pile in table.group("army")] == red[:24]
    assert [pile[0] for pile in table.group("navy")] == black[:24]
    assert [shown(table, f"guard/{i}") for i in range(9)] == ["QC", *["JD"] * 4, *["JH"] * 4]


def test_each_foundation_takes_eleven_more_and_192_win() -> None:
    home = {f"black_foundations/{i}": " ".join(f"{r}{'C' if i < 4 else 'S'}" for r in BLACK_SUIT) for i in range(8)}
    home |= {f"red_foundations/{i}": " ".join(f"{r}{'D' if i < 4 else 'H'}" for r in RED_SUIT) for i in range(8)}
    table = position("empress_of_india", home)
    assert counts(table)["red_foundations"] == [12] * 8
    assert table.won
    assert table.progress == 192


def test_1_a_red_and_a_black_card_go_together() -> None:
    table = ranks("QD", "2S")
    assert is_legal(table, "play", "army/0", "navy/0")
    play(table, "play", "army/0", "navy/0")
    assert shown(table, "red_foundations/0") == "KD QD"
    assert shown(table, "black_foundations/4") == "AS 2S"
    assert table.progress == 18


def test_2_a_card_never_goes_alone() -> None:
    table = ranks("QD", "3S")
    for words in [("play", "army/0"), ("play", "army/0", "navy/0"), ("army/0", "red_foundations/0")]:
        assert not is_legal(table, *words)
        with pytest.raises(IllegalMove):
            table.play(as_move(table, *words))


@pytest.mark.parametrize(
    ("home", "top", "army", "navy", "fits"),
    [
        ("black_foundations/0", "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC", "QD", "KC", True),
        ("red_foundations/4", "KH QH", "TH", "2S", True),
        ("red_foundations/4", "KH QH", "JH", "2S", False),
        ("red_foundations/4", "KH QH", "TD", "2S", False),
    ],
)
def test_3_queens_and_jacks_are_left_out(home: str, top: str, army: str, navy: str, fits: bool) -> None:
    assert is_legal(ranks(army, navy, **{home: top}), "play", "army/0", "navy/0") == fits


def test_4_a_red_single_is_put_on_a_black_one_and_its_place_filled() -> None:
    table = ranks("5H 6H", "9C", red_waste="2D 4H")
    assert not is_legal(table, "army/0", "army/1")
    play(table, "army/0", "navy/0")
    assert shown(table, "navy/0") == "9C 5H"
    assert shown(table, "army/0") == "4H"
    table = ranks("5H", "9C", black_waste="2C")
    play(table, "navy/0", "army/0")
    assert shown(table, "army/0") == "5H 9C"
    assert shown(table, "navy/0") == "2C"


def test_5_a_pair_is_never_separated() -> None:
    table = ranks("QH+9C", "2S")
    assert not is_legal(table, "play", "army/0", "navy/0")
    assert not is_legal(table, "play", "army/0")
    assert is_legal(ranks("QH+2C", "2S"), "play", "army/0")
    assert not is_legal(ranks("QH+2C", "2S"), "play", "army/0", "navy/0")


def test_a_pair_goes_home_from_the_navy_too() -> None:
    table = ranks("3D", "2C+QH", red_waste="7D", black_waste="8S")
    play(table, "play", "navy/0")
    assert table.progress == 18
    assert shown(table, "navy/0") == "8S"
    assert shown(table, "red_waste") == "7D"


def test_6_a_pair_takes_no_third_card_and_does_not_move() -> None:
    table = ranks("5H+9C 6H", "8S")
    assert not is_legal(table, "navy/0", "army/0")
    assert not is_legal(table, "army/0", "navy/0")
    assert not is_legal(table, "army/0", "navy/0", 2)
    with pytest.raises(IllegalMove, match="A pair moves only when both its cards go home"):
        table.play(as_move(table, "army/0", "navy/0"))


def test_7_the_talons_top_card_goes_nowhere_by_itself() -> None:
    table = ranks("3D", "2S", red_waste="TD", **{"red_foundations/0": "KD QD"})
    assert not is_legal(table, "red_waste", "red_foundations/0")
    assert not is_legal(table, "play", "red_waste", "navy/0")


def test_8_the_stock_is_turned_until_the_colour_comes() -> None:
    table = ranks("QD", "2S", stock="#9H #3D #JS #4S")
    play(table, "army/0", "navy/1")
    assert shown(table, "black_waste") == "4S JS"
    assert shown(table, "army/0") == "3D"
    assert shown(table, "stock") == "#9H"


def test_places_are_filled_in_order_from_talons_before_the_stock() -> None:
    table = ranks("QD", "2S", red_waste="4H", stock="#9H #3D #JS #4S")
    play(table, "play", "army/0", "navy/0")
    assert shown(table, "army/0") == "4H"
    assert shown(table, "navy/0") == "4S"
    assert shown(table, "stock") == "#9H #3D #JS"


def test_9_with_nothing_left_a_place_stays_empty() -> None:
    table = ranks("QD", "2S", black_waste="9S")
    play(table, "army/0", "navy/1")
    assert shown(table, "army/0") == ""
    assert shown(table, "black_waste") == "9S"
    assert not is_legal(table, "army/1", "army/0")
    assert not is_legal(table, "navy/0", "army/0")


def test_a_turned_card_goes_on_the_talon_of_its_colour() -> None:
    table = ranks("QD", "2S", stock="#9H #4S")
    play(table, "turn")
    play(table, "turn")
    assert shown(table, "black_waste") == "4S"
    assert shown(table, "red_waste") == "9H"
    assert not is_legal(table, "turn")
