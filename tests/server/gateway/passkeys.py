"""The exchange between a server's page and a passkey, for tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.typing import Origin

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import (
    Account,
    AddPasskey,
    GetPasskeyOptions,
    PasskeyOptions,
)
from cadogan_server.app import Running
from tests.server.gateway.authenticator import Authenticator
from tests.server.wire import Wire, dial


@asynccontextmanager
async def page(server: Running, host: str = "localhost") -> AsyncIterator[tuple[Wire, str]]:
    """Open a socket as a page of the server does; yield it with the page's web origin."""
    origin = f"http://{host}:{server.port}"
    async with dial(server.port, origin=Origin(origin), name=host) as wire:
        yield wire, origin


async def options(wire: Wire, purpose: str) -> str:
    answer = await wire.ask(GetPasskeyOptions, purpose=purpose)
    assert isinstance(answer, PasskeyOptions), answer
    return answer.options


async def with_passkey(wire: Wire, origin: str, name: str = "Anna") -> Authenticator:
    """Say hello, and make a passkey."""
    await wire.hello(name)
    authenticator = Authenticator(origin)
    added = await wire.ask(AddPasskey, credential=authenticator.make(await options(wire, "add")), label="Laptop")
    assert isinstance(added, Account), added
    assert [passkey.label for passkey in added.passkeys] == ["Laptop"]
    return authenticator


async def refused(wire: Wire, kind: Any, sentence: str, **fields: Any) -> None:
    error = await wire.refusal(kind, **fields)
    assert error.code is ErrorCode.BAD_PASSKEY, error
    assert sentence in error.message
    assert len(error.message) < 400
