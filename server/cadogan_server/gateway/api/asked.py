"""A request to the API, the parts that answers are made from, and answers that a socket would get too."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cadogan_protocol.messages import GetHistory, GetLeaderboard, Message
from cadogan_protocol.parts import Part
from cadogan_protocol.wording import shown
from cadogan_server.delivery.outbox import Transport
from cadogan_server.gateway.api.events import ListEvents
from cadogan_server.gateway.api.onlooker import CollectedAnswer, Onlooker
from cadogan_server.gateway.api.open_streams import OpenStreams
from cadogan_server.gateway.api.questions import ApiRefusal
from cadogan_server.gateway.limits.bans import Bans
from cadogan_server.gateway.limits.limits import Limits
from cadogan_server.gateway.relays.relay import Relays
from cadogan_server.gateway.sessions import Sessions
from cadogan_server.gateway.sockets.socket import Socket
from cadogan_server.parts.services import Services
from cadogan_server.store.people.players import Player

REQUEST = 1
"""Id of the request whose answer is awaited."""


@dataclass(frozen=True)
class ApiParts:
    """The parts of the server that answers are made from.

    Attributes:
        services, limits, bans, relays: the server's.
        sessions: open sessions with their sockets; readers of a room's events are among them.
        streams: the open streams of events.
        listed: sends the changes of the list of rooms.
    """

    services: Services
    limits: Limits
    bans: Bans
    relays: Relays
    sessions: Sessions
    streams: OpenStreams
    listed: ListEvents


@dataclass(frozen=True)
class ApiRequest:
    """A parsed request.

    Attributes:
        parts: values of the path's placeholders.
        of: the query, by the model of the path.
        player: the player of its token.
        socket: the connection.
        last: id of the last event that the client has.
        peeks: True if only the head of the answer is wanted.
        page: beginning of the addresses of this server's page; "" if the request names none.
    """

    parts: dict[str, str]
    of: Any
    player: Player | None
    socket: Socket
    last: str
    peeks: bool
    page: str = ""


@dataclass(frozen=True)
class ApiAnswer:
    """An answer: its body, and the cursor of the next page."""

    body: bytes
    next: str | int | None = None


async def answer_to(parts: ApiParts, asked: ApiRequest, message: Message) -> ApiAnswer:
    """Return the answer that a socket would get to this message.

    Raises:
        Refused: the message is refused.
    """
    text, _ = await ask_in_turn(parts, asked, message)
    paged = isinstance(message, (GetHistory, GetLeaderboard))
    return ApiAnswer(text.encode() + b"\n", json.loads(text).get("next") if paged else None)


async def ask_in_turn(parts: ApiParts, asked: ApiRequest, *messages: Message) -> tuple[str, list[dict[str, Any]]]:
    """Return the answer to the last of these messages as JSON, and all messages that were sent on the way as maps.

    Raises:
        Refused: a message is refused.
    """
    collected = CollectedAnswer(messages[-1].id)  # type: ignore[attr-defined]
    by = onlooker(parts, asked, collected, collected.closed)
    try:
        for message in messages:
            await by.say(message)
        answer = await collected.answer()
    finally:
        await by.stop()
    if len(messages) == 1:
        return answer, []
    return answer, [said for said in map(json.loads, collected.texts) if isinstance(said, dict)]


def onlooker(
    parts: ApiParts,
    asked: ApiRequest,
    transport: Transport,
    close: Callable[[int, str], None],
    *,
    may_drop: bool = True,
) -> Onlooker:
    """Return the session without a socket that asks for a request. `may_drop` is its outbox's."""
    return Onlooker(
        parts.services,
        parts.limits,
        parts.bans,
        parts.relays,
        address=asked.socket.address,
        player=asked.player,
        transport=transport,
        close=close,
        may_drop=may_drop,
    )


def bad_cursor(cursor: str) -> ApiRefusal:
    """Return the refusal of a cursor that does not belong to the list."""
    return ApiRefusal(
        "bad_parameter", f"{shown(cursor)} is no `cursor` of this list: take `next` of a page", 400, parameter="cursor"
    )


def json_of(model: Part) -> bytes:
    """Return a model as a line of JSON."""
    return model.model_dump_json(exclude_none=True).encode() + b"\n"


def json_of_data(data: Any) -> bytes:
    """Return maps, lists and values as a line of JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
