"""The verdicts on all positions of a board are those of an exhaustive search."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import HealthCheck, Phase, assume, example, given, settings
from hypothesis import strategies as st

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Table
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.form import Form
from cadogan_games.solver.lost.losing import EACH, Losing, Tried
from cadogan_games.solver.lost.timeline import Step
from cadogan_games.solver.outcome import UNKNOWN, WON
from cadogan_games.solver.solve import replay
from cadogan_games.solver.tables import copied
from tests.examples import examples
from tests.games.solver.short import exhaustive, few_cards, short_deal, shortened

FAST = (Phase.explicit, Phase.generate, Phase.shrink)
"""All phases but the explanation of a failure, for which hypothesis would watch every line that the solver runs."""

ENOUGH = 2_000_000
MOST = 300
GAMES = ("klondike_draw1", "klondike", "la_belle_lucie", "scorpion", "house_in_the_wood")


def played(table: Table, chance: Random, steps: int) -> list[Step]:
    """Return the steps of a player who makes moves and takes moves back at random."""
    twin, taken, depth = copied(table), list[Step](), 0
    while len(taken) < steps and not twin.won:
        moves = twin.moves()
        if depth and twin.can_undo and (not moves or chance.random() < 0.25):
            twin.undo()
            taken.append(None)
            depth -= 1
        elif moves:
            move = chance.choice(moves)
            twin.play(move)
            taken.append(move)
            depth += 1
        else:
            break
    return taken


def along(table: Table, steps: list[Step]) -> list[Table]:
    """Return the table at each position."""
    twin, found = copied(table), [copied(table)]
    for step in steps:
        if step is None:
            twin.undo()
        else:
            twin.play(step)
        found.append(copied(twin))
    return found


def finished(losing: Losing, board: int) -> None:
    while losing.search(board) is not None:
        pass


def short_table(id: str, seed: int) -> tuple[Table, Form]:
    game = catalogue.game(id)
    assert isinstance(game, Game)
    chance = Random(seed)
    short = shortened(game, few_cards(chance))
    assert short is not None
    return short_deal(game, short, chance.randbytes(32)), form_of(game)


@examples(10, thorough=25, suppress_health_check=list(HealthCheck), deadline=None, phases=FAST)
@example("la_belle_lucie", 2, 2)  # both boards are won, and the second comes to positions of the first
@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(1, 2))
def test_spans_are_those_of_an_exhaustive_search(id: str, seed: int, boards: int) -> None:
    (table, form), chance = short_table(id, seed), Random(seed)
    steps = [played(table, chance, 16) for _ in range(boards)]
    truth = [[exhaustive(each, MOST) for each in along(table, one)] for one in steps]
    assume(all(None not in one for one in truth))
    losing = Losing(table, steps, ENOUGH, form=form)
    for board in range(boards):
        finished(losing, board)
        here = along(table, steps[board])
        verdicts = losing.verdicts(board)
        told = [verdict for first, last, verdict in verdicts.spans for _ in range(first, last + 1)]
        assert told == truth[board]
        assert all(one.verdict != other.verdict for one, other in pairwise(verdicts.spans))
        won = [position for position, verdict in enumerate(told) if verdict == WON]
        assert verdicts.last_won == (won[-1] if won else None)
        if verdicts.last_won is not None and not here[verdicts.last_won].won:
            replay(here[verdicts.last_won], verdicts.line)
        else:
            assert verdicts.line == ()


@given(st.sampled_from(("klondike_draw1", "la_belle_lucie")), st.integers(0, 10**6))
@settings(max_examples=4, suppress_health_check=list(HealthCheck), deadline=None, phases=FAST)
def test_searches_resumed_from_earlier_results_end_alike(id: str, seed: int) -> None:
    game = catalogue.game(id)
    table, chance = game.deal(Random(seed).randbytes(32)), Random(seed)
    steps = [played(table, chance, 20), played(table, chance, 20)]
    whole, parts, tried = Losing(table, steps, 2000), [], list[Tried]()
    for board in (0, 1):
        finished(whole, board)
        while True:  # as if another process did each search
            one = Losing(table, steps, 2000, tried).search(board)
            if one is None:
                break
            tried.append(one)
        parts.append(Losing(table, steps, 2000, tried).verdicts(board))
    assert tried == whole.tried
    assert parts == [whole.verdicts(0), whole.verdicts(1)]


def test_the_budget_of_a_board_holds() -> None:
    table = catalogue.game("klondike").deal(bytes(31) + b"\x05")
    steps = played(table, Random(1), 80)
    losing = Losing(table, [steps], 5000)
    finished(losing, 0)
    assert sum(one.nodes + EACH for one in losing.tried) <= 5000 + EACH
    assert losing.used(0) == 1 or all(span.verdict != UNKNOWN for span in losing.verdicts(0).spans)


def test_a_won_board_costs_no_search() -> None:
    table, form = short_table("klondike_draw1", 3)
    line = list(Losing(table, [[]], ENOUGH, form=form).search(0).line)  # type: ignore[union-attr]
    losing = Losing(table, [line], ENOUGH, form=form)
    assert losing.search(0) is None
    assert losing.verdicts(0).spans == ((0, len(line), WON),)
    assert (losing.verdicts(0).last_won, losing.verdicts(0).line) == (len(line), ())
