"""Opening, entering and leaving a room, under which name and on which device."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cadogan_protocol.games import TableLayout
from cadogan_protocol.limits import MAX_RACERS
from cadogan_protocol.messages.base import Code, Message, OptionName, RequestId, RoomKey, Seq, StreamKey
from cadogan_protocol.messages.tournaments import TournamentId
from cadogan_protocol.names import NewName
from cadogan_protocol.parts import Millis, OptionValue
from cadogan_protocol.room_options import RoomOptions


class Create(Message):
    """Opens a room and takes its first seat; answered by `joined`."""

    type: Literal["create"] = "create"
    id: RequestId
    game: str = Field(max_length=40)
    options: dict[OptionName, OptionValue] = Field(
        default_factory=dict, max_length=16, description="the game's options; those not named have their defaults"
    )
    rules: RoomOptions = RoomOptions()


class Join(Message):
    """Enters a room by its code, or comes back to it; answered by `joined`.

    A room that is by link only (`by_link`) does not exist for clients without its `key`. Players with a seat there need
    no key while the room is in use. A player who has a seat gets it again, with either `role`.

    `last` holds the number of the last message seen of each stream. The missed messages follow, or a snapshot if that is
    smaller or the old messages are gone. A socket that is in a room already may only `join` the same room, with a `last`
    that is not empty; with `role` = player a spectator then takes a seat.
    """

    type: Literal["join"] = "join"
    id: RequestId
    room: Code
    role: Literal["player", "spectator"] = "player"
    key: RoomKey | None = None
    preview: bool = Field(
        False,
        description="with `role` = spectator: true for a glimpse of the room, or of its players, before a person decides to "
        "come in. A preview does not count among the `watchers`",
    )
    last: dict[StreamKey, Seq] = Field(default_factory=dict, max_length=MAX_RACERS + 1)


class Joined(Message):
    """Answers `create`, `join` and `rematch`. Snapshots or missed messages of each stream follow."""

    type: Literal["joined"] = "joined"
    re: RequestId
    room: Code
    role: Literal["player", "spectator"]
    seat: int | None = Field(None, description="the player's seat; null: a spectator")
    layout: TableLayout
    now: Millis = Field(description="the server's clock")
    key: RoomKey | None = Field(
        None,
        description="the room's key, for its link: only for the player who opens a room by link only, or its rematch, "
        "which has the same key",
    )
    tournament: TournamentId | None = Field(
        None,
        description="the tournament to which the room's game belongs; null for a spectator, and where there is none",
    )


class Leave(Message):
    """Leaves the room: this frees the seat in the lobby, gives up in a race or at a shared table, and loses the
    match in a duel.
    """

    type: Literal["leave"] = "leave"
    id: RequestId


class Rename(Message):
    """Changes the player's name; answered by `ok`.

    In the lobby of a room the player's seat has the new name at once, for everybody. Once the countdown has begun the
    seat keeps its name, and the new one appears in rooms that the player enters afterwards. The server's own bots keep
    their names.
    """

    type: Literal["rename"] = "rename"
    id: RequestId
    name: NewName


class GetTicket(Message):
    """Asks for a ticket with which the same player comes in on another device; answered by `ticket`.

    The other device takes over the player's seat. A new ticket makes every earlier one void.
    """

    type: Literal["get_ticket"] = "get_ticket"
    id: RequestId


class Ticket(Message):
    """Answers `get_ticket` and `sign_in`. The ticket is good for one `hello`, for a short time; it is a secret like the
    token.
    """

    type: Literal["ticket"] = "ticket"
    re: RequestId
    ticket: str = Field(description="`TICKET_LENGTH` characters in groups of four, as `ABCD-EFGH-JKLM`")
    seconds: int = Field(description="its lifetime in seconds")
