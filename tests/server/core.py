"""Rooms without a server, for tests of the core."""

from __future__ import annotations

from typing import Any

import pytest

from cadogan_games import catalogue
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.rooms.effects import RoomChanged
from cadogan_server.rooms.fairness import promise
from cadogan_server.rooms.hands import Hands
from cadogan_server.rooms.kinds.duel import Duel
from cadogan_server.rooms.kinds.race import Race
from cadogan_server.rooms.opening import open_room
from cadogan_server.rooms.records import Created
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room

NOON = 1_800_000_000_000
"""The moment at which every room of the tests opens."""

COUNTDOWN_MS, BREAK_MS = 3000, 8000
"""The length in ms of a room's countdown, and of the pause between two games of a match."""


def created(game: str = "klondike", options: dict[str, Any] | None = None, **rules: Any) -> Created:
    return Created(
        at=NOON,
        identity="1" * 16,
        code="ABCDEF",
        game=game,
        revision=catalogue.head_of(game).revision,
        options=dict(catalogue.game(game, options or {}).options),
        rules=RoomOptions(**rules).model_dump(mode="json"),
        secret=bytes(range(32)),
        countdown=COUNTDOWN_MS,
        between_games=BREAK_MS,
    )


def race(game: str = "klondike", players: int = 1, **rules: Any) -> Room:
    """Return a race in its lobby, with players `p0`, `p1`, ..."""
    room = open_room(created(game, **rules))
    assert isinstance(room.mode, Race)
    for number in range(players):
        room.sit(f"p{number}", f"Player {number}", NOON)
    return room


def started(game: str = "klondike", players: int = 1, **rules: Any) -> Room:
    """Return a race whose cards were dealt at this very moment."""
    room = race(game, players, **rules)
    all_ready(room)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    return room


def race_of(room: Room) -> Race:
    """Return the race that is played in a room."""
    assert isinstance(room.mode, Race)
    return room.mode


def duel_of(room: Room) -> Duel:
    """Return the duel that is played in a room."""
    assert isinstance(room.mode, Duel)
    return room.mode


def nonce_of(seat: int) -> str:
    """Return the nonce of a seat's player in these tests."""
    return f"{seat:032x}"


def all_ready(room: Room, now: int = NOON) -> None:
    """Let all get ready. If nonces count, they promise and reveal theirs."""
    for seat in room.state.occupants:
        room.ready(seat, True, promise(nonce_of(seat)), now)
    for seat in room.countdown.withholders:
        room.reveal(seat, nonce_of(seat), now)


def whole(room: Room) -> Any:
    """Return the complete state of a room in a comparable form."""
    boards = {stream: room.mode.views.board(stream) for stream in room.mode.views.seen_by(None)}
    choices = (
        {seat: room.mode.choices(seat) for seat in room.state.occupants}
        if room.state.phase in ("running", "finished")
        else {}
    )
    inner = {
        seat: (racer.reached, len(racer.table.log), racer.table.piles)
        for seat, racer in (race_of(room).racers.items() if isinstance(room.mode, Race) else ())
    }
    return (
        describe.state(room, Volatile(), NOON),
        boards,
        choices,
        inner,
        {
            seat: (occupant.player, occupant.nonce, occupant.nonce_hash, list(occupant.requests))
            for seat, occupant in room.state.occupants.items()
        },
        room.state.seed,
        room.state.reopened,
        room.deadline,
    )


def told(room: Room) -> set[str]:
    """Return the fields of the room's state that have changed since its last outcome, as everybody is told; take the outcome."""
    effects = room.take_outcome().effects
    return {field for effect in effects if isinstance(effect, RoomChanged) for field in effect.fields}


def moves(room: Room, seat: int, *moments: int) -> None:
    """Let a player make a legal move at each of these moments, from the start in ms."""
    assert room.state.starts is not None
    for moment in moments:
        room.play(seat, room.mode.choices(seat)[1][0], room.state.starts + moment)


def finish(room: Room, seat: int, t: int) -> None:
    """Set a racer's state to finished at moment `t`, as the results read it."""
    racer = race_of(room).racers[seat]
    racer.state, racer.progress, racer.reached, racer.ended = "finished", room.state.game.progress_max, t, t


def refusal(call: Any, *args: Any, **named: Any) -> ErrorCode:
    """Return the code with which a room's command, or a check, is refused. The command must have changed nothing."""
    room = call.__self__
    before = whole(room) if isinstance(room, Room) else None
    with pytest.raises(Refused) as caught:
        call(*args, **named)
    assert before is None or whole(room) == before
    assert len(caught.value.message) > 10
    assert not caught.value.message[:2].isupper(), "it reads like a sentence"
    return caught.value.code


AIMED = (9, 8, 1)
"""A move from one pile of Klondike's tableau to another."""


def hands(*moments: int, move: tuple[Any, ...] = AIMED) -> Hands:
    made = Hands(catalogue.game("klondike"))
    for moment in moments:
        made.moved(moment, move)
    return made
