"""Clubs: finding and opening one, joining, its officers, its season's table."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from cadogan_protocol.limits import (
    MOST_ASKING,
    MOST_CLUB_NAME,
    MOST_CLUB_TEXT,
    MOST_MEMBERS,
    MOST_SEASON_LINES,
    SEASONS_KEPT,
)
from cadogan_protocol.messages.base import Message, RequestId
from cadogan_protocol.messages.tournaments import ClubId, Emblem, ListedTournament
from cadogan_protocol.names import PlayerId
from cadogan_protocol.parts import Millis, Part

ClubRole = Literal["owner", "officer", "member"]
ClubEntry = Literal["open", "approval", "link"]
Season = Annotated[str, Field(pattern=r"^[0-9]{4}-[1-4]$", description="a quarter of a year (UTC), as `2026-4`")]
ClubName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MOST_CLUB_NAME)]


class ClubTerms(Part):
    """The terms of a club."""

    name: ClubName
    text: str = Field("", max_length=MOST_CLUB_TEXT, description="what the club says about itself; empty in a list")
    emblem: Emblem = Emblem()
    entry: ClubEntry = Field(
        "open",
        description="open: anybody may join; approval: officers decide; link: the club is in no list, and everybody who has its "
        "link may join. A club by link stays one, and no other becomes one",
    )


class ListedClub(Part):
    """A line of the list of clubs."""

    id: ClubId
    terms: ClubTerms
    members: int
    opened: Millis


class ClubMember(Part):
    """A member of a club, or a player who wants to be one."""

    player: PlayerId
    name: str
    role: ClubRole = "member"
    since: Millis
    online: bool = Field(False, description="true if connected now; only members are told")


class SeasonLine(Part):
    """A line of the table of a season."""

    rank: int = Field(description="equal points share a rank")
    player: PlayerId
    name: str
    points: int
    tournaments: int = Field(description="tournaments of the club in which the player has played")
    games: int = Field(description="other games against members")
    won: int = Field(description="of those: games in which no other member got further")


class GetClubs(Message):
    """Asks for the clubs that are in the list, and for the player's own; answered by `clubs`."""

    type: Literal["get_clubs"] = "get_clubs"
    id: RequestId


class Clubs(Message):
    """Lists clubs: the player's own, and others with the latest news first."""

    type: Literal["clubs"] = "clubs"
    re: RequestId
    mine: tuple[ListedClub, ...] = ()
    clubs: tuple[ListedClub, ...]


class OpenClub(Message):
    """Opens a club, whose owner the player becomes; answered by `club`."""

    type: Literal["open_club"] = "open_club"
    id: RequestId
    terms: ClubTerms


class GetClub(Message):
    """Asks for a club; answered by `club`."""

    type: Literal["get_club"] = "get_club"
    id: RequestId
    club: ClubId


class Club(Message):
    """A club as the player may see it."""

    type: Literal["club"] = "club"
    re: RequestId
    about: ListedClub
    role: ClubRole | None = Field(None, description="what the player is there; null: no member")
    asked: bool = Field(False, description="true while the player waits for approval")
    members: tuple[ClubMember, ...] = Field(max_length=MOST_MEMBERS, description="the owner first, then officers")
    asking: tuple[ClubMember, ...] = Field(
        (), max_length=MOST_ASKING, description="who waits for approval; for officers"
    )
    tournaments: tuple[ListedTournament, ...] = Field((), description="the latest first")
    season: Season = Field(description="the present one")
    seasons: tuple[Season, ...] = Field((), max_length=SEASONS_KEPT, description="earlier ones with a table")
    table: tuple[SeasonLine, ...] = Field((), max_length=MOST_SEASON_LINES, description="of the present season")


class JoinClub(Message):
    """Becomes a member, or asks for approval; answered by `club`."""

    type: Literal["join_club"] = "join_club"
    id: RequestId
    club: ClubId


class LeaveClub(Message):
    """Is no member any more, or no longer waits for approval; answered by `ok`.

    If the owner leaves, the officer who has been there longest becomes owner, or else the member; the last member closes the club.
    """

    type: Literal["leave_club"] = "leave_club"
    id: RequestId
    club: ClubId


class ManageClub(Message):
    """Does what only officers and the owner may do; answered by `club`, or by `ok` if the order was `close`.

    accept, refuse: decide about `player`, who asks for approval; remove: put `player` out; change: set new `terms`. Only the owner:
    promote, demote: make the member `player` an officer, or the officer a member; hand_over: make `player` the owner, and become an
    officer; close: end the club.
    """

    type: Literal["manage_club"] = "manage_club"
    id: RequestId
    club: ClubId
    order: Literal["accept", "refuse", "remove", "change", "promote", "demote", "hand_over", "close"]
    player: PlayerId | None = None
    terms: ClubTerms | None = None


class GetClubSeason(Message):
    """Asks for the table of a season; answered by `club_season`."""

    type: Literal["get_club_season"] = "get_club_season"
    id: RequestId
    club: ClubId
    season: Season | None = Field(None, description="null: the present one")


class ClubSeason(Message):
    """The table of a season of a club.

    A tournament of the club brings points by its final standings: 10, 7, 5, 4, 3, 2 and 1 for the first places, and 1 for
    everybody else who has played. Any other finished game with at least two members brings each of them one point for each
    member who did worse, three at most. A season is a quarter of a year (UTC).
    """

    type: Literal["club_season"] = "club_season"
    re: RequestId
    club: ClubId
    season: Season
    table: tuple[SeasonLine, ...] = Field(max_length=MOST_SEASON_LINES)
