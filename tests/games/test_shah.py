"""The Checks of sheets/shah.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

ACES = {f"foundations/{i}": f"A{suit}" for i, suit in enumerate("CDHSCDHS")}


def star(phase: str = "outer", **piles: str) -> Table:
    """Return a star of queens of clubs and diamonds that go nowhere, round the aces, with the test's piles instead of some."""
    full = {f"{circle}/{i}": "QC" for circle in ("inner", "middle", "outer") for i in range(8)}
    laid = full if phase == "outer" else {place: card for place, card in full.items() if not place.startswith("outer")}
    if phase == "inner":
        laid = {place: card for place, card in laid.items() if place.startswith("inner")}
    return position("shah", ACES | laid | {"shah": "KH"} | piles, phase=phase)


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("shah").deal(SEED)
    assert counts(table) == {
        "shah": [1],
        "foundations": [1] * 8,
        "inner": [1] * 8,
        "middle": [0] * 8,
        "outer": [0] * 8,
        "stock": [80],
        "waste": [0],
    }
    assert [shown(table, f"foundations/{i}") for i in range(8)] == "AC AD AH AS AC AD AH AS".split()
    assert [name(card) for card in table.game.pack[-26:-24]] == ["QH", "KH"], "standard order"
    rest = [name(card) for card in shuffled(table.game.pack, SEED, 0) if name(card)[0] not in "AK"]
    assert [shown(table, f"inner/{i}") for i in range(8)] == rest[:8]
    assert shown(table, "stock").split()[-1] == "#" + rest[8]


def test_after_three_circles_with_nothing_played() -> None:
    table = catalogue.game("shah").deal(SEED)
    play(table, "deal")
    assert table.phase == "middle"
    play(table, "deal")
    assert table.phase == "outer"
    assert not is_legal(table, "deal")
    assert [counts(table)[circle] for circle in ("inner", "middle", "outer")] == [[1] * 8] * 3
    assert counts(table)["stock"] == [64]


def test_1_in_stage_1_a_card_goes_on_either_ace_and_its_place_is_filled() -> None:
    table = star("inner", **{"inner/4": "2C", "stock": "#9S #7H"})
    assert is_legal(table, "inner/4", "foundations/0")
    play(table, "inner/4", "foundations/4")
    assert shown(table, "inner/4") == "7H"


def test_2_in_stage_2_an_inner_card_is_covered() -> None:
    table = star("middle", **{"inner/2": "2D", "middle/3": "2D", "stock": "#9S #7H"})
    assert not is_legal(table, "inner/2", "foundations/1")
    with pytest.raises(IllegalMove, match="Only the circle dealt last may be played"):
        table.play(as_move(table, "inner/2", "foundations/1"))
    play(table, "middle/3", "foundations/1")
    assert shown(table, "middle/3") == "7H"


def test_in_stage_2_an_inner_card_stays_even_when_nothing_covers_it() -> None:
    table = star("middle", **{"inner/2": "2D", "middle/2": ""})
    assert not is_legal(table, "inner/2", "foundations/1")


def test_3_nothing_is_built_before_the_whole_star_is_dealt() -> None:
    table = star("middle", **{"middle/0": "5S", "middle/1": "6S", "stock": "#9S"})
    assert not is_legal(table, "middle/0", "middle/1")
    for action in ("turn", "fill"):
        assert not is_legal(table, action)


def test_4_an_outer_card_is_built_in_suit_and_frees_the_middle_for_home() -> None:
    piles = {"outer/1": "8H", "outer/6": "9H", "middle/1": "2S", "outer/2": "3S"}
    table = star(**piles)
    assert not is_legal(table, "middle/1", "foundations/3")
    play(table, "outer/1", "outer/6")
    assert is_legal(table, "middle/1", "foundations/3")
    assert not is_legal(table, "middle/1", "outer/2")
    assert not is_legal(table, "outer/6", "outer/1")
    table = star(**piles | {"outer/6": "9D"})
    assert not is_legal(table, "outer/1", "outer/6")


