"""Chat: lines of free text among the players of a room by link."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from cadogan_protocol.limits import CHAT_KEPT, MAX_RACERS, MOST_CHAT
from cadogan_protocol.messages.base import Message, RequestId
from cadogan_protocol.names import MOST_MARKS, UNSEEN, ZERO_WIDTH_JOINER, PlayerId, PlayerName
from cadogan_protocol.parts import Millis, Part


def plain(text: str) -> str:
    """Return `text` as one line of what can be seen.

    Line breaks become blanks. Characters that are invisible or turn the direction of the text around them are left out, and so
    are all accents of a tower but the lowest.

    Raises:
        ValueError: nothing is left.
    """
    seen, marks = [], 0
    for character in unicodedata.normalize("NFC", " ".join(text.split())):
        category = unicodedata.category(character)
        marks = marks + 1 if category[0] == "M" else 0
        if (category not in UNSEEN or character == ZERO_WIDTH_JOINER) and marks <= MOST_MARKS:
            seen.append(character)
    line = " ".join("".join(seen).split())
    if not line.strip(ZERO_WIDTH_JOINER + " "):
        raise ValueError("there is nothing in this text that can be shown: write something")
    return line


ChatText = Annotated[
    str,
    StringConstraints(max_length=MOST_CHAT),
    AfterValidator(plain),
    Field(
        description=f"1 to {MOST_CHAT} characters, plain text in one line: line breaks become blanks, and what is invisible or "
        "turns the direction of text is left out. Show it as text, never as HTML"
    ),
]


class WriteChat(Message):
    """Writes a line to the other players of the room; answered by `ok`, and told by `chat`.

    Only in a room `by_link` whose `chat` is on, at any time, by players with a seat. Five lines may be written at once, and
    then one every two seconds; by all players of a room ten, and then one a second; there is a limit for each address, too.
    More are refused with `too_fast`.
    """

    type: Literal["write_chat"] = "write_chat"
    id: RequestId
    text: ChatText


class SetChat(Message):
    """Lets the players of a room write to each other, or ends that; answered by `ok`, and shown as `chat` of the room.

    Only the host may send it, at any time, in a room `by_link` that belongs to no tournament.
    """

    type: Literal["set_chat"] = "set_chat"
    id: RequestId
    on: bool = True


class ChatLine(Part):
    """A line that a player has written."""

    number: int = Field(ge=0, description="grows from line to line, also when another server recovers the room")
    at: Millis
    seat: int = Field(ge=0, lt=MAX_RACERS)
    player: PlayerId | None = Field(None, description="who has written it; null for a bot of this server")
    name: PlayerName
    text: ChatText


class Chat(Message):
    """Tells players of lines, the earliest first; spectators are never told.

    A player who comes in or comes back gets the last lines that the server remembers: pass over those whose `number` you have. No
    log and no replay holds them, so another server that recovers the room does not know the earlier ones.
    """

    type: Literal["chat"] = "chat"
    lines: tuple[ChatLine, ...] = Field(max_length=CHAT_KEPT)
