"""The Checks of sheets/gathering_of_the_clans.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.deals import Dealer
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from cadogan_games.games.gathering_of_the_clans import assemble
from tests.games.positions import SEED, as_move, cards, counts, is_legal, play, position, shown

FULL_COLUMNS = {f"columns/{i}": "9D" for i in range(12)}
BASE = {"foundations/0": "5C"}


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("gathering_of_the_clans").deal(SEED)
    assert counts(table) == {
        "assembly": [22],
        "columns": [1] * 12,
        "foundations": [1, *[0] * 7],
        "stock": [69],
        "waste": [0],
    }
    assert len(set(table.group("assembly")[0])) == 22
    assert table.progress == 1
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    there: list[str] = []
    passed: list[str] = []
    while len(there) < 22:
        card = pack.pop(0)
        (passed if card in there else there).append(card)
    assert shown(table, "assembly") == " ".join(there)
    assert [shown(table, f"columns/{i}") for i in range(12)] == pack[:12]
    assert shown(table, "foundations/0") == pack[12]
    assert shown(table, "stock") == " ".join("#" + card for card in reversed(pack[13:] + passed))


def test_1_a_second_card_of_a_kind_goes_under_the_pack() -> None:
    table = position("gathering_of_the_clans", {})
    dealer = Dealer(table)
    clubs = cards("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2H 3H 4H 5H")
    dealer.pack = cards("6D 2D 3D 4D 5D 7D 8D 6D 6H") + clubs
    assemble(dealer)
    assert shown(table, "assembly").split()[6:9] == ["8D", "6H", "AC"]
    assert [name(card) for card in dealer.pack] == ["3H", "4H", "5H", "6D"]


def test_2_only_the_bottom_card_of_the_assembly_is_open() -> None:
    table = position("gathering_of_the_clans", FULL_COLUMNS | BASE | {"assembly": "5C 2H 5D 5S"})
    play(table, "assembly", "foundations/1")
    assert is_legal(table, "assembly", "foundations/2")
    covered = position("gathering_of_the_clans", FULL_COLUMNS | BASE | {"assembly": "5C 2H"})
    assert not is_legal(covered, "assembly", "foundations/1")
    with pytest.raises(IllegalMove, match="An empty foundation place takes any 5"):
        covered.play(as_move(covered, "assembly", "foundations/1"))


def test_a_base_card_begins_the_next_free_place_whatever_its_suit() -> None:
    table = position("gathering_of_the_clans", FULL_COLUMNS | BASE | {"waste": "5C"})
    assert is_legal(table, "waste", "foundations/1")
    assert not is_legal(table, "waste", "foundations/2")
    assert not is_legal(table, "waste", "foundations/0")


def test_3_foundations_go_round_the_corner_to_thirteen_cards() -> None:
    hearts = "5H 6H 7H 8H 9H TH JH QH KH"
    piles = FULL_COLUMNS | {"foundations/0": hearts, "waste": "AH"}
    assert is_legal(position("gathering_of_the_clans", piles), "waste", "foundations/0")
    complete = piles | {"foundations/0": hearts + " AH 2H 3H 4H", "waste": "5H"}
    table = position("gathering_of_the_clans", complete)
    assert not is_legal(table, "waste", "foundations/0")
    assert is_legal(table, "waste", "foundations/1")


def test_two_foundations_of_a_suit_may_want_the_same_card() -> None:
    table = position("gathering_of_the_clans", FULL_COLUMNS | BASE | {"foundations/1": "5C", "waste": "6C"})
    assert is_legal(table, "waste", "foundations/0")
    assert is_legal(table, "waste", "foundations/1")


@pytest.mark.parametrize("place", [0, 5, 6, 11])
def test_4_head_and_base_are_filled_from_the_assembly(place: int) -> None:
    piles = FULL_COLUMNS | BASE | {f"columns/{place}": "6C", "assembly": "2H 7C", "waste": "JC", "stock": "#KC"}
    table = position("gathering_of_the_clans", piles)
    play(table, f"columns/{place}", "foundations/0")
    assert shown(table, f"columns/{place}") == "7C"
    play(table, f"columns/{place}", "foundations/0")
    assert shown(table, f"columns/{place}") == "2H"
    assert shown(table, "waste") == "JC"


def test_with_the_assembly_empty_head_and_base_are_filled_like_the_others() -> None:
    piles = FULL_COLUMNS | BASE | {"columns/0": "6C", "waste": "JC", "stock": "#KC"}
    table = position("gathering_of_the_clans", piles)
    play(table, "columns/0", "foundations/0")
    assert shown(table, "columns/0") == "JC"


@pytest.mark.parametrize("place", [1, 2, 3, 4, 7, 8, 9, 10])
def test_5_and_6_inner_places_are_filled_from_the_waste_or_else_the_stock(place: int) -> None:
    piles = FULL_COLUMNS | BASE | {f"columns/{place}": "6C", "assembly": "2H", "stock": "#KC #QC"}
    table = position("gathering_of_the_clans", piles)
    play(table, f"columns/{place}", "foundations/0")
    assert shown(table, f"columns/{place}") == "QC"
    assert shown(table, "stock") == "#KC"
    table = position("gathering_of_the_clans", piles | {"waste": "JC 3D"})
    play(table, f"columns/{place}", "foundations/0")
    assert shown(table, f"columns/{place}") == "3D"
    assert shown(table, "waste") == "JC"


def test_with_waste_and_stock_empty_an_inner_place_stays_empty() -> None:
    table = position("gathering_of_the_clans", FULL_COLUMNS | BASE | {"columns/1": "6C", "assembly": "2H"})
    play(table, "columns/1", "foundations/0")
    assert shown(table, "columns/1") == ""
    assert shown(table, "assembly") == "2H"


def test_7_nothing_is_built_in_the_columns() -> None:
    piles = FULL_COLUMNS | BASE | {"columns/1": "8D", "waste": "8D", "assembly": "8D"}
    table = position("gathering_of_the_clans", piles)
    for src in ("columns/1", "waste", "assembly"):
        assert not is_legal(table, src, "columns/2")


def test_8_two_redeals_turn_the_waste_over() -> None:
    table = position("gathering_of_the_clans", FULL_COLUMNS | BASE | {"waste": "JC 3D"}, redeals=1)
    play(table, "redeal")
    assert shown(table, "stock") == "#3D #JC"
    play(table, "turn")
    play(table, "turn")
    assert shown(table, "waste") == "JC 3D"
    assert not is_legal(table, "redeal")
