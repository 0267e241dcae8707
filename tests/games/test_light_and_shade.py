"""The Checks of sheets/light_and_shade.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from tests.games.positions import SEED, counts, is_legal, move, play, position, shown


def test_counts_after_the_deal() -> None:
    table = catalogue.game("light_and_shade").deal(SEED)
    assert counts(table) == {
        "foundations": [1] * 8,
        "tableau": [1] * 4,
        "reserve": [1] * 4,
        "stock": [88],
        "waste": [0],
    }
    assert [shown(table, f"foundations/{i}") for i in range(8)] == "AC AD AS AH AC AD AS AH".split()
    assert table.progress == 8


def test_only_auxiliaries_go_home_in_alternate_colours() -> None:
    table = position("light_and_shade", laid("2C", "2D", "9S", "9S", rivals="2C 9S 9S 9S") | {"foundations/3": "AH"})
    assert is_legal(table, "tableau/0", "foundations/3")
    assert not is_legal(table, "tableau/1", "foundations/3")
    assert not is_legal(table, "reserve/0", "foundations/3")
    assert not is_legal(
        position("light_and_shade", laid() | {"foundations/3": "AH", "waste": "2C"}), "waste", "foundations/3"
    )


def test_auxiliaries_are_built_down_in_alternate_colours() -> None:
    table = position("light_and_shade", laid("9D", "2C", "2C", "2C", rivals="8S 8H KC KC") | {"waste": "8C"})
    assert is_legal(table, "reserve/0", "tableau/0")
    assert is_legal(table, "waste", "tableau/0")
    assert not is_legal(table, "reserve/1", "tableau/0")


def test_any_suit_of_the_colour_comes_next() -> None:
    table = position("light_and_shade", laid("4H", "4D", "4S", "3D") | {"foundations/0": "AC 2D 3S"})
    assert [is_legal(table, f"tableau/{i}", "foundations/0") for i in range(4)] == [True, True, False, False]


def test_an_emptied_auxiliary_is_filled_by_a_rival() -> None:
    table = position("light_and_shade", emptied())
    play(table, "tableau/0", "foundations/3")
    assert set(table.moves()) == {move(table, f"reserve/{i}", "tableau/0") for i in range(4)}
    play(table, "reserve/3", "tableau/0")
    assert shown(table, "tableau/0") == "KH"
    assert shown(table, "reserve/3") == "7D"
    assert shown(table, "waste") == "6D"


def test_with_choose_the_rivals_place_comes_before_the_next_auxiliary() -> None:
    piles = emptied() | {"tableau/1": ""}
    table = position("light_and_shade", piles, options={"refill": "choose"})
    play(table, "reserve/3", "tableau/1")
    assert set(table.moves()) == {move(table, "waste", "reserve/3"), move(table, "stock", "reserve/3")}
    play(table, "stock", "reserve/3")
    assert shown(table, "reserve/3") == "9D"
    assert is_legal(table, "turn")


def test_choose_fills_two_empty_auxiliaries_with_a_refill_between() -> None:
    piles = emptied() | {"tableau/0": "", "tableau/1": ""}
    table = position("light_and_shade", piles, options={"refill": "choose"})
    play(table, "reserve/3", "tableau/1")
    assert not is_legal(table, "reserve/0", "tableau/0")
    play(table, "waste", "reserve/3")
    assert set(table.moves()) == {move(table, f"reserve/{i}", "tableau/0") for i in range(4)}


def test_the_waste_fills_no_auxiliary() -> None:
    table = position("light_and_shade", laid("", "2C", "2C", "2C") | {"waste": "7H", "stock": "#5D"})
    assert not is_legal(table, "waste", "tableau/0")
    assert not is_legal(table, "turn")


@pytest.mark.parametrize("refill", ["auto", "choose"])
def test_the_last_rival_must_move_up(refill: str) -> None:
    piles = laid("", "2C", "4D", "9S", rivals=" ") | {"reserve/2": "JS", "foundations/3": "AH"}
    table = position("light_and_shade", piles, options={"refill": refill})
    assert table.moves() == [move(table, "reserve/2", "tableau/0")]
    play(table, "reserve/2", "tableau/0")
    assert shown(table, "reserve/2") == ""
    play(table, "tableau/1", "foundations/3")
    assert shown(table, "tableau/1") == ""


def test_an_auxiliarys_top_card_goes_on_another() -> None:
    table = position("light_and_shade", laid("TC 9H", "TS", "2C", "2C"))
    assert is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/0", "tableau/1", 2)


def test_no_wrapping() -> None:
    table = position("light_and_shade", laid("AC", "KD", "2C", "2C"))
    assert not is_legal(table, "tableau/1", "tableau/0")
    to_king = "AC 2D 3S 4D 5S 6D 7S 8D 9S TD JS QD KS"
    table = position("light_and_shade", laid("AD", "KD", "2C", "2C") | {"foundations/0": to_king})
    assert not is_legal(table, "tableau/0", "foundations/0")


def emptied() -> dict[str, str]:
    """Return a position whose first Auxiliary is about to go home."""
    piles = laid("2C", "2S", "2S", "2S", rivals="5C 9D JS KH")
    return piles | {"foundations/3": "AH", "waste": "6D 7D", "stock": "#3C #9D"}


def laid(*auxiliaries: str, rivals: str = "KC KC KC KC") -> dict[str, str]:
    """Four Auxiliaries and four Rivals."""
    piles = {f"tableau/{i}": text for i, text in enumerate(auxiliaries or ["KS"] * 4)}
    return piles | {f"reserve/{i}": text for i, text in enumerate(rivals.split())}