def test_an_inner_card_is_open_when_its_ray_has_no_other() -> None:
    table = star(**{"inner/3": "2H", "middle/3": "QD", "outer/3": ""})
    assert not is_legal(table, "inner/3", "foundations/2")
    table = star(**{"inner/3": "2H", "middle/3": "", "outer/3": ""})
    assert is_legal(table, "inner/3", "foundations/6")


def test_5_no_card_is_turned_while_a_place_is_empty() -> None:
    table = star(**{"outer/1": "", "stock": "#9S #7H"})
    assert not is_legal(table, "turn")
    with pytest.raises(IllegalMove, match="every place of the star must be filled first"):
        table.play(("turn",))
    play(table, "fill")
    assert shown(table, "outer/1") == "7H"
    assert not is_legal(table, "fill")
    play(table, "turn")
    assert shown(table, "waste") == "9S"


def test_6_fill_goes_from_the_inner_circle_outwards_waste_first() -> None:
    spaces = {"inner/3": "", "middle/3": "", "outer/1": "", "outer/3": ""}
    table = star(**spaces, waste="9D 6C", stock="#2D #3H #JS")
    play(table, "fill")
    filled = [shown(table, place) for place in ("inner/3", "middle/3", "outer/1", "outer/3")]
    assert filled == ["6C", "9D", "JS", "3H"]
    assert shown(table, "stock") == "#2D"


def test_fill_goes_as_far_as_the_cards_and_needs_one() -> None:
    spaces = {"inner/3": "", "middle/3": "", "outer/3": ""}
    table = star(**spaces, waste="6C")
    play(table, "fill")
    assert [shown(table, place) for place in spaces] == ["6C", "", ""]
    assert not is_legal(table, "fill")


def test_7_an_empty_ray_may_be_begun_from_another_outer_pile() -> None:
    piles = {"inner/3": "", "middle/3": "", "outer/3": "", "outer/5": "9H 8H", "waste": "9D 6C", "stock": "#2D"}
    table = star(**piles)
    play(table, "outer/5", "inner/3")
    assert [shown(table, place) for place in ("inner/3", "middle/3", "outer/3", "outer/5")] == ["8H", "6C", "9D", "9H"]
    assert not is_legal(star(**piles | {"middle/3": "9C"}), "outer/5", "inner/3")
    assert not is_legal(star(**piles | {"waste": "", "stock": ""}), "outer/5", "inner/3")
    table = star(**piles | {"waste": "6C", "outer/0": ""})
    play(table, "outer/5", "inner/3")
    assert [shown(table, place) for place in ("middle/3", "outer/3", "outer/0")] == ["6C", "2D", ""]


def test_8_the_wastes_top_card_goes_home_or_is_built() -> None:
    up_to_jack = " ".join(f"{rank}S" for rank in "A23456789TJ")
    table = star(**{"waste": "QS", "foundations/3": up_to_jack})
    play(table, "waste", "foundations/3")
    assert counts(table)["foundations"][3] == 12
    assert is_legal(star(waste="8D", **{"outer/4": "9D"}), "waste", "outer/4")


def test_queens_end_the_foundations_and_win() -> None:
    complete = {f"foundations/{i}": " ".join(f"{r}{s}" for r in "A23456789TJQ") for i, s in enumerate("CDHSCDHS")}
    table = position("shah", complete | {"shah": "KH"}, phase="outer")
    assert table.won
    assert table.progress == 96


def test_a_circle_may_be_dealt_with_too_few_cards_or_none() -> None:
    table = star("inner", stock="#9S #7H")
    play(table, "deal")
    assert counts(table)["middle"] == [1, 1, *[0] * 6]
    play(table, "deal")
    assert counts(table)["outer"] == [0] * 8
    assert table.phase == "outer"
