"""The bots at Spite and Malice for three and four: rivals, partners, and who wins."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cadogan_client.bots.levels import POLICIES
from cadogan_client.bots.malice.sight import Sight
from cadogan_games.engine import sharing
from cadogan_games.engine.table import Table
from cadogan_games.players import Seen
from tests.bench.malice_bots import play_at_a_table
from tests.games.test_spite_and_malice_table import PARTNERS, table_of


def sight(table: Table) -> Sight:
    return Sight(Seen(table, table.count("seat")))


def test_the_rival_is_the_next_opponent_with_a_pile() -> None:
    piles = {"riddance/1": "#6C 9C", "riddance/2": "#6C TC", "riddance/3": "#6C JC"}
    assert [sight(table_of(piles, seat=seat)).theirs for seat in (0, 1, 2)] == [9, 10, 11]
    assert sight(table_of(piles, options=PARTNERS, seat=1)).theirs == 10
    assert sight(table_of(piles | {"riddance/1": ""}, options=PARTNERS)).theirs == 11


def test_a_bot_sees_what_its_partner_shows_and_not_the_hand() -> None:
    piles = {"riddance/2": "#6C 9C", "discards/8": "5C 4C", "hand/0": "AC", "hand/2": "AD AH"}
    seen = sight(table_of(piles, options=PARTNERS))
    assert (seen.discards, seen.partners_pile) == ([[], [], [], [], [5, 4], [], [], [], [9]], 8)
    assert seen.hand == [1]
    assert seen.unseen[1] == sight(table_of({"hand/0": "AC"}, options=PARTNERS)).unseen[1]


def test_a_bot_that_is_out_plays_for_its_partner() -> None:
    seen = sight(table_of({"riddance/0": "", "riddance/2": "#6C 9C"}, options=PARTNERS))
    assert (seen.upcard, seen.left, seen.partners_pile) == (9, 2, None)


@pytest.mark.parametrize("level", ["easy", "fair", "good", "master"])
def test_each_level_plays_its_partners_upcard(level: str) -> None:
    piles = {"riddance/2": "#6C AC", "hand/0": "9C 9D TC"}
    table = table_of(piles, options=PARTNERS)
    chosen = {POLICIES[level](Random(seed)).choose(Seen(table, 0), sharing.moves(table, 0)) for seed in range(20)}
    upcard = table.number("riddance") + 2
    assert sum(move is not None and move[1] == upcard for move in chosen) >= 1
    if level != "fair":  # it slips now and then
        assert all(move is not None and move[1] == upcard for move in chosen)


def out_of(levels: list[str], number: int, **options: Any) -> int | None:
    """Let bots of these levels play a game, and return the seat that went out."""
    return play_at_a_table(number, [POLICIES[level] for level in levels], **options)[0]


@pytest.mark.parametrize(("better", "worse"), [("fair", "easy"), ("good", "fair")])
def test_a_better_level_wins_more_than_its_share(better: str, worse: str, thorough: bool) -> None:
    games, won = (90 if thorough else 24), 0
    for number in range(games):
        levels = [better if seat == number % 3 else worse for seat in range(3)]
        won += out_of(levels, number, riddance=5) == number % 3
    assert won > games / 3


def test_better_partners_win_more_than_half(thorough: bool) -> None:
    games, won = (40 if thorough else 8), 0
    for number in range(games):
        levels = ["good" if seat % 2 == number % 2 else "easy" for seat in range(4)]
        out = out_of(levels, number, **PARTNERS, riddance=5)
        won += out is not None and out % 2 == number % 2
    assert won > games / 2
