"""The moves that a bot notices."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from types import SimpleNamespace

from cadogan_client.bots.attention import Attention


def table(*piles: list[int]) -> SimpleNamespace:
    kinds = ["foundation", "waste", *["tableau"] * (len(piles) - 2)]
    return SimpleNamespace(piles=list(piles), kinds=kinds, group_of=kinds, counters=[0], counter_names=["phase"])


def test_an_overlooked_move_is_noticed_later_and_stays_noticed() -> None:
    view, moves = table([], [5], [18], [31]), [(1, 2, 1), (1, 3, 1), ("turn",)]
    attention = Attention(Random(2), 0.3)
    looks = [attention.noticed(view, moves) for _ in range(40)]
    assert looks[0] != moves
    assert looks[-1] == moves
    assert all(set(before) <= set(after) for before, after in pairwise(looks))
    assert all(("turn",) in look for look in looks), "the stock is in plain sight"


def test_another_card_in_the_same_place_is_another_chance_to_overlook_it() -> None:
    moves = [(1, 2, 1)]
    attention = Attention(Random(0), 0.5)
    noticed = [bool(attention.noticed(table([], [card], [18]), moves)) for card in range(40)]
    assert 10 < sum(noticed) < 30


def test_a_full_attention_overlooks_nothing_and_draws_no_chance() -> None:
    random = Random(0)
    before = random.getstate()
    moves = [(1, 2, 1), (1, 3, 1)]
    assert Attention(random, 1.0).noticed(table([], [5], [18], [31]), moves) == moves
    assert random.getstate() == before
