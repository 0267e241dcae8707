"""What is read over HTTP: every path, what may be asked there, what it answers, and how it refuses.

This is the only definition: `openapi.json` and `API.md` are made of it, and the server reads questions by these models.
"""

from __future__ import annotations

import types
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import CODE_ALPHABET, CODE_LENGTH, MAX_RACERS, MOST_COMPARED
from cadogan_protocol.messages import (
    Account,
    BoardSnapshot,
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
)
from cadogan_protocol.rooms import (
    BoardMetric,
    BoardPeriod,
    BoardScope,
    BoardView,
    GameInfo,
    ListedRoom,
    Millis,
    Part,
    PlayerId,
    RoomState,
    Sha256,
    TableLayout,
    TableState,
)

PREFIX = "/api/v1"
"""What all paths begin with."""

JSON, TEXT, EVENTS = "application/json", "text/plain", "text/event-stream"
"""The kinds of answers."""

PROBLEM = "application/problem+json"
"""The kind of an answer that refuses (RFC 9457)."""

MOST_ROWS = 100
"""The most rows of a page of a board or a history."""

MOST_GAMES = 500
"""The most games of a page of the catalogue, which has fewer: one page is enough."""

HEARTBEAT_SECONDS = 15
"""After so long without an event a stream of events has a comment, so that whoever reads knows that it goes on."""

Cursor = Annotated[
    str,
    Field(max_length=32, pattern=r"^[0-9A-Za-z_-]*$", description="where to go on: `next` of the page before"),
]


# ---- what is asked ---------------------------------------------------------------------------------------------------


class Asking(BaseModel):
    """What may stand behind the `?` of a path."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class AskGames(Asking):
    """Which games of the catalogue."""

    language: Language = "en"
    family: str = Field("", max_length=40, description="games of this family alone")
    kind: Literal["", "race", "duel"] = Field("", description="games of this kind alone")
    count: int = Field(MOST_GAMES, ge=1, le=MOST_GAMES, description="how many at most")
    cursor: Cursor = ""


class AskLanguage(Asking):
    """In which language."""

    language: Language = "en"


class AskRooms(Asking):
    """Which of the public rooms."""

    game: str = Field("", max_length=40, description="rooms of this game alone")
    phase: Literal["", "lobby", "countdown", "running"] = Field("", description="rooms in this phase alone")
    count: int = Field(50, ge=1, le=200, description="how many at most")
    cursor: Cursor = ""


class AskRoom(Asking):
    """By what a room is opened."""

    key: RoomKey | None = Field(
        None, description="of a room that is by link only: what stands behind the # of its link"
    )


class AskBoard(Asking):
    """Which board of a game, and which of its rows."""

    metric: BoardMetric = Field("wins", description="what is counted, as in `get_leaderboard`")
    period: BoardPeriod = Field("ever", description="the present one (UTC), or ever")
    scope: BoardScope = Field("game", description="family, all: ratings in the game's family, or over all games")
    option: tuple[Annotated[str, Field(max_length=82)], ...] = Field(
        (), max_length=16, description="an option of the game as NAME=VALUE, once for each; others have their defaults"
    )
    view: BoardView = Field("top", description="around and among are about the player of the token")
    player: tuple[PlayerId, ...] = Field(
        (), max_length=MOST_COMPARED, description="with `among`: whose rows, once for each"
    )
    count: int = Field(20, ge=1, le=MOST_ROWS, description="how many rows at most")
    cursor: Annotated[str, Field(pattern=r"^[0-9]{0,9}$", description="where to go on: `next` of the page before")] = ""


class AskDay(Asking):
    """How much of the boards of a day."""

    count: int = Field(20, ge=1, le=100, description="how many rows of each at most")


class AskHistory(Asking):
    """Which games of the own history."""

    game: str = Field("", max_length=40, description="of this game alone")
    against: str = Field("", max_length=64, description="with this player among the others alone")
    won: bool | None = Field(None, description="only games that were won, or that were not")
    first: bool | None = Field(None, description="only games in which the player came first, or did not")
    count: int = Field(20, ge=1, le=MOST_ROWS, description="how many at most")
    cursor: HistoryPlace = Field("", description="where to go on: `next` of the page before")


# ---- what is answered ------------------------------------------------------------------------------------------------


class GamesPage(Part):
    """A page of the catalogue, games that race well first."""

    games: tuple[GameInfo, ...]
    next: str | None = Field(None, description="the `cursor` of the next page; absent: this is the last")


class RoomsPage(Part):
    """A page of the public rooms, in the order of `list_rooms`. It changes all the time: a room may be on two pages."""

    rooms: tuple[ListedRoom, ...]
    next: str | None = Field(None, description="the `cursor` of the next page; absent: this is the last")


class RoomBoard(Part):
    """A board of a room, as spectators see it."""

    stream: int = Field(ge=0, le=199)
    seat: int | None = Field(None, ge=0, lt=MAX_RACERS, description="whose board it is; absent: that of a duel")
    table: TableState


class RoomView(Part):
    """A room as spectators see it now: where they are behind, as it was then."""

    state: RoomState
    layout: TableLayout
    boards: tuple[RoomBoard, ...] = Field(description="once the cards are dealt")


class Day(Part):
    """What is published of a day: all deals of it are made of one secret."""

    day: str = Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="UTC")
    commit: Sha256 = Field(description="SHA-256 of the day's secret as hex, published the day before")
    secret: Sha256 | None = Field(None, description="the secret as hex (32 bytes), once the day is over")


class Days(Part):
    """What is published of the days around now."""

    today: Day | None = None
    tomorrow: Day | None = None
    past: tuple[Day, ...] = Field(description="the last days that are over, the latest first, 31 at most")


class Signature(Part):
    """A server's signature (Ed25519) of the text of a replay."""

    key: str = Field(description="the `id` of the key, see `/keys`")
    signature: str = Field(
        pattern=r"^[0-9a-f]{128}$",
        description="hex; of the bytes of the line `cadogan signed text`, ended by a line feed, and of the whole text behind it",
    )


