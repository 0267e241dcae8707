"""The bots at Russian Bank: what must be played, the reserve, room among the houses, and "stop!"."""

from __future__ import annotations

from random import Random

import pytest

from cadogan_client.bots.levels import POLICIES
from cadogan_client.bots.policy import Move
from cadogan_games import catalogue
from cadogan_games.engine import duel
from cadogan_games.engine.table import Table
from cadogan_games.players import Seen
from tests.games.positions import as_move, play
from tests.games.test_russian_bank import table_of


def chosen(table: Table, level: str = "good") -> Move | None:
    return POLICIES[level](Random(1)).choose(Seen(table, 0), duel.moves(table, 0))


def test_what_must_be_played_comes_first() -> None:
    both = {"reserve/0": "#9C AH", "houses/0": "AS", "houses/1": "7H", "houses/2": "8S"}
    assert chosen(table_of(both)) == as_move(table_of(both), "reserve/0", "foundations/4")
    one = both | {"reserve/0": "#9C KD"}
    assert chosen(table_of(one)) == as_move(table_of(one), "houses/0", "foundations/6")


def test_the_reserve_goes_to_a_house_or_to_the_opponent() -> None:
    table = table_of({"reserve/0": "#9C 7H", "houses/2": "8S"})
    assert chosen(table) == as_move(table, "reserve/0", "houses/2")
    table = table_of({"reserve/0": "#9C QC", "waste/1": "KC"})
    assert chosen(table) == as_move(table, "reserve/0", "waste/1")


def test_a_house_is_emptied_by_all_but_the_easy_bot() -> None:
    table = table_of({"houses/1": "7H", "houses/2": "8S"})
    assert chosen(table) == as_move(table, "houses/1", "houses/2")
    assert chosen(table, "easy") == as_move(table, "turn", "stock/0")


def test_a_turned_card_that_goes_nowhere_is_laid_off() -> None:
    table = table_of({"stock/0": "#KH KS"})
    assert chosen(table) == as_move(table, "stock/0", "waste/0")


def test_a_bot_calls_an_error_once_it_sees_it_and_nothing_else() -> None:
    table = table_of({"houses/0": "AS", "houses/1": "7H", "houses/2": "8S"})
    play(table, "houses/1", "houses/2")
    bot = POLICIES["good"](Random(1))
    view = Seen(table, 1)
    assert bot.calls(view, duel.moves(table, 1)) == ("stop",)
    assert bot.calls(view, duel.moves(table, 1)) is None, "one look at each move"
    right = table_of({"houses/1": "7H", "houses/2": "8S"})
    play(right, "houses/1", "houses/2")
    assert bot.calls(Seen(right, 1), duel.moves(right, 1)) is None


def played(levels: tuple[str, str], number: int) -> tuple[int | None, int]:
    """Play a game of bots which also call; return the winning seat and the number of right calls."""
    table = catalogue.game("russian_bank").deal(number.to_bytes(32, "big"))
    bots = [POLICIES[level](Random(number + seat)) for seat, level in enumerate(levels)]
    views, stopped = [Seen(table, seat) for seat in (0, 1)], 0
    while (seat := duel.awaited(table)) is not None:
        for view in views:
            view.look()
        move = bots[seat].choose(views[seat], duel.moves(table, seat))
        assert move is not None
        duel.play(table, seat, move)
        calling = duel.awaited(table)
        if calling is not None and (moves := duel.moves(table, 1 - calling)):
            views[1 - calling].look()
            call = bots[1 - calling].calls(views[1 - calling], moves)
            if call is not None:
                duel.play(table, 1 - calling, call)
                stopped += table.count("stopped") > 0
    ended = duel.outcome(table)
    assert ended is not None
    return ended.winner, stopped


@pytest.mark.parametrize(("better", "worse"), [("good", "easy"), ("fair", "easy")])
def test_a_better_bot_wins_more_games_and_stops_the_other(better: str, worse: str, thorough: bool) -> None:
    games = 60 if thorough else 10
    results = [played((better, worse) if n % 2 else (worse, better), n) for n in range(games)]
    won = sum(winner == int(not n % 2) for n, (winner, _) in enumerate(results))
    assert won > games / 2
    assert sum(stopped for _, stopped in results) > 0
