"""A room that is over as text, and the same room again from it."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cadogan_games import catalogue
from cadogan_protocol.notation import (
    BadNotation,
    read,
    written,
)
from cadogan_server.replays.from_log import story
from cadogan_server.replays.from_recording import retold
from cadogan_server.rooms.finished.retelling import recorded
from cadogan_server.rooms.kinds.duel import Duel
from cadogan_server.rooms.records import Record
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from tests.server import core
from tests.server.rooms import duels


def played(game: str, seed: int, steps: int, **rules: Any) -> tuple[Room, list[Record]]:
    """Play a room at random until it is over; return it with its log."""
    chance = random.Random(seed)
    if catalogue.head_of(game).kind == "duel":
        room: Room = duels.begun(game, {}, target=chance.choice((0, 10)))
    else:
        room = core.started(game, chance.randint(1, 3), undo=chance.choice(("free", "covered", "none")), **rules)
    now = room.state.starts or 0
    for _ in range(steps):
        now += chance.choice((0, 1, 250, 4000, 40_000))
        seat = chance.choice(list(room.state.occupants))
        try:
            match chance.random():
                case x if x < 0.1:
                    room.undo(seat, now)
                case x if x > 0.99:
                    room.give_up(seat, now)
                case _ if moves := room.mode.choices(seat)[1]:
                    room.play(seat, chance.choice(moves), now)
            room.tick(now)
        except Refused:
            pass
        if room.state.phase == "finished":
            break
    room.end("empty", now + 7)
    return room, room.take_outcome().records


@given(st.sampled_from(catalogue.ids()), st.integers(0, 2**32), st.integers(0, 80))
@settings(max_examples=40, deadline=None)
def test_the_replay_of_any_game_is_the_same_from_its_text(game: str, seed: int, steps: int) -> None:
    room, log = played(game, seed, steps)
    text = written(recorded(room, log))
    replay = retold(read(text))
    boards, progress = story(log)
    assert (replay.boards, replay.progress) == (boards, progress)
    assert replay.state.results is not None
    assert room.state.results is not None
    assert replay.state.results.seed == room.state.results.seed
    assert replay.state.results.nonces == room.state.results.nonces


@cache
def sample() -> str:
    """A short race as text."""
    return written(recorded(*played("klondike_draw1", 7, 60)))


@given(st.integers(0, 10**6))
def test_a_text_that_was_cut_off_is_found_out(at: int) -> None:
    text = sample()
    with pytest.raises(BadNotation):
        read(text[: at % (len(text) - 1)])


def test_a_match_of_a_duel_is_told_with_all_its_games() -> None:
    room = duels.begun(target=12)
    assert isinstance(room.mode, Duel)
    room.leave(0, (room.state.starts or 0) + 90_000)
    log = room.take_outcome().records
    replay = retold(read(written(recorded(room, log))))
    assert (replay.boards, replay.progress) == story(log)
