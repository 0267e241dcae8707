"""A session without a socket, for questions over HTTP. It is served like any other."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable, Sequence

from cadogan_protocol.codec import Format, decode_server, encode
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Error, Message
from cadogan_server.delivery.frame import payloads
from cadogan_server.delivery.outbox import Outbox, Transport
from cadogan_server.gateway.conversation import Conversation
from cadogan_server.gateway.escort import Escort
from cadogan_server.gateway.handlers.handlers import HANDLERS
from cadogan_server.gateway.limits.bans import Bans
from cadogan_server.gateway.limits.limits import Limits
from cadogan_server.gateway.relays.relay import Relays
from cadogan_server.gateway.session import Giver, Session
from cadogan_server.parts.services import Services
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.people.players import Player

ANSWER_SECONDS = 8.0
"""Seconds that an answer may take; the HTTP request times out a little later."""

_HEAD = re.compile(r'\{"type":"(\w+)","re":(\d+)[,}]')
"""Beginning of an answer: `type` and `re` are always its first fields."""

_ERROR = '{"type":"error",'
"""Beginning of an error. One about a message that could not be read has no `re`."""


class Onlooker:
    """A session without a socket.

    Args:
        services, limits, bans, relays: the server's.
        address: address that the request counts for.
        player: the player of its token; None without one.
        transport: receives the frames in JSON.
        close: called with a code and a reason where a socket would be closed.
        may_drop: False: a reader that takes too little is closed, instead of being sent a snapshot later.
    """

    def __init__(
        self,
        services: Services,
        limits: Limits,
        bans: Bans,
        relays: Relays,
        *,
        address: str,
        player: Player | None,
        transport: Transport,
        close: Callable[[int, str], None],
        may_drop: bool = True,
    ) -> None:
        def overflow() -> None:
            close(CloseCode.TOO_SLOW, "you take events too slowly; come back, nothing is lost")

        outbox = Outbox(transport, Format.JSON, overflow, services.settings.outbox_bytes, may_drop=may_drop)

        def session(escort: Escort) -> Session:
            return Session(services, outbox, address, limits, close, bans, escort)

        # There is no socket to give to another worker, so a relay is used.
        self._conversation = Conversation(session, relays, Giver())
        self.session = self._conversation.session
        self.session.player = player or Player(secrets.token_urlsafe(9), "Onlooker", ())

    async def say(self, message: Message) -> None:
        """Have a message answered. It was charged as a question over HTTP."""
        if HANDLERS[type(message)].reads:
            self.session.limits.reads.give_back(self.session.address)
        await self._conversation.receive(encode(message, Format.JSON))

    async def stop(self) -> None:
        """End the session."""
        await self._conversation.stop()


class CollectedAnswer:
    """Collects an onlooker's messages until the answer to a request is there. It is a transport."""

    def __init__(self, request: int) -> None:
        self.texts: list[str] = []
        self._request = request
        self._answered: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def write(self, frames: Sequence[bytes]) -> bool:
        """Collect these frames."""
        for each in frames:
            for data in payloads(each):
                self._hear(data.decode())
        return True

    def _hear(self, text: str) -> None:
        self.texts.append(text)
        head = _HEAD.match(text)
        if self._answered.done():
            return
        if text.startswith(_ERROR):
            self._answered.set_exception(refused(text))
        elif head is not None and int(head[2]) == self._request:
            self._answered.set_result("{" + text[head.end() :] if text[head.end() - 1] == "," else "{}")

    def closed(self, _: int, reason: str) -> None:
        """Note that there will be no more messages."""
        if not self._answered.done():
            self._answered.set_exception(Refused(ErrorCode.BUSY, reason, wait=1))

    async def answer(self) -> str:
        """Return the answer as JSON, without `type` and `re`.

        Raises:
            Refused: it is an error, or does not come in time.
        """
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self._answered
        except TimeoutError:
            raise Refused(ErrorCode.BUSY, "the answer takes too long; ask again", wait=2) from None


def refused(text: str) -> Refused:
    """Return an `error` message, given as JSON, as an exception."""
    error = decode_server(text, Format.JSON)
    assert isinstance(error, Error)
    return Refused(error.code, error.message, wait=error.wait)
