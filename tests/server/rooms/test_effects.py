"""Viewers are told of every change in a room, and the log holds all of it."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest

from cadogan_server.rooms.effects import RoomChanged
from cadogan_server.rooms.kinds.duel import Duel
from cadogan_server.rooms.opening import replay
from cadogan_server.rooms.records import pack, unpack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.rooms.state import Wish
from tests.server.core import NOON, duel_of, race, started, whole
from tests.server.rooms.commands import STEPS, do
from tests.server.rooms.duels import begun
from tests.server.rooms.onlooker import Onlooker


@pytest.mark.parametrize("seed", range(8))
def test_spectators_of_a_race_are_told_of_every_change(seed: int) -> None:
    chance = random.Random(seed)
    rules: dict[str, Any] = {
        "undo": chance.choice(["free", "covered"]),
        "time_limit": chance.choice([0, 5, 900]),
        "sudden_death": seed % 2 == 0,
        "spectators": chance.choice(["fair", "live"]),
        "public": False,
    }
    game = chance.choice(["klondike", "la_belle_lucie", "fourteenth"])
    room = (started if seed % 4 else race)(game, players=2, seats=4, **rules)
    onlooker, now = Onlooker(room), room.state.starts or room.state.created.at
    for number in range(1, 150):
        step, seat = chance.choice(STEPS), chance.randrange(4)
        now += 2000 if step == "wait" else chance.randrange(50)
        occupants = list(room.state.occupants)
        with suppress(Refused):
            onlooker.see(None, room.tick, now)
            by = occupants[seat % len(occupants)] if occupants else None
            if step == "reopen":
                onlooker.come_again(now)
            else:
                onlooker.see(by, do, room, step, seat, number, now)
    assert whole(replay(unpack(map(pack, onlooker.log)))) == whole(room)


@pytest.mark.parametrize("seed", range(8))
def test_spectators_of_a_duel_are_told_of_every_change(seed: int) -> None:
    chance = random.Random(seed)
    game = chance.choice(["spite_and_malice", "spite_and_malice_mixed", "spite_and_malice_modern"])
    room = begun(game, {}, target=chance.choice([0, 12]), time_limit=chance.choice([0, 300]))
    onlooker, now = Onlooker(room), room.state.starts or 0
    for number in range(1, 150):
        step, seat = chance.choice(DUEL_STEPS), chance.randrange(2)
        now += {"wait": 9_000, "long": 60_000}.get(step, chance.randrange(500))
        on_turn = next((each for each in (0, 1) if room.mode.choices(each)[1]), seat)
        with suppress(Refused):
            onlooker.see(None, room.tick, now)
            if step == "reopen":
                onlooker.come_again(now)
            else:
                onlooker.see(on_turn if step == "play" else seat, act, room, step, seat, chance, now, number)
    again = replay(unpack(map(pack, onlooker.log)))
    assert isinstance(again.mode, Duel)
    assert (whole(again), duel_of(again).match.points, duel_of(again).match.games) == (
        whole(room),
        duel_of(room).match.points,
        duel_of(room).match.games,
    )


@pytest.mark.parametrize("number", [1, 2])
def test_the_end_tells_a_series_only_of_more_than_one_game(number: int) -> None:
    room = started()
    room.state.created = room.state.created._replace(number=number)
    room.take_outcome()
    room.end("empty", NOON + 9000)
    (told,) = (effect.fields for effect in room.take_outcome().effects if isinstance(effect, RoomChanged))
    assert told == ("phase", "results", "seats", *(["series"] if number > 1 else []))


def test_ratings_and_attempts_change_the_room_for_all() -> None:
    room = started()
    room.end("empty", NOON + 9000)
    room.take_outcome()
    room.commit(room.scoring.rate((), NOON + 9500))
    room.commit(room.scoring.attempt((0,), NOON + 9500))
    assert room.take_outcome().effects == [RoomChanged(("results", "seats")), RoomChanged(("attempts",))]


DUEL_STEPS = ["play"] * 30 + ["wait", "long", "reopen", "pause", "stand", "leave", "onward", "onward", "follow", "vote"]


def act(room: Room, step: str, seat: int, chance: random.Random, now: int, request: int) -> None:
    match step:
        case "play":
            seat = next((each for each in (0, 1) if room.mode.choices(each)[1]), seat)
            moves = room.mode.choices(seat)[1] or [("stand",)]
            room.play(seat, chance.choice([move for move in moves if move[0] == "play"] or moves), now, request)
        case "stand" if chance.random() < 0.3:
            room.give_up(seat, now, request)
        case "leave" if chance.random() < 0.2:
            room.leave(seat, now, request)
        case "pause":
            room.resume(now - chance.randrange(500), now)
        case "onward":
            room.go_onward(seat, True, now, request)
        case "follow":
            room.follow("GHJKLM", now)
        case "vote":
            room.propose(0, [Wish("spider_1", {}), Wish("clock", {})], {0, 1}, now, request)
            room.vote(seat, 1, now, request + 1000)
