"""Finding somebody to play with."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cadogan_protocol.messages.base import Code, Message, RequestId
from cadogan_protocol.room_options import RoomKind


class Seek(Message):
    """Searches for somebody to play with; answered by `ok`.

    While the search goes on the server sends `waiting`, and at its end `matched` or `seek_over`. A player searches once: a
    new search replaces the one before and keeps the time that was waited. The search ends when the socket is closed or
    enters a room. Two people are put together if a game pleases both and their ratings are near; what is near grows with the
    time that the longer of the two has waited, and after 15 seconds has no limit. Those of one address or browser are
    not. The room has the usual options of a rated game: two seats, `fair` spectators, `covered` undo.
    """

    type: Literal["seek"] = "seek"
    id: RequestId
    games: tuple[Annotated[str, Field(max_length=40)], ...] = Field(
        (),
        max_length=16,
        description="the games that please the player, with their default options; empty: any well-known one",
    )
    kind: RoomKind = Field("race", description="the kind of the well-known games, if `games` is empty")
    bot: bool = Field(True, description="true if a bot may sit down if nobody was found after 20 seconds")


class StopSeeking(Message):
    """Ends the search; answered by `ok`. It is refused with `wrong_phase` if it is too late: then `matched` comes, or has come.
    Without a search it does nothing.
    """

    type: Literal["stop_seeking"] = "stop_seeking"
    id: RequestId


class Waiting(Message):
    """Tells a player who searches how many wait, at each change of that number, but at times later if many wait."""

    type: Literal["waiting"] = "waiting"
    everywhere: int = Field(
        description="the people who wait for any game and may meet this player, who is included; not those of the same address or "
        "browser"
    )
    here: int | None = Field(
        None, description="those of them whom the one game of the search would please; null: it has several"
    )
    bot: bool = Field(description="true if a bot will sit down if nobody comes")
    held: int = Field(
        0,
        description="seconds until anybody is looked for. A player who has left or missed two games in a row for which the server "
        "had found the players waits a minute, after each further one a minute longer, ten at most. It is counted for the player, "
        "the address and the browser, for a day; a game played to its end clears it",
    )
    left: int = Field(0, description="with `held`: the games left or missed in a row")


class Matched(Message):
    """Ends a search: the player has a seat in a room. The client joins it and says `ready`.

    The seat is freed if the player is away for a minute before the game begins.
    """

    type: Literal["matched"] = "matched"
    room: Code
    game: str
    opponent: Literal["person", "program", "bot"] = Field(
        description="who sits there too: a person, the program of somebody, or a bot of this server"
    )


class SeekOver(Message):
    """Ends a search without a room."""

    type: Literal["seek_over"] = "seek_over"
    reason: Literal["replaced", "refused"] = Field(
        description="replaced: the player has begun another search; refused: no room could be opened"
    )
    message: str = Field(description="a sentence in English")
