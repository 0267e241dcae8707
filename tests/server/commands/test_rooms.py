"""`cadogan rooms`: the rooms that are not over."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from cadogan_protocol.messages import Moved, Step
from cadogan_server.app import Running
from tests.server.commands.ordering import playing, run, said
from tests.server.conftest import Serve
from tests.server.wire import dial

pytestmark = pytest.mark.store


@pytest.fixture
def usual() -> dict[str, Any]:
    """Servers look for orders all the time."""
    return {"orders_look": 0.02}


@pytest.fixture
async def asked(serve: Serve) -> AsyncIterator[Running]:
    """A server."""
    async with serve(node="one") as server:
        yield server


async def test_the_rooms_are_listed_with_their_players(asked: Running, redis_url: str) -> None:
    async with dial(asked.port) as anna, dial(asked.port) as olga:
        await playing(anna)
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        await (await olga.hello("Olga")).create("nestor", public=False)
        found = {line["room"]: line for line in await said(redis_url, "rooms")}
        assert found.keys() == {anna.code, olga.code}
        line = found[anna.code]
        assert (line["game"], line["phase"], line["moves"], line["node"]) == ("klondike", "running", 1, "one")
        room = asked.services.rooms.registry.hubs[anna.code].room
        assert line["players"] == [{"seat": 0, "player": room.state.occupants[0].player, "name": "Anna", "bot": ""}]
        assert room.state.created.secret.hex() not in json.dumps(line)
        assert [line["room"] for line in await said(redis_url, "rooms", "--game", "Nestor")] == [olga.code]
        assert len(await said(redis_url, "rooms", "--limit", "1")) == 1
        shown = await run(redis_url, "rooms")
        assert "2 rooms" in shown.stdout
        assert anna.code in shown.stdout
