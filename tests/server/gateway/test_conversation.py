"""The frames of one socket: bad ones, too many, and those that fail here."""

from __future__ import annotations

import pytest

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.limits import MOST_BAD
from cadogan_protocol.messages import (
    Join,
    ListRooms,
    Ping,
    Pong,
)
from cadogan_server.app import Running
from tests.server.conftest import Serve
from tests.server.fetching import figures
from tests.server.wire import dial


async def test_only_bad_messages_in_a_row_close_a_socket(server: Running) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        for _ in range(2):
            for _ in range(MOST_BAD - 1):
                await anna.connection.send(b"\xc1")
            assert isinstance(await anna.ask(Ping), Pong)


async def test_a_socket_that_goes_on_sending_too_fast_is_closed(serve: Serve) -> None:
    settings = {"messages_per_second": 0.001, "message_burst": 1, "too_fast_pause": 0}
    async with serve(**settings) as strict, dial(strict.port) as wire:
        await wire.hello("Anna")
        for _ in range(MOST_BAD):
            await wire.post(Ping)
        assert (await wire.closed())[0] == CloseCode.TOO_MANY_ERRORS


async def test_a_request_that_fails_here_is_answered_and_counted(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        monkeypatch.setattr(server.services.rooms.listing, "listed", lambda: 1 / 0)
        error = await anna.refusal(ListRooms)
        assert error.code is ErrorCode.INTERNAL
        assert "division" not in error.message
        assert "ZeroDivisionError" in caplog.text
        assert isinstance(await anna.ask(Ping), Pong)
        lines = await figures(server)
    assert 'cadogan_refusals_total{code="internal"} 1.0' in lines


async def test_asking_for_missed_messages_keeps_the_player_in_the_room(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).create()
        assert (await olga.refusal(Join, room=anna.code, last={0: 1})).code is ErrorCode.IN_ROOM
