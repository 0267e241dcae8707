"""The Checks of sheets/constitution.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from tests.games.positions import SEED, as_move, counts, is_legal, move, play, position, shown

RANKS = ["people", "commons", "lords", "council"]


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("constitution").deal(SEED)
    assert counts(table) == {
        "foundations": [1] * 8,
        **{id: [1] * 8 for id in RANKS},
        "stock": [48],
        "waste": [0],
    }
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    dealt = [card for card in pack if card[0] != "A"]
    assert not any(card[0] in "QK" for card in pack)
    assert [shown(table, f"{id}/{i}") for id in RANKS for i in range(8)] == dealt[:32]
    assert table.progress == 8


def test_only_the_council_goes_home() -> None:
    table = position("constitution", state(council={0: "2C"}, lords={3: "2C"}) | {"foundations/0": "AC"})
    assert is_legal(table, "council/0", "foundations/0")
    assert not is_legal(table, "lords/3", "foundations/0")


def test_a_jack_completes_a_foundation() -> None:
    to_ten = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC"
    table = position("constitution", state(council={0: "JC"}) | {"foundations/0": to_ten, "foundations/1": to_ten})
    play(table, "council/0", "foundations/0")
    assert table.progress == 21


def test_a_card_built_on_the_next_rank_leaves_a_space_to_be_filled() -> None:
    table = position("constitution", state(lords={2: "9H"}, council={6: "TS"}))
    play(table, "lords/2", "council/6")
    assert shown(table, "council/6") == "TS 9H"
    assert set(table.moves()) == {move(table, f"commons/{i}", "lords/2") for i in range(8)}


def test_no_card_climbs_two_ranks_or_goes_sideways_or_down() -> None:
    table = position("constitution", state(commons={0: "9H"}, council={1: "TS", 2: "9H"}, lords={4: "8S", 5: "TS"}))
    assert not is_legal(table, "commons/0", "council/1")
    assert not is_legal(table, "council/2", "council/1")
    assert not is_legal(table, "lords/4", "commons/0")
    assert not is_legal(table, "council/2", "lords/5")
    assert is_legal(table, "commons/0", "lords/5")


def test_colours_alternate() -> None:
    table = position("constitution", state(lords={0: "9D"}, council={1: "TH", 2: "TC"}))
    assert not is_legal(table, "lords/0", "council/1")
    assert is_legal(table, "lords/0", "council/2")


def test_a_fill_from_a_sequence_ends_the_chain() -> None:
    table = position("constitution", state(council={5: ""}, lords={1: "8S 7H"}))
    assert is_legal(table, "lords/1", "council/5")
    play(table, "lords/1", "council/5")
    assert shown(table, "lords/1") == "8S"
    assert is_legal(table, "turn")


def test_nothing_is_turned_while_a_space_is_open() -> None:
    table = position("constitution", state(council={5: ""}))
    assert not is_legal(table, "turn")
    with pytest.raises(IllegalMove, match="an empty place is filled"):
        table.play(as_move(table, "turn"))


def test_a_space_that_comes_down_to_the_people_is_filled_by_itself() -> None:
    piles = state(council={5: ""}, people={7: "9C"}) | {"waste": "4D 6D"}
    table = position("constitution", piles)
    play(table, "lords/5", "council/5")
    play(table, "commons/5", "lords/5")
    play(table, "people/7", "commons/5")
    assert shown(table, "people/7") == "6D"
    assert shown(table, "waste") == "4D"
    table = position("constitution", state(people={0: "7S"}) | {"waste": "6D"})
    assert not is_legal(table, "waste", "people/0")
    table = position("constitution", piles | {"waste": "", "lords/5": "8S 7H", "commons/5": "9S"})
    play(table, "lords/5", "council/5")
    assert shown(table, "stock") == "#2D #3D"


def test_with_no_waste_the_stock_fills_the_people() -> None:
    table = position("constitution", state(commons={0: ""}))
    play(table, "people/0", "commons/0")
    assert shown(table, "people/0") == "3D"


def test_a_space_over_an_empty_rank_binds_nobody() -> None:
    gone = state(commons={2: ""}, council={0: "2C"}) | {f"people/{i}": "" for i in range(8)} | {"stock": ""}
    table = position("constitution", gone | {"foundations/0": "AC"})
    assert is_legal(table, "council/0", "foundations/0")
    assert not any(target == table.game.first["commons"] + 2 for _, target, *_ in table.moves())


def test_two_spaces_are_filled_in_any_order() -> None:
    table = position("constitution", state(council={5: ""}, commons={1: ""}))
    assert is_legal(table, "lords/0", "council/5")
    assert is_legal(table, "people/0", "commons/1")
    assert not is_legal(table, "turn")


def state(**changes: dict[int, str]) -> dict[str, str]:
    """Return four ranks of eight fives of spades and a stock, with the test's cards at some places."""
    return {f"{id}/{i}": changes.get(id, {}).get(i, "5S") for id in RANKS for i in range(8)} | {"stock": "#2D #3D"}
