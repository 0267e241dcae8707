"""The course of a duel from its log, for judging its moves."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Generator, Iterable
from typing import NamedTuple

from cadogan_protocol.analysis import JudgedMove
from cadogan_server.hosting.solvers.judging import DuelMatch, DuelQuestion, DuelStep
from cadogan_server.hosting.solvers.solvers import Solvers
from cadogan_server.rooms.effects import BoardChanged
from cadogan_server.rooms.kinds.match import seed_of_game
from cadogan_server.rooms.opening import open_room
from cadogan_server.rooms.records import Began, Created, Forfeited, GaveUp, NextGame, Played, Record, TimedOut
from cadogan_server.rooms.room import Room


class Duelling(NamedTuple):
    """The course of a duel: its steps, and for each the moment and the position of the replay's board before it."""

    steps: list[DuelStep]
    moments: list[int]
    positions: list[int]


def duelling(records: Iterable[Record]) -> Generator[None, None, Duelling]:
    """Find the course of a duel, with a step for each record."""
    log = iter(records)
    created = next(log)
    assert isinstance(created, Created)
    room, course, position = open_room(created), Duelling([], [], []), 0
    for record in log:
        step = _step(record)
        if step is not None:
            course.steps.append(step)
            course.moments.append(getattr(record, "t", 0))
            course.positions.append(position)
        room.commit(record)
        effects = room.take_outcome().effects
        if not isinstance(record, Began):  # the deal is position 0
            replayed = room.mode.views.replayed
            position += sum(isinstance(effect, BoardChanged) and effect.stream in replayed for effect in effects)
        yield
    return course


async def judged(solvers: Solvers, room: Room, course: Duelling) -> AsyncIterator[tuple[float, list[JudgedMove]]]:
    """Yield again and again the share of the steps that is done, and the moves that have just been judged.

    Raises:
        NotSolved: the solver failed.
    """
    state, games = room.state, 1 + sum(step.kind == "next" for step in course.steps)
    seeds = [seed_of_game(state.seed, number).hex() for number in range(games)]
    match = json.dumps(DuelMatch(dict(state.created.options), state.created.revision, seeds, course.steps))
    first, is_done = 0, not course.steps
    while not is_done:
        answer = await solvers.judged(DuelQuestion(state.created.game, state.seed.hex(), match, first))
        first, is_done = answer.following, answer.is_done
        found = []
        for number, best, chance, loss in answer.judged:
            step = course.steps[number]
            found.append(
                JudgedMove(
                    position=course.positions[number],
                    at=course.moments[number],
                    seat=step.seat,
                    played=step.move,
                    best=best if best != step.move else None,
                    chance=chance,
                    loss=loss,
                )
            )
        yield first / len(course.steps), found


def _step(record: Record) -> DuelStep | None:
    if isinstance(record, Played):
        return DuelStep("play", record.seat, record.move)
    if isinstance(record, GaveUp | Forfeited):
        return DuelStep("resign", record.seat)
    if isinstance(record, TimedOut):
        return DuelStep("time_out")
    return DuelStep("next") if isinstance(record, NextGame) else None
