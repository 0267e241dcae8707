"""A room that is over as text, and the same room again from it."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cadogan_games import catalogue
from cadogan_protocol.moves import Move
from cadogan_protocol.notation import (
    BadNotation,
    Happened,
    NotByTheRules,
    RecordedResult,
    RecordedSeat,
    Recording,
    checksum,
    read,
    written,
)
from cadogan_protocol.rooms import PlayerName, RoomOptions
from cadogan_server.replays.from_log import story
from cadogan_server.replays.from_recording import retold
from cadogan_server.rooms.finished.retelling import recorded
from cadogan_server.rooms.kinds.duel import Duel
from cadogan_server.rooms.records import Record
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from tests.protocol.strategies import values
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


RECORDINGS = st.builds(
    Recording,
    game=st.from_regex(r"^[a-z][a-z0-9_]{0,39}\Z"),
    revision=st.integers(1, 999_999),
    options=st.dictionaries(
        st.from_regex(r"^[a-z][a-z0-9_]{0,9}\Z"),
        st.booleans() | st.integers(-(2**31), 2**31 - 1) | st.text(max_size=20),
    ),
    rules=values(RoomOptions),
    room=st.just("ABCDEF"),
    starts=st.integers(0, 253402300799999),
    seed=st.just("0" * 64),
    secret=st.just("f" * 64),
    day=st.sampled_from(["", "2026-11-22"]),
    seats=st.lists(
        st.builds(
            RecordedSeat,
            seat=st.integers(0, 63),
            name=values(PlayerName),
            bot=st.sampled_from(["", "good"]),
            nonce=st.sampled_from(["", "0" * 32]),
        ),
        min_size=1,
        max_size=3,
    ).map(tuple),
    results=st.lists(values(RecordedResult), max_size=3).map(tuple),
    happened=st.lists(
        st.builds(Happened, st.integers(0, 10**9), st.integers(0, 63), st.just("move"), values(Move))
        | st.builds(
            Happened,
            st.integers(0, 10**9),
            st.integers(0, 63),
            st.sampled_from(["undo", "stand", "late", "next"]),
            st.none(),
        ),
        max_size=20,
    ).map(tuple),
    end=st.sampled_from(["done", "time", "first", "empty", "left"]),
    left=st.none() | st.integers(0, 63),
    lasted=st.integers(0, 10**12),
)


@given(RECORDINGS)
@settings(deadline=None)
def test_whatever_is_written_is_read_again(recording: Recording) -> None:
    text = written(recording)
    assert read(text) == recording
    assert read("\ufeff" + text.replace("\n", "\r\n")) == recording


@cache
def sample() -> str:
    """A short race as text."""
    return written(recorded(*played("klondike_draw1", 7, 60)))


def signed(text: str) -> str:
    """Give a text the sum that fits it."""
    text = text.rpartition("check ")[0]
    return f"{text}check {checksum(text)}\n"


@given(st.integers(0, 10**6))
def test_a_text_that_was_cut_off_is_found_out(at: int) -> None:
    text = sample()
    with pytest.raises(BadNotation):
        read(text[: at % (len(text) - 1)])


@given(st.integers(0, 10**6), st.text(max_size=4))
@settings(max_examples=100, deadline=None)
def test_a_text_that_was_changed_is_found_out_or_comes_to_the_same(at: int, change: str) -> None:
    text = sample()
    at %= text.index("check ")
    forged = text[:at] + change + text[at + 1 :]
    if read_or_none(forged) is not None:
        assert forged.strip("\ufeff").replace("\r\n", "\n") == text
    said = fault_of(signed(forged))
    assert "\n" not in said
    assert len(said) < 400


def fault_of(text: str) -> str:
    """Return what is wrong with a text; empty: nothing."""
    try:
        retold(read(text))
    except (BadNotation, NotByTheRules) as error:
        return str(error)
    return ""


def read_or_none(text: str) -> Recording | None:
    """Return what a text records, if it does."""
    try:
        return read(text)
    except BadNotation:
        return None


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    for tried in (text, f"cadogan replay 1\n{text}", signed(f"cadogan replay 1\n{text}\ncheck ")):
        read_or_none(tried)


def test_who_forges_is_told_where() -> None:
    text = sample()
    recording = read(text)
    first = next(one for one in recording.happened if one.what == "move")
    assert first.move is not None

    def forged(**changes: Any) -> str:
        with pytest.raises(NotByTheRules) as caught:
            retold(read(written(recording.model_copy(update=changes))))
        return str(caught.value)

    (won, *others) = recording.results
    assert "is said to have progress" in forged(results=(won.model_copy(update={"progress": 52}), *others))
    illegal = Happened(first.t, first.seat, "move", (0, 0, 50))
    assert "event 1 (t " in forged(happened=(illegal, *recording.happened[1:]))
    assert "nobody sits" in forged(happened=(Happened(0, 60, "undo"),))
    assert "a race does not have" in forged(happened=(Happened(0, first.seat, "late"),))
    assert "nonces" in forged(seed="0" * 64)
    assert "no game" in forged(game="poker")
    assert "results are not" in forged(results=())
    assert "nobody can sit" in forged(seats=(*recording.seats, recording.seats[0]))


def test_a_match_of_a_duel_is_told_with_all_its_games() -> None:
    room = duels.begun(target=12)
    assert isinstance(room.mode, Duel)
    room.leave(0, (room.state.starts or 0) + 90_000)
    log = room.take_outcome().records
    replay = retold(read(written(recorded(room, log))))
    assert (replay.boards, replay.progress) == story(log)
