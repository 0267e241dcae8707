"""Outcomes of commands: the answer to a move belongs to the last command."""

from __future__ import annotations

from cadogan_server.rooms.outcome import Answer
from tests.server.core import NOON, finish, started


def test_a_move_and_one_taken_back_are_answered_with_what_is_legal_now() -> None:
    room = started(players=2)
    room.take_outcome()
    room.play(1, ("turn",), NOON + 5000, 7)
    played = room.take_outcome().answer
    assert played == Answer(1, 7, *room.mode.choices(1))
    assert played.can_undo
    room.undo(1, NOON + 5000, 8)
    assert room.take_outcome().answer == Answer(1, 8, *room.mode.choices(1))
    assert room.take_outcome().answer is None


def test_a_repeated_move_is_answered_again_and_moves_nothing() -> None:
    room = started(players=2)
    for command, request in ((lambda: room.play(1, ("turn",), NOON + 5000, 7), 7), (lambda: room.undo(1, NOON, 8), 8)):
        assert command()
        first = room.take_outcome()
        assert not command()
        assert room.take_outcome() == first._replace(records=[], effects=[])
        assert first.answer is not None
        assert first.answer.request == request


def test_the_last_move_of_a_race_is_answered_too() -> None:
    room = started(players=2, sudden_death=True)
    finish(room, 0, 4000)
    room.take_outcome()
    room.play(1, ("turn",), NOON + 5000, 7)
    room.end("empty", NOON + 6000)
    assert room.take_outcome().answer == Answer(1, 7, 2, [], False)
