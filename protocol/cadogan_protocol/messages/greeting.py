"""The first message of a socket, and its answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cadogan_protocol.messages.base import Message, RequestId
from cadogan_protocol.names import NewName, PlayerName
from cadogan_protocol.parts import Millis

BotKind = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,23}$", description="the kind of bot, say `good`")]
Browser = Annotated[
    str, Field(pattern=r"^[0-9a-f]{32}$", description="16 random bytes as hex that stay the same for a browser")
]


class Hello(Message):
    """The first message of a socket; answered by `welcome`. The token of an earlier `welcome` identifies a known
    player.

    A known player may come with another name: it appears in rooms that the player enters afterwards. On an open socket,
    `rename` does the same.
    """

    type: Literal["hello"] = "hello"
    id: RequestId
    name: NewName
    token: str | None = Field(None, max_length=64)
    ticket: str | None = Field(
        None,
        max_length=64,
        description="instead of a token: the ticket from `ticket`, with which the same player comes in on another device. "
        "That device gets its own token. The name stays the same. Small letters, blanks and hyphens do not matter",
    )
    program: BotKind | None = Field(
        None, description="for a program that plays: it is shown as a bot, and not counted on the boards"
    )
    browser: Browser | None = Field(
        None,
        description="identifies the browser, so the server sees that two players share one: their results against each other "
        "do not count on the boards. Only a keyed hash of it is kept",
    )


class Welcome(Message):
    """Answers `hello`. The token is the secret of the player on this device: everybody who has it is this player."""

    type: Literal["welcome"] = "welcome"
    re: RequestId
    player: str
    name: PlayerName
    token: str
    server: str = Field(description="version of the server")
    now: Millis = Field(description="the server's clock")
