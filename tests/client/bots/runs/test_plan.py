"""In games in which whole runs go home, the bots plan a few moves, by rules that they have learned from the legal moves."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from cadogan_client.bots.good import Good
from cadogan_client.bots.runs import Runs
from cadogan_games import catalogue
from cadogan_games.players import Seen, played_by
from cadogan_games.simulate import seeds

SPADES = 39
"""The ace of spades."""
HIDDEN = -1


def spider(*columns: list[int], stock: int = 0) -> Any:
    """Return a table of Spider with a foundation, these columns and a stock."""
    kinds = ["foundation", *["tableau"] * len(columns), "stock"]
    return SimpleNamespace(piles=[[], *columns, [HIDDEN] * stock], kinds=kinds)


def spade(rank: int) -> int:
    """Return the spade of a rank, ace 1."""
    return SPADES + rank - 1


def won(id: str, deals: int) -> int:
    """Return how many of these deals of a game the good bot wins."""
    game, count = catalogue.game(id, {}), 0
    for seed in seeds(b"runs", deals):
        table, play = game.deal(seed), played_by(Good, seed)
        while (moves := table.moves()) and (move := play(table, moves)) is not None:
            table.push(move)
        count += table.won
    return count


def test_good_wins_most_deals_of_spider_with_one_suit() -> None:
    assert won("spider_1", 6) >= 4


def test_good_wins_open_deals_of_four_suits_by_long_lines() -> None:
    """Lines of six moves won one of seven deals of Simple Simon."""
    assert won("simple_simon", 4) >= 3


def test_a_card_is_moved_away_so_that_a_run_fits() -> None:
    """The six fits only the seven, and the ace is in its way. On the two the ace gains nothing by itself."""
    view = spider([HIDDEN, spade(6), spade(1)], [spade(7)], [HIDDEN, 13 + 1], [spade(5), spade(4)], [HIDDEN, spade(5)])
    runs = Runs()
    runs.look(view, [(1, 3, 1), (4, 5, 1)])
    assert runs.at_hand
    assert runs.choose(view, [(1, 3, 1)]) == (1, 3, 1)
    view.piles[3].append(view.piles[1].pop())
    assert runs.choose(view, [(1, 2, 1), (4, 5, 1)]) == (1, 2, 1)


def test_spaces_are_filled_before_a_row_is_dealt() -> None:
    """The rules deal no row over a space, so a bot without a better move fills it, and deals."""
    view = spider([spade(9), spade(3)], [], [spade(12), spade(1)], stock=3)
    fills = [(1, 2, 1), (1, 2, 2), (3, 2, 1)]
    runs = Runs()
    runs.look(view, fills)
    move = runs.choose(view, fills)
    assert move in {(1, 2, 1), (3, 2, 1)}, "a whole column leaves another space behind"
    view.piles[2].append(view.piles[move[0]].pop())
    assert runs.choose(view, [(2, move[0], 1), ("deal",)]) == ("deal",)


def test_a_run_that_is_whole_is_taken_home_first() -> None:
    view = spider([spade(1)], [spade(3)], stock=3)
    runs = Runs()
    runs.look(view, [(1, 2, 1)])
    assert runs.choose(view, [(1, 2, 1), ("deal",), ("home", 1)]) == ("home", 1)


def at_hand_after_some_moves(id: str) -> bool:
    """Return whether plans are made after some random moves at a game."""
    table = catalogue.game(id, {}).deal(bytes(32))
    seen, runs, random = Seen(table, None), Runs(), Random(1)
    for _ in range(60):
        if not (moves := table.moves()):
            break
        seen.look()
        runs.look(seen, moves)
        table.push(random.choice(moves))
    return runs.at_hand


@pytest.mark.parametrize("id", ["klondike", "la_belle_lucie", "fortress"])
def test_games_without_runs_home_are_played_without_plans(id: str) -> None:
    """In these games single cards go home."""
    assert not at_hand_after_some_moves(id)


@pytest.mark.parametrize("id", ["spider_4", "aracnida", "scorpion", "curds_and_whey"])
def test_games_of_whole_runs_are_planned(id: str) -> None:
    """In Aracnida equal ranks go on each other too, in Scorpion all cards over a card move with it."""
    assert at_hand_after_some_moves(id)
