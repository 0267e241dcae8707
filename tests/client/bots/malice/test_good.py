"""The good bot at Spite and Malice."""

from __future__ import annotations

from random import Random

from cadogan_client.bots.malice import MaliceGood
from tests.client.bots.malice.test_level import choice, pile_up_to
from tests.games.duels import duel, in_words, legal


def test_good_plays_the_cards_that_free_its_upcard() -> None:
    piles = {
        "riddance/0": "#9D 7C",
        "hand/0": "4H 6D QC QD KC",
        "discards/2": "TC 5D",
        "centre/3": pile_up_to(3),
        "centre/5": pile_up_to(10),
        "stock": "#9H " * 40,
    }
    table = duel(piles)
    table.group("riddance")[1][:] = [11]
    bot = MaliceGood(Random(1))
    for expected in ("hand/0/0", "discards/2", "hand/0/0", "riddance/0"):
        made = choice(table, bot)
        assert made == ("play", expected, "centre/3")
        table.play(next(move for move in table.moves() if in_words(table, move) == made))


def test_good_does_not_open_the_way_for_the_opponent() -> None:
    piles = {"riddance/0": "#9D QC", "riddance/1": "#9H 6S", "hand/0": "5H KC KD 9S 9D", "stock": "#9H " * 40}
    table = duel({**piles, "centre/0": pile_up_to(4)})
    assert ("play", "hand/0/0", "centre/0") in legal(table)
    assert choice(table, MaliceGood(Random(1)))[0] == "discard"


def test_good_plays_a_card_first_that_the_opponent_waits_to_play() -> None:
    piles = {"riddance/0": "#9D QC", "riddance/1": "#9H 6S", "hand/0": "6H KC KD 9S 9D", "stock": "#9H " * 40}
    table = duel({**piles, "centre/0": pile_up_to(5)})
    assert choice(table, MaliceGood(Random(1))) == ("play", "hand/0/0", "centre/0")


def test_good_goes_out() -> None:
    table = duel({"riddance/0": "3C", "hand/0": "JK KC", "centre/0": "AS", "discards/0": "9C", "stock": "#9H " * 40})
    assert choice(table, MaliceGood(Random(1))) == ("play", "hand/0/0", "centre/0")


def test_good_answers_offers_and_compulsion() -> None:
    piles = {"hand/0": "AC 2C KC", "hand/1": "9D", "stock": "#9H " * 40, "centre/0": "AD"}
    for phase in ("offer", "compel"):
        table = duel(piles, phase=phase, standing_0=1)
        assert choice(table, MaliceGood(Random(1))) in legal(table)