class PublishedKey(Part):
    """The public half of a key by which a server signs texts."""

    id: str = Field(description="the first 16 digits of the SHA-256 of the public half, as hex")
    public: Sha256 = Field(description="the public half (Ed25519) as hex, 32 bytes")
    since: Millis = Field(description="when it was made")


class SigningKeys(Part):
    """The keys of a server. The newest one signs; with those before, earlier texts were signed."""

    keys: tuple[PublishedKey, ...] = Field(description="the newest first")


class RoomGone(Part):
    """A room that is in the list of public rooms no more."""

    code: str


class Farewell(Part):
    """The last event of a stream that the server ends."""

    code: int = Field(description="as a WebSocket would be closed with, see Close codes in PROTOCOL.md")
    reason: str = Field(description="a sentence")
    reconnect: bool = Field(description="whether to come back")


ProblemCode = ErrorCode | Literal["bad_parameter", "unknown_path", "bad_method"]
"""What is wrong, for programs: an error code of the protocol, or what only HTTP has."""


class Problem(Part):
    """Why a request was refused (RFC 9457). Nothing has changed by it."""

    type: str = Field("about:blank", description="always this: `code` says more")
    title: str = Field(description="the phrase of the status")
    status: int
    detail: str = Field(description="a sentence: what was wrong, with which value, and what to do")
    code: ProblemCode = Field(description="for programs")
    instance: str = Field(description="the path that was asked for, without what stands behind `?`")
    parameter: str | None = Field(None, description="with `bad_parameter`: which")
    retry: bool = Field(description="whether the same request may succeed later")
    wait: int | None = Field(
        None, ge=0, description="after so many seconds, where that is known; `Retry-After` says the same"
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
    ErrorCode.UNKNOWN_PLAYER: 404,
    ErrorCode.NOT_FINISHED: 409,
    ErrorCode.WRONG_PHASE: 409,
    ErrorCode.LOG_LOST: 410,
    ErrorCode.TOO_FAST: 429,
    ErrorCode.BUSY: 503,
    ErrorCode.STORE_DOWN: 503,
    ErrorCode.INTERNAL: 500,
}
"""The status of an answer that refuses, by its code."""


# ---- the paths -------------------------------------------------------------------------------------------------------

