"""The ranks that make a pair, as a bot learns them."""

from __future__ import annotations

from typing import Any

from cadogan_client.bots.pairs import Pairs
from tests.client.bots.test_attention import table

SEVEN, OTHER_SEVEN, SIX, KING = 6, 19, 5, 12


def looked(*piles: list[int], moves: list[Any]) -> Pairs:
    """Return the pairs that a bot has learned from these moves, at a table with a foundation and a waste before the piles."""
    pairs = Pairs()
    pairs.look(table([], [], *piles), moves)
    return pairs


def test_a_pair_of_equal_ranks_makes_the_rank_its_own_partner() -> None:
    pairs = looked([SEVEN], [OTHER_SEVEN], [SIX], moves=[("discard", 2, 3)])
    assert pairs.partners(32) == 2, "both open sevens"
    assert pairs.partners(KING) == 0


def test_a_pair_of_two_ranks_shows_the_sum_that_counts() -> None:
    pairs = looked([SEVEN], [SIX], [KING], moves=[("discard", 2, 3)])
    assert pairs.partners(SEVEN) == 1
    assert pairs.partners(SIX + 13) == 1, "a six of another suit"
    assert pairs.partners(KING) == 0, "no card has the missing rank"


def test_cards_that_lie_face_down_teach_nothing() -> None:
    pairs = looked([-1], [SIX], moves=[("discard", 2, 3)])
    assert pairs.partners(SIX) == 0
    assert pairs.partners(-1) == 0


def test_other_moves_make_no_pair() -> None:
    assert looked([SEVEN], [SIX], moves=[(2, 3, 1), ("turn",), ("discard", 2)]).partners(SEVEN) == 0
