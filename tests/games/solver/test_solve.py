"""What the solver promises to its callers, beside true verdicts."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.table import Table
from cadogan_games.kept import OtherSeries
from cadogan_games.simulate import seed_of
from cadogan_games.solver.beam import Beam
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.moves import Moves
from cadogan_games.solver.outcome import LOST, UNKNOWN, WON, LineBroken, Outcome
from cadogan_games.solver.solve import replay, solve
from cadogan_games.solver.solved import Solved, SolvedRow
from cadogan_games.solver.speed import pace
from cadogan_games.solver.wording import line_in_words
from cadogan_games.solver.worth import Worth
from tests.games.positions import cards, copy_of
from tests.games.solver.short import exhaustive, few_cards, short_deal, shortened

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


def test_a_search_reports_and_ends_when_its_caller_says_so() -> None:
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


def test_a_line_that_does_not_win_is_found_out() -> None:
    table = dealt("uncle_sam")
    line = solve(table, 20_000).line
    with pytest.raises(LineBroken, match="does not win"):
        replay(table, line[:-1])
    with pytest.raises(LineBroken, match=r"move 0 of the line, \(0, 1, 9\), is illegal"):
        replay(table, ((0, 1, 9), *line))


def test_a_line_is_told_in_words() -> None:
    table = dealt("klondike_draw1")
    words = line_in_words(table, (("turn",), *table.moves()[:1]))
    assert words[0] == "Turn"
    assert " from " in words[1]
    game = catalogue.game("nestor")
    pair = next(move for seed in range(9) for move in game.deal(bytes([seed])).moves() if move[0] == "discard")
    seed = next(seed for seed in range(9) if pair in game.deal(bytes([seed])).moves())
    assert line_in_words(game.deal(bytes([seed])), (pair,))[0].startswith("Take the pair: ")


def test_verdicts_are_kept_by_deal_in_any_order() -> None:
    row = SolvedRow(1).plus(2, Outcome(WON, 10)).plus(0, Outcome(LOST, 5))
    assert (row.verdicts, row.nodes, row.pending(4)) == ("l-w", 15, [1, 3])
    row = row.plus(1, Outcome(UNKNOWN, 7)).plus(3, Outcome(WON, 1))
    assert (row.deals, row.won, row.lost, row.bracket) == (4, 2, 1, (0.5, 0.75))


def test_verdicts_within_another_budget_are_not_mixed() -> None:
    kept = Solved(100, "00", {"klondike": SolvedRow(catalogue.head_of("klondike").revision, "wlu", 250)})
    assert Solved(100, "00").gone_on_with(kept.as_text()) == kept
    with pytest.raises(OtherSeries, match="within 100 nodes each"):
        Solved(200, "00").gone_on_with(kept.as_text())


def test_a_pace_is_that_of_the_clock() -> None:
    ticks = iter([0.0, 0.25, 2.25])
    found = pace(catalogue.game("klondike_draw1"), lambda: next(ticks), nodes=500)
    assert (found.nodes, found.nodes_per_second, found.form_ms) == (500, 250, 250.0)


@pytest.mark.parametrize("id", ["klondike_draw1", "spiderette", "sultan", "salic_law"])
def test_a_beam_leaves_table_and_key_as_they_were(id: str) -> None:
    table = dealt(id)
    for move in table.moves()[:1]:
        table.play(move)
    before, log = copy_of(table), table.log[:]
    keys = Keys(table, form_of(catalogue.game(id)))
    key = keys.key
    beam = Beam(table, Moves(table), keys, Worth(table), 0, None)
    assert beam.run(4, 700) in (WON, LOST, UNKNOWN)
    assert beam.nodes <= 700
    assert (table.piles, table.counters, table.log) == (before.piles, before.counters, log)
    assert keys.key == key == Keys(table, form_of(catalogue.game(id))).key


def test_a_beam_that_forgot_nothing_has_seen_everything() -> None:
    game = catalogue.game("klondike")
    chance = Random(3)
    verdicts = set()
    for _ in range(20):
        short = shortened(game, few_cards(chance))
        assert short is not None
        table = short_deal(game, short, chance.randbytes(32))
        verdict = exhaustive(table, 500)
        if verdict is not None:
            beam = Beam(table, Moves(table), Keys(table, form_of(game)), Worth(table), 0, None)
            assert beam.run(10_000, 100_000) == verdict
            verdicts.add(verdict)
            rough = Beam(table, Moves(table), Keys(table, form_of(game)), Worth(table), 0, None, rough=True)
            assert rough.run(10_000, 100_000) == (WON if verdict == WON else UNKNOWN)
            assert Beam(table, Moves(table), Keys(table, form_of(game)), Worth(table), 0, None).run(1, 100_000) in (
                verdict,
                UNKNOWN,
            )
    assert verdicts == {WON, LOST}


def test_a_position_with_spaces_and_cards_home_is_worth_more() -> None:
    worth, game = Worth(dealt("klondike_draw1")), catalogue.game("klondike_draw1")
    home, column = game.first["foundations"], game.first["tableau"]

    def of(pile: int, text: str) -> int:
        return worth.of(pile, bytes(cards(text)))

    assert of(home, "AC 2C") > of(home, "AC") > of(home, "")
    assert of(column, "9S 8H 7S") > of(column, "9S 8H") > of(column, "9S") > of(column, "#9S")
    assert of(column, "2C 9H") > of(column, "2C 9C")
