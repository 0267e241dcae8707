"""Answers that are streams of events."""

from __future__ import annotations

import asyncio

from cadogan_protocol.api import AskRoom
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Join
from cadogan_server.gateway.api.asked import REQUEST, ApiAnswer, ApiParts, ApiRequest, onlooker
from cadogan_server.gateway.api.events import EventStream, RoomEvents, last_seen
from cadogan_server.gateway.api.onlooker import ANSWER_SECONDS
from cadogan_server.gateway.api.questions import ApiRefusal
from cadogan_server.gateway.sockets.handshake import LongAnswer


async def room_events(parts: ApiParts, asked: ApiRequest) -> ApiAnswer | LongAnswer:
    """Answer with the events of a room."""
    of: AskRoom = asked.of
    if asked.peeks:
        return ApiAnswer(b"")
    address = asked.socket.address
    parts.limits.streams.occupy(address)
    last = last_seen(asked.last)
    stream = RoomEvents(asked.socket, parts.services.settings.events, last)
    # A reader that falls behind comes back for a snapshot, so no frame of its stream is dropped.
    reader = onlooker(parts, asked, stream, stream.closed, may_drop=False)

    async def leave() -> None:
        parts.limits.streams.give_back(address)
        parts.sessions.pop(reader.session, None)
        await reader.stop()

    try:
        await reader.say(
            Join(id=REQUEST, room=asked.parts["code"], role="spectator", key=of.key, preview=True, last=last)
        )
        async with asyncio.timeout(ANSWER_SECONDS):
            await stream.begun
    except TimeoutError:
        await leave()
        raise ApiRefusal(ErrorCode.BUSY, "the room does not answer; ask again", 503, wait=2) from None
    except BaseException:
        await leave()
        raise
    asked.socket.attach(reader.session.outbox, stream)
    parts.sessions[reader.session] = asked.socket
    return parts.streams.answer(stream, address, leave)


async def list_events(parts: ApiParts, asked: ApiRequest) -> ApiAnswer | LongAnswer:
    """Answer with the changes of the list of rooms."""
    if asked.peeks:
        return ApiAnswer(b"")
    address = asked.socket.address
    parts.limits.streams.occupy(address)
    stream = EventStream(asked.socket, parts.services.settings.events)

    async def leave() -> None:
        parts.limits.streams.give_back(address)
        parts.listed.drop(stream)

    try:
        parts.listed.add(stream, asked.last)
    except BaseException:
        await leave()
        raise
    asked.socket.attach(stream)
    return parts.streams.answer(stream, address, leave)
