"""Answers about rooms and replays."""

from __future__ import annotations

import json
from typing import Any

from cadogan_protocol.api import AskRoom, AskRooms, PublishedKey, RoomsPage, Signature, SigningKeys
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import GetAnalysis, GetReplay, GetReplayText, Join, Ping
from cadogan_protocol.streams import BOARDS, OTHERS
from cadogan_server.gateway.api.asked import (
    REQUEST,
    ApiAnswer,
    ApiParts,
    ApiRequest,
    answer_to,
    ask_in_turn,
    bad_cursor,
    json_of,
    json_of_data,
)
from cadogan_server.gateway.api.questions import ApiRefusal
from cadogan_server.rooms.kinds.registry import kind_named


async def rooms(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the public rooms, a page at a time."""
    of: AskRooms = asked.of
    if of.cursor and not (of.cursor.isascii() and of.cursor.isdigit()):
        raise bad_cursor(of.cursor)
    first = int(of.cursor[:9] or 0)
    fits = [
        room
        for room in parts.services.rooms.listing.listed()
        if of.game in ("", room.game) and of.phase in ("", room.phase)
    ]
    page = tuple(fits[first : first + of.count])
    after = str(first + of.count) if first + of.count < len(fits) else None
    return ApiAnswer(json_of(RoomsPage(rooms=page, next=after)), after)


async def room(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with a room as a new spectator sees it."""
    of: AskRoom = asked.of
    join = Join(id=REQUEST, room=asked.parts["code"], role="spectator", key=of.key, preview=True)
    _, said = await ask_in_turn(parts, asked, join, Ping(id=REQUEST + 1))
    return ApiAnswer(json_of_data(_room_view(said)))


async def replay(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the replay of a room."""
    of: AskRoom = asked.of
    return await answer_to(parts, asked, GetReplay(id=REQUEST, room=asked.parts["code"], key=of.key))


async def replay_text(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the replay of a room as text."""
    of: AskRoom = asked.of
    answer, _ = await ask_in_turn(parts, asked, GetReplayText(id=REQUEST, room=asked.parts["code"], key=of.key))
    return ApiAnswer(json.loads(answer)["text"].encode())


async def analysis(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the analysis of a game."""
    of: AskRoom = asked.of
    return await answer_to(parts, asked, GetAnalysis(id=REQUEST, room=asked.parts["code"], key=of.key))


async def replay_signature(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the signature of the replay as text."""
    text = (await replay_text(parts, asked)).body.decode()
    signed = parts.services.people.signing.sign(text)
    if signed is None:
        raise ApiRefusal(ErrorCode.STORE_DOWN, "the signing key has not been read from the store yet; try again", 503)
    key, signature = signed
    return ApiAnswer(json_of(Signature(key=key.id, signature=signature)))


async def signing_keys(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the keys that sign replays."""
    await parts.services.people.signing.look()
    published = parts.services.people.signing.published
    return ApiAnswer(json_of(SigningKeys(keys=tuple(PublishedKey(**key._asdict()) for key in published))))


def _room_view(said: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the fields of a `RoomView`, from the messages that a new spectator was sent."""
    of: dict[str, list[dict[str, Any]]] = {}
    for message in said:
        of.setdefault(message["type"], []).append(message)
    state = of["room"][0]["state"]
    boards = []
    for board in of.get("board", ()):
        stream = board["stream"]
        own = kind_named(state["kind"]).own_boards
        owner = {"seat": stream - (OTHERS if stream >= OTHERS else BOARDS)} if own else {}
        boards.append({"stream": stream, **owner, "table": board["table"]})
    return {"state": state, "layout": of["joined"][0]["layout"], "boards": boards}
