"""The first message of a socket."""

from __future__ import annotations

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import (
    Create,
    Hello,
    Ping,
)
from cadogan_server.app import Running
from tests.server.conftest import Serve
from tests.server.wire import dial


async def test_hello_comes_first_and_says_a_name_that_can_be_shown(server: Running) -> None:
    async with dial(server.port) as wire:
        assert (await wire.refusal(Ping)).code is ErrorCode.NO_HELLO
        assert (await wire.closed())[0] == CloseCode.NO_HELLO
    async with dial(server.port) as wire:
        assert (await wire.refusal(Hello, name="\u200d\u0301")).code is ErrorCode.BAD_MESSAGE
        assert "at most 24" in (await wire.refusal_of_raw(Hello, name="x" * 10_000)).message
        assert (await wire.refusal(Hello, name="Anna", token="nobody.knows")).code is ErrorCode.BAD_TOKEN
        assert (await wire.refusal(Hello, name="Anna", token="")).code is ErrorCode.BAD_TOKEN
        await wire.hello("  Anna \u2003 B ")
        assert (await wire.ask(Create, game="klondike")).seat == 0
        assert (await wire.state(lambda room: bool(room.seats))).seats[0].name == "Anna B"


async def test_a_socket_without_hello_is_closed(serve: Serve) -> None:
    async with serve(hello_seconds=0.05) as strict, dial(strict.port) as silent:
        assert (await silent.closed())[0] == CloseCode.NO_HELLO
