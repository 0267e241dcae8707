"""The Checks of sheets/tripeaks.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import bare, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Move
from tests.games.by_the_sheet import Face, differences, moved, rank, turned_up
from tests.games.positions import SEED, act, counts, is_legal, play, position, shown

ROW_2, ROW_3, ROW_4 = 3, 9, 18
"""The first places of the rows."""


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("tripeaks").deal(SEED)
    assert counts(table) == {"peaks": [1] * 28, "stock": [23], "foundations": [1]}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert [shown(table, f"peaks/{i}") for i in range(28)] == [f"#{card}" for card in pack[:18]] + pack[18:28]
    assert shown(table, "foundations") == pack[28]
    assert [name(bare(card)) for card in reversed(table.stock)] == pack[29:]


def playable(foundation: str, *last_row: str, **options: bool) -> list[str]:
    """Return which of these cards of the last row may be played on a card."""
    piles = {"foundations": foundation, **{f"peaks/{ROW_4 + i}": c for i, c in enumerate(last_row)}}
    table = position("tripeaks", piles, options=options)
    return [card for i, card in enumerate(last_row) if is_legal(table, f"peaks/{ROW_4 + i}", "foundations")]


def test_1_one_rank_higher_or_lower_in_any_suit() -> None:
    assert playable("7C", "8S", "6H", "7D", "9C") == ["8S", "6H"]


def test_2_king_and_ace_are_neighbours_unless_an_option_parts_them() -> None:
    assert playable("KS", "QH", "AD") == ["QH", "AD"]
    assert playable("KS", "QH", "AD", wrap=False) == ["QH"]
    assert playable("AS", "2D", "KD") == ["2D", "KD"]
    assert playable("AS", "2D", "KD", wrap=False) == ["2D"]


def test_3_and_4_a_card_is_turned_up_when_both_covers_are_gone() -> None:
    piles = {f"peaks/{ROW_3}": "#QC", f"peaks/{ROW_3 + 1}": "#QD", f"peaks/{ROW_4 + 2}": "2S"}
    table = position(
        "tripeaks", {**piles, f"peaks/{ROW_4}": "8S", f"peaks/{ROW_4 + 1}": "9S", "foundations": "7C", "stock": "#JC"}
    )
    play(table, f"peaks/{ROW_4}", "foundations")
    assert shown(table, f"peaks/{ROW_3}") == "#QC"
    play(table, f"peaks/{ROW_4 + 1}", "foundations")
    assert [shown(table, f"peaks/{ROW_3 + i}") for i in range(2)] == ["QC", "#QD"]
    play(table, "turn")
    assert is_legal(table, f"peaks/{ROW_3}", "foundations")
    assert not is_legal(table, f"peaks/{ROW_3 + 1}", "foundations")


@pytest.mark.parametrize("top", range(3))
def test_5_a_top_is_turned_up_when_both_cards_beneath_it_are_gone(top: int) -> None:
    left, right = f"peaks/{ROW_2 + 2 * top}", f"peaks/{ROW_2 + 2 * top + 1}"
    table = position("tripeaks", {f"peaks/{top}": "#KC", left: "8S", right: "9S", "foundations": "7C"})
    play(table, left, "foundations")
    assert shown(table, f"peaks/{top}") == "#KC"
    play(table, right, "foundations")
    assert shown(table, f"peaks/{top}") == "KC"


def test_6_the_stock_may_be_turned_although_a_card_fits() -> None:
    table = position("tripeaks", {"foundations": "5H", f"peaks/{ROW_4}": "6C", "stock": "#2S #KD"})
    assert is_legal(table, f"peaks/{ROW_4}", "foundations")
    table.play(act(table, "turn"))
    assert (shown(table, "foundations"), shown(table, "stock")) == ("5H KD", "#2S")


def test_7_no_card_fits_and_no_stock_is_the_end() -> None:
    table = position("tripeaks", {"foundations": "5H", f"peaks/{ROW_4}": "9C"})
    assert (table.won, table.moves()) == (False, [])


def test_8_won_with_cards_left_in_the_stock() -> None:
    table = position("tripeaks", {"foundations": "5H", "peaks/1": "6C", "stock": "#2S #KD #3C"})
    assert (table.progress, table.won) == (27, False)
    play(table, "peaks/1", "foundations")
    assert (table.progress, table.won, table.moves()) == (28, True, [])


COVERS = {
    **{i: (3 + 2 * i, 4 + 2 * i) for i in range(3)},
    **dict(zip(range(3, 9), [(9, 10), (10, 11), (12, 13), (13, 14), (15, 16), (16, 17)], strict=True)),
    **{9 + m: (18 + m, 19 + m) for m in range(9)},
}
"""The places that cover a place, by part 2 of the sheet."""


def by_the_sheet(face: Face, wrap: bool = True) -> dict[Move, Face]:
    """Return the legal moves of parts 4 to 7, and where each leads."""
    if not any(face[f"peaks/{place}"] for place in range(28)):
        return {}
    top = rank(face["foundations/0"][-1])
    found: dict[Move, Face] = {}
    for place in range(28):
        spot = f"peaks/{place}"
        covers = [face[f"peaks/{over}"] for over in COVERS.get(place, ())]
        if face[spot] and not any(covers) and abs(rank(face[spot][0]) - top) in ((1, 12) if wrap else (1,)):
            after = moved(face, spot, "foundations/0")
            for under, over in COVERS.items():
                if not any(after[f"peaks/{each}"] for each in over):
                    after = turned_up(after, f"peaks/{under}")
            found[spot, "foundations/0", 1] = after
    if face["stock/0"]:
        found["turn",] = turned_up(moved(face, "stock/0", "foundations/0"), "foundations/0")
    return found


@pytest.mark.parametrize("wrap", [True, False])
def test_a_second_definition_allows_the_same(wrap: bool) -> None:
    assert differences("tripeaks", lambda face: by_the_sheet(face, wrap), 60, {"wrap": wrap}) == []
