"""Duels without a server, for tests of the core."""

from __future__ import annotations

from typing import Any

from cadogan_server.rooms.duel import Duel
from cadogan_server.rooms.opening import open_room
from tests.server.core import NOON, all_ready, created

MODERN = "spite_and_malice_modern"


SHORT = {"riddance": 5}


def begun(game: str = MODERN, options: dict[str, Any] | None = None, **rules: Any) -> Duel:
    """Return a duel whose cards were dealt at this very moment."""
    room = open_room(created(game, SHORT if options is None else options, **rules))
    assert isinstance(room, Duel)
    for seat in (0, 1):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    all_ready(room)
    assert room.starts is not None
    room.tick(room.starts)
    return room
