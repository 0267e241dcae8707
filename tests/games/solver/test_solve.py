"""The solver's promises to its callers, besides true verdicts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.table import Table
from cadogan_games.simulate import seed_of
from cadogan_games.solver.outcome import UNKNOWN, WON, LineBroken, Outcome
from cadogan_games.solver.solve import replay, solve
from tests.games.positions import copy_of

SEED = bytes(1)


def dealt(id: str, seed: bytes = SEED) -> Table:
    return catalogue.game(id).deal(seed)


def test_a_winning_line_wins_and_the_table_stays_as_it_was() -> None:
    table = dealt("uncle_sam")
    before = copy_of(table)
    outcome = solve(table, 20_000)
    assert outcome.verdict == WON
    assert (table.piles, table.counters, table.log) == (before.piles, before.counters, [])
    for move in outcome.line:
        table.play(move)
    assert table.won
    assert solve(table, 1) == Outcome(WON, 0)


def test_a_position_in_the_middle_of_a_game_is_solved_too() -> None:
    table = dealt("uncle_sam")
    line = solve(table, 20_000).line
    for move in line[:50]:
        table.play(move)
    log = table.log[:]
    assert solve(table, 20_000).verdict == WON
    assert table.log == log


def test_the_same_budget_gives_the_same_outcome_and_is_kept() -> None:
    first, second = (solve(dealt("mrs_mop"), 5000) for _ in range(2))
    assert first == second
    assert (first.verdict, first.nodes, first.line) == (UNKNOWN, 5000, ())


@pytest.mark.parametrize(("id", "number", "budget"), [("spiderette", 1, 12_000), ("spider_1", 4, 1000)])
def test_a_deal_that_takes_plans_is_won_within_a_modest_budget(id: str, number: int, budget: int) -> None:
    assert solve(dealt(id, seed_of(SEED, number)), budget).verdict == WON


def test_a_budget_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="give at least 1"):
        solve(dealt("klondike"), 0)


def test_a_search_reports_and_ends_when_its_caller_wants() -> None:
    class Enough(Exception):
        pass

    told: list[int] = []

    def report(nodes: int) -> None:
        told.append(nodes)
        if len(told) == 3:
            raise Enough

    table = dealt("mrs_mop")
    before = copy_of(table)
    with pytest.raises(Enough):
        solve(table, 100_000, report)
    assert told == sorted(told)
    assert told[-1] < 100_000
    assert (table.piles, table.log) == (before.piles, [])


def test_a_game_without_undo_is_solved_like_any_other() -> None:
    game = catalogue.game("cover")
    without = type(game)(replace(game.head, undo_allowed=False), game.options, game.definition)
    assert solve(without.deal(SEED), 10_000).verdict == WON


def test_a_line_that_does_not_win_is_noticed() -> None:
    table = dealt("uncle_sam")
    line = solve(table, 20_000).line
    with pytest.raises(LineBroken, match="does not win"):
        replay(table, line[:-1])
    with pytest.raises(LineBroken, match=r"move 0 of the line, \(0, 1, 9\), is illegal"):
        replay(table, ((0, 1, 9), *line))
