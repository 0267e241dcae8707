"""The course of a duel: its steps lead through the positions of the replay, and its moves are judged there."""

from __future__ import annotations

import pytest

from cadogan_protocol.moves import TableEvent
from cadogan_server.hosting.solvers.solvers import Solvers
from cadogan_server.replays.duels import duelling, judged
from cadogan_server.replays.from_log import story
from cadogan_server.rooms.opening import at_once, replay
from tests.server.rooms.test_logs import kept
from tests.server.wire import PATIENCE

LOGS = ("duel_classic_forfeited", "duel_modern_left", "duel_won_by_bot")


def takes_from(events: tuple[TableEvent, ...]) -> set[int]:
    """The piles from which events take a card."""
    return {event[1] for event in events if event[0] in (0, 1, 2)}


@pytest.mark.parametrize("name", LOGS)
def test_each_move_is_the_step_of_the_replay_that_follows_its_position(name: str) -> None:
    records = kept(name).records
    course = at_once(duelling(records))
    (board,), _, _ = story(records)
    moves = 0
    for step, moment, position in zip(course.steps, course.moments, course.positions, strict=True):
        at, events = board.steps[position]
        assert at == moment
        if step.kind == "play" and step.move[0] in ("play", "discard"):
            source = step.move[1]
            assert (source if isinstance(source, int) else source[0]) in takes_from(events)
            moves += 1
    assert moves > 10
    assert course.positions == sorted(set(course.positions))


async def test_the_same_log_gives_the_same_judgement_in_every_process() -> None:
    records = kept("duel_won_by_bot").records
    room, course = replay(records), at_once(duelling(records))
    told = []
    for _ in range(2):
        solvers = Solvers(1, PATIENCE)
        told.append([found async for found in judged(solvers, room, course)])
        await solvers.stop()
    assert told[0] == told[1]
    assert told[0][-1][0] == 1
    moves = [move for _, some in told[0] for move in some]
    assert [move.position for move in moves] == [
        position for step, position in zip(course.steps, course.positions, strict=True) if step.kind == "play"
    ]
    assert {move.seat for move in moves} == {0, 1}
    assert all(move.loss == 0 for move in moves if move.best is None)
    assert sum(move.loss for move in moves) > 0
