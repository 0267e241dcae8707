"""The Checks of sheets/gypsy.md; those of Easthaven, which has the same moves, are here too."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import bare, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Move
from tests.games.by_the_sheet import Face, differences, moved, rank, red, suit, turned_up
from tests.games.positions import SEED, is_legal, play, position, shown

BOTH = pytest.mark.parametrize("id", ["gypsy", "easthaven"])


@pytest.mark.parametrize(("id", "columns", "stock"), [("gypsy", 8, 80), ("easthaven", 7, 31)])
def test_counts_and_order_of_the_deal(id: str, columns: int, stock: int) -> None:
    table = catalogue.game(id).deal(SEED)
    assert (len(table.group("tableau")), len(table.stock)) == (columns, stock)
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    for i in range(columns):
        first, second, third = pack[i : 3 * columns : columns]
        assert shown(table, f"tableau/{i}").split() == [f"#{first}", f"#{second}", third]
    assert [name(bare(card)) for card in reversed(table.stock)] == pack[3 * columns :]


@BOTH
def test_1_and_2_runs_in_alternate_colours_move_together(id: str) -> None:
    columns = {"tableau/0": "8S 7H 6C", "tableau/1": "9D", "tableau/2": "7D", "tableau/3": "9C", "tableau/4": "8S 7C"}
    table = position(id, columns)
    assert is_legal(table, "tableau/0", "tableau/1", 3)
    assert is_legal(table, "tableau/0", "tableau/2", 1)
    assert not is_legal(table, "tableau/0", "tableau/3", 3)
    assert not is_legal(table, "tableau/4", "tableau/1", 2)


@BOTH
def test_3_a_space_takes_any_run(id: str) -> None:
    table = position(id, {"tableau/0": "2C 8S 7H"})
    assert is_legal(table, "tableau/0", "tableau/2", 2)
    assert is_legal(table, "tableau/0", "tableau/2", 1)


def test_3_only_kings_fill_spaces_by_an_option() -> None:
    table = position("easthaven", {"tableau/0": "2C 8S 7H", "tableau/1": "3C KS QH"}, options={"kings_only": True})
    assert not is_legal(table, "tableau/0", "tableau/2", 2)
    assert is_legal(table, "tableau/1", "tableau/2", 2)
    assert not is_legal(table, "tableau/1", "tableau/2", 1)


@BOTH
def test_4_cards_come_back_from_the_foundations(id: str) -> None:
    hearts = "foundations/4" if id == "gypsy" else "foundations/2"
    table = position(id, {hearts: "AH 2H 3H 4H 5H 6H", "tableau/0": "7C", "tableau/1": "7D"})
    assert is_legal(table, hearts, "tableau/0")
    assert not is_legal(table, hearts, "tableau/1")
    assert is_legal(table, hearts, "tableau/2")


def test_5_rows_are_dealt_also_over_a_space() -> None:
    table = position("easthaven", {"tableau/0": "7C", "stock": "#2S #3S #4S"})
    play(table, "deal")
    assert [shown(table, f"tableau/{i}") for i in range(4)] == ["7C 4S", "3S", "2S", ""]
    for id, rows in (("gypsy", 10), ("easthaven", 5)):
        game = catalogue.game(id).deal(SEED)
        for _ in range(rows):
            play(game, "deal")
        assert not is_legal(game, "deal")


@BOTH
def test_6_a_card_that_is_left_bare_is_turned_up(id: str) -> None:
    table = position(id, {"tableau/0": "#2S #3D 7C", "tableau/1": "8D"})
    play(table, "tableau/0", "tableau/1")
    assert shown(table, "tableau/0") == "#2S 3D"


def test_7_either_foundation_of_a_suit_takes_the_next_card() -> None:
    table = position("gypsy", {"foundations/2": "AD", "foundations/3": "AD", "tableau/0": "2D"})
    assert is_legal(table, "tableau/0", "foundations/2")
    assert is_legal(table, "tableau/0", "foundations/3")


def by_the_sheet(face: Face, copies: int, kings_only: bool = False) -> dict[Move, Face]:
    """Return the legal moves of part 4, and where each leads."""
    columns = [spot for spot in face if spot.startswith("tableau")]
    homes = [spot for spot in face if spot.startswith("foundations")]
    found: dict[Move, Face] = {}
    for src in [spot for spot in columns if face[spot]]:
        card = face[src][-1]
        own = homes[copies * "CDHS".index(suit(card)) :][:copies]
        ready = [home for home in own if len(face[home]) == rank(card) - 1]
        for home in ready[:1] if rank(card) == 1 else ready:
            found[src, home, 1] = turned_up(moved(face, src, home), src)
    for src in [spot for spot in [*columns, *homes] if face[spot]]:
        for count in range(1, (len(face[src]) if src in columns else 1) + 1):
            run = face[src][-count:]
            if "#" in run[0] or any(red(a) == red(b) or rank(a) != rank(b) + 1 for a, b in pairwise(run)):
                break
            for dst in columns:
                onto = face[dst][-1] if face[dst] else ""
                fits = rank(onto) == rank(run[0]) + 1 and red(onto) != red(run[0]) if onto else True
                if dst != src and fits and (onto or not kings_only or rank(run[0]) == 13):
                    found[src, dst, count] = turned_up(moved(face, src, dst, count), src)
    if face["stock/0"]:
        dealt = face
        for column in columns[: len(face["stock/0"])]:
            dealt = turned_up(moved(dealt, "stock/0", column), column)
        found["deal",] = dealt
    return found


@pytest.mark.parametrize(
    ("id", "copies", "kings"), [("gypsy", 2, False), ("easthaven", 1, False), ("easthaven", 1, True)]
)
def test_a_second_definition_allows_the_same(id: str, copies: int, kings: bool) -> None:
    options = {"kings_only": True} if kings else {}
    assert differences(id, lambda face: by_the_sheet(face, copies, kings), 8, options) == []
