"""Rooms are looked at now and then, a few in each turn."""

from __future__ import annotations

import pytest

from cadogan_server.app import Running
from cadogan_server.hosting.caretaker import ROOMS_AT_ONCE, Caretaker
from cadogan_server.store.log.due import DueRooms
from tests.server.iterations import counted, guests


async def test_each_turn_looks_after_some_of_the_rooms(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async with guests(server, 20) as wires:
        for wire in wires:
            await wire.create()
        async with counted(monkeypatch, Caretaker, "look_after") as rooms:
            await server.services.rooms.sweeping.sweep()
        assert rooms.times.total() == 20
        assert rooms.most == ROOMS_AT_ONCE
        pieces = list[int]()
        monkeypatch.setattr(DueRooms, "update", lambda due, rooms, now: pieces.append(len(rooms)))
        async with counted(monkeypatch, DueRooms, "update") as kept:
            await server.services.rooms.sweeping.sweep()
        assert (pieces, kept.most) == ([ROOMS_AT_ONCE, 20 - ROOMS_AT_ONCE], 1)
