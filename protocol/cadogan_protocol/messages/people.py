"""Players' histories and pages, and friends."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cadogan_protocol.messages.base import Message, RequestId
from cadogan_protocol.names import PlayerId, PlayerName
from cadogan_protocol.parts import Millis
from cadogan_protocol.people import CurvePoint, Figures, Friend, HeadToHead, HistoryRow, Invitation, RunningDuel

HistoryPlace = Annotated[str, Field(pattern=r"^([1-9][0-9]{0,14}-[0-9]{1,15})?$")]
"""A position in a history, from the answer before; empty at the end of the history."""


class GetHistory(Message):
    """Asks for the games of the player, the latest first; answered by `history`."""

    type: Literal["get_history"] = "get_history"
    id: RequestId
    before: HistoryPlace = Field("", description="`next` of the answer before")
    count: int = Field(20, ge=1, le=100, description="the most rows")
    game: str = Field("", max_length=40, description="only this game; empty: all")
    against: str = Field("", max_length=64, description="only games with this player; empty: all")
    won: bool | None = Field(None, description="only games that were won, or that were not; null: all")
    first: bool | None = Field(None, description="only games in which the player came first, or did not; null: all")


class History(Message):
    """Answers `get_history`."""

    type: Literal["history"] = "history"
    re: RequestId
    games: tuple[HistoryRow, ...]
    next: str = Field(
        description="`before` of the next request; empty: there are no more. If few rows match the request, fewer may come "
        "than `count`, and more with the next one"
    )


class GetRunning(Message):
    """Asks for the correspondence duels of the player that are not over; answered by `running`."""

    type: Literal["get_running"] = "get_running"
    id: RequestId


class Running(Message):
    """Answers `get_running`."""

    type: Literal["running"] = "running"
    re: RequestId
    now: Millis = Field(description="the server's time")
    duels: tuple[RunningDuel, ...] = Field(
        description="those that await the player first, then those whose turns end soonest, then those that have not begun"
    )
    invitations: tuple[Invitation, ...] = Field(
        (), description="to such duels by friends, the latest first, until they are accepted, declined or withdrawn"
    )
    over: tuple[HistoryRow, ...] = Field((), description="the duels that ended within the last week, the latest first")


class DeclineInvitation(Message):
    """Declines a friend's invitation to a correspondence duel. The friend is not told; answered by `ok`."""

    type: Literal["decline_invitation"] = "decline_invitation"
    id: RequestId
    room: str = Field(max_length=32, description="the room's code")


class Resign(Message):
    """Gives up a correspondence duel without entering its room, as `stand` does there. Before it has begun, the seat is given
    up."""

    type: Literal["resign"] = "resign"
    id: RequestId
    room: str = Field(max_length=32, description="the room's code")


class GetPlayer(Message):
    """Asks for the public page of a player; answered by `player`."""

    type: Literal["get_player"] = "get_player"
    id: RequestId
    player: PlayerId


class PlayerPage(Message):
    """Answers `get_player`."""

    type: Literal["player"] = "player"
    re: RequestId
    player: PlayerId
    name: PlayerName
    figures: tuple[Figures, ...] = Field(description="over all games first, then of the most played games")
    curve: tuple[CurvePoint, ...] = Field(description="the course of the ratings, the oldest first")
    friend: bool = Field(description="true if this one is a friend of the player who asks")
    against: HeadToHead | None = Field(None, description="the results of the player who asks against this one")
    met: tuple[HeadToHead, ...] = Field(
        (), description="only on the player's own page: the results against others, the latest first, at most a hundred"
    )


class ListFriends(Message):
    """Asks for the player's friends, and where they are; answered by `friends`."""

    type: Literal["list_friends"] = "list_friends"
    id: RequestId


class AddFriend(Message):
    """Adds a player to the friends, without telling that player; answered by `friends`."""

    type: Literal["add_friend"] = "add_friend"
    id: RequestId
    player: PlayerId


class RemoveFriend(Message):
    """Removes a player from the friends; answered by `friends`."""

    type: Literal["remove_friend"] = "remove_friend"
    id: RequestId
    player: PlayerId


class Invite(Message):
    """Invites a mutual friend to the lobby in which the player sits; answered by `ok`.

    The friend is sent `invited`, if connected and interested in friends, and finds the invitation in `friends` for two
    minutes. A further invitation of the same player replaces it. Nobody but mutual friends can be invited, so a player who
    removes a friend is not invited by that one again.
    """

    type: Literal["invite"] = "invite"
    id: RequestId
    player: PlayerId


class Invited(Message):
    """Tells a player who has asked for friends on this socket that a friend has invited them."""

    type: Literal["invited"] = "invited"
    invitations: tuple[Invitation, ...] = Field(description="all that hold, the latest first")


class Friends(Message):
    """Answers `list_friends`, `add_friend` and `remove_friend`."""

    type: Literal["friends"] = "friends"
    re: RequestId
    friends: tuple[Friend, ...] = Field(description="in the order in which they were added")
    invitations: tuple[Invitation, ...] = Field((), description="of friends to their rooms, the latest first")
