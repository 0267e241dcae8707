"""The process that solves deals, with low priority: `python -m cadogan_server.hosting.solvers.worker`.

`helper_process.py` carries requests and answers: a `Question` and an `Answer`, as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Move
from cadogan_games.solver.outcome import Verdict
from cadogan_games.solver.solve import solve
from cadogan_server.helper_process import answer_all


class Question(NamedTuple):
    """Can this position be won? `options` are all of the game's, `revision` is of its rules, `seed` is hex, `nodes` the
    budget, and `path` the moves from the deal to the position.
    """

    game: str
    options: dict[str, Any]
    revision: int
    seed: str
    nodes: int
    path: tuple[Move, ...] = ()


class Answer(NamedTuple):
    """The verdict on a position, the nodes that it took, and the line that wins (empty: none does)."""

    verdict: Verdict
    nodes: int
    line: tuple[Move, ...]


def packed(message: Question | Answer) -> bytes:
    """Return a question or an answer as bytes."""
    return json.dumps(message).encode()


def answer_in(packed: bytes) -> Answer:
    """Return the answer in bytes that `packed` made."""
    verdict, nodes, line = json.loads(packed)
    return Answer(verdict, nodes, _moves_in(line))


def answered(request: bytes) -> bytes:
    """Return the answer to a question, as bytes."""
    asked = Question(*json.loads(request))
    question = asked._replace(path=_moves_in(asked.path))
    game = catalogue.game(question.game, question.options, question.revision)
    assert isinstance(game, Game)
    table = game.deal(bytes.fromhex(question.seed))
    for move in question.path:
        table.play(move)
    outcome = solve(table, question.nodes)
    return packed(Answer(outcome.verdict, outcome.nodes, outcome.line))


def _moves_in(moves: Iterable[Iterable[Any]]) -> tuple[Move, ...]:
    """Return moves, in which JSON has made all tuples lists."""
    return tuple(tuple(tuple(part) if isinstance(part, list) else part for part in move) for move in moves)


if __name__ == "__main__":
    answer_all(answered)
