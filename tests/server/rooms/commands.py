"""Random commands for a room, as hypothesis draws them."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from cadogan_server.rooms.fairness import promise
from cadogan_server.rooms.room import Room
from cadogan_server.rooms.state import Wish
from tests.server.core import nonce_of, whole

STEPS = [
    *(
        "sit",
        "bot",
        "leave",
        "ready",
        "ready",
        "unready",
        "reveal",
        "reveal",
        "prove",
        "unseat",
        "wait",
        "returns",
        "reopen",
        "still",
        "pause",
        "end",
        "follow",
        "onward",
        "propose",
        "vote",
        "vote",
    ),
    *["play"] * 8,
    *("undo", "undo", "stand", "stand", "repeat", "illegal"),
]
"""The commands to draw from; a frequent one is listed more than once."""

COMMAND = st.tuples(st.sampled_from(STEPS), st.integers(0, 3), st.integers(0, 2**16))
COMMANDS = st.lists(COMMAND, min_size=5, max_size=60)


RULES = st.fixed_dictionaries(
    {
        "time_limit": st.sampled_from([0, 5, 900]),
        "undo": st.sampled_from(["free", "none"]),
        "sudden_death": st.booleans(),
        "deal": st.sampled_from(["fresh", "winnable", "daily"]),
    }
)


def do(room: Room, command: str, seat: int, number: int, now: int) -> None:
    """Carry out one command, which the room may refuse."""
    occupants = list(room.state.occupants)
    if command != "sit":
        if not occupants:
            return
        seat = occupants[seat % len(occupants)]
    match command:
        case "sit":
            room.sit(f"p{number % 7}", f"Player {number % 7}", now, request=1 + number)
        case "bot":
            room.seats.must_host(seat, bots=True)
            room.sit(f"bot{number}", f"Bot {number}", now, bot="easy", by=seat, request=1 + number)
        case "leave":
            room.leave(seat, now, 1 + number)
        case "ready" | "unready":
            # Players with an even number promise a nonce, and most of them reveal it.
            promised = "" if number % 2 else promise(nonce_of(number % 100))
            room.ready(seat, command == "ready", promised, now, 1 + number)
        case "reveal" if room.countdown.withholders:
            seat = room.countdown.withholders[number % len(room.countdown.withholders)]
            known = (nonce_of(nonce) for nonce in range(0, 100, 2))
            nonce = next(nonce for nonce in known if promise(nonce) == room.state.occupants[seat].nonce_hash)
            room.reveal(seat, nonce, now, 1 + number)
        case "prove" if room.countdown.sought is not None:
            room.prove(room.countdown.sought, number % 3 or None, now)
        case "unseat":
            room.unseat(seat, number % 4, now, 1 + number)
        case "returns":
            room.commit(room.seats.returns(seat, number % 100, now))
        case "reopen":
            room.reopen(now)
        case "still":
            room.log_clocks(now)
        case "pause":
            room.resume(now - number % 50, now)
        case "end":
            if number % 8 == 0:
                room.end("empty", now)
        case "onward":
            room.go_onward(seat, number % 3 > 0, now, 1 + number)
        case "follow":
            room.follow("GHJKLM", now)
        case "propose":
            games = [Wish(game, {}) for game in ("spider_1", "clock", "klondike")][: number % 4]
            room.propose(seat, games, set(room.state.occupants), now, 1 + number)
        case "vote":
            room.vote(seat, number % 3, now, 1 + number)
        case "play" if room.state.phase == "running":
            moves = room.mode.choices(seat)[1]
            if moves:
                room.play(seat, random.Random(number).choice(moves), now, 1 + number)
        case "undo":
            room.undo(seat, now, 1 + number)
        case "stand":
            if number % 4 == 0:
                room.give_up(seat, now, 1 + number)
        case "repeat" if room.state.occupants[seat].requests and room.state.phase == "running":
            request = random.Random(number).choice(list(room.state.occupants[seat].requests))
            before = whole(room)
            assert room.play(seat, (0, 0, 1), now, request) is False
            assert whole(room) == before
        case "illegal" if room.state.phase == "running":
            room.play(seat, (0, 0, 1 + number % 3), now, 1 + number)
