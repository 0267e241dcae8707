"""The HTTP API: every path, its parameters, its answer, and its refusals.

This is the only definition: `openapi.json` and `API.md` are made from it, and the server parses requests by these
models.
"""

from __future__ import annotations

import types
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field

from cadogan_protocol.boards import BoardMetric, BoardPeriod, BoardScope, BoardView
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.games import GameInfo, TableLayout, TableState
from cadogan_protocol.limits import CODE_ALPHABET, CODE_LENGTH, MAX_RACERS, MOST_COMPARED, MOST_GAME_NUMBER
from cadogan_protocol.messages import (
    Account,
    Analysis,
    BoardSnapshot,
    Club,
    Clubs,
    ClubSeason,
    DayTold,
    Delta,
    Friends,
    History,
    HistoryPlace,
    Joined,
    Language,
    Leaderboard,
    PlayerPage,
    Progress,
    Replay,
    RoomKey,
    RoomSnapshot,
    RoomUpdate,
    Rules,
    Running,
    TournamentGames,
    Tournaments,
)
from cadogan_protocol.messages.clubs import Season
from cadogan_protocol.messages.tournaments import ClubId, ListedTournament, TournamentId, TournamentLine
from cadogan_protocol.names import PlayerId
from cadogan_protocol.parts import Millis, Part, Sha256
from cadogan_protocol.rooms import ListedRoom, RoomState

PREFIX = "/api/v1"
"""The beginning of every path."""

JSON, TEXT, EVENTS = "application/json", "text/plain", "text/event-stream"
TABLE, CALENDAR = "text/csv", "text/calendar"
"""The content types of answers."""

PROBLEM = "application/problem+json"
"""The content type of a refusal (RFC 9457)."""

MOST_ROWS = 100
"""The largest number of rows on a page of a board or a history."""

MOST_GAMES = 500
"""The largest number of games on a page of the catalogue. The catalogue has fewer, so one page is enough."""

HEARTBEAT_SECONDS = 15
"""Seconds without an event after which a stream of events sends a comment, so that the reader knows it is alive."""

Cursor = Annotated[
    str,
    Field(max_length=32, pattern=r"^[0-9A-Za-z_-]*$", description="where to continue: `next` of the page before"),
]


# ---- questions -------------------------------------------------------------------------------------------------------


class Asking(BaseModel):
    """The parameters of a path."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class AskGames(Asking):
    """The parameters of the catalogue."""

    language: Language = "en"
    family: str = Field("", max_length=40, description="only games of this family")
    kind: Literal["", "race", "duel", "shared"] = Field("", description="only games of this kind")
    count: int = Field(MOST_GAMES, ge=1, le=MOST_GAMES, description="the most games")
    cursor: Cursor = ""


class AskLanguage(Asking):
    """The language of the answer."""

    language: Language = "en"


class AskRooms(Asking):
    """The parameters of the list of public rooms."""

    game: str = Field("", max_length=40, description="only rooms of this game")
    phase: Literal["", "lobby", "countdown", "running"] = Field("", description="only rooms in this phase")
    count: int = Field(50, ge=1, le=200, description="the most rooms")
    cursor: Cursor = ""


class AskRoom(Asking):
    """The parameters of a room."""

    key: RoomKey | None = Field(None, description="for a room by link only: the part of its link after the #")


class AskTournamentGames(Asking):
    """The parameters of the games of a tournament."""

    before: int | None = Field(None, ge=1, le=MOST_GAME_NUMBER, description="only games with smaller numbers")
    player: PlayerId | None = Field(None, description="only games of this player")
    round: int | None = Field(None, ge=1, le=MOST_GAME_NUMBER, description="only games of this round")
    count: int = Field(MOST_ROWS, ge=1, le=MOST_ROWS, description="the most games")


class AskClubSeason(Asking):
    """The parameters of the table of a club's season."""

    season: Season | None = Field(None, description="the present one if absent")


class AskBoard(Asking):
    """The parameters of a game's board."""

    metric: BoardMetric = Field("wins", description="the figure by which the board ranks, as in `get_leaderboard`")
    period: BoardPeriod = Field("ever", description="the current day, week or month (UTC), or ever")
    scope: BoardScope = Field("game", description="family, all: ratings in the game's family, or over all games")
    option: tuple[Annotated[str, Field(max_length=82)], ...] = Field(
        (), max_length=16, description="an option of the game as NAME=VALUE, once for each; others have their defaults"
    )
    view: BoardView = Field("top", description="around and among are about the player of the token")
    player: tuple[PlayerId, ...] = Field(
        (), max_length=MOST_COMPARED, description="with `among`: the player of a row, once for each"
    )
    count: int = Field(20, ge=1, le=MOST_ROWS, description="the most rows")
    cursor: Annotated[
        str, Field(pattern=r"^[0-9]{0,9}$", description="where to continue: `next` of the page before")
    ] = ""


