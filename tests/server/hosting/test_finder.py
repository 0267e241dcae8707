"""Rooms that clients ask for by their codes."""

from __future__ import annotations

import asyncio

from cadogan_protocol.messages import Leave
from tests.server.conftest import Serve
from tests.server.hosting.observers.test_in_use import AT_ONCE, race_to_the_end
from tests.server.wire import dial

"""A time in seconds that is over at once."""


async def test_a_requested_room_is_returned_once_and_read_again_next_time(serve: Serve) -> None:
    async with serve(empty_finished=AT_ONCE) as server, dial(server.port) as anna:
        registry, finder = server.services.rooms.registry, server.services.rooms.finder
        await race_to_the_end(await anna.hello("Anna"))
        before = registry.hubs[anna.code]
        for _ in range(2):
            await anna.ask(Leave)
            list(server.services.rooms.sweeping.caretaker.sweep())
            assert registry.hubs == {}
            both = await asyncio.gather(finder.find(anna.code), finder.find(anna.code.lower()))
            assert both[0] is both[1] is registry.hubs[anna.code]
            assert both[0] is not before
            assert both[0].room.state.reopened == 0, "nothing goes on in the room"
            before = both[0]
            await anna.join(anna.code)
