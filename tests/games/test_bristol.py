"""The Checks of sheets/bristol.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import bare, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Move
from tests.games.by_the_sheet import Face, differences, moved, rank, turned_up
from tests.games.positions import SEED, counts, is_legal, play, position, shown

ID = "bristol"


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game(ID).deal(SEED)
    assert counts(table) == {"foundations": [0] * 4, "tableau": [3] * 8, "reserve": [1] * 3, "stock": [25]}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    dealt = [pack[i : i + 3] for i in range(0, 24, 3)]
    sunk = [[c for c in fan if c[0] == "K"] + [c for c in fan if c[0] != "K"] for fan in dealt]
    assert [shown(table, f"tableau/{i}").split() for i in range(8)] == sunk
    assert [shown(table, f"reserve/{i}") for i in range(3)] == pack[24:27]
    assert [name(bare(card)) for card in reversed(table.stock)] == pack[27:]


def test_1_foundations_go_up_in_any_suit() -> None:
    table = position(ID, {"foundations/0": "AH 2H 3C 4H", "tableau/0": "5S", "reserve/1": "AC"})
    assert is_legal(table, "tableau/0", "foundations/0")
    assert is_legal(table, "reserve/1", "foundations/1")
    assert not is_legal(table, "reserve/1", "foundations/2")


def test_2_fans_are_packed_down_in_any_suit() -> None:
    fans = {"tableau/0": "8S", "tableau/1": "7H", "reserve/0": "7S", "tableau/2": "9S", "reserve/2": "6S"}
    table = position(ID, fans)
    legal = [is_legal(table, src, "tableau/0") for src in ("tableau/1", "reserve/0", "tableau/2", "reserve/2")]
    assert legal == [True, True, False, False]


def test_3_an_empty_fan_stays_empty() -> None:
    table = position(ID, {"tableau/0": "8S KC", "reserve/0": "7S"})
    assert not is_legal(table, "tableau/0", "tableau/2")
    assert not is_legal(table, "reserve/0", "tableau/2")


def test_4_the_last_deal_has_one_card() -> None:
    table = catalogue.game(ID).deal(SEED)
    for left in [*range(22, 0, -3), 0]:
        play(table, "deal")
        assert len(table.stock) == left
    assert [len(pile) for pile in table.group("reserve")] == [10, 9, 9]
    assert not is_legal(table, "deal")


def test_5_and_6_the_reserve_is_not_built_on() -> None:
    table = position(ID, {"reserve/0": "9C 4D", "tableau/0": "TC", "tableau/1": "5S", "tableau/2": "3H"})
    assert not is_legal(table, "tableau/2", "reserve/0")
    assert not is_legal(table, "tableau/2", "reserve/1")
    assert not is_legal(table, "reserve/0", "tableau/0")
    play(table, "reserve/0", "tableau/1")
    assert is_legal(table, "reserve/0", "tableau/0")


def by_the_sheet(face: Face) -> dict[Move, Face]:
    """Return the legal moves of part 4, and where each leads."""
    homes = [f"foundations/{i}" for i in range(4)]
    fans, reserve = [f"tableau/{i}" for i in range(8)], [f"reserve/{i}" for i in range(3)]
    found: dict[Move, Face] = {}
    if all(len(face[home]) == 13 for home in homes):
        return found
    for src in [spot for spot in [*fans, *reserve] if face[spot]]:
        card = face[src][-1]
        ready = [home for home in homes if len(face[home]) == rank(card) - 1]
        for home in ready[:1] if rank(card) == 1 else ready:
            found[src, home, 1] = moved(face, src, home)
        for dst in fans:
            if face[dst] and dst != src and rank(face[dst][-1]) == rank(card) + 1:
                found[src, dst, 1] = moved(face, src, dst)
    if face["stock/0"]:
        dealt = face
        for pile in reserve[: len(face["stock/0"])]:
            dealt = turned_up(moved(dealt, "stock/0", pile), pile)
        found["deal",] = dealt
    return found


def test_a_second_definition_allows_the_same() -> None:
    assert differences(ID, by_the_sheet, 30) == []
