"""Duels without a server, for tests of rooms."""

from __future__ import annotations

from typing import Any

from cadogan_server.rooms.kinds.duel import Duel
from cadogan_server.rooms.opening import open_room
from cadogan_server.rooms.room import Room
from tests.server.core import NOON, all_ready, created

MODERN = "spite_and_malice_modern"


SHORT = {"riddance": 5}


def begun(game: str = MODERN, options: dict[str, Any] | None = None, **rules: Any) -> Room:
    """Return a duel whose cards were dealt at this very moment."""
    room = open_room(created(game, SHORT if options is None else options, **rules))
    assert isinstance(room.mode, Duel)
    for seat in (0, 1):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    all_ready(room)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    return room
