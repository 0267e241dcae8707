"""The Checks of sheets/trusty_twelve.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import bare, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Move
from tests.games.by_the_sheet import Face, differences, moved, rank, turned_up
from tests.games.positions import SEED, counts, is_legal, play, position, shown

ID = "trusty_twelve"
OTHERS = {f"tableau/{i}": "2C" for i in range(4, 12)}
"""Columns that are not empty."""


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game(ID).deal(SEED)
    assert counts(table) == {"tableau": [1] * 12, "stock": [40]}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert [shown(table, f"tableau/{i}") for i in range(12)] == pack[:12]
    assert [name(bare(card)) for card in reversed(table.stock)] == pack[12:]


def test_1_columns_are_packed_down_in_any_suit() -> None:
    columns = dict(zip((f"tableau/{i}" for i in range(5)), ["7H", "8S", "8D", "9S", "6S"], strict=True))
    table = position(ID, {**columns, "stock": "#2H"})
    assert [is_legal(table, "tableau/0", f"tableau/{i}") for i in range(1, 5)] == [True, True, False, False]


def test_2_and_3_an_emptied_column_gets_the_next_card() -> None:
    columns = {**OTHERS, "tableau/0": "7H", "tableau/1": "8S", "tableau/2": "9S 7D", "tableau/3": "8C"}
    table = position(ID, {**columns, "stock": "#2H #KD"})
    play(table, "tableau/0", "tableau/1")
    assert (shown(table, "tableau/0"), shown(table, "stock")) == ("KD", "#2H")
    play(table, "tableau/2", "tableau/3")
    assert (shown(table, "tableau/2"), shown(table, "stock")) == ("9S", "#2H")


def test_4_cards_move_one_by_one() -> None:
    table = position(ID, {**OTHERS, "tableau/2": "9S 8D", "tableau/3": "TC", "stock": "#2H"})
    assert not is_legal(table, "tableau/2", "tableau/3", 2)


def test_5_no_king_on_a_card_and_nothing_on_an_ace() -> None:
    table = position(ID, {"tableau/0": "KH", "tableau/1": "AS", "tableau/2": "2C", "stock": "#2H"})
    assert not is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/2", "tableau/1")


def test_6_won_when_the_stock_is_used_up() -> None:
    pack = [name(card) for card in catalogue.game(ID).pack if name(card) not in ("7H", "8S", "KD")]
    columns = {f"tableau/{i}": pack.pop() for i in range(2, 11)} | {"tableau/11": " ".join(pack)}
    table = position(ID, {**columns, "tableau/0": "7H", "tableau/1": "8S", "stock": "#KD"})
    assert (table.progress, table.won) == (51, False)
    play(table, "tableau/0", "tableau/1")
    assert (table.progress, table.won, table.moves()) == (52, True, [])


def by_the_sheet(face: Face) -> dict[Move, Face]:
    """Return the legal moves of part 4, and where each leads."""
    columns = [f"tableau/{i}" for i in range(12)]
    found: dict[Move, Face] = {}
    for src in columns if face["stock/0"] else []:
        for dst in columns:
            if rank(face[dst][-1]) == rank(face[src][-1]) + 1:
                after = moved(face, src, dst)
                if not after[src]:
                    after = turned_up(moved(after, "stock/0", src), src)
                found[src, dst, 1] = after
    return found


def test_a_second_definition_allows_the_same() -> None:
    assert differences(ID, by_the_sheet, 15) == []
