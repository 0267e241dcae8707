"""The process that solves deals, with low priority: `python -m cadogan_server.hosting.solvers.worker`.

`helper_process.py` carries requests and answers: a `Question` and an `Answer`, as JSON.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.solver.outcome import Verdict
from cadogan_games.solver.solve import solve
from cadogan_server.helper_process import answer_all


class Question(NamedTuple):
    """Can this deal be won? `options` are all of the game's, `revision` is of its rules, `seed` is hex, `nodes` the budget."""

    game: str
    options: dict[str, Any]
    revision: int
    seed: str
    nodes: int


class Answer(NamedTuple):
    """The verdict on a deal, the nodes that it took, and the number of moves of the line that wins it (0: none)."""

    verdict: Verdict
    nodes: int
    moves: int


def packed(message: Question | Answer) -> bytes:
    """Return a question or an answer as bytes."""
    return json.dumps(message).encode()


def answered(request: bytes) -> bytes:
    """Return the answer to a question, as bytes."""
    question = Question(*json.loads(request))
    game = catalogue.game(question.game, question.options, question.revision)
    assert isinstance(game, Game)
    outcome = solve(game.deal(bytes.fromhex(question.seed)), question.nodes)
    return packed(Answer(outcome.verdict, outcome.nodes, len(outcome.line)))


if __name__ == "__main__":
    answer_all(answered)
