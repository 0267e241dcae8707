"""The Checks of sheets/fourteenth.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

STUCK = ["AC", "2C", "3C", "4C", "5C"]
"""Ranks no two of which make fourteen."""


def at(row: int, column: int) -> str:
    """The place in a row and a column, both counted from 1 as the sheet does."""
    return f"square/{5 * (row - 1) + column - 1}"


def square(piles: dict[str, str], id: str = "fourteenth", **counters: int) -> Table:
    """Return a square in which no two cards make fourteen unless the test lays them; `stock` may be given."""
    full = {at(r, c): STUCK[(r + c) % 5] for r in range(1, 6) for c in range(1, 6)}
    table = position(id, full | piles)
    for counter, value in counters.items():
        table.set(counter, value)
    table.log.clear()
    table.changed()
    return table


@pytest.mark.parametrize("id", ["fourteenth", "fourteenth_strict"])
def test_counts_and_order_of_the_deal(id: str) -> None:
    table = catalogue.game(id).deal(SEED)
    assert counts(table) == {"square": [1] * 25, "stock": [79], "discard": [0]}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert [shown(table, f"square/{i}") for i in range(25)] == pack[:25]
    assert shown(table, "stock").split()[-1] == "#" + pack[25]


def test_the_stock_ends_with_the_fortieth_discard() -> None:
    table = catalogue.game("fourteenth").deal(SEED)
    left = {}
    for _ in range(2000):
        pair = next((move for move in table.moves() if move[0] == "discard"), None)
        if pair is None and not table.moves():
            break
        table.push(pair or table.moves()[0])
        left[table.progress // 2] = counts(table)["stock"][0]
    assert left[39] == 1
    assert left[40] == 0
    assert table.won, "every deal comes out"


@pytest.mark.parametrize(
    ("one", "other", "legal"),
    [
        (("TH", at(1, 2)), ("4C", at(1, 5)), True),  # 1: one row
        (("TH", at(1, 2)), ("4C", at(3, 4)), False),  # 2: neither row nor column
        (("7D", at(1, 3)), ("7D", at(5, 3)), True),  # 3: one column, equal cards
        (("KS", at(2, 1)), ("KH", at(2, 5)), False),  # 4: twenty-six
    ],
)
def test_1_to_4_fourteens_in_line(one: tuple[str, str], other: tuple[str, str], legal: bool) -> None:
    (card, place), (second, beside) = one, other
    alone = {at(r, c): "" for r in range(1, 6) for c in range(1, 6)}
    table = square(alone | {place: card, beside: second})
    assert is_legal(table, "discard", *sorted((place, beside), key=lambda spot: int(spot.split("/")[1]))) == legal


@pytest.mark.parametrize("pair", ["AC KD", "2C QD", "3C JD", "4C TD", "5C 9D", "6C 8D", "7C 7D"])
def test_ranks_that_make_fourteen(pair: str) -> None:
    low, high = pair.split()
    alone = {at(r, c): "" for r in range(1, 6) for c in range(1, 6)}
    assert is_legal(square(alone | {at(1, 1): low, at(4, 1): high}), "discard", at(1, 1), at(4, 1))


def test_5_no_exchange_while_a_fourteen_is_there_except_its_second_half() -> None:
    there = {at(1, 1): "AS", at(1, 4): "KD", at(4, 3): "KS"}
    table = square(there)
    assert not any(move[0] == "exchange" for move in table.moves())
    with pytest.raises(IllegalMove, match="Only when no fourteen is there"):
        table.play(as_move(table, "exchange", at(2, 2), at(3, 3)))
    second_half = square(there, exchanges=1, second=1, _first=20, _other=21)
    assert is_legal(second_half, "exchange", at(2, 2), at(3, 3))
    assert not is_legal(second_half, "exchange", at(2, 2), at(5, 2)), "both places must be new"


def test_6_an_exchange_that_makes_a_fourteen() -> None:
    table = square(
        {at(1, 1): "AS", at(4, 3): "KD", at(4, 1): "6C", at(4, 5): "6H"} | {at(r, 3): "6D" for r in (1, 2, 3, 5)}
    )
    assert not any(move[0] == "discard" for move in table.moves())
    card = shown(table, at(1, 4))
    play(table, "exchange", at(1, 4), at(4, 3))
    assert shown(table, at(1, 4)) == "KD"
    assert shown(table, at(4, 3)) == card
    assert table.count("exchanges") == 1
    assert is_legal(table, "discard", at(1, 1), at(1, 4))


def test_7_an_exchange_that_makes_none_is_illegal() -> None:
    table = square({at(1, 1): "AS", at(4, 3): "KD"} | {at(r, 3): "6D" for r in (1, 2, 3, 5)} | {at(4, 1): "6C"})
    assert not is_legal(table, "exchange", at(2, 2), at(3, 3))
    with pytest.raises(IllegalMove, match="it must make one"):
        table.play(as_move(table, "exchange", at(2, 2), at(3, 3)))


def test_the_second_half_is_not_counted_and_there_is_no_third() -> None:
    table = square({at(1, 1): "AS", at(4, 3): "KD"} | {at(r, 3): "6D" for r in (1, 2, 3, 5)} | {at(4, 1): "6C"})
    play(table, "exchange", at(1, 4), at(4, 3))
    with pytest.raises(IllegalMove, match="two places that the first did not"):
        table.play(as_move(table, "exchange", at(1, 4), at(5, 5)))
    play(table, "exchange", at(2, 1), at(5, 5))
    assert table.count("exchanges") == 1
    assert not any(move[0] == "exchange" for move in table.moves())


def test_a_discard_closes_an_exchange() -> None:
    table = square({at(1, 1): "AS", at(1, 4): "KD", "stock": "#6C #6D"}, exchanges=1, second=1, _first=20, _other=21)
    play(table, "discard", at(1, 1), at(1, 4))
    assert table.count("second") == 0


def test_8_an_empty_place_takes_part_in_an_exchange() -> None:
    alone = {at(r, c): "" for r in range(1, 6) for c in range(1, 6)}
    discarded = " ".join(["AC", "KC"] * 51)
    table = square(alone | {at(2, 2): "5C", at(5, 4): "9D", "discard": discarded})
    play(table, "exchange", at(2, 5), at(5, 4))
    assert shown(table, at(2, 5)) == "9D"
    play(table, "discard", at(2, 2), at(2, 5))
    assert table.won
    assert table.game.penalty_of(table) == 1


def test_two_empty_places_make_no_exchange() -> None:
    alone = {at(r, c): "" for r in range(1, 6) for c in range(1, 6)}
    assert not is_legal(square(alone | {at(2, 2): "5C", at(5, 4): "9D"}), "exchange", at(1, 1), at(1, 2))


def test_9_places_are_filled_in_reading_order() -> None:
    table = square({at(2, 4): "TC", at(5, 4): "4S", "stock": "#9C #QH #3S"})
    play(table, "discard", at(2, 4), at(5, 4))
    assert shown(table, at(2, 4)) == "3S"
    assert shown(table, at(5, 4)) == "QH"
    last = square({at(2, 4): "TC", at(5, 4): "4S", "stock": "#3S"})
    play(last, "discard", at(2, 4), at(5, 4))
    assert [shown(last, at(2, 4)), shown(last, at(5, 4))] == ["3S", ""]


def test_strict_gives_one_exchange_and_its_second_half() -> None:
    stuck = {at(1, 1): "AS", at(4, 3): "KD"} | {at(r, 3): "6D" for r in (1, 2, 3, 5)} | {at(4, 1): "6C"}
    assert is_legal(square(stuck, "fourteenth_strict"), "exchange", at(1, 4), at(4, 3))
    spent = square(stuck, "fourteenth_strict", exchanges=1)
    assert spent.blocked
    assert is_legal(square(stuck, "fourteenth", exchanges=1), "exchange", at(1, 4), at(4, 3))
    with pytest.raises(IllegalMove, match="the one exchange of this game has been made"):
        spent.play(as_move(spent, "exchange", at(1, 4), at(4, 3)))
    half = square(stuck | {at(1, 4): "KH"}, "fourteenth_strict", exchanges=1, second=1, _first=23, _other=24)
    assert any(move[0] == "exchange" for move in half.moves())
