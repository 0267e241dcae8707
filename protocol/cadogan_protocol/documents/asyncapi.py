"""Writes the AsyncAPI 3 document of the WebSocket's messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cadogan_protocol.codec import Format
from cadogan_protocol.documents import shapes
from cadogan_protocol.documents.schemas import DIALECT, named, schemas_of, unwrapped
from cadogan_protocol.errors import CLOSE_MEANING
from cadogan_protocol.messages import HotMessage, Message

ABOUT = unwrapped(
    """
    The messages by which a client plays on a Cadogan server, through one WebSocket at `/ws` for each room that it is in.
    PROTOCOL.md describes them in prose, with a worked session.

    The first message is `hello`. Every message of a client is a request with an `id`. The server answers it exactly once,
    by a message whose `re` is that number. Maps leave out null values. The WebSocket subprotocol selects the format: JSON in
    text frames, or msgpack in binary frames, with the same structure.
    """
)

CHANNEL = "socket"

ANSWERS: dict[str, tuple[str, ...]] = {
    "hello": ("welcome",),
    "list_games": ("games",),
    "get_tournaments": ("tournaments",),
    "open_tournament": ("tournament",),
    "attend": ("tournament",),
    "get_tournament_standings": ("tournament_standings",),
    "get_tournament_games": ("tournament_games",),
    "get_clubs": ("clubs",),
    "open_club": ("club",),
    "get_club": ("club",),
    "join_club": ("club",),
    "manage_club": ("club", "ok"),
    "get_club_season": ("club_season",),
    "list_rooms": ("rooms",),
    "get_rules": ("rules",),
    "get_leaderboard": ("leaderboard",),
    "create": ("joined",),
    "join": ("joined",),
    "rematch": ("joined",),
    "race_ghosts": ("joined",),
    "play_from": ("joined",),
    "play": ("step", "moved"),
    "undo": ("step", "moved"),
    "get_ticket": ("ticket",),
    "sign_in": ("ticket",),
    "get_account": ("account",),
    "add_passkey": ("account",),
    "remove_passkey": ("account",),
    "get_passkey_options": ("passkey_options",),
    "get_push": ("push",),
    "get_history": ("history",),
    "get_running": ("running",),
    "get_player": ("player",),
    "get_day": ("day",),
    "get_calendar": ("calendar",),
    "list_friends": ("friends",),
    "add_friend": ("friends",),
    "remove_friend": ("friends",),
    "get_replay": ("replay",),
    "get_replay_text": ("replay_text",),
    "get_analysis": ("analysis",),
    "get_advice": ("advice",),
    "ping": ("pong",),
}
"""The messages that answer a request if it is not refused, by request. `ok` answers all requests that are not listed."""


def asyncapi() -> dict[str, Any]:
    """Return the whole document."""
    clients, servers = shapes.client_messages(), shapes.server_messages()
    everything = {_id(kind): _message(kind) for kind in (*clients, *servers)}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Cadogan",
            "version": "2",
            "description": ABOUT,
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {
            "here": {
                "host": "localhost:8000",
                "protocol": "ws",
                "description": "a server that was started by `cadogan serve`; behind a proxy with TLS it is `wss`",
            }
        },
        "channels": {
            CHANNEL: {
                "address": "/ws",
                "title": "The socket",
                "description": "Closed with one of these codes: "
                + " ".join(f"{int(code)}: {said}" for code, said in CLOSE_MEANING.items()),
                "messages": {id: {"$ref": f"#/components/messages/{id}"} for id in everything},
                "bindings": {
                    "ws": {
                        "method": "GET",
                        "headers": {
                            "type": "object",
                            "properties": {
                                "Sec-WebSocket-Protocol": {"type": "string", "enum": [fmt.value for fmt in Format]}
                            },
                        },
                        "bindingVersion": "0.1.0",
                    }
                },
            }
        },
        "operations": {**dict(map(_request, clients)), "told": _told(servers)},
        "components": {"messages": everything, "schemas": _schemas((*clients, *servers))},
    }


def _id(kind: type[Message]) -> str:
    return kind.__name__


def _schemas(kinds: Iterable[type[Message]]) -> dict[str, Any]:
    found = schemas_of(kinds, {})
    for kind in kinds:
        if not issubclass(kind, HotMessage):  # its `type` is always sent
            required = found[kind.__name__].get("required", [])
            found[kind.__name__]["required"] = ["type", *required]
    return found


def _message(kind: type[Message]) -> dict[str, Any]:
    said = unwrapped(kind.__doc__ or "")
    summary, _, rest = said.partition("\n\n")
    message = {
        "name": shapes.name_of(kind),
        "title": kind.__name__,
        "summary": summary,
        "payload": {"schemaFormat": f"application/schema+json;version={DIALECT.split('/')[-2]}", "schema": named(kind)},
    }
    return {**message, "description": rest} if rest else message


def _request(kind: type[Message]) -> tuple[str, dict[str, Any]]:
    """Return the name and the operation of a request, from the server's side: it receives the request, and replies."""
    name = shapes.name_of(kind)
    answers = (*ANSWERS.get(name, ("ok",)), "error")
    by_name = {shapes.name_of(answer): _id(answer) for answer in shapes.server_messages()}
    return name, {
        "action": "receive",
        "channel": {"$ref": f"#/channels/{CHANNEL}"},
        "summary": unwrapped(kind.__doc__ or "").partition("\n\n")[0],
        "messages": [_of_channel(_id(kind))],
        "reply": {
            "channel": {"$ref": f"#/channels/{CHANNEL}"},
            "messages": [_of_channel(by_name[answer]) for answer in answers],
        },
    }


def _told(servers: tuple[type[Message], ...]) -> dict[str, Any]:
    """Return the operation of all messages that a server sends without being asked."""
    answers = {answer for names in ANSWERS.values() for answer in names} | {"ok"}
    untold = [kind for kind in servers if shapes.name_of(kind) not in answers]
    return {
        "action": "send",
        "channel": {"$ref": f"#/channels/{CHANNEL}"},
        "summary": "The events of the room that the socket is in, and of the tournament in whose hall it is.",
        "messages": [_of_channel(_id(kind)) for kind in untold] + [_of_channel("Moved"), _of_channel("Tournament")],
    }


def _of_channel(id: str) -> dict[str, str]:
    return {"$ref": f"#/channels/{CHANNEL}/messages/{id}"}
