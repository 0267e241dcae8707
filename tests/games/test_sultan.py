"""The Checks of sheets/sultan.md."""

from __future__ import annotations

from cadogan_games import catalogue
from tests.games.positions import SEED, counts, is_legal, play, position, shown

SUITS_UP_TO_QUEEN = {s: " ".join(f"{r}{s}" for r in "A23456789TJQ") for s in "CDHS"}


def test_counts_after_the_deal() -> None:
    table = catalogue.game("sultan").deal(SEED)
    assert counts(table) == {"sultan": [1], "foundations": [1] * 8, "reserve": [1] * 8, "stock": [87], "waste": [0]}
    assert [shown(table, f"foundations/{i}") for i in range(8)] == "KC AH KC KS KS KD KH KD".split()
    assert shown(table, "sultan") == "KH"


def test_when_won_103_cards_surround_the_sultan() -> None:
    suits = ["C", "H", "C", "S", "S", "D", "H", "D"]
    piles = {
        f"foundations/{i}": (SUITS_UP_TO_QUEEN[s] if i == 1 else f"K{s} {SUITS_UP_TO_QUEEN[s]}")
        for i, s in enumerate(suits)
    }
    table = position("sultan", {"sultan": "KH", **piles})
    assert table.won
    assert table.progress == 103
    assert table.moves() == []


def test_1_an_ace_goes_on_either_king_and_its_place_is_filled() -> None:
    piles = {"reserve/2": "AS", "foundations/3": "KS", "foundations/4": "KS", "waste": "9D 4C", "stock": "#2C #7H"}
    full = {f"reserve/{i}": "5D" for i in range(8) if i != 2}
    table = position("sultan", piles | full)
    assert is_legal(table, "reserve/2", "foundations/3")
    play(table, "reserve/2", "foundations/4")
    assert shown(table, "reserve/2") == "4C"
    table = position("sultan", piles | full | {"waste": ""})
    play(table, "reserve/2", "foundations/3")
    assert shown(table, "reserve/2") == "7H"


def test_2_hearts_have_two_beginnings() -> None:
    piles = {"foundations/1": "AH", "foundations/6": "KH"}
    assert is_legal(position("sultan", piles | {"waste": "2H"}), "waste", "foundations/1")
    table = position("sultan", piles | {"reserve/0": "AH"})
    assert is_legal(table, "reserve/0", "foundations/6")
    assert not is_legal(table, "reserve/0", "foundations/1")


def test_3_nothing_goes_on_the_sultan() -> None:
    assert not is_legal(position("sultan", {"sultan": "KH", "reserve/0": "AH"}), "reserve/0", "sultan")


def test_4_suits_must_agree() -> None:
    assert not is_legal(position("sultan", {"foundations/5": "KD AD", "waste": "2H"}), "waste", "foundations/5")


def test_5_a_redeal_waits_for_the_stock() -> None:
    waste = " ".join(["9D"] * 31)
    assert is_legal(position("sultan", {"waste": waste}), "redeal")
    assert not is_legal(position("sultan", {"waste": waste, "stock": "#2C"}), "redeal")


def test_6_a_third_redeal_is_illegal() -> None:
    assert not is_legal(position("sultan", {"waste": "9D"}, redeals=2), "redeal")


def test_7_with_nothing_to_fill_it_a_place_stays_empty() -> None:
    table = position("sultan", {"reserve/4": "AC", "foundations/0": "KC"})
    play(table, "reserve/4", "foundations/0")
    assert shown(table, "reserve/4") == ""


def test_8_nothing_goes_on_a_queen() -> None:
    table = position("sultan", {"foundations/0": "KC " + SUITS_UP_TO_QUEEN["C"], "waste": "KC"})
    assert not is_legal(table, "waste", "foundations/0")
    assert not is_legal(
        position("sultan", {"foundations/1": SUITS_UP_TO_QUEEN["H"], "waste": "KH"}), "waste", "foundations/1"
    )


def test_the_redeal_is_shuffled_alike_for_the_same_cards() -> None:
    one, two = (position("sultan", {"waste": waste, "reserve/0": "QC"}) for waste in ("2C 3D 4H 9S", "9S 4H 2C 3D"))
    play(one, "redeal")
    play(two, "redeal")
    assert shown(one, "stock") == shown(two, "stock")
