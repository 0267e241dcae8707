"""The Checks of sheets/canfield.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import bare, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Move
from tests.games.by_the_sheet import Face, differences, moved, rank, red, suit, turned_up
from tests.games.positions import SEED, counts, is_legal, play, position, shown

ID = "canfield"
OTHERS = {"tableau/0": "2C", "tableau/1": "4C", "tableau/2": "6C", "tableau/3": "TC"}
"""Columns that are not empty."""


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game(ID).deal(SEED)
    expected = {"reserve": [13], "foundations": [1, 0, 0, 0], "tableau": [1] * 4, "stock": [34], "waste": [0]}
    assert counts(table) == expected
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "reserve").split() == [f"#{card}" for card in pack[:12]] + [pack[12]]
    assert shown(table, "foundations") == pack[13]
    assert [shown(table, f"tableau/{i}") for i in range(4)] == pack[14:18]
    assert [name(bare(card)) for card in reversed(table.stock)] == pack[18:]


def test_1_foundations_begin_with_the_base_rank() -> None:
    piles = {**OTHERS, "foundations/0": "9D"}
    assert is_legal(position(ID, {**piles, "waste": "9S"}), "waste", "foundations/1")
    assert is_legal(position(ID, {**piles, "waste": "TD"}), "waste", "foundations/0")
    table = position(ID, {**piles, "waste": "TC"})
    assert not any(is_legal(table, "waste", f"foundations/{i}") for i in range(4))


def test_2_foundations_go_round_the_corner() -> None:
    table = position(ID, {**OTHERS, "foundations/0": "9C TC JC QC KC", "waste": "AC"})
    assert is_legal(table, "waste", "foundations/0")


def test_3_columns_are_packed_round_the_corner_in_alternate_colours() -> None:
    columns = {**OTHERS, "tableau/0": "AH", "tableau/1": "5C", "foundations/0": "9C"}
    assert is_legal(position(ID, {**columns, "waste": "KS"}), "waste", "tableau/0")
    assert not is_legal(position(ID, {**columns, "waste": "KD"}), "waste", "tableau/0")
    assert is_legal(position(ID, {**columns, "reserve": "4H"}), "reserve", "tableau/1")


@pytest.mark.parametrize("partial", [False, True])
def test_4_a_column_moves_whole_unless_an_option_parts_it(partial: bool) -> None:
    columns = {"tableau/0": "8S 7H 6C", "tableau/1": "9D", "tableau/2": "8C", "tableau/3": "7D", "foundations/0": "9C"}
    table = position(ID, {**columns, "stock": "#2S"}, options={"partial_runs": partial})
    assert is_legal(table, "tableau/0", "tableau/1", 3)
    assert is_legal(table, "tableau/0", "tableau/2", 2) is partial
    assert is_legal(table, "tableau/0", "tableau/3") is partial


def test_5_the_reserve_fills_spaces_and_then_the_waste_may() -> None:
    columns = {"tableau/0": "8S", "tableau/1": "9D", "tableau/2": "8C", "tableau/3": "KD", "foundations/0": "9C"}
    table = position(ID, {**columns, "reserve": "#2H #3H #4H 5H", "waste": "2S"})
    play(table, "tableau/0", "tableau/1")
    assert (shown(table, "tableau/0"), shown(table, "reserve")) == ("5H", "#2H #3H 4H")
    table = position(ID, {**columns, "waste": "2S"})
    play(table, "tableau/0", "tableau/1")
    assert shown(table, "tableau/0") == ""
    assert is_legal(table, "waste", "tableau/0")
    assert not is_legal(table, "tableau/2", "tableau/0")


def test_6_the_last_cards_of_the_stock_are_turned_together() -> None:
    table = position(ID, {**OTHERS, "foundations/0": "9C", "stock": "#2S #KD"})
    play(table, "turn")
    assert (shown(table, "stock"), shown(table, "waste")) == ("", "KD 2S")


def test_7_redeals_without_end() -> None:
    table = position(ID, {**OTHERS, "foundations/0": "9C", "waste": "3C 5D"}, redeals=7)
    play(table, "redeal")
    play(table, "turn")
    assert (table.count("redeals"), shown(table, "waste")) == (8, "3C 5D")


def filled(face: Face) -> Face:
    """Return the face with spaces filled from the reserve."""
    for column in (f"tableau/{i}" for i in range(4)):
        if not face[column] and face["reserve/0"]:
            face = turned_up(moved(face, "reserve/0", column), "reserve/0")
    return face


def by_the_sheet(face: Face, partial: bool = False) -> dict[Move, Face]:
    """Return the legal moves of parts 4 to 6, and where each leads."""
    columns, homes = [f"tableau/{i}" for i in range(4)], [f"foundations/{i}" for i in range(4)]
    found: dict[Move, Face] = {}
    if all(len(face[home]) == 13 for home in homes):
        return found
    base = rank(face[homes[0]][0])

    def below(card: str, onto: str) -> bool:
        return red(card) != red(onto) and rank(card) % 13 == (rank(onto) - 1) % 13

    for src in ["waste/0", "reserve/0", *columns]:
        if not face[src]:
            continue
        card = face[src][-1]
        begun = [home for home in homes if face[home] and suit(face[home][0]) == suit(card)]
        if begun and len(face[begun[0]]) < 13 and rank(card) % 13 == (rank(face[begun[0]][-1]) + 1) % 13:
            found[src, begun[0], 1] = filled(turned_up(moved(face, src, begun[0]), src))
        elif not begun and rank(card) == base:
            home = next(home for home in homes if not face[home])
            found[src, home, 1] = filled(turned_up(moved(face, src, home), src))
        counts = [1] if src not in columns else range(1, len(face[src]) + 1) if partial else [len(face[src])]
        for dst in columns:
            for count in counts:
                fits = dst != src and face[dst] and below(face[src][-count], face[dst][-1])
                if fits or (not face[dst] and src == "waste/0"):
                    found[src, dst, count] = filled(turned_up(moved(face, src, dst, count), src))
    if face["stock/0"]:
        after = face
        for _ in range(min(3, len(face["stock/0"]))):
            after = turned_up(moved(after, "stock/0", "waste/0"), "waste/0")
        found["turn",] = after
    elif face["waste/0"]:
        again = tuple(f"#{card}" for card in reversed(face["waste/0"]))
        made = str(int(face["count/redeals"][0]) + 1)
        found["redeal",] = {**face, "waste/0": (), "stock/0": again, "count/redeals": (made,)}
    return found


@pytest.mark.parametrize("partial", [False, True])
def test_a_second_definition_allows_the_same(partial: bool) -> None:
    options = {"partial_runs": partial}
    assert differences(ID, lambda face: by_the_sheet(face, partial), 20, options) == []
