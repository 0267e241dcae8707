"""The Checks of sheets/cover.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown


def row(cards: str, **more: str) -> dict[str, str]:
    """Return four cards in their places, and the other piles."""
    return {f"reserve/{i}": card for i, card in enumerate(cards.split())} | more


def gone(count: int) -> str:
    """Return `count` cards for the discard, of no interest."""
    return " ".join(["2C"] * count)


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("cover", {"winnable_only": False}).deal(SEED)
    assert counts(table) == {"reserve": [1] * 4, "stock": [48], "discard": [0]}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert [shown(table, f"reserve/{i}") for i in range(4)] == pack[:4]
    assert shown(table, "stock").split()[-1] == "#" + pack[4]


@pytest.mark.parametrize("seed", range(5))
def test_by_default_the_first_shuffle_that_comes_out_is_taken(seed: int) -> None:
    def discarded(table: Table) -> int:
        while moves := table.moves():
            table.push(moves[-1])
        return table.progress

    bare, number = seed.to_bytes(32, "big"), 0
    table = catalogue.game("cover").deal(bare)
    dealt = [*(pile[0] for pile in table.group("reserve")), *(card & 63 for card in reversed(table.group("stock")[0]))]
    while shuffled(table.game.pack, bare, number) != dealt:
        lost = position("cover", {})
        pack = shuffled(table.game.pack, bare, number)
        for place, card in enumerate(pack[:4]):
            lost.piles[place].append(card)
        lost.piles[4][:] = [card + 64 for card in reversed(pack[4:])]
        lost.changed()
        assert discarded(lost) < 48, "an earlier shuffle comes out too"
        number += 1
    assert discarded(table) == 48
    assert table.won


def test_1_a_pair_goes_and_both_places_are_filled_the_lower_first() -> None:
    table = position("cover", row("7C KD 2C 9H", stock="#3H #AD #5S"))
    play(table, "discard", "reserve/0", "reserve/2")
    assert [shown(table, f"reserve/{i}") for i in range(4)] == ["5S", "KD", "AD", "9H"]
    assert counts(table)["stock"] == [1]
    assert counts(table)["discard"] == [2]


def test_2_ranks_and_distance_do_not_matter() -> None:
    assert is_legal(position("cover", row("5S KD AD 9H")), "discard", "reserve/1", "reserve/2")


def test_3_equal_ranks_of_two_suits_stay_and_four_suits_block() -> None:
    table = position("cover", row("7C 7D 2H 9S", stock=" ".join(["#2C"] * 30), discard=gone(18)))
    assert not is_legal(table, "discard", "reserve/0", "reserve/1")
    with pytest.raises(IllegalMove, match=r"(?i)two cards of the same suit go together"):
        table.play(as_move(table, "discard", "reserve/0", "reserve/1"))
    assert table.blocked
    assert table.progress == 18


def test_4_any_two_of_four_but_never_three() -> None:
    table = position("cover", row("4H 6H 9H JH"))
    assert len(table.moves()) == 6
    assert not is_legal(table, "discard", "reserve/0", "reserve/1", "reserve/2")


def test_5_the_last_two_cards_come_in_and_the_game_is_won() -> None:
    table = position("cover", row("QC 3C 8D 4S", stock="#KC #2H", discard=gone(46)))
    play(table, "discard", "reserve/0", "reserve/1")
    assert counts(table) == {"reserve": [1] * 4, "stock": [0], "discard": [48]}
    assert table.won


def test_6_four_suits_win_only_when_the_stock_is_out() -> None:
    won = position("cover", row("AC 5D 9H KS", discard=gone(48)))
    assert won.won
    assert won.moves() == []
    lost = position("cover", row("AC 5D 9H KS", stock="#2C #3C", discard=gone(46)))
    assert lost.blocked
    assert not lost.won
    assert lost.progress == 46
