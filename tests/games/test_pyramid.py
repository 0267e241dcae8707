"""The Checks of sheets/pyramid.md."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import bare, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Move, Table
from tests.games.by_the_sheet import Face, differences, moved, rank, turned_up
from tests.games.positions import SEED, counts, is_legal, play, position, shown

ROW_6, ROW_7 = 15, 21
"""The first places of the last two rows."""


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("pyramid").deal(SEED)
    assert counts(table) == {"pyramid": [1] * 28, "stock": [24], "hand": [0], "waste": [0], "discard": [0]}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert [shown(table, f"pyramid/{i}") for i in range(28)] == pack[:28]
    assert [name(bare(card)) for card in reversed(table.stock)] == pack[28:]


def pairs(table: Table) -> list[tuple[str, ...]]:
    """Return the pairs that may go off, as cards."""
    tops = {i: name(pile[-1]) for i, pile in enumerate(table.piles) if pile}
    return [(tops[move[1]], tops[move[2]]) for move in table.moves() if move[0] == "discard"]


def test_1_two_cards_that_make_thirteen_go_together() -> None:
    row = dict(zip((f"pyramid/{ROW_7 + i}" for i in range(4)), ["6C", "7D", "6H", "5S"], strict=True))
    assert pairs(position("pyramid", row)) == [("6C", "7D"), ("7D", "6H")]


def test_2_a_king_goes_alone() -> None:
    table = position("pyramid", {f"pyramid/{ROW_7}": "KH", f"pyramid/{ROW_7 + 1}": "AH", "pyramid/0": "2C"})
    assert pairs(table) == []
    play(table, f"pyramid/{ROW_7}", "discard")
    assert shown(table, "discard") == "KH"
    assert not is_legal(table, f"pyramid/{ROW_7 + 1}", "discard")


def test_3_no_pair_of_which_one_card_covers_the_other() -> None:
    assert pairs(position("pyramid", {f"pyramid/{ROW_6}": "QS", f"pyramid/{ROW_7}": "AD"})) == []


def test_4_a_card_is_free_when_both_covers_are_gone() -> None:
    row_6 = {f"pyramid/{ROW_6}": "QS", "hand": "AD"}
    assert pairs(position("pyramid", row_6)) == [("QS", "AD")]
    assert pairs(position("pyramid", {**row_6, f"pyramid/{ROW_7}": "2C"})) == []
    assert pairs(position("pyramid", {**row_6, f"pyramid/{ROW_7 + 1}": "2C"})) == []
    king = position("pyramid", {f"pyramid/{ROW_6 + 1}": "KS", f"pyramid/{ROW_7 + 2}": "2C"})
    assert not is_legal(king, f"pyramid/{ROW_6 + 1}", "discard")


def test_5_hand_and_waste_go_together() -> None:
    table = position("pyramid", {"hand": "4C", "waste": "JC 9H", "pyramid/0": "2S"})
    assert pairs(table) == [("4C", "9H")]
    play(table, "discard", "hand", "waste")
    assert pairs(table) == [("2S", "JC")]


def test_6_turn_lays_the_hand_on_the_waste() -> None:
    table = position("pyramid", {"hand": "4C", "waste": "9H", "stock": "#2S #KD", "pyramid/0": "2S"})
    play(table, "turn")
    assert [shown(table, spot) for spot in ("hand", "waste", "stock")] == ["KD", "9H 4C", "#2S"]
    play(table, "hand", "discard")
    play(table, "turn")
    assert [shown(table, spot) for spot in ("hand", "waste", "stock")] == ["2S", "9H 4C", ""]
    assert not is_legal(table, "turn")


def test_7_a_redeal_brings_the_same_order_twice() -> None:
    table = position("pyramid", {"hand": "8S", "waste": "3C 5D", "pyramid/0": "2S"})
    play(table, "redeal")
    assert [shown(table, spot) for spot in ("hand", "waste", "stock")] == ["", "", "#8S #5D #3C"]
    assert table.count("redeals") == 1
    piles = {"waste": "3C 5D", "pyramid/0": "2S"}
    assert is_legal(position("pyramid", piles, redeals=1), "redeal")
    assert not is_legal(position("pyramid", piles, redeals=2), "redeal")
    assert not is_legal(position("pyramid", piles, options={"redeals": 0}), "redeal")
    assert not is_legal(position("pyramid", {**piles, "stock": "#2H"}), "redeal")
    assert not is_legal(position("pyramid", {"pyramid/0": "2S"}), "redeal")


def test_8_won_when_the_pyramid_is_cleared_or_the_whole_pack() -> None:
    others = " ".join(name(card) for card in catalogue.game("pyramid").pack if name(card) not in ("2S", "JC", "KC"))
    for whole_pack in (False, True):
        table = position(
            "pyramid",
            {"pyramid/0": "2S", "hand": "JC", "waste": "KC", "discard": others},
            options={"whole_pack": whole_pack},
        )
        assert table.progress == (49 if whole_pack else 27)
        play(table, "discard", "pyramid/0", "hand")
        assert table.won is not whole_pack
        if whole_pack:
            play(table, "waste", "discard")
            assert (table.progress, table.won) == (52, True)


def test_9_a_covered_king_waits() -> None:
    assert is_legal(position("pyramid", {"hand": "KD", "pyramid/0": "2S"}), "hand", "discard")
    assert not is_legal(position("pyramid", {"waste": "KD 2C", "pyramid/0": "2S"}), "waste", "discard")


def free_spots(face: Face) -> list[str]:
    """Return the names of the piles whose cards are free, by part 4 of the sheet."""
    found, place = [], 0
    for row in range(7):
        for _ in range(row + 1):
            below = place + row + 1
            covers = [face[f"pyramid/{below}"], face[f"pyramid/{below + 1}"]] if row < 6 else []
            if face[f"pyramid/{place}"] and not any(covers):
                found.append(f"pyramid/{place}")
            place += 1
    return found + [spot for spot in ("hand/0", "waste/0") if face[spot]]


def by_the_sheet(face: Face, redeals: int, whole_pack: bool) -> dict[Move, Face]:
    """Return the legal moves of parts 4 and 5, and where each leads."""
    if len(face["discard/0"]) == 52 if whole_pack else not any(face[f"pyramid/{place}"] for place in range(28)):
        return {}
    found: dict[Move, Face] = {}
    free = free_spots(face)
    for one, other in combinations(free, 2):
        if rank(face[one][-1]) + rank(face[other][-1]) == 13:
            found["discard", one, other] = moved(moved(face, one, "discard/0"), other, "discard/0")
    for spot in free:
        if rank(face[spot][-1]) == 13:
            found[spot, "discard/0", 1] = moved(face, spot, "discard/0")
    down = moved(face, "hand/0", "waste/0") if face["hand/0"] else face
    made = int(face["count/redeals"][0])
    if face["stock/0"]:
        found["turn",] = turned_up(moved(down, "stock/0", "hand/0"), "hand/0")
    elif down["waste/0"] and made < redeals:
        again = tuple(f"#{card}" for card in reversed(down["waste/0"]))
        found["redeal",] = {**down, "waste/0": (), "stock/0": again, "count/redeals": (str(made + 1),)}
    return found


@pytest.mark.parametrize("options", [{}, {"redeals": 0}, {"whole_pack": True}], ids=str)
def test_a_second_definition_allows_the_same(options: dict[str, Any]) -> None:
    redeals, whole_pack = options.get("redeals", 2), options.get("whole_pack", False)
    assert differences("pyramid", lambda face: by_the_sheet(face, redeals, whole_pack), 40, options) == []
