"""The Checks of sheets/herring_bone.md."""

from __future__ import annotations

from collections import Counter

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN, name, standard_order
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Table
from tests.games.positions import SEED, cards, counts, is_legal, move, play, position, shown

BOTH = ["herring_bone", "herring_bone_german"]


@pytest.mark.parametrize("id", BOTH)
def test_counts_after_the_deal(id: str) -> None:
    table = catalogue.game(id).deal(SEED)
    found = counts(table)
    assert (found["reserve"], found["scenes"], found["bars"], found["stock"]) == ([28], [1] * 8, [1] * 4, [63])
    assert sorted(found["up_foundations"]) == [0, 0, 0, 1]
    assert found["down_foundations"] == [0] * 4
    assert table.progress == 1


def test_order_of_the_deal() -> None:
    table = catalogue.game("herring_bone").deal(SEED)
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "reserve").split() == pack[:28]
    assert [shown(table, f"scenes/{i}") for i in range(8)] == pack[28:36]
    assert [shown(table, f"bars/{i}") for i in range(4)] == pack[36:40]
    assert shown(table, f"up_foundations/{'CDHS'.index(pack[40][1])}") == pack[40]
    assert shown(table, "stock").split()[-1] == "#" + pack[41]


def test_the_german_bone_comes_from_one_pack() -> None:
    table = catalogue.game("herring_bone_german").deal(SEED)
    one_pack = shuffled(standard_order(1), SEED, 0)
    assert table.group("reserve")[0] == one_pack[:28]
    others = shuffled(sorted(one_pack[28:] + standard_order(1)), SEED, 1)
    assert len(others) == 76
    assert [pile[0] for pile in table.group("scenes")] == others[:8]
    assert [card - DOWN for card in reversed(table.group("stock")[0])] == others[13:]
    assert set(Counter(card & 63 for pile in table.piles for card in pile).values()) == {2}


def test_the_second_base_card_begins_the_other_pile_of_its_suit() -> None:
    table = position("herring_bone", full(scenes=("9D", "9C", "8C")) | {"up_foundations/1": "9D"})
    assert targets(table, "scenes/0") == {"down_foundations/1"}
    assert targets(table, "scenes/1") == {"up_foundations/0", "down_foundations/0"}
    assert targets(table, "scenes/2") == set()


@pytest.mark.parametrize(
    "begun",
    [
        {"down_foundations/0": "9C"},
        {"up_foundations/0": "9C", "down_foundations/0": "9C"},
        {"down_foundations/0": "9C", "up_foundations/3": "9S", "down_foundations/1": "9D"},
    ],
)
def test_a_base_card_begins_either_pile_whatever_other_suits_have_begun(begun: dict[str, str]) -> None:
    table = position("herring_bone", full(scenes=("9H",)) | begun)
    assert targets(table, "scenes/0") == {"up_foundations/2", "down_foundations/2"}


def test_foundations_go_up_and_down_round_the_corner() -> None:
    begun = {"up_foundations/1": "9D", "down_foundations/1": "9D", "up_foundations/3": "9S TS JS QS KS"}
    table = position("herring_bone", full(scenes=("TD", "8D", "AS")) | begun)
    assert targets(table, "scenes/0") == {"up_foundations/1"}
    assert targets(table, "scenes/1") == {"down_foundations/1"}
    assert targets(table, "scenes/2") == {"up_foundations/3"}


def test_the_bone_fills_a_bar() -> None:
    piles = full(bars=("4S", "TD")) | {"up_foundations/1": "9D", "reserve": "2C 5H 7S", "waste": "3C", "stock": "#KH"}
    table = position("herring_bone", piles)
    play(table, "bars/1", "up_foundations/1")
    assert shown(table, "bars/1") == "7S"
    assert shown(table, "reserve") == "2C 5H"
    table = position("herring_bone", piles | {"reserve": ""})
    play(table, "bars/1", "up_foundations/1")
    assert shown(table, "bars/1") == ""
    assert shown(table, "waste") == "3C"


def test_a_side_scene_is_filled_from_the_waste() -> None:
    piles = full(scenes=("TD",)) | {"up_foundations/1": "9D", "reserve": "2C", "waste": "3C 4H", "stock": "#KH"}
    table = position("herring_bone", piles)
    play(table, "scenes/0", "up_foundations/1")
    assert (shown(table, "scenes/0"), shown(table, "waste"), shown(table, "reserve")) == ("4H", "3C", "2C")
    table = position("herring_bone", piles | {"waste": ""})
    play(table, "scenes/0", "up_foundations/1")
    assert shown(table, "scenes/0") == "KH"
    table = position("herring_bone", piles | {"waste": "", "stock": ""})
    play(table, "scenes/0", "up_foundations/1")
    assert (shown(table, "scenes/0"), shown(table, "reserve")) == ("", "2C")


