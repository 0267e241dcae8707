"""Questions about a room that is over: by default about the player's own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from cadogan_client import Client
from tests.client.commands.typed import begun

Connect = Callable[..., Awaitable[Client]]


async def test_the_own_room_is_analysed_and_replayed_by_default(connect: Connect) -> None:
    anna, bob = await connect("Anna"), await connect("Bob")
    for ask in (anna.analysis, anna.replay):
        with pytest.raises(ValueError, match="there is no room to"):
            await ask()
    room = await begun(anna)
    await anna.give_up()
    await anna.until(lambda: room.state.phase == "finished")
    found = await anna.analysis()
    assert (found.status, found.boards, found.moves) == ("unavailable", (), ())
    assert found.why == "this server has no solvers, so it analyses nothing"
    assert (await bob.analysis(room.code)).why == found.why
    assert (await anna.replay()).state.code == room.code
