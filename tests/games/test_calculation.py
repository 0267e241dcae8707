"""The Checks of sheets/calculation.md."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import bare, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Move
from tests.games.by_the_sheet import RANKS, Face, differences, moved, turned_up
from tests.games.positions import SEED, counts, is_legal, play, position, shown

ID = "calculation"
ORDERS = {
    "ones": "A23456789TJQK",
    "twos": "2468TQA3579JK",
    "threes": "369Q258JA47TK",
    "fours": "48Q37J26TA59K",
}
"""The ranks of each foundation in order, as part 4 lists them."""


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game(ID).deal(SEED)
    assert counts(table) == {**{id: [1] for id in ORDERS}, "heaps": [0] * 4, "hand": [1], "stock": [47]}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    for id, first in zip(ORDERS, "A234", strict=True):
        set_out = next(card for card in pack if card[0] == first)
        assert shown(table, id) == set_out
        pack.remove(set_out)
    assert [shown(table, "hand"), *(name(bare(card)) for card in reversed(table.stock))] == pack


def begun(**up_to: str) -> dict[str, str]:
    """Return foundations built up to these ranks; those not named have their first cards."""
    return {
        id: " ".join(f"{rank}C" for rank in order[: order.index(up_to.get(id, order[0])) + 1])
        for id, order in ORDERS.items()
    }


def homes(card: str, **up_to: str) -> list[str]:
    """Return the foundations that a card may go on."""
    table = position(ID, {**begun(**up_to), "hand": card})
    return [id for id in ORDERS if is_legal(table, "hand", id)]


def test_1_each_foundation_counts_on_by_its_own_number() -> None:
    assert [homes(card) for card in ("2H", "4H", "6H", "8H")] == [["ones"], ["twos"], ["threes"], ["fours"]]


@pytest.mark.parametrize("id", ORDERS)
def test_2_and_3_the_count_goes_round_until_the_king(id: str) -> None:
    order = ORDERS[id]
    for now, then in pairwise(order):
        table = position(ID, {**begun(**{id: now}), "heaps/0": f"{then}S"})
        assert is_legal(table, "heaps/0", id)
        other = RANKS[RANKS.index(then) - 1]
        assert not is_legal(position(ID, {**begun(**{id: now}), "heaps/0": f"{other}S"}), "heaps/0", id)
    full = position(ID, {**begun(**{id: "K"}), "hand": f"{order[0]}S"})
    assert not is_legal(full, "hand", id)


def test_4_the_hand_goes_on_any_heap_and_is_filled() -> None:
    table = position(ID, {**begun(), "hand": "9D", "heaps/1": "9C", "stock": "#2S #KD"})
    assert all(is_legal(table, "hand", f"heaps/{i}") for i in range(4))
    play(table, "hand", "heaps/1")
    assert [shown(table, spot) for spot in ("heaps/1", "hand", "stock")] == ["9C 9D", "KD", "#2S"]


def test_5_heaps_feed_the_foundations_alone() -> None:
    table = position(ID, {**begun(), "heaps/0": "6D 2S", "hand": "KD"})
    assert not is_legal(table, "heaps/0", "threes")
    assert not is_legal(table, "heaps/0", "heaps/1")
    play(table, "heaps/0", "ones")
    assert is_legal(table, "heaps/0", "threes")


def test_6_heaps_are_played_off_without_stock_and_hand() -> None:
    table = position(ID, {**begun(), "heaps/0": "2S", "heaps/3": "KC"})
    assert is_legal(table, "heaps/0", "ones")
    assert len(table.moves()) == 1


def by_the_sheet(face: Face) -> dict[Move, Face]:
    """Return the legal moves of part 4, and where each leads."""
    heaps = [f"heaps/{i}" for i in range(4)]

    def filled(after: Face) -> Face:
        if after["hand/0"] or not after["stock/0"]:
            return after
        return turned_up(moved(after, "stock/0", "hand/0"), "hand/0")

    found: dict[Move, Face] = {}
    for src in [spot for spot in ["hand/0", *heaps] if face[spot]]:
        for id, order in ORDERS.items():
            home = f"{id}/0"
            if len(face[home]) < 13 and order[len(face[home])] == face[src][-1][0]:
                found[src, home, 1] = filled(moved(face, src, home))
    for heap in heaps if face["hand/0"] else []:
        found["hand/0", heap, 1] = filled(moved(face, "hand/0", heap))
    return found


def test_a_second_definition_allows_the_same() -> None:
    assert differences(ID, by_the_sheet, 30) == []