def test_with_choose_the_player_fills_a_side_scene() -> None:
    piles = full(scenes=("TD",)) | {"up_foundations/1": "9D", "reserve": "2C", "waste": "3C 4H", "stock": "#KH"}
    table = position("herring_bone", piles, options={"refill": "choose"})
    play(table, "scenes/0", "up_foundations/1")
    assert set(table.moves()) == {move(table, "waste", "scenes/0"), move(table, "stock", "scenes/0")}


def test_nothing_is_built_on_the_side_scenes() -> None:
    table = position("herring_bone", full(scenes=("5H",)) | {"up_foundations/1": "9D", "waste": "4H"})
    assert not is_legal(table, "waste", "scenes/0")


def test_two_foundations_of_a_suit_exchange_their_cards() -> None:
    begun = {"up_foundations/0": "2C 3C 4C 5C 6C", "down_foundations/0": "2C AC KC QC JC TC 9C 8C 7C"}
    table = position("herring_bone", full() | begun)
    assert is_legal(table, "up_foundations/0", "down_foundations/0")
    assert is_legal(table, "down_foundations/0", "up_foundations/0")
    before = table.progress
    play(table, "up_foundations/0", "down_foundations/0")
    assert table.progress == before


def test_the_base_card_never_moves() -> None:
    begun = {"up_foundations/0": "2C 3C 4C", "down_foundations/0": "2C AC KC QC JC TC 9C 8C 7C 6C 5C"}
    table = position("herring_bone", full() | begun)
    play(table, "up_foundations/0", "down_foundations/0")
    play(table, "up_foundations/0", "down_foundations/0")
    assert shown(table, "up_foundations/0") == "2C"
    assert not is_legal(table, "up_foundations/0", "down_foundations/0")


@pytest.mark.parametrize("id", BOTH)
def test_the_first_base_card_may_change_sides_before_anything_else(id: str) -> None:
    table = catalogue.game(id).deal(SEED)
    suit = next(i for i in range(4) if shown(table, f"up_foundations/{i}"))
    up, down = f"up_foundations/{suit}", f"down_foundations/{suit}"
    assert targets(table, up) == {down}
    turned = catalogue.game(id).deal(SEED)
    play(turned, "turn")
    assert targets(turned, up) == set()
    play(table, up, down)
    assert (shown(table, up), targets(table, down), table.progress) == ("", set(), 1)
    table.undo()
    assert targets(table, up) == {down}


def test_a_base_card_stays_after_a_card_went_home_or_a_redeal() -> None:
    piles = full(scenes=("TD",)) | {"up_foundations/1": "9D", "stock": "#KH"}
    table = position("herring_bone", piles)
    assert targets(table, "up_foundations/1") == {"down_foundations/1"}
    play(table, "scenes/0", "up_foundations/1")
    assert targets(table, "up_foundations/1") == set()
    assert targets(position("herring_bone", piles, redeals=1), "up_foundations/1") == set()


def test_the_bone_comes_off_from_its_end() -> None:
    piles = full() | {"up_foundations/2": "9H", "up_foundations/1": "9D", "reserve": "TH 2C 2C TD"}
    table = position("herring_bone", piles)
    assert targets(table, "reserve") == {"up_foundations/1"}
    play(table, "reserve", "up_foundations/1")
    assert not is_legal(table, "reserve", "up_foundations/2")
    assert shown(table, "reserve").split()[-1] == "2C"


@pytest.mark.parametrize(("made", "legal"), [(0, True), (1, True), (2, False)])
def test_a_third_redeal_is_illegal(made: int, legal: bool) -> None:
    table = position("herring_bone", full() | {"up_foundations/1": "9D", "waste": "4H 5C"}, redeals=made)
    assert is_legal(table, "redeal") == legal


def test_the_redeal_is_shuffled_alike_for_the_same_cards() -> None:
    wastes = ("2C 3D 4H 9S", "9S 4H 2C 3D")
    one, two = (position("herring_bone", full() | {"up_foundations/1": "8D", "waste": waste}) for waste in wastes)
    play(one, "redeal")
    play(two, "redeal")
    assert shown(one, "stock") == shown(two, "stock")
    assert sorted(card - DOWN for card in one.group("stock")[0]) == sorted(cards(wastes[0]))


def full(scenes: tuple[str, ...] = (), bars: tuple[str, ...] = ()) -> dict[str, str]:
    """Return side scenes and bars with these cards at their first places, and fours of spades at the others."""
    laid = {f"scenes/{i}": scenes[i] if i < len(scenes) else "4S" for i in range(8)}
    return laid | {f"bars/{i}": bars[i] if i < len(bars) else "4S" for i in range(4)}


def targets(table: Table, source: str) -> set[str]:
    """Return the piles to which the top card of a pile may go."""
    homes = [f"{side}_foundations/{i}" for side in ("up", "down") for i in range(4)]
    return {home for home in homes if is_legal(table, source, home)}