class AskDay(Asking):
    """The parameters of a day's boards."""

    count: int = Field(20, ge=1, le=100, description="the most rows of each")


class AskHistory(Asking):
    """The parameters of the player's own history."""

    game: str = Field("", max_length=40, description="only this game")
    against: str = Field("", max_length=64, description="only games with this player")
    won: bool | None = Field(None, description="only games that were won, or that were not")
    first: bool | None = Field(None, description="only games in which the player came first, or did not")
    count: int = Field(20, ge=1, le=MOST_ROWS, description="the most games")
    cursor: HistoryPlace = Field("", description="where to continue: `next` of the page before")


# ---- answers ---------------------------------------------------------------------------------------------------------


class GamesPage(Part):
    """A page of the catalogue; games that race well come first."""

    games: tuple[GameInfo, ...]
    next: str | None = Field(None, description="the `cursor` of the next page; absent: this is the last")


class RoomsPage(Part):
    """A page of the public rooms, in the order of `list_rooms`. The list changes all the time: a room may be on two
    pages.
    """

    rooms: tuple[ListedRoom, ...]
    next: str | None = Field(None, description="the `cursor` of the next page; absent: this is the last")


class RoomBoard(Part):
    """A board of a room, as spectators see it."""

    stream: int = Field(ge=0, le=199)
    seat: int | None = Field(None, ge=0, lt=MAX_RACERS, description="the seat of its player; absent: a duel's board")
    table: TableState


class RoomView(Part):
    """A room as spectators see it now; with a delay, as it was then."""

    state: RoomState
    layout: TableLayout
    boards: tuple[RoomBoard, ...] = Field(description="once the cards are dealt")


class TournamentResults(Part):
    """A tournament with all its standings."""

    about: ListedTournament
    hosted_by: PlayerId | None = Field(None, description="the host; absent: this server")
    standings: tuple[TournamentLine, ...]


class Day(Part):
    """The published facts of a day: all its deals stem from one secret."""

    day: str = Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="UTC")
    commit: Sha256 = Field(description="SHA-256 of the day's secret as hex, published the day before")
    secret: Sha256 | None = Field(None, description="the secret as hex (32 bytes), once the day is over")


class Days(Part):
    """The published facts of the days around now."""

    today: Day | None = None
    tomorrow: Day | None = None
    past: tuple[Day, ...] = Field(description="the last finished days, the latest first, at most 31")


class Signature(Part):
    """A server's signature (Ed25519) of the text of a replay."""

    key: str = Field(description="the `id` of the key, see `/keys`")
    signature: str = Field(
        pattern=r"^[0-9a-f]{128}$",
        description="hex; it covers the bytes of the line `cadogan signed text`, a line feed, and the whole text",
    )


class PublishedKey(Part):
    """The public half of a server's signing key."""

    id: str = Field(description="the first 16 digits of the SHA-256 of the public half, as hex")
    public: Sha256 = Field(description="the public half (Ed25519) as hex, 32 bytes")
    since: Millis = Field(description="the moment at which it was made")


class SigningKeys(Part):
    """The keys of a server. The newest one signs; earlier ones have signed earlier texts."""

    keys: tuple[PublishedKey, ...] = Field(description="the newest first")


class RoomGone(Part):
    """A room that is no longer in the list of public rooms."""

    code: str


class Farewell(Part):
    """The last event of a stream that the server ends."""

    code: int = Field(description="a close code of the WebSocket: see Close codes in PROTOCOL.md")
    reason: str = Field(description="a sentence")
    reconnect: bool = Field(description="true if the reader should come back")


ProblemCode = ErrorCode | Literal["bad_parameter", "unknown_path", "bad_method"]
"""The reason for programs: an error code of the protocol, or one that only HTTP has."""


class Problem(Part):
    """The reason why a request was refused (RFC 9457). Nothing has changed by it."""

    type: str = Field("about:blank", description="always this: `code` says more")
    title: str = Field(description="the reason phrase of the status")
    status: int
    detail: str = Field(description="a sentence: what was wrong, with which value, and what to do")
    code: ProblemCode = Field(description="for programs")
    instance: str = Field(description="the requested path, without its parameters")
    parameter: str | None = Field(None, description="with `bad_parameter`: its name")
    retry: bool = Field(description="true if the same request may succeed later")
    wait: int | None = Field(
        None, ge=0, description="the seconds after which it may, if known; `Retry-After` says the same"
    )


