"""The Checks of sheets/mill.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name, rank_of
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from tests.games.positions import SEED, as_move, counts, is_legal, move, play, position, shown

ROUND = " ".join(rank + "C" for rank in "A23456789TJQK")
DOWN_TO_EIGHT = "KD QH JC TS 9H 8S"


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("mill").deal(SEED)
    assert counts(table) == {
        "centre": [1],
        "king_foundations": [0] * 4,
        "reserve": [1] * 8,
        "stock": [95],
        "waste": [0],
    }
    pack = shuffled(table.game.pack, SEED, 0)
    ace = next(card for card in pack if rank_of(card) == 1)
    pack.remove(ace)
    assert shown(table, "centre") == name(ace)
    assert [shown(table, f"reserve/{i}") for i in range(8)] == [name(card) for card in pack[:8]]
    assert table.progress == 1


def test_1_a_two_follows_the_ace_and_the_wing_is_filled() -> None:
    piles = wings({2: "2H"}) | {"centre": "AC", "waste": "9D 8D", "stock": "#4C"}
    table = position("mill", piles)
    play(table, "reserve/2", "centre")
    assert (shown(table, "reserve/2"), shown(table, "waste")) == ("8D", "9D")
    table = position("mill", piles | {"waste": ""})
    play(table, "reserve/2", "centre")
    assert shown(table, "reserve/2") == "4C"


def test_1_with_choose_the_player_fills_the_wing() -> None:
    piles = wings({2: "2H"}) | {"centre": "AC", "waste": "9D 8D", "stock": "#4C"}
    table = position("mill", piles, options={"refill": "choose"})
    play(table, "reserve/2", "centre")
    assert set(table.moves()) == {move(table, "waste", "reserve/2"), move(table, "stock", "reserve/2")}


def test_2_after_a_king_comes_an_ace() -> None:
    table = position("mill", wings() | {"centre": ROUND, "waste": "AS"})
    assert is_legal(table, "waste", "centre")
    table = position("mill", wings() | {"centre": " ".join([ROUND] * 4), "waste": "AS"})
    assert not is_legal(table, "waste", "centre")


@pytest.mark.parametrize(("centre", "legal"), [("AC", False), ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", True)])
def test_3_a_king_goes_to_an_angle_or_to_the_centre(centre: str, legal: bool) -> None:
    piles = {"centre": centre, "king_foundations/0": "KS", "king_foundations/1": "KC"}
    table = position("mill", wings({5: "KH"}) | piles)
    assert is_legal(table, "reserve/5", "king_foundations/2")
    assert is_legal(table, "reserve/5", "centre") == legal


def test_4_a_fifth_king_waits_for_the_centre() -> None:
    angles = {f"king_foundations/{i}": "KS" for i in range(4)}
    table = position("mill", wings() | angles | {"centre": "AC 2C 3C 4C 5C", "waste": "KC"})
    assert not any(source == table.game.first["waste"] for source, *_ in table.moves())


def test_5_angles_are_built_down_whatever_the_suit() -> None:
    table = position("mill", wings() | {"king_foundations/1": "KD QH JC TS 9H 8S 7D", "waste": "6S"})
    assert is_legal(table, "waste", "king_foundations/1")


def test_6_a_transfer_obliges_the_next_card() -> None:
    piles = wings({1: "9D", 4: "8C"}) | {"king_foundations/3": DOWN_TO_EIGHT, "stock": "#2C"}
    table = position("mill", piles | {"centre": "AC 2C 3C 4C 5C 6C", "reserve/1": "TD"})
    assert not is_legal(table, "king_foundations/3", "centre")
    table = position("mill", piles | {"centre": "AC 2C 3C 4C 5C 6C 7C", "waste": "9S"})
    play(table, "king_foundations/3", "centre")
    assert table.count("owed") == 1
    assert set(table.moves()) == {move(table, "reserve/1", "centre"), move(table, "waste", "centre")}
    with pytest.raises(IllegalMove, match="after a transfer"):
        table.play(as_move(table, "turn"))
    play(table, "reserve/1", "centre")
    assert table.count("owed") == 0
    assert is_legal(table, "turn")


def test_7_a_transfer_that_helps_nothing_is_illegal() -> None:
    piles = wings({4: "8C"}) | {"king_foundations/3": DOWN_TO_EIGHT, "centre": "AC 2C 3C 4C 5C 6C 7C"}
    assert not is_legal(position("mill", piles), "king_foundations/3", "centre")
    assert not is_legal(position("mill", piles | {"waste": "9S TC"}), "king_foundations/3", "centre")
    assert is_legal(position("mill", piles | {"waste": "TC 9S"}), "king_foundations/3", "centre")


def test_8_a_base_king_stays() -> None:
    to_queen = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC"
    table = position("mill", wings({0: "AS"}) | {"centre": to_queen, "king_foundations/0": "KD"})
    assert not is_legal(table, "king_foundations/0", "centre")


def wings(cards: dict[int, str] | None = None) -> dict[str, str]:
    """Return eight wings: these cards, and fours of spades at the others."""
    return {f"reserve/{i}": (cards or {}).get(i, "4S") for i in range(8)}
