"""The Checks of sheets/yukon.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Move
from tests.games.by_the_sheet import Face, differences, moved, rank, red, suit, turned_up
from tests.games.positions import SEED, counts, is_legal, play, position, shown

IDS = ("yukon", "russian_solitaire", "alaska")


@pytest.mark.parametrize("id", IDS)
def test_counts_and_order_of_the_deal(id: str) -> None:
    table = catalogue.game(id).deal(SEED)
    assert counts(table) == {"foundations": [0] * 4, "tableau": [1, 6, 7, 8, 9, 10, 11]}
    assert [sum(card >= DOWN for card in pile) for pile in table.group("tableau")] == list(range(7))
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/0") == pack[0]
    assert shown(table, "tableau/1").split() == [f"#{pack[1]}", pack[7], *pack[28::6]]
    assert shown(table, "tableau/6").split()[-1] == pack[51]


def fits(id: str, card: str, on: str) -> bool:
    """Return whether a card with a load goes on the last card of another column."""
    return is_legal(position(id, {"tableau/2": f"{card} KC 2D", "tableau/4": f"2C {on}"}), "tableau/2", "tableau/4", 3)


def test_1_a_card_takes_along_all_that_lies_on_it() -> None:
    table = position("yukon", {"tableau/2": "8H KC 2D", "tableau/4": "9S"})
    play(table, "tableau/2", "tableau/4", 3)
    assert shown(table, "tableau/4") == "9S 8H KC 2D"


def test_2_yukon_packs_down_in_alternate_colours() -> None:
    assert [fits("yukon", "8H", on) for on in ("9S", "9C", "9D", "9H", "TS", "7S")] == [True, True, *[False] * 4]


def test_3_russian_solitaire_packs_down_in_suit() -> None:
    assert [fits("russian_solitaire", "8H", on) for on in ("9H", "9S", "9D", "7H")] == [True, False, False, False]
    assert not fits("russian_solitaire", "9H", "8H")


def test_4_alaska_packs_both_ways_in_suit_and_not_round() -> None:
    assert [fits("alaska", "8H", on) for on in ("9H", "7H", "9D", "7S")] == [True, True, False, False]
    assert fits("alaska", "9H", "8H")
    assert not fits("alaska", "KH", "AH")
    assert not fits("alaska", "AH", "KH")


@pytest.mark.parametrize("id", IDS)
def test_5_a_space_takes_a_king_with_its_load(id: str) -> None:
    table = position(id, {"tableau/3": "5C KD 3S"})
    assert [is_legal(table, "tableau/3", "tableau/1", count) for count in (1, 2, 3)] == [False, True, False]


@pytest.mark.parametrize("id", IDS)
def test_6_a_king_at_the_head_of_its_column_stays(id: str) -> None:
    assert not is_legal(position(id, {"tableau/5": "KS 4D"}), "tableau/5", "tableau/1", 2)


def test_7_a_card_left_last_is_turned_up() -> None:
    table = position("yukon", {"tableau/4": "#5C QS", "tableau/0": "KD"})
    play(table, "tableau/4", "tableau/0")
    assert shown(table, "tableau/4") == "5C"


@pytest.mark.parametrize("id", IDS)
def test_8_the_suits_go_home_from_the_ace(id: str) -> None:
    table = position(id, {"tableau/0": "2C AC"})
    play(table, "tableau/0", "foundations/0")
    play(table, "tableau/0", "foundations/0")
    assert shown(table, "foundations/0") == "AC 2C"
    assert position(id, {"tableau/0": "AC 2C"}).moves() == []


@pytest.mark.parametrize("id", IDS)
def test_9_nothing_comes_back_from_home(id: str) -> None:
    table = position(id, {"foundations/0": "AC 2C", "tableau/0": "3D", "tableau/1": "3C"})
    assert not is_legal(table, "foundations/0", "tableau/0")
    assert not is_legal(table, "foundations/0", "tableau/1")


def test_10_a_card_face_down_neither_moves_nor_takes() -> None:
    table = position("yukon", {"tableau/4": "#5C QS", "tableau/0": "KD", "tableau/1": "6H", "tableau/2": "4D"})
    assert not is_legal(table, "tableau/4", "tableau/1", 2)
    assert not is_legal(table, "tableau/2", "tableau/4")


def by_the_sheet(face: Face, id: str) -> dict[Move, Face]:
    """Return the legal moves of parts 4 to 7, and where each leads."""
    columns = [f"tableau/{i}" for i in range(7)]
    found: dict[Move, Face] = {}
    for src in columns:
        cards = face[src]
        if not cards:
            continue
        home = f"foundations/{'CDHS'.index(suit(cards[-1]))}"
        if rank(cards[-1]) == len(face[home]) + 1:
            found[src, home, 1] = turned_up(moved(face, src, home), src)
        for at, card in enumerate(cards):
            if card.startswith("#"):
                continue
            for dst in columns:
                if dst != src and (_fits(card, face[dst][-1], id) if face[dst] else rank(card) == 13 and at > 0):
                    count = len(cards) - at
                    found[src, dst, count] = turned_up(moved(face, src, dst, count), src)
    return found


def _fits(card: str, on: str, id: str) -> bool:
    if id == "yukon":
        return rank(on) - rank(card) == 1 and red(on) != red(card)
    apart = (1, -1) if id == "alaska" else (1,)
    return suit(on) == suit(card) and rank(on) - rank(card) in apart


@pytest.mark.parametrize("id", IDS)
def test_a_second_definition_allows_the_same(id: str) -> None:
    assert differences(id, lambda face: by_the_sheet(face, id), 20) == []
