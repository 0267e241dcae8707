"""The judge of moves at Spite and Malice: it finds mistakes by what the player could see, and by nothing else."""

from __future__ import annotations

from random import Random

import pytest

from cadogan_client.bots.malice import MaliceGood
from cadogan_client.bots.malice.judging import Judgement, judge
from cadogan_games.engine.table import Move, Table
from cadogan_games.players import Seen
from tests.client.bots.malice.test_level import pile_up_to
from tests.games.duels import duel, in_words

MATE = {
    "riddance/0": "3C",
    "hand/0": "JK KC",
    "centre/0": "AS",
    "discards/0": "9C",
    "stock": "#9H " * 40,
}
"""Seat 0 goes out by playing the joker for a two and then its last riddance card."""


def judged(table: Table, *words: str) -> tuple[Judgement, Judgement]:
    """The judgement of a move, and of the best one."""
    seat = table.count("seat")
    moves = table.moves()
    by_words = {in_words(table, move): move for move in moves}
    told = judge(Seen(table, seat), moves, by_words[words])
    return told, judge(Seen(table, seat), moves, told.best)


def test_a_missed_win_is_named_with_what_it_lost() -> None:
    table = duel(MATE)
    told, best = judged(table, "discard", "hand/0/1", "discards/1")
    assert in_words(table, told.best) == ("play", "hand/0/0", "centre/0")
    assert told.chance == 1000
    assert 100 < told.loss < 1000
    assert best == (told.best, 1000, 0)


def test_a_move_as_good_as_the_bots_is_no_mistake() -> None:
    table = duel({**MATE, "centre/1": "AD"})
    for place in ("centre/0", "centre/1"):
        told, _ = judged(table, "play", "hand/0/0", place)
        assert (in_words(table, told.best), told.loss) == (("play", "hand/0/0", place), 0)


def test_opening_the_way_for_the_opponent_is_a_mistake() -> None:
    piles = {"riddance/0": "#9D QC", "riddance/1": "#9H 6S", "hand/0": "5H KC KD 9S 9D", "stock": "#9H " * 40}
    table = duel({**piles, "centre/0": pile_up_to(4)})
    told, best = judged(table, "play", "hand/0/0", "centre/0")
    assert in_words(table, told.best)[0] == "discard"
    assert told.loss > 0
    assert told.chance - told.loss < told.chance == best.chance


def test_the_only_legal_move_is_no_mistake() -> None:
    table = duel({"riddance/0": "2C", "hand/0": "KC KD", "centre/0": "AS", "stock": "#9H " * 40})
    (move,) = table.moves()  # a two that is shown must be played
    assert judge(Seen(table, 0), [move], move)[::2] == (move, 0)


def test_hidden_cards_change_no_judgement() -> None:
    """The opponent's hand, the stock and the covered riddance cards are exchanged for others."""
    piles = {"riddance/0": "#9D QC", "riddance/1": "#9H 6S", "hand/0": "5H KC KD 9S 9D", "centre/0": pile_up_to(4)}

    def judgements(hidden: dict[str, str]) -> list[tuple[Move, Judgement]]:
        table = duel({**piles, **hidden})
        return [(move, judge(Seen(table, 0), table.moves(), move)) for move in table.moves()]

    first = judgements({"hand/1": "QS QH", "stock": "#9H " * 40})
    assert first == judgements({"hand/1": "5D 6D", "stock": "#5S " * 40, "riddance/0": "#AD QC"})
    assert any(judgement.loss for _, judgement in first)


@pytest.mark.parametrize(("left", "theirs"), [(1, 20), (13, 13), (20, 1)])
def test_who_has_fewer_cards_left_has_the_better_chance(left: int, theirs: int) -> None:
    table = duel(
        {"riddance/0": "#6C " * (left - 1) + "9C", "riddance/1": "#6D " * (theirs - 1) + "9D", "hand/0": "KC QC"}
    )
    moves = table.moves()
    chance = judge(Seen(table, 0), moves, MaliceGood(Random(1)).choose(Seen(table, 0), moves) or moves[0]).chance
    if left < theirs:
        assert chance > 800
    elif left > theirs:
        assert chance < 200
    else:
        assert 300 < chance < 700
