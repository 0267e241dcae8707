"""The cost of a move in calls, which do not depend on the machine as microseconds do (`cadogan bench rules`)."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from itertools import count
from types import FrameType
from typing import Any

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.speeds import measure, random_playthroughs

BOUNDS = {
    "moves": (19.8, 24.1),
    "plain": (4.4, 7.4),
    "action": (5.9, 11.1),
    "events": (1.3, 2.3),
    "undo": (4.7, 5.9),
}
"""The most calls of functions in Python and in C: a tenth more than when the rules were last made faster."""


class Calls:
    """The calls of a verb: how often it ran, and the functions that it called in Python and in C."""

    def __init__(self) -> None:
        self.times = self.python = self.c = 0
        self.generators: set[str] = set()

    def during(self, verb: Callable[..., Any], *arguments: Any) -> Any:
        """Call the verb, and count."""
        before = sys.getprofile()
        sys.setprofile(self._seen)
        try:
            return verb(*arguments)
        finally:
            sys.setprofile(before)
            self.times += 1
            self.c -= 1  # setprofile itself

    def _seen(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            self.python += 1
            if frame.f_code.co_flags & inspect.CO_GENERATOR:
                self.generators.add(frame.f_code.co_qualname)
        elif event == "c_call":
            self.c += 1


@pytest.fixture(scope="module")
def klondike() -> dict[str, Calls]:
    """Return the calls of random moves of Klondike by verb, with plain moves and actions apart."""
    game = catalogue.game("klondike_draw1")
    calls = {verb: Calls() for verb in BOUNDS}
    for playthrough in random_playthroughs(game, 300):
        table = game.deal(playthrough.seed)
        for move in playthrough.moves:
            calls["moves"].during(table.moves)
            happened = calls["action" if isinstance(move[0], str) else "plain"].during(table.push, move)
            calls["events"].during(view.events, game, happened, None)
        for _ in playthrough.moves:
            calls["undo"].during(table.undo)
    return calls


@pytest.mark.parametrize("verb", BOUNDS)
def test_a_verb_takes_no_more_calls_than_it_did(klondike: dict[str, Calls], verb: str) -> None:
    calls, (python, c) = klondike[verb], BOUNDS[verb]
    assert calls.times > 50
    assert calls.python / calls.times <= python
    assert calls.c / calls.times <= c


@pytest.mark.parametrize("verb", BOUNDS)
def test_no_generator_is_on_the_way_of_a_move(klondike: dict[str, Calls], verb: str) -> None:
    assert klondike[verb].generators == set()


def test_each_step_reports_its_quickest_run_without_the_clock_overhead() -> None:
    readings = count()
    speed = measure(catalogue.game("nestor"), lambda: 1e-6 * next(readings), steps=50, runs=2)
    assert speed.steps == 50
    assert (speed.moves, speed.push, speed.plain, speed.play, speed.undo, speed.events) == (0, 0, None, 0, 0, 0)
    assert measure(catalogue.game("caesar"), lambda: 0, steps=10, runs=1).undo is None


def test_measured_moves_are_repeatable_and_as_many_as_asked() -> None:
    game = catalogue.game("nestor")
    playthroughs = random_playthroughs(game, 100)
    assert playthroughs == random_playthroughs(game, 100)
    assert sum(len(playthrough.moves) for playthrough in playthroughs) == 100
    assert len(playthroughs) > 1
    for playthrough in playthroughs:
        table = game.deal(playthrough.seed)
        for move in playthrough.moves:
            table.play(move)
