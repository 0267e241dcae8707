"""The Checks of sheets/blockade.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import name, rank_of
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown


def spot(r: int, c: int) -> str:
    """The place in row r and column c, both counted from 1."""
    return f"grid/{12 * (r - 1) + c - 1}"


def rows(count: int, card: str = "2C") -> dict[str, str]:
    """Return `count` full rows of one card."""
    return {spot(r, c): card for r in range(1, count + 1) for c in range(1, 13)}


@pytest.mark.parametrize("seed", range(6))
def test_counts_after_the_deal(seed: int) -> None:
    table = catalogue.game("blockade").deal(seed.to_bytes(32, "big"))
    aces = table.progress
    assert counts(table)["grid"] == [1] * 12 + [0] * 96
    assert counts(table)["stock"] == [92 - aces]
    pack = shuffled(table.game.pack, table.seed, 0)
    others = [name(card) for card in pack if rank_of(card) != 1]
    assert [shown(table, spot(1, c)) for c in range(1, 13)] == others[:12]
    assert aces == sum(rank_of(card) == 1 for card in pack[: 12 + aces])
    assert table.count("rows") == 1


def test_some_of_these_deals_meet_aces() -> None:
    assert any(catalogue.game("blockade").deal(seed.to_bytes(32, "big")).progress > 1 for seed in range(6))


def test_an_ace_goes_to_the_first_free_foundation_of_its_suit() -> None:
    table = position("blockade", rows(1) | {spot(1, 3): "", "foundations/4": "AH", "stock": "#4S #AH"}, rows=1)
    play(table, "fill")
    assert shown(table, "foundations/5") == "AH"


def test_1_building_opens_a_space_that_forbids_the_next_row() -> None:
    piles = rows(1) | {spot(1, 2): "4S", spot(1, 9): "5S", "stock": "#9D #8H"}
    table = position("blockade", piles, rows=1)
    assert is_legal(table, "deal")
    assert not is_legal(table, "fill")
    play(table, spot(1, 2), spot(1, 9))
    assert (shown(table, spot(1, 2)), shown(table, spot(1, 9))) == ("", "5S 4S")
    assert not is_legal(table, "deal")
    with pytest.raises(IllegalMove, match="empty places must be filled first"):
        table.play(as_move(table, "deal"))
    play(table, "fill")
    assert shown(table, spot(1, 2)) == "8H"
    assert is_legal(table, "deal")


def test_2_and_3_a_card_is_released_when_the_one_below_goes() -> None:
    piles = rows(2) | {spot(1, 3): "6H", spot(2, 3): "9C", spot(2, 7): "TC", "stock": "#KD #9D #8H"}
    table = position("blockade", piles | {"foundations/4": "AH 2H 3H 4H 5H"}, rows=2)
    assert not is_legal(table, spot(1, 3), "foundations/4")
    assert not is_legal(table, spot(2, 3), spot(1, 7))
    play(table, spot(2, 3), spot(2, 7))
    play(table, spot(1, 3), "foundations/4")
    assert not is_legal(table, "deal")
    play(table, "fill")
    assert (shown(table, spot(1, 3)), shown(table, spot(2, 3)), shown(table, "stock")) == ("8H", "9D", "#KD")


def test_a_covered_card_is_not_built_on() -> None:
    table = position("blockade", rows(2) | {spot(1, 1): "TC", spot(2, 2): "9C"}, rows=2)
    assert not is_legal(table, spot(2, 2), spot(1, 1))
    with pytest.raises(IllegalMove, match="built on, only while no card lies lower"):
        table.play(as_move(table, spot(2, 2), spot(1, 1)))
    table = position("blockade", rows(2) | {spot(1, 1): "TC", spot(2, 1): "", spot(2, 2): "9C"}, rows=2)
    assert is_legal(table, spot(2, 2), spot(1, 1))


def test_a_gap_between_leaves_the_upper_card_covered() -> None:
    table = position("blockade", rows(3) | {spot(1, 1): "TC", spot(2, 1): "", spot(3, 2): "9C"}, rows=3)
    assert not is_legal(table, spot(3, 2), spot(1, 1))


def test_4_packets_do_not_move_but_runs_of_the_modern_game_do() -> None:
    table = position("blockade", rows(1) | {spot(1, 1): "QC JC", spot(1, 2): "KC"}, rows=1)
    assert not is_legal(table, spot(1, 1), spot(1, 2), 2)
    assert not is_legal(table, spot(1, 1), spot(1, 2), 1)
    modern = position("blockade_modern", columns() | {"tableau/0": "4H QC JC", "tableau/1": "9S KC"})
    assert is_legal(modern, "tableau/0", "tableau/1", 2)
    assert not is_legal(modern, "tableau/0", "tableau/1", 3)
    modern = position("blockade_modern", columns() | {"tableau/0": "QC JC TC", "tableau/1": "9S JC"})
    assert is_legal(modern, "tableau/0", "tableau/1", 1)


def test_5_spaces_after_the_stock_is_gone() -> None:
    column_5_empty = {spot(r, 5): "" for r in (1, 2)}
    table = position("blockade", rows(2) | column_5_empty, rows=2)
    assert not any(is_legal(table, spot(2, c), spot(r, 5)) for c in range(1, 13) for r in (1, 2))
    assert not is_legal(table, "fill")
    piles = columns() | {"tableau/4": "", "tableau/0": "4H QC JC", "tableau/1": "9S"}
    modern = position("blockade_modern", piles)
    assert is_legal(modern, "tableau/0", "tableau/4", 1)
    assert is_legal(modern, "tableau/0", "tableau/4", 2)
    assert not is_legal(modern, "tableau/0", "tableau/4", 3)
    assert not is_legal(modern, "tableau/1", "tableau/4")
    modern = position("blockade_modern", piles | {"tableau/0": "QC JC"})
    assert is_legal(modern, "tableau/0", "tableau/4", 1)
    assert not is_legal(modern, "tableau/0", "tableau/4", 2)


def test_6_the_last_row_may_be_short() -> None:
    table = position("blockade", rows(2) | {"stock": "#5D #6H #7S"}, rows=2)
    play(table, "deal")
    assert [shown(table, spot(3, c)) for c in range(1, 5)] == ["7S", "6H", "5D", ""]
    assert table.count("rows") == 3
    assert not is_legal(table, "fill")
    assert not is_legal(table, "deal")


def test_7_nothing_but_a_two_follows_an_ace_home() -> None:
    modern = position("blockade_modern", columns() | {"tableau/0": "9S KD", "tableau/1": "9S AD"})
    assert not is_legal(modern, "tableau/0", "tableau/1")
    assert not is_legal(modern, "tableau/1", "tableau/0")
    table = position("blockade", rows(1) | {spot(1, 1): "KD", "foundations/2": "AD"}, rows=1)
    assert not is_legal(table, spot(1, 1), "foundations/2")


def test_8_an_ace_never_stays_on_the_grid() -> None:
    table = position("blockade", rows(1) | {spot(1, 3): "", "stock": "#AS #4S #AH"}, rows=1)
    play(table, "fill")
    assert shown(table, "foundations/4") == "AH"
    assert shown(table, spot(1, 3)) == "4S"
    assert shown(table, "stock") == "#AS"
    table = position("blockade", rows(1) | {spot(1, 3): "", "stock": "#AH"}, rows=1)
    play(table, "fill")
    assert (shown(table, "foundations/4"), shown(table, spot(1, 3))) == ("AH", "")


def test_the_modern_deal() -> None:
    table = catalogue.game("blockade_modern").deal(SEED)
    assert counts(table) == {"tableau": [1] * 12, "foundations": [0] * 8, "stock": [92]}


def test_in_the_modern_game_columns_are_refilled_and_dealt_on() -> None:
    table = position("blockade_modern", columns() | {"tableau/3": "AS", "stock": "#5D #6H #7S"})
    assert is_legal(table, "tableau/3", "foundations/6")
    play(table, "tableau/3", "foundations/6")
    assert shown(table, "tableau/3") == "7S"
    play(table, "deal")
    assert [shown(table, f"tableau/{c}").split()[-1] for c in range(3)] == ["6H", "5D", "9S"]
    assert not is_legal(table, "tableau/0", "tableau/3")


def test_in_the_modern_game_an_ace_lies_on_a_two() -> None:
    assert is_legal(
        position("blockade_modern", columns() | {"tableau/0": "AD", "tableau/1": "2D"}), "tableau/0", "tableau/1"
    )


def columns() -> dict[str, str]:
    """Twelve columns with a nine of spades each."""
    return {f"tableau/{c}": "9S" for c in range(12)}