STATUS: dict[ErrorCode, int] = dict.fromkeys(ErrorCode, 400) | {
    ErrorCode.BAD_TOKEN: 401,
    ErrorCode.NO_HELLO: 401,
    ErrorCode.BANNED: 403,
    ErrorCode.PUT_OUT: 403,
    ErrorCode.NO_SPECTATORS: 403,
    ErrorCode.NOT_SEATED: 403,
    ErrorCode.UNKNOWN_GAME: 404,
    ErrorCode.UNKNOWN_ROOM: 404,
    ErrorCode.UNKNOWN_TOURNAMENT: 404,
    ErrorCode.UNKNOWN_CLUB: 404,
    ErrorCode.UNKNOWN_PLAYER: 404,
    ErrorCode.NOT_FINISHED: 409,
    ErrorCode.WRONG_PHASE: 409,
    ErrorCode.LOG_LOST: 410,
    ErrorCode.TOO_FAST: 429,
    ErrorCode.BUSY: 503,
    ErrorCode.STORE_DOWN: 503,
    ErrorCode.INTERNAL: 500,
}
"""The status of a refusal, by its code."""


# ---- the paths -------------------------------------------------------------------------------------------------------

PARTS: dict[str, tuple[Any, str]] = {
    "game": (Annotated[str, Field(max_length=40)], "the id of a game, as `klondike`"),
    "code": (
        Annotated[str, Field(pattern=f"^[{CODE_ALPHABET}{CODE_ALPHABET.lower()}]{{{CODE_LENGTH}}}$")],
        "the code of a room",
    ),
    "player": (Annotated[str, Field(min_length=1, max_length=64)], "the id of a player"),
    "tournament": (TournamentId, "the id of a tournament, as `arena-2026-12-01`"),
    "club": (ClubId, "the id of a club"),
    "day": (Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")], "a day (UTC), as `2026-11-21`"),
}
"""The placeholders in paths: their types and meanings."""

GAME, CODE, PLAYER, DAY = ErrorCode.UNKNOWN_GAME, ErrorCode.UNKNOWN_ROOM, ErrorCode.UNKNOWN_PLAYER, "unknown_path"

TOURNAMENT, CLUB = ErrorCode.UNKNOWN_TOURNAMENT, ErrorCode.UNKNOWN_CLUB

ROOM_EVENTS: dict[str, type[BaseModel]] = {
    "joined": Joined,
    "room": RoomSnapshot,
    "board": BoardSnapshot,
    "update": RoomUpdate,
    "delta": Delta,
    "progress": Progress,
    "end": Farewell,
}
"""The events of one room, by name."""

LIST_EVENTS: dict[str, type[BaseModel]] = {"rooms": RoomsPage, "room": ListedRoom, "gone": RoomGone, "end": Farewell}
"""The events of the list of rooms, by name."""


@dataclass(frozen=True)
class Endpoint:
    """A path of the API.

    Attributes:
        name: its name for programs.
        path: below `PREFIX`, with names of `PARTS` in braces.
        summary: a line on the answer.
        text: further explanation.
        answers: the model of the answer; None: a text, or an answer without a model. For a message, the fields in
            `ENVELOPE` are left out.
        asks: the model of the parameters.
        kind: the content type of the answer.
        token: whether a player's token is needed, may be given, or has no meaning.
        refuses: the codes of its refusals, besides those that all paths have.
        events: for a stream, its events by name.
        caching: the value of `Cache-Control`.
    """

    name: str
    path: str
    summary: str
    text: str = ""
    answers: type[BaseModel] | None = None
    asks: type[Asking] = Asking
    kind: str = JSON
    token: Literal["no", "may", "must"] = "no"
    refuses: tuple[ErrorCode | str, ...] = ()
    events: dict[str, type[BaseModel]] | None = None
    caching: str = "no-cache"


ENVELOPE = ("type", "re")
"""The fields of a message that its answer over HTTP lacks."""

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("games", "/games", "The catalogue of games", answers=GamesPage, asks=AskGames),
    Endpoint("game", "/games/{game}", "A game", answers=GameInfo, asks=AskLanguage, refuses=(GAME,)),
    Endpoint("rules", "/games/{game}/rules", "The rules of a game", answers=Rules, asks=AskLanguage, refuses=(GAME,)),
    Endpoint(
        "layouts",
        "/layouts",
        "Small drawings of all games right after a deal",
        "By game id, for each group `[kind, tail, piles]`, for each of its piles `[x, y, angle, dx, dy, runs]`, and its "
        "`path` if it has one, as in `PilePlace`; `runs` counts the cards from the bottom, cards face down as "
        "negative numbers: `[-3, 1]`.",
    ),
    Endpoint(
        "rooms",
        "/rooms",
        "The public rooms in use",
        "Rooms that can be joined come first, then the liveliest and newest; at most 200.",
        answers=RoomsPage,
        asks=AskRooms,
    ),
    Endpoint(
        "room",
        "/rooms/{code}",
        "A room as spectators see it",
        "A room with delayed spectators is shown as it was then. In a fairly watched race a card is shown when all "
        "remaining racers have seen it. A room by link only needs its `key`.",
        answers=RoomView,
        asks=AskRoom,
        refuses=(CODE, ErrorCode.NO_SPECTATORS, ErrorCode.PUT_OUT, ErrorCode.LOG_LOST),
    ),
    Endpoint(
        "replay",
        "/replays/{code}",
        "The replay of a finished room: every board from deal to end",
        "Kept for a month, if the server has the space.",
        answers=Replay,
        asks=AskRoom,
        refuses=(CODE, ErrorCode.NOT_FINISHED, ErrorCode.LOG_LOST),
    ),
    Endpoint(
        "replay_text",
        "/replays/{code}/text",
        "The replay as a compact text, see Replays as text",
        "A program with the rules can play it again: `cadogan replay FILE`.",
        asks=AskRoom,
        kind=TEXT,
        refuses=(CODE, ErrorCode.NOT_FINISHED, ErrorCode.LOG_LOST),
    ),
    Endpoint(
        "analysis",
        "/replays/{code}/analysis",
        "The analysis of a game: the solver's verdicts on the positions of each board of a race, or the mistakes of a duel",
        "The first request begins the analysis: ask again every second or two while `status` is `queued` or `running`.",
        answers=Analysis,
        asks=AskRoom,
        refuses=(CODE, ErrorCode.NOT_FINISHED, ErrorCode.LOG_LOST, ErrorCode.TOO_FAST, ErrorCode.STORE_DOWN),
    ),
    Endpoint(
        "replay_signature",
        "/replays/{code}/signature",
        "The server's signature of that text",
        "No rules determine names and times: the signature proves that this server has written the text.",
        answers=Signature,
        asks=AskRoom,
        refuses=(CODE, ErrorCode.NOT_FINISHED, ErrorCode.LOG_LOST, ErrorCode.STORE_DOWN),
    ),
    Endpoint(
        "signing_keys",
        "/keys",
        "The public keys with which this server signs",
        answers=SigningKeys,
        refuses=(ErrorCode.STORE_DOWN,),
    ),
    Endpoint(
        "board",
        "/boards/{game}",
        "A board of a game",
        "`view` = top is for everybody, and has several pages. With a token the player's own row comes as `mine`.",
        answers=Leaderboard,
        asks=AskBoard,
        token="may",
        refuses=(GAME, ErrorCode.BAD_OPTION),
    ),
    Endpoint(
        "player",
        "/players/{player}",
        "The public page of a player: figures by game, and the course of the ratings",
        "With a token also the results of its player against this one.",
        answers=PlayerPage,
        token="may",
        refuses=(PLAYER,),
    ),
    Endpoint("me", "/me", "The player of the token", answers=Account, token="must", caching="private, no-cache"),
    Endpoint(
        "friends",
        "/me/friends",
        "The friends of the player of the token, and where they are",
        answers=Friends,
        token="must",
        caching="private, no-cache",
    ),
    Endpoint(
        "history",
        "/me/history",
        "The games of the player of the token, the latest first",
        "A history names rooms and people, so only its player may read it.",
        answers=History,
        asks=AskHistory,
        token="must",
        caching="private, no-cache",
    ),
    Endpoint(
        "running",
        "/me/running",
        "The correspondence duels of the player of the token that are not over",
        answers=Running,
        token="must",
        caching="private, no-cache",
    ),
    Endpoint("days", "/daily", "The published facts about the secrets of days", answers=Days),
    Endpoint("day", "/daily/{day}", "The same about one day, up to tomorrow", answers=Day, refuses=(DAY,)),
    Endpoint(
        "day_contests",
        "/daily/{day}/contests",
        "The contests of a day up to today, with their results",
        "With a token also its player's result and, once that player's own attempt is over, the rooms of the others.",
        answers=DayTold,
        asks=AskDay,
        token="may",
        refuses=(ErrorCode.BAD_MESSAGE,),
    ),
    Endpoint(
        "tournaments",
        "/tournaments",
        "The public tournaments: those that run, those to come, and the latest that are over",
        answers=Tournaments,
    ),
    Endpoint(
        "coming_tournaments",
        "/tournaments/calendar.ics",
        "The public tournaments to come, as iCalendar (RFC 5545)",
        "A calendar program can subscribe to it.",
        kind=CALENDAR,
    ),
    Endpoint(
        "tournament",
        "/tournaments/{tournament}",
        "A tournament with all its standings",
        answers=TournamentResults,
        refuses=(TOURNAMENT,),
    ),
    Endpoint(
        "tournament_games",
        "/tournaments/{tournament}/games",
        "The games of a tournament, the latest first",
        "The number of the last one is the `before` of the next page.",
        answers=TournamentGames,
        asks=AskTournamentGames,
        refuses=(TOURNAMENT,),
    ),
    Endpoint(
        "tournament_table",
        "/tournaments/{tournament}/results.csv",
        "The standings as CSV (RFC 4180)",
        kind=TABLE,
        refuses=(TOURNAMENT,),
    ),
    Endpoint(
        "tournament_date",
        "/tournaments/{tournament}/calendar.ics",
        "The date of a tournament as iCalendar",
        kind=CALENDAR,
        refuses=(TOURNAMENT,),
    ),
    Endpoint(
        "clubs",
        "/clubs",
        "The clubs in the list, those with the latest news first",
        "With a token also its player's own, as `mine`.",
        answers=Clubs,
        token="may",
    ),
    Endpoint(
        "club",
        "/clubs/{club}",
        "A club: its members, and the table of the present season",
        "With a token also the role of its player; members also see who is online, and the tournaments of the club.",
        answers=Club,
        token="may",
        refuses=(CLUB,),
    ),
    Endpoint(
        "club_season",
        "/clubs/{club}/season",
        "The table of a season of a club",
        answers=ClubSeason,
        asks=AskClubSeason,
        refuses=(CLUB,),
    ),
    Endpoint(
        "club_table",
        "/clubs/{club}/season.csv",
        "The table of a season of a club, as CSV",
        kind=TABLE,
        asks=AskClubSeason,
        refuses=(CLUB,),
    ),
    Endpoint(
        "list_events",
        "/events/rooms",
        "The public rooms, and each change of their list, as Server-Sent Events",
        "First `rooms`, the whole list; then within a second of each change `room`, a new or changed room, or `gone`. "
        "A reader that comes back with `Last-Event-ID` gets the missed events, or the whole list again.",
        kind=EVENTS,
        events=LIST_EVENTS,
        caching="no-store",
    ),
    Endpoint(
        "room_events",
        "/events/rooms/{code}",
        "One room as spectators see it, as Server-Sent Events",
        "The data of each event is a message of the protocol as its JSON subprotocol has it: `joined`, then snapshots, `room` "
        "and a `board` for each stream, then `update`, `delta` and `progress` as they come. A reader that comes back with "
        "`Last-Event-ID` gets the missed messages of each stream, or a snapshot if that is smaller. Readers do not count as "
        "watchers.",
        asks=AskRoom,
        kind=EVENTS,
        events=ROOM_EVENTS,
        refuses=(CODE, ErrorCode.NO_SPECTATORS, ErrorCode.PUT_OUT, ErrorCode.LOG_LOST),
        caching="no-store",
    ),
    Endpoint("openapi", "/openapi.json", "This API as an OpenAPI 3.1 document"),
    Endpoint("asyncapi", "/asyncapi.json", "The messages of the socket as an AsyncAPI 3 document"),
)
"""All paths, in the order of the documents."""


def may_repeat(asks: type[Asking], name: str) -> bool:
    """Return True if a parameter may be given several times."""
    return get_origin(asks.model_fields[name].annotation) is tuple


def is_flag(asks: type[Asking], name: str) -> bool:
    """Return True if a parameter is `true` or `false`."""
    annotation = asks.model_fields[name].annotation
    kinds = get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else (annotation,)
    return bool in kinds


def parts_of(path: str) -> list[str]:
    """Return the names of the placeholders in a path."""
    return [segment[1:-1] for segment in path.split("/") if segment.startswith("{")]
