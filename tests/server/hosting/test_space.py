"""The number of rooms that a server takes."""

from __future__ import annotations

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Create, Leave
from tests.server.conftest import Serve
from tests.server.wire import dial


async def test_a_server_takes_no_more_rooms_than_it_may(serve: Serve) -> None:
    async with serve(rooms=1) as server, dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create()
        await olga.hello("Olga")
        refused = await olga.refusal(Create, game="klondike")
        assert refused.code is ErrorCode.TOO_MANY_ROOMS
        assert "this server" in refused.message
        await anna.ask(Leave)
        await olga.create()
