"""Questions that anybody may ask: the catalogue, public rooms, rules, leaderboards, the clock."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cadogan_protocol.boards import BoardMetric, BoardPeriod, BoardScope, BoardView, LeaderRow, OwnFigures, Ranking
from cadogan_protocol.games import GameInfo
from cadogan_protocol.limits import MOST_COMPARED
from cadogan_protocol.messages.base import Message, OptionName, RequestId
from cadogan_protocol.names import PlayerId
from cadogan_protocol.parts import Millis, OptionValue
from cadogan_protocol.rooms import ListedRoom

Language = Annotated[
    str, Field(pattern=r"^[a-z]{2}$", description="a code of ISO 639-1; texts that are missing in it come in English")
]


class ListGames(Message):
    """Asks for the catalogue; answered by `games`."""

    type: Literal["list_games"] = "list_games"
    id: RequestId
    language: Language = "en"


class Games(Message):
    """Answers `list_games` with the catalogue; games that race well come first."""

    type: Literal["games"] = "games"
    re: RequestId
    games: tuple[GameInfo, ...]


class ListRooms(Message):
    """Asks for the public rooms where somebody is there to begin or to play on; answered by `rooms`.

    Rooms that can be joined come first, then those with the most players and spectators, then the newest. The list ends
    after `MOST_ROOMS_LISTED` rooms.
    """

    type: Literal["list_rooms"] = "list_rooms"
    id: RequestId


class Rooms(Message):
    """Answers `list_rooms`."""

    type: Literal["rooms"] = "rooms"
    re: RequestId
    rooms: tuple[ListedRoom, ...]
    played: tuple[str, ...] = Field(
        (),
        description="the games played most at this server lately, the most played first, at most eight",
    )


class GetRules(Message):
    """Asks how a game is played; answered by `rules`."""

    type: Literal["get_rules"] = "get_rules"
    id: RequestId
    game: str = Field(max_length=40)
    language: Language = "en"


class Rules(Message):
    """Answers `get_rules` with an explanation of the game for players."""

    type: Literal["rules"] = "rules"
    re: RequestId
    game: str
    title: str
    text: str = Field(description="paragraphs with an empty line between them; `**` encloses emphasised words")
    language: Language = Field(description="the language of the text: English if it is missing in the wanted one")
    source: str


class GetLeaderboard(Message):
    """Asks for the best players of a game, and for the player's own figures there; answered by `leaderboard`."""

    type: Literal["get_leaderboard"] = "get_leaderboard"
    id: RequestId
    game: str = Field(max_length=40)
    metric: BoardMetric = Field(
        "wins",
        description="`wins`: first places in races, or matches won in duels. `best_time`: milliseconds of races in which "
        "no move was taken back; `best_time_undo`: of the others. `score`: points won in duels. `streak`: the most wins in "
        "a row in duels. `races`: all games, duels included",
    )
    count: int = Field(20, ge=1, le=100, description="the most rows")
    options: dict[OptionName, OptionValue] = Field(
        default_factory=dict,
        max_length=16,
        description="the game's options. Each choice of options has a board of its own; options that are not named have "
        "their defaults",
    )
    period: BoardPeriod = Field("ever", description="the current day, week or month (UTC), or ever")
    scope: BoardScope = Field(
        "game",
        description="family, all: the ratings in the game's family, or over all games; these exist only with `period` = ever",
    )
    view: BoardView = Field(
        "top", description="which rows: the first, those around the player's own, or those of `players`"
    )
    players: tuple[PlayerId, ...] = Field(
        (), max_length=MOST_COMPARED, description="with `among`: the players of the rows; the player's own row is added"
    )
    after: int = Field(0, ge=0, lt=10**9, description="with `top`: rows to skip, the `next` of the answer before")


class Leaderboard(Message):
    """Answers `get_leaderboard`."""

    type: Literal["leaderboard"] = "leaderboard"
    re: RequestId
    game: str
    metric: str
    rows: tuple[LeaderRow, ...]
    period: BoardPeriod = "ever"
    scope: BoardScope = "game"
    view: BoardView = "top"
    total: int = Field(0, ge=0, description="the number of players on the board")
    next: int | None = Field(None, description="with `top`: `after` of the following rows; null: these are the last")
    mine: LeaderRow | None = Field(
        None, description="the row of the player who asks, wherever on the board it is; null: there is none"
    )
    options: dict[str, OptionValue] = Field(
        default_factory=dict, description="the options of this board that differ from the defaults"
    )
    boards: tuple[dict[str, OptionValue], ...] = Field(
        (),
        description="the options of each board of the game that has results, the one with the most races first, at most "
        "fifty",
    )
    own: OwnFigures = Field(OwnFigures(), description="the figures of the player who asks")
    ranking: Ranking | None = Field(
        None, description="on a board of ratings: the conditions for a place on it; they keep out made-up ratings"
    )


class Ping(Message):
    """Asks for the server's clock; answered by `pong`."""

    type: Literal["ping"] = "ping"
    id: RequestId


class Pong(Message):
    """Answers `ping`."""

    type: Literal["pong"] = "pong"
    re: RequestId
    now: Millis = Field(description="the server's clock")
