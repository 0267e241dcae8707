"""Facts about a player: passkeys, history, figures, friends, invitations."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from cadogan_protocol.limits import MOST_DAYS
from cadogan_protocol.names import PlayerId, PlayerName, _check_name
from cadogan_protocol.parts import Millis, Number, OptionValue, Part
from cadogan_protocol.room_options import RoomKind, RoomOptions
from cadogan_protocol.rooms import ListedRoom, WhyNot

PasskeyLabel = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), AfterValidator(_check_name)
]


class PasskeyInfo(Part):
    """One passkey of a player."""

    id: str
    label: str = Field(description="the player's name for it")
    added: Millis
    used: Millis = Field(description="the moment of its last use")


class RunningDuel(Part):
    """A correspondence duel of a player that is not over."""

    room: str = Field(description="the room's code")
    game: str
    days: int = Field(ge=1, le=MOST_DAYS, description="the days for each turn")
    opponent: PlayerName | None = Field(None, description="null: nobody has come yet")
    player: PlayerId | None = Field(None, description="the id of the opponent")
    turn: bool = Field(False, description="true if it is the player's turn")
    deadline: Millis | None = Field(
        None, description="the moment at which the turn ends, whosever it is; null: the game has not begun"
    )
    calls_off: bool = Field(
        False, description="true if `resign` calls the game off, because the opponent has not acted yet"
    )


class HistoryPlayer(Part):
    """Another player in a finished game."""

    player: PlayerId
    name: PlayerName = Field(description="the name at that time")
    bot: str | None = Field(None, description="the level or kind of a bot; null: a person")
    rank: int
    partner: bool = Field(False, description="true if they played on the same side")


class PastTournament(Part):
    """The tournament that a finished game belonged to."""

    kind: Literal["arena", "swiss", "knockout"]
    title: str = Field("", description="the host's title; empty: none")
    id: str | None = Field(None, description="its id; null: it was private")


class HistoryRow(Part):
    """A finished game of a player."""

    id: str = Field(description="the position of the row, as in `before` of `get_history`")
    room: str = Field(description="the room's code")
    game: str
    options: dict[str, OptionValue] = Field(description="the game's options")
    rules: RoomOptions = Field(description="the room's options")
    kind: RoomKind
    at: Millis = Field(description="the moment of its end")
    rank: int
    of: int = Field(description="the number of players, or of sides if partners played together")
    won: bool = Field(description="true if the game itself was won: in a race, all cards came home; else, the match")
    first: bool = Field(
        False,
        description="true if the player came in ahead of somebody and behind nobody, whether the game was won or not",
    )
    home: bool = Field(description="the same as `won`, for clients that do not know `first`")
    time: Millis | None = Field(None, description="as in the results")
    undone: int
    moves: int
    progress: int
    progress_max: int
    score: int | None = None
    why_not: WhyNot | None = Field(None, description="the reason why it does not count on the boards; null: it does")
    others: tuple[HistoryPlayer, ...] = Field(description="in the order of their ranks, at most 24")
    replay: bool = Field(description="true if its replay is kept and open to everybody with the room's code")
    own_replay: bool = Field(
        False,
        description="true if its replay is kept: the player may watch it by the room's code, and others too, with the "
        "room's key if the room is by link only",
    )
    race: int = Field(
        0, ge=0, description="the number of the race in its series of `rules.races`, from 1; 0: it was in no series"
    )
    tournament: PastTournament | None = Field(None, description="null: it belonged to none, or that is not known")


class Figures(Part):
    """A player's figures in a game with some options, or in all.

    Games that were not rated, whose deal may have been known, or that were faster than hands can be, are in the history
    alone.
    """

    game: str = Field(description="empty: over all games")
    options: dict[str, OptionValue] | None = Field(
        None, description="those that differ from the defaults; null: any options without a board"
    )
    played: int
    won: int = Field(description="the number of games won, as in the history, including those against bots and alone")
    first: int = Field(0, description="the number of first places, as in the history, including those against bots")
    best: Millis | None = Field(None, description="the best time of a race that was won")
    best_without_undo: Millis | None = None
    fewest_moves: int | None = Field(
        None, description="the fewest moves of a race that was won; moves that were taken back do not count"
    )
    fewest_moves_without_undo: int | None = Field(None, description="the same of races in which no move was taken back")
    average: Millis | None = Field(None, description="the mean of the times of races that were won")
    streak: int = Field(description="the current number of wins in a row")
    longest: int = Field(description="the longest number of wins in a row")
    last: Millis = Field(description="the moment of the last game")


class HeadToHead(Part):
    """A player's results against another, in games that count in the figures."""

    player: PlayerId = Field(description="the other player")
    name: PlayerName
    played: int
    won: int = Field(description="the number of games in which the player came in before the other, won or not")
    lost: int = Field(description="the number of games in which the player came in behind the other")
    last: Millis


class CurvePoint(Part):
    """A rating after a game."""

    at: Millis
    family: str = Field(description="the family of the games; empty: over all games")
    value: Number


class Friend(Part):
    """A friend of a player."""

    player: PlayerId
    name: PlayerName
    known: bool = Field(description="true if the player still exists")
    mutual: bool = Field(description="true if each is a friend of the other")
    online: bool = Field(
        False,
        description="true if a mutual friend has asked for friends within the last minute, and is still connected",
    )
    room: ListedRoom | None = Field(
        None,
        description="the room in which the friend sits now: a public one, or, for a mutual friend, one that can be "
        "joined by its code",
    )


class Invitation(Part):
    """A friend's invitation to a room."""

    player: PlayerId
    name: PlayerName
    room: str = Field(description="the room's code")
    key: str | None = Field(None, description="the room's key, if it is open by its link only")
    game: str
    title: str
    at: Millis = Field(description="the moment of the invitation")
    days: int | None = Field(
        None,
        description="of a correspondence duel the days for each turn; this invitation holds until it is accepted, declined by"
        " `decline_invitation`, or withdrawn, others two minutes",
    )
