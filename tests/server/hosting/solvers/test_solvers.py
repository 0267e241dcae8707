"""Solver processes: they answer, and nobody waits for one that has failed."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.solver.solve import solve
from cadogan_server.helper_process import NICE
from cadogan_server.hosting.solvers.solvers import NotSolved, Solvers
from cadogan_server.hosting.solvers.worker import Question
from tests.server.wire import PATIENCE


def question(seed: str = "07", game: str = "klondike_draw1", nodes: int = 2000) -> Question:
    return Question(game, {}, catalogue.head_of(game).revision, seed, nodes)


@pytest.fixture
async def solvers() -> AsyncIterator[Solvers]:
    """Two processes."""
    it = Solvers(2, PATIENCE)
    yield it
    await it.stop()


async def test_answers_are_those_of_the_solver(solvers: Solvers) -> None:
    game = catalogue.game("klondike_draw1")
    assert isinstance(game, Game)
    seeds = ["01", "02", "03", "04"]
    answers = await asyncio.gather(*(solvers.solve(question(seed)) for seed in seeds))
    for seed, answer in zip(seeds, answers, strict=True):
        outcome = solve(game.deal(bytes.fromhex(seed)), 2000)
        assert answer == (outcome.verdict, outcome.nodes, outcome.line)
    assert solvers.waiting == 0
    for process in solvers.processes:
        assert process.process is not None
        assert os.getpriority(os.PRIO_PROCESS, process.process.pid) == NICE


async def test_another_process_takes_the_place_of_one_that_died(solvers: Solvers) -> None:
    await solvers.solve(question())
    running = next(process.process for process in solvers.processes if process.process is not None)
    running.kill()
    await running.wait()
    assert [(await solvers.solve(question())).nodes for _ in range(3)]


async def test_a_question_that_kills_its_process_fails_and_the_next_is_answered(solvers: Solvers) -> None:
    with pytest.raises(NotSolved, match="no_such_game, seed 07"):
        await solvers.solve(question(game="klondike_draw1")._replace(game="no_such_game"))
    assert (await solvers.solve(question())).nodes > 0


async def test_a_process_that_takes_too_long_is_ended() -> None:
    solvers = Solvers(1, slow=0)
    with pytest.raises(NotSolved, match="it took more than 0 s"):
        await solvers.solve(question())
    assert solvers.processes[0].process is None
    await solvers.stop()


async def test_without_processes_nothing_is_solved() -> None:
    with pytest.raises(NotSolved, match="no solvers"):
        await Solvers(0, PATIENCE).solve(question())
