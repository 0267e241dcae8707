"""The Checks of sheets/easthaven.md that `test_gypsy.py` doesn't hold for both games."""

from __future__ import annotations

from cadogan_games import catalogue
from tests.games.positions import SEED, counts, play, position, shown


def test_counts_of_the_deal() -> None:
    table = catalogue.game("easthaven").deal(SEED)
    assert counts(table) == {"foundations": [0] * 4, "tableau": [3] * 7, "stock": [31]}


def test_5_the_fifth_deal_lays_three_cards() -> None:
    table = position("easthaven", {"tableau/5": "7C", "stock": "#2S #3S #4S"})
    play(table, "deal")
    assert [shown(table, f"tableau/{i}") for i in range(7)] == ["4S", "3S", "2S", "", "", "7C", ""]
