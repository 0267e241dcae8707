"""Rooms of a single player who gives up at once."""

from __future__ import annotations

from typing import Any

from cadogan_client import Client
from cadogan_protocol import RoomState
from cadogan_server.app import Running


async def given_up(server: Running, game: str, **rules: Any) -> RoomState:
    """Return the state of a room with these rules whose player gave up as soon as the cards were shown."""
    async with await Client.connect(f"ws://127.0.0.1:{server.port}/ws", "Ada") as ada:
        room = await ada.create(game, {}, **rules)
        await ada.ready()
        await ada.until(lambda: room.state.phase == "running")
        await ada.give_up()
        await ada.until(lambda: room.state.phase == "finished")
        return room.state
