"""Log lines on the life of a room: each step once."""

from __future__ import annotations

import logging
from typing import Any, cast

import pytest

from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.observers.chronicle import Chronicle
from cadogan_server.rooms.room import Room
from tests.server.core import started


class Used:
    """The part of a hub that a chronicle knows."""

    def __init__(self, room: Room) -> None:
        self.room = room


def test_each_step_is_told_once_with_the_room_and_never_a_card(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    chronicle, room = Chronicle(), started("klondike_draw1", players=2)
    hub = cast(Hub, Used(room))
    for _ in range(3):
        chronicle.changed(hub)
    chronicle.closed(hub)
    chronicle.taken_up(hub, 0.25)
    chronicle.changed(hub)
    told: list[Any] = [(record.getMessage(), record.__dict__["room"]) for record in caplog.records]
    assert told == [
        ("the game has begun, with 2 at the table", room.code),
        ("the room was closed", room.code),
        ("the room was recovered in 0.250 s", room.code),
    ]
    assert (sum(chronicle.takeovers.looks), chronicle.takeovers.total) == (1, 0.25)