PARTS: dict[str, tuple[Any, str]] = {
    "game": (Annotated[str, Field(max_length=40)], "the id of a game, as `klondike`"),
    "code": (
        Annotated[str, Field(pattern=f"^[{CODE_ALPHABET}{CODE_ALPHABET.lower()}]{{{CODE_LENGTH}}}$")],
        "the code of a room",
    ),
    "player": (Annotated[str, Field(min_length=1, max_length=64)], "the id of a player"),
    "day": (Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")], "a day (UTC), as `2026-11-21`"),
}
"""What stands in braces in a path: its type, and what it is."""

GAME, CODE, PLAYER, DAY = ErrorCode.UNKNOWN_GAME, ErrorCode.UNKNOWN_ROOM, ErrorCode.UNKNOWN_PLAYER, "unknown_path"

ROOM_EVENTS: dict[str, type[BaseModel]] = {
    "joined": Joined,
    "room": RoomSnapshot,
    "board": BoardSnapshot,
    "update": RoomUpdate,
    "delta": Delta,
    "progress": Progress,
    "end": Farewell,
}
"""The events of one room, by their names."""

LIST_EVENTS: dict[str, type[BaseModel]] = {"rooms": RoomsPage, "room": ListedRoom, "gone": RoomGone, "end": Farewell}
"""The events of the list of rooms, by their names."""


@dataclass(frozen=True)
class Endpoint:
    """A path of the API.

    Attributes:
        name: by which programs call it.
        path: below `PREFIX`, with what is in `PARTS` in braces.
        summary: what it answers, in a line.
        text: what else there is to say.
        answers: the model of the answer; None: a text, or something that has none. Of a message what `envelope` names is left out.
        asks: the model of what stands behind the `?`.
        kind: of the answer.
        token: whether the token of a player is needed, may be given, or has no meaning.
        refuses: with which codes it may refuse, beside those that all may.
        events: of a stream, its events by their names.
        caching: for `Cache-Control`.
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
"""The fields of a message that its answer over HTTP has not."""

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("games", "/games", "The catalogue of games", answers=GamesPage, asks=AskGames),
    Endpoint("game", "/games/{game}", "A game", answers=GameInfo, asks=AskLanguage, refuses=(GAME,)),
    Endpoint("rules", "/games/{game}/rules", "How a game is played", answers=Rules, asks=AskLanguage, refuses=(GAME,)),
    Endpoint(
        "layouts",
        "/layouts",
        "Small drawings of all games right after a deal",
        "By the game's id, for each group `[kind, tail, piles]`, for each of its piles `[x, y, angle, dx, dy, runs]`, and its "
        "`path` where it has one, as in `PilePlace`; `runs` counts the cards from the bottom, those that lie face down as "
        "negative numbers: `[-3, 1]`.",
    ),
    Endpoint(
        "rooms",
        "/rooms",
        "The public rooms in which something goes on",
        "Those that can still be joined come first, then the liveliest and newest; of many rooms the first 200.",
        answers=RoomsPage,
        asks=AskRooms,
    ),
    Endpoint(
        "room",
        "/rooms/{code}",
        "A room as spectators see it",
        "Of a room that is watched with a delay this is how it was then; of a race that is watched fairly a card is shown when all "
        "who still play have seen it. A room that is by link only needs its `key`.",
        answers=RoomView,
        asks=AskRoom,
        refuses=(CODE, ErrorCode.NO_SPECTATORS, ErrorCode.PUT_OUT, ErrorCode.LOG_LOST),
    ),
    Endpoint(
        "replay",
        "/replays/{code}",
        "A room that is over, every board from deal to end",
        "Kept for a month, if the server has the space.",
        answers=Replay,
        asks=AskRoom,
        refuses=(CODE, ErrorCode.NOT_FINISHED, ErrorCode.LOG_LOST),
    ),
    Endpoint(
        "replay_text",
        "/replays/{code}/text",
        "The same as a compact text, see Replays as text",
        "Who has the rules plays it again from that: `cadogan replay FILE`.",
        asks=AskRoom,
        kind=TEXT,
        refuses=(CODE, ErrorCode.NOT_FINISHED, ErrorCode.LOG_LOST),
    ),
    Endpoint(
        "replay_signature",
        "/replays/{code}/signature",
        "The server's signature of that text",
        "Names and times follow from no rules: the signature says that the text is the one that this server has written.",
        answers=Signature,
        asks=AskRoom,
        refuses=(CODE, ErrorCode.NOT_FINISHED, ErrorCode.LOG_LOST, ErrorCode.STORE_DOWN),
    ),
    Endpoint(
        "signing_keys",
        "/keys",
        "The public keys by which this server signs",
        answers=SigningKeys,
        refuses=(ErrorCode.STORE_DOWN,),
    ),
    Endpoint(
        "board",
        "/boards/{game}",
        "A board of a game",
        "`view` = top is for anybody, and goes on from page to page. With a token the own row comes as `mine`.",
        answers=Leaderboard,
        asks=AskBoard,
        token="may",
        refuses=(GAME, ErrorCode.BAD_OPTION),
    ),
    Endpoint(
        "player",
        "/players/{player}",
        "What all may know of a player: figures by game, and how the ratings went",
        "With a token also how its player has done against this one.",
        answers=PlayerPage,
        token="may",
        refuses=(PLAYER,),
    ),
    Endpoint("me", "/me", "Who the player of the token is", answers=Account, token="must", caching="private, no-cache"),
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
        "The games that the player of the token has played, the last first",
        "A history is nobody else's, since it names rooms and people.",
        answers=History,
        asks=AskHistory,
        token="must",
        caching="private, no-cache",
    ),
    Endpoint("days", "/daily", "What is published of the secrets of days", answers=Days),
    Endpoint("day", "/daily/{day}", "The same of one day up to tomorrow", answers=Day, refuses=(DAY,)),
    Endpoint(
        "day_contests",
        "/daily/{day}/contests",
        "The contests of a day up to today, and who did how well",
        "With a token also how its player did, and, once that player's own attempt is over, in which rooms the others played.",
        answers=DayTold,
        asks=AskDay,
        token="may",
        refuses=(ErrorCode.BAD_MESSAGE,),
    ),
    Endpoint(
        "list_events",
        "/events/rooms",
        "The public rooms, and each change of their list, as Server-Sent Events",
        "First `rooms`, the whole list; then within a second of each change `room`, a room that is new or has changed, or `gone`. "
        "Who comes back with `Last-Event-ID` gets what was missed, or the whole list again.",
        kind=EVENTS,
        events=LIST_EVENTS,
        caching="no-store",
    ),
    Endpoint(
        "room_events",
        "/events/rooms/{code}",
        "One room as spectators see it, as Server-Sent Events",
        "The data of each event is a message of the protocol as its JSON subprotocol has it: `joined`, then snapshots, `room` "
        "and a `board` for each stream, then `update`, `delta` and `progress` as they come. Who comes back with "
        "`Last-Event-ID` gets what was missed of each stream, or a snapshot where that is smaller. Nobody who reads it counts as "
        "a watcher.",
        asks=AskRoom,
        kind=EVENTS,
        events=ROOM_EVENTS,
        refuses=(CODE, ErrorCode.NO_SPECTATORS, ErrorCode.PUT_OUT, ErrorCode.LOG_LOST),
        caching="no-store",
    ),
    Endpoint("openapi", "/openapi.json", "This API as an OpenAPI 3.1 document"),
    Endpoint("asyncapi", "/asyncapi.json", "The messages of the socket as an AsyncAPI 3 document"),
)
"""All paths, in the order in which documents list them."""


def may_repeat(asks: type[Asking], name: str) -> bool:
    """Whether a field of a question may stand there several times."""
    return get_origin(asks.model_fields[name].annotation) is tuple


def is_flag(asks: type[Asking], name: str) -> bool:
    """Whether a field of a question is `true` or `false`."""
    annotation = asks.model_fields[name].annotation
    kinds = get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else (annotation,)
    return bool in kinds


def parts_of(path: str) -> list[str]:
    """Return the names of what stands in braces in a path."""
    return [segment[1:-1] for segment in path.split("/") if segment.startswith("{")]
