"""The Checks of sheets/margarethe.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from tests.games.positions import SEED, counts, is_legal, play, position, shown

BOTH = ["margarethe", "marguerite"]


@pytest.mark.parametrize("id", BOTH)
@pytest.mark.parametrize("seed", range(5))
def test_counts_after_the_deal(id: str, seed: int) -> None:
    table = catalogue.game(id).deal(seed.to_bytes(32, "big"))
    found = counts(table)
    aces = found["aces"][0]
    assert found["foundations"] == [1] * 12
    assert found["reserve"] == [1] * 9
    assert found["stock"] == [31 - aces]
    assert table.progress == aces


def test_an_ace_that_comes_up_in_the_deal_gives_way_to_the_next_card() -> None:
    table = catalogue.game("margarethe").deal(SEED)
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0) if card % 13 < 10]
    assert "A" in "".join(pack[:9]), "this seed shows nothing"
    assert [shown(table, f"reserve/{i}") for i in range(9)] == [card for card in pack if card[0] != "A"][:9]


def test_1_kings_wait_for_their_ten() -> None:
    table = position("margarethe", full("TH", "9H", "TD") | {"foundations/2": "KH"})
    assert is_legal(table, "reserve/0", "foundations/2")
    assert not is_legal(table, "reserve/1", "foundations/2")
    assert not is_legal(table, "reserve/2", "foundations/2")


@pytest.mark.parametrize(("id", "seven", "four"), [("margarethe", True, False), ("marguerite", False, True)])
def test_2_jacks_and_queens_change_parts_in_the_variant(id: str, seven: bool, four: bool) -> None:
    table = position(id, full("7S", "4S") | {"foundations/11": "JS", "foundations/7": "QS"})
    assert is_legal(table, "reserve/0", "foundations/11") == is_legal(table, "reserve/1", "foundations/7") == seven
    assert is_legal(table, "reserve/1", "foundations/11") == is_legal(table, "reserve/0", "foundations/7") == four


def test_3_three_cards_complete_a_foundation() -> None:
    table = position("margarethe", full("7C") | {"foundations/0": "KC TC 9C 8C", "foundations/8": "JC"})
    assert not is_legal(table, "reserve/0", "foundations/0")
    assert is_legal(table, "reserve/0", "foundations/8")


def test_4_nothing_is_built_on_the_reserve() -> None:
    table = position("margarethe", full("4D") | {"waste": "5D"})
    assert not is_legal(table, "reserve/0", "waste")
    assert not is_legal(table, "waste", "reserve/0")


def test_5_an_ace_that_is_turned_goes_to_the_aces() -> None:
    table = position("margarethe", full() | {"waste": "9D", "aces": "AH", "stock": "#2C #AC"})
    play(table, "turn")
    assert shown(table, "aces") == "AH AC"
    assert shown(table, "waste") == "9D"
    play(table, "turn")
    assert shown(table, "waste") == "9D 2C"


def test_6_a_place_waits_for_the_redeal() -> None:
    table = position("margarethe", full("TC") | {"foundations/0": "KC", "waste": "5D 8H"})
    play(table, "reserve/0", "foundations/0")
    assert shown(table, "reserve/0") == ""
    play(table, "redeal")
    assert shown(table, "reserve/0") == "5D"
    assert shown(table, "stock") == "#8H"


def test_part_6_an_ace_makes_way_for_the_next_card_in_a_refill() -> None:
    table = position("margarethe", full("TC") | {"foundations/0": "KC", "waste": "5D", "stock": "#8H #2S #AD #AS"})
    play(table, "reserve/0", "foundations/0")
    assert shown(table, "reserve/0") == "2S"
    assert shown(table, "aces") == "AS AD"
    assert shown(table, "waste") == "5D"


def test_7_one_redeal_and_none_in_the_variant() -> None:
    assert is_legal(position("margarethe", full() | {"waste": "9D"}), "redeal")
    assert not is_legal(position("margarethe", full() | {"waste": "9D"}, redeals=1), "redeal")
    assert "redeal" not in catalogue.game("marguerite").actions
    assert position("marguerite", full("8C") | {"waste": "9D"}).blocked


def test_8_the_redeal_turns_the_waste_over() -> None:
    table = position("margarethe", full() | {"waste": "9C 3H 6D"})
    play(table, "redeal")
    assert shown(table, "stock") == "#6D #3H #9C"


def test_won_with_all_eights_fives_twos_and_aces() -> None:
    ranks = ["KT98", "Q432", "J765"]
    piles = {f"foundations/{4 * k + s}": " ".join(r + "CDHS"[s] for r in ranks[k]) for k in range(3) for s in range(4)}
    table = position("margarethe", piles | {"aces": "AC AD AH"})
    assert (table.won, table.progress) == (False, 39)
    table = position("margarethe", piles | {"aces": "AC AD AH AS"})
    assert (table.won, table.progress) == (True, 40)


def full(*cards: str) -> dict[str, str]:
    """Return a reserve with these cards at its first places and twos of clubs at the others."""
    return {f"reserve/{i}": cards[i] if i < len(cards) else "2C" for i in range(9)}
