"""The process that solves deals, with low priority: `python -m cadogan_server.hosting.solvers.worker`.

`helper_process.py` carries requests and answers, as JSON: a `Question` is answered by an `Answer`, a `LostQuestion` by a
`LostAnswer`, a `DuelQuestion` by a `DuelAnswer`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Move, Table
from cadogan_games.solver.lost.losing import EACH, Losing, Tried
from cadogan_games.solver.lost.timeline import Step
from cadogan_games.solver.outcome import Verdict
from cadogan_games.solver.solve import solve
from cadogan_games.solver.tables import copied
from cadogan_server.helper_process import answer_all
from cadogan_server.hosting.solvers.judging import DuelAnswer, DuelQuestion, Judged, judged, moved

AT_ONCE = 20_000
"""The nodes after which a question about a race is answered, and the next one asked: a second of work."""


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


class LostRace(NamedTuple):
    """A race of which some boards were lost.

    Attributes:
        options, revision: as in `Question`.
        boards: the steps of each board: moves, and None where one was taken back.
        nodes: the budget for each board.
    """

    options: dict[str, Any]
    revision: int
    boards: Sequence[Sequence[Step]]
    nodes: int


class LostQuestion(NamedTuple):
    """The question where a board of a race was lost.

    Attributes:
        game, seed: as in `Question`.
        race: a `LostRace` as JSON, the same in all questions about it.
        board: the number of the board.
        tried: the searches so far, from earlier answers.
    """

    game: str
    seed: str
    race: str
    board: int
    tried: Sequence[Tried] = ()


class LostAnswer(NamedTuple):
    """The findings about a board.

    Attributes:
        tried: the further searches.
        used: the share of the board's budget that is used.
        is_done: True if the board is decided, or its budget used up. Otherwise ask again.
        spans: first and last position of each span, and its verdict.
        last_won: the last position that is proved won.
        line: the moves that win from there, each with what it changes.
    """

    tried: list[Tried]
    used: float
    is_done: bool
    spans: Sequence[tuple[int, int, Verdict]]
    last_won: int | None
    line: list[tuple[Move, list[tuple[Any, ...]]]]


Asked = Question | LostQuestion | DuelQuestion
Told = Answer | LostAnswer | DuelAnswer


def packed(message: Asked | Told) -> bytes:
    """Return a question or an answer as bytes."""
    return json.dumps((type(message).__name__, message)).encode()


def answer_in(packed: bytes) -> Told:
    """Return the answer in bytes that `packed` made."""
    name, fields = json.loads(packed)
    if name == LostAnswer.__name__:
        return LostAnswer(*fields)
    if name == DuelAnswer.__name__:
        judged, used, is_done = fields
        return DuelAnswer([Judged(step, moved(best), *rest) for step, best, *rest in judged], used, is_done)
    verdict, nodes, line = fields
    return Answer(verdict, nodes, _moves_in(line))


def answered(request: bytes) -> bytes:
    """Return the answer to a question, as bytes."""
    name, fields = json.loads(request)
    if name == LostQuestion.__name__:
        return packed(_where_lost(LostQuestion(*fields)))
    if name == DuelQuestion.__name__:
        return packed(judged(DuelQuestion(*fields)))
    return packed(_verdict(Question(*fields)))


def _verdict(question: Question) -> Answer:
    table = _deal(question)
    for move in _moves_in(question.path):
        table.play(move)
    outcome = solve(table, question.nodes)
    return Answer(outcome.verdict, outcome.nodes, outcome.line)


def _where_lost(question: LostQuestion) -> LostAnswer:
    tried = [Tried(*fields[:5], _moves_in(fields[5])) for fields in question.tried]
    losing, board, left, done = _begun(question.game, question.seed, question.race), question.board, AT_ONCE, False
    for one in tried[len(losing.tried) :]:  # those of a process that has ended since
        losing.note(one)
    while left > 0 and not done:
        found = losing.search(board)
        done = found is None
        left -= 0 if found is None else found.nodes + EACH
    verdicts, line = losing.verdicts(board), list[tuple[Move, list[tuple[Any, ...]]]]()
    if done and verdicts.last_won is not None:
        table = copied(losing.table(board, verdicts.last_won))
        line = [(move, view.events(table.game, table.play(move), None)) for move in verdicts.line]
    return LostAnswer(
        losing.tried[len(tried) :], losing.used(board), done, list(verdicts.spans), verdicts.last_won, line
    )


@lru_cache(maxsize=1)
def _begun(game: str, seed: str, packed: str) -> Losing:
    """Return the search for where a race was lost, as far as it has come in this process."""
    race = LostRace(*json.loads(packed))
    start = _deal(Question(game, race.options, race.revision, seed, race.nodes))
    return Losing(
        start, [[None if step is None else moved(step) for step in board] for board in race.boards], race.nodes
    )


def _deal(question: Question) -> Table:
    game = catalogue.game(question.game, question.options, question.revision)
    assert isinstance(game, Game)
    return game.deal(bytes.fromhex(question.seed))


def _moves_in(moves: Iterable[Iterable[Any]]) -> tuple[Move, ...]:
    """Return moves, in which JSON has made all tuples lists."""
    return tuple(map(moved, moves))


if __name__ == "__main__":
    answer_all(answered)
