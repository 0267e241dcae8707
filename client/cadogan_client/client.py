"""The client: one player at a server, with a method for each request."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

from cadogan_client.connection import FIRST_DELAY
from cadogan_client.requests.entering import Entering
from cadogan_client.requests.people import People
from cadogan_client.requests.playing import Playing
from cadogan_client.requests.questions import Questions
from cadogan_client.requests.tournaments import Evenings
from cadogan_protocol import Format


class Client(Questions, Entering, Playing, People, Evenings):
    """One player at a server.

    It keeps the room's state in `room`. It notices gaps in the messages, reconnects when the connection breaks, and
    repeats unanswered requests. Nothing is lost, and nothing done twice:

        async with await Client.connect("ws://localhost:8000/ws", "Ada") as client:
            room = await client.create("klondike", seats=1)
            await client.ready()
            await client.until(lambda: bool(room.moves))
            await client.play(room.moves[0])

    Every request may raise `RequestRefused`, and `Disconnected` when the connection is gone for good.

    Attributes:
        room: the local copy of the room that was created or joined last, or None.
        welcome: the server's answer to the last `hello`.
        token: the player's secret. Any client that has it is this player.
        name: the player's name.
    """

    @classmethod
    async def connect(
        cls,
        url: str,
        name: str,
        token: str | None = None,
        *,
        fmt: Format = Format.MSGPACK,
        patience: float = 300,
        first_delay: float = FIRST_DELAY,
        program: str | None = None,
    ) -> Client:
        """Return a client that has said hello.

        Args:
            url: the server's address, say `ws://localhost:8000/ws`.
            name: the player's name.
            token: the token of an earlier `welcome`, to be the same player.
            fmt: the format on the wire.
            patience: seconds to keep trying when the connection has broken.
            first_delay: the most seconds before the first of these attempts; each later delay is twice as long.
            program: the kind of bot, for a program that plays, say `good`; None for a person.

        Raises:
            CannotConnect: no server can be reached there.
            RequestRefused: it does not accept this name or token.
        """
        client = cls(url, name, token, fmt, patience, first_delay, program)
        await client._link.start()
        return client

    @property
    def away(self) -> str | None:
        """The reason why there is no connection now, in a sentence, say that the server is being renewed; None while
        there is one. The client reconnects by itself.
        """
        return self._link.away

    async def close(self) -> None:
        """Close the connection. The player keeps the seat for as long as the server allows."""
        await self._link.close()
        await asyncio.gather(*self._mending, *([self._keeping] if self._keeping else []))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
