"""Every message of the protocol, once. PROTOCOL.md and the page's types are generated from this file.

Most messages are maps with a `type`. The frequent ones (`HotMessage`) are arrays: their tag, then their fields in
order.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from cadogan_protocol.analysis import AnalysedBoard, AnalysisStatus, JudgedMove
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import (
    MAX_BOTS,
    MAX_CREDENTIAL,
    MAX_RACERS,
    MOST_CANDIDATES,
    MOST_COMPARED,
    MOST_GHOSTS,
    MOST_PLAYED_ON,
)
from cadogan_protocol.moves import Move, TableEvent
from cadogan_protocol.rooms import (
    BoardMetric,
    BoardPeriod,
    BoardScope,
    BoardView,
    BrokenRule,
    CalendarDay,
    Candidate,
    Clock,
    CurvePoint,
    Day,
    DayContest,
    DayStreak,
    DealProof,
    Emote,
    Figures,
    Friend,
    GameInfo,
    HeadToHead,
    HistoryRow,
    LeaderRow,
    ListedRoom,
    Millis,
    Month,
    NewName,
    NextGame,
    OptionValue,
    OwnFigures,
    Part,
    PasskeyInfo,
    PasskeyLabel,
    PlayerId,
    PlayerName,
    Ranking,
    Results,
    RoomOptions,
    RoomState,
    Said,
    Seat,
    Series,
    Sha256,
    Standing,
    TableLayout,
    TableState,
)
from cadogan_protocol.streams import SEQ_SPAN

RequestId = Annotated[int, Field(ge=1, le=2**31 - 1, description="chosen by the client; the answer repeats it as `re`")]
Code = Annotated[
    str, Field(min_length=4, max_length=12, description="a room's code; small letters are taken as capitals")
]
RoomKey = Annotated[
    str,
    Field(max_length=32, description="the key of a room by link only; the link has it beside the code"),
]
BotKind = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,23}$", description="the kind of bot, say `good`")]
Language = Annotated[
    str, Field(pattern=r"^[a-z]{2}$", description="a code of ISO 639-1; texts that are missing in it come in English")
]
OptionName = Annotated[str, Field(max_length=40)]
Browser = Annotated[
    str, Field(pattern=r"^[0-9a-f]{32}$", description="16 random bytes as hex that stay the same for a browser")
]
Nonce = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", description="16 random bytes as hex, fresh each time")]
Stream = Annotated[
    int,
    Field(
        ge=0,
        le=199,
        description="0: the room itself; in a race 1 + seat: that seat's board, and if `spectators` is fair, 65 + seat: "
        "the same board as everybody else sees it; in a duel 1 + seat: what that seat sees, 3: what spectators see",
    ),
]


HistoryPlace = Annotated[str, Field(pattern=r"^([1-9][0-9]{0,14}-[0-9]{1,15})?$")]
"""A position in a history, from the answer before; empty at the end of the history."""


def _number_in(key: Any) -> Any:
    # A stream has at most three digits; Python refuses to parse thousands of them.
    return int(key) if isinstance(key, str) and key.isdecimal() and len(key) <= 3 else key


StreamKey = Annotated[Stream, BeforeValidator(_number_in)]
"""A stream as the key of a map: a string on the wire, since JSON has no other keys."""

Seq = Annotated[int, Field(ge=0, description="the number of the message in its stream; the next has one more")]
ShortSeq = Annotated[
    int, Field(ge=0, lt=SEQ_SPAN, description="the number of a message in its stream, modulo `SEQ_SPAN`")
]
Change = Standing | Annotated[int, Field(ge=-(2**31), lt=2**31)]
"""How a change of a board changes its racer's standing: the increase of `moves`, or the whole standing if more is new.
"""


class Message(BaseModel):
    """Base of all messages: immutable, unknown fields are an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class HotMessage(Message):
    """A message that is an array on the wire: `[tag, field, field, ...]` in the order of the fields.

    Attributes:
        tag: the first item of the array.
        open_ended: true if the items of the last field, a list, stand in the array itself, one after the other.
    """

    tag: ClassVar[str | int]
    open_ended: ClassVar[bool] = False


# ---- from client to server -------------------------------------------------------------------------------------------


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


class ListGames(Message):
    """Asks for the catalogue; answered by `games`."""

    type: Literal["list_games"] = "list_games"
    id: RequestId
    language: Language = "en"


class ListRooms(Message):
    """Asks for the public rooms where somebody is there to begin or to play on; answered by `rooms`.

    Rooms that can be joined come first, then those with the most players and spectators, then the newest. The list ends
    after `MOST_ROOMS_LISTED` rooms.
    """

    type: Literal["list_rooms"] = "list_rooms"
    id: RequestId


class GetRules(Message):
    """Asks how a game is played; answered by `rules`."""

    type: Literal["get_rules"] = "get_rules"
    id: RequestId
    game: str = Field(max_length=40)
    language: Language = "en"


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


class Leave(Message):
    """Leaves the room: this frees the seat in the lobby, gives up in a race, and loses the match in a duel."""

    type: Literal["leave"] = "leave"
    id: RequestId


class Ready(Message):
    """Sets the player ready or not, with the hash of a nonce for the seed of a fresh deal, so that nobody alone can
    choose the seed.

    When all players are ready, the countdown begins, of three seconds by default. A race needs one player, a duel two.
    From then on nobody can take a seat or promise another nonce, and all players who have promised one send it by
    `reveal`. A player who becomes unready or leaves before the cards are shown calls the countdown off. The nonces are
    void then: see [below](#was-the-deal-fixed-beforehand).
    """

    type: Literal["ready"] = "ready"
    id: RequestId
    ready: bool = True
    nonce_hash: Sha256 | None = Field(
        None,
        description="SHA-256 of the 16 bytes of the nonce. A player without one adds nothing to the seed, and cannot know if "
        "the deal was chosen. It is ignored for the server's own bots, and if the deal is not fresh",
    )


class Reveal(Message):
    """Sends the nonce whose hash came with `ready`, during the countdown. A player who has not sent it when the
    countdown has run for three seconds loses the seat.

    Send it only when `seats` shows the hashes of all players who promised one, your own included. Keep these hashes,
    and `commit`, to compare them with the results.
    """

    type: Literal["reveal"] = "reveal"
    id: RequestId
    nonce: Nonce


class Play(HotMessage):
    """A move on the player's own board; answered by `step`, or by `moved` if it was made before."""

    tag: ClassVar[str | int] = "m"
    id: RequestId
    move: Move


class Undo(Message):
    """Takes back the player's last move; answered by `step`, or by `moved`, like a move."""

    type: Literal["undo"] = "undo"
    id: RequestId


class GetAdvice(Message):
    """Asks whether the player's own board can still be won, and how; answered by `advice`, at once or within some seconds.

    Only racers who still play may ask, in a room with the option `advice`. Meanwhile they may play on. A later request of
    the same player has the earlier one answered at once.
    """

    type: Literal["get_advice"] = "get_advice"
    id: RequestId


class Stand(Message):
    """Gives up and keeps the progress made; in a duel, resigns the current game."""

    type: Literal["stand"] = "stand"
    id: RequestId


class SeatBots(Message):
    """Asks the server to seat bots; only the host may, in the lobby. They are ready at once."""

    type: Literal["seat_bots"] = "seat_bots"
    id: RequestId
    count: int = Field(1, ge=1, le=MAX_BOTS)
    level: Literal["easy", "fair", "good", "master"] = "fair"


class Unseat(Message):
    """Frees the seat of a bot or of another player, whose socket is closed; only the host may, in the lobby.

    A person stays out for `PUT_OUT_SECONDS`, and so does everybody else from the same address, except at the host's own
    address and players with a seat.
    """

    type: Literal["unseat"] = "unseat"
    id: RequestId
    seat: int = Field(ge=0, le=63)


class Lock(Message):
    """Locks the room, or opens it again; only the host may. In a locked room nobody new takes a seat, except bots that
    the host asks for.
    """

    type: Literal["lock"] = "lock"
    id: RequestId
    locked: bool = True


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


class GetAccount(Message):
    """Asks for the player's name and passkeys; answered by `account`."""

    type: Literal["get_account"] = "get_account"
    id: RequestId


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


class GetPlayer(Message):
    """Asks for the public page of a player; answered by `player`."""

    type: Literal["get_player"] = "get_player"
    id: RequestId
    player: PlayerId


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


class GetDay(Message):
    """Asks for the contests of a day and their results; answered by `day`."""

    type: Literal["get_day"] = "get_day"
    id: RequestId
    day: Day | None = Field(None, description="up to today; null: today")
    count: int = Field(20, ge=1, le=100, description="the most rows of each board")
    rival: PlayerId | None = Field(None, description="a player whose rows come too, wherever they are on the boards")


class GetCalendar(Message):
    """Asks for the days of a month, with the player's results on each; answered by `calendar`."""

    type: Literal["get_calendar"] = "get_calendar"
    id: RequestId
    month: Month | None = Field(None, description="null: the current one")


class DeleteMe(Message):
    """Deletes the player, with all the player's own data and the lines on boards; answered by `ok`.

    The tokens and passkeys become void. This is refused while the player has a seat in an unfinished game. Others keep
    what they have seen: the name in their own histories, and in replays until these are forgotten.
    """

    type: Literal["delete_me"] = "delete_me"
    id: RequestId


class GetPasskeyOptions(Message):
    """Asks for the options with which a page's browser makes or uses a passkey; answered by `passkey_options`.

    Only the socket of a page may ask, and only if the page's address has a host name. Each answer of a browser needs
    options of its own, which are valid for five minutes.
    """

    type: Literal["get_passkey_options"] = "get_passkey_options"
    id: RequestId
    purpose: Literal["add", "sign_in"]


class AddPasskey(Message):
    """Adds a passkey; answered by `account`. A player with one has an account on every device with that passkey."""

    type: Literal["add_passkey"] = "add_passkey"
    id: RequestId
    credential: str = Field(
        max_length=MAX_CREDENTIAL, description="the result of `navigator.credentials.create`, as JSON"
    )
    label: PasskeyLabel = Field("Passkey", description="its name, such as that of its device")


class RemovePasskey(Message):
    """Removes a passkey; answered by `account`."""

    type: Literal["remove_passkey"] = "remove_passkey"
    id: RequestId
    passkey: str = Field(max_length=1400, description="its `id`")


class SignIn(Message):
    """Presents a player's passkey; answered by a `ticket`, with which that player says `hello` on a new socket."""

    type: Literal["sign_in"] = "sign_in"
    id: RequestId
    credential: str = Field(max_length=MAX_CREDENTIAL, description="the result of `navigator.credentials.get`, as JSON")


class Onward(Message):
    """Says that the player wants to go on to the next deal, or no longer does; answered by `ok`, and shown as `onward`
    of the room.

    In a race, players who are done send it while others still play: once two want to go on, `rematch` is open to them,
    and then to all who are done. A player who races only against bots does not need it. In a duel, players send it
    between two games of a match: once all people want to go on, the next game is dealt at once.
    """

    type: Literal["onward"] = "onward"
    id: RequestId
    onward: bool = True


class Rematch(Message):
    """After the end: opens the following room, or joins it if somebody else has opened it; answered by `joined`.

    Any player of the room may send it from there. Bots follow by themselves. In a race, players who are done may go on
    before the end, see `onward`; the race itself goes on without them.

    The following room has the same game and options, unless the chooser names another `game`. The chooser is the host;
    while the host is away, the person on the lowest seat who is here. During a vote (see `propose`) only the chooser
    may open the room before everybody has voted, and it gets the leading game.
    """

    type: Literal["rematch"] = "rematch"
    id: RequestId
    game: str | None = Field(
        None,
        max_length=40,
        description="another game, from the chooser alone; null: the same game, or the winner of the vote",
    )
    options: dict[OptionName, OptionValue] = Field(
        default_factory=dict,
        max_length=16,
        description="the options of that `game`; options not named have their defaults",
    )


class SayEmote(Message):
    """Shows one of a fixed set of faces and phrases to everybody in the room; answered by `ok`, and shown as `said` of
    the room.

    Players with a seat may send it at any time. A player may send three at once and then one every three seconds; all
    players of a room together eight at once and then two a second. More are refused with `too_fast`. No log keeps it,
    so it is lost when another server recovers the room.
    """

    type: Literal["emote"] = "emote"
    id: RequestId
    emote: Emote


class Candidacy(Part):
    """A proposed game."""

    game: str = Field(max_length=40)
    options: dict[OptionName, OptionValue] = Field(default_factory=dict, max_length=16)


class Propose(Message):
    """After the end: puts games to the vote for the following room; answered by `ok`, and shown as `ballot` of the
    room.

    Only the chooser may, see `rematch`. Two or three games begin a vote and replace any vote before; no games call it
    off. Once all people who are here have voted, everybody may send `rematch`, and the game with the most votes is
    played. Among games with equally many votes the chooser's own vote decides, else the first of them is played.
    """

    type: Literal["propose"] = "propose"
    id: RequestId
    games: tuple[Candidacy, ...] = Field(max_length=MOST_CANDIDATES)


class Vote(Message):
    """Votes for one of the games in the `ballot`; answered by `ok`. The last vote counts."""

    type: Literal["vote"] = "vote"
    id: RequestId
    choice: int = Field(ge=0, lt=MOST_CANDIDATES, description="its index in the `ballot`, from 0")


class Run(Part):
    """A run in a finished race."""

    room: Code
    key: RoomKey | None = Field(None, description="as in `join`")
    seat: int | None = Field(
        None,
        ge=0,
        lt=MAX_RACERS,
        description="null: the player's own seat, else that of the winner",
    )


class RaceGhosts(Message):
    """Opens a room for a race alone on the deal of a finished race, against runs on that deal; answered by `joined`.

    Several runs must be on one deal. Runs of today's deal of the day are open to players who have made their own
    attempt. The race counts for nothing.
    """

    type: Literal["race_ghosts"] = "race_ghosts"
    id: RequestId
    runs: tuple[Run, ...] = Field(min_length=1, max_length=MOST_GHOSTS)


class PlayFrom(Message):
    """Opens a practice room that begins from a position of a finished race; answered by `joined`.

    The room has the same deal, the same options and the same rules, and all moves up to the position are made. It counts
    for nothing. While its day lasts, nobody practises on a deal of the day.
    """

    type: Literal["play_from"] = "play_from"
    id: RequestId
    room: Code
    key: RoomKey | None = Field(None, description="as in `join`")
    seat: int | None = Field(
        None,
        ge=0,
        lt=MAX_RACERS,
        description="whose board; null: the player's own, else that of the winner",
    )
    step: int = Field(ge=0, le=1_000_000, description="the number of steps of that board in the `replay`; 0: the deal")
    moves: tuple[Move, ...] = Field(
        (), max_length=MOST_PLAYED_ON, description="further moves from there, such as those of a winning line"
    )


class GetReplay(Message):
    """After the end: asks for every board from deal to end; answered by `replay`."""

    type: Literal["get_replay"] = "get_replay"
    id: RequestId
    room: Code
    key: RoomKey | None = Field(None, description="as in `join`")


class GetReplayText(Message):
    """After the end: asks for the replay as a compact text of moves; answered by `replay_text`."""

    type: Literal["get_replay_text"] = "get_replay_text"
    id: RequestId
    room: Code
    key: RoomKey | None = Field(None, description="as in `join`")


class GetAnalysis(Message):
    """After a race: asks where each board was lost; after a duel: which moves were mistakes; answered by `analysis`.

    The first request begins the analysis. It may take a minute, and longer while others wait: ask again every second or
    two until `status` is neither `queued` nor `running`. Boards and moves come one by one. What is found is kept with the replay.
    """

    type: Literal["get_analysis"] = "get_analysis"
    id: RequestId
    room: Code
    key: RoomKey | None = Field(None, description="as in `join`")


class Ping(Message):
    """Asks for the server's clock; answered by `pong`."""

    type: Literal["ping"] = "ping"
    id: RequestId


# ---- from server to client -------------------------------------------------------------------------------------------


class Welcome(Message):
    """Answers `hello`. The token is the secret of the player on this device: whoever has it is this player."""

    type: Literal["welcome"] = "welcome"
    re: RequestId
    player: str
    name: PlayerName
    token: str
    server: str = Field(description="version of the server")
    now: Millis = Field(description="the server's clock")


class Ticket(Message):
    """Answers `get_ticket` and `sign_in`. The ticket is good for one `hello`, for a short time; it is a secret like the
    token.
    """

    type: Literal["ticket"] = "ticket"
    re: RequestId
    ticket: str = Field(description="`TICKET_LENGTH` characters in groups of four, as `ABCD-EFGH-JKLM`")
    seconds: int = Field(description="its lifetime in seconds")


class Account(Message):
    """Answers `get_account`, `add_passkey` and `remove_passkey`."""

    type: Literal["account"] = "account"
    re: RequestId
    player: PlayerId
    name: PlayerName
    passkeys: tuple[PasskeyInfo, ...] = Field(
        description="in the order in which they were added; a player with a passkey has an account"
    )


class History(Message):
    """Answers `get_history`."""

    type: Literal["history"] = "history"
    re: RequestId
    games: tuple[HistoryRow, ...]
    next: str = Field(
        description="`before` of the next request; empty: there are no more. If few rows match the request, fewer may come "
        "than `count`, and more with the next one"
    )


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


class Friends(Message):
    """Answers `list_friends`, `add_friend` and `remove_friend`."""

    type: Literal["friends"] = "friends"
    re: RequestId
    friends: tuple[Friend, ...] = Field(description="in the order in which they were added")


class DayTold(Message):
    """Answers `get_day`."""

    type: Literal["day"] = "day"
    re: RequestId
    day: Day
    today: Day
    begins: Millis = Field(description="the moment at which the day begins")
    ends: Millis = Field(
        description="the moment at which it ends and the next begins; an attempt counts if it is over by then"
    )
    commit: Sha256 | None = Field(None, description="SHA-256 of the day's secret; null: it had none")
    secret: str | None = Field(None, description="hex; the secret itself, once the day is over")
    contests: tuple[DayContest, ...] = Field(description="the race, then the duel")


class Calendar(Message):
    """Answers `get_calendar`."""

    type: Literal["calendar"] = "calendar"
    re: RequestId
    month: Month
    today: Day
    first: Day = Field(description="the first day that had contests")
    days: tuple[CalendarDay, ...] = Field(description="all days of the month, including future ones")
    streaks: tuple[DayStreak, ...]


class PasskeyOptions(Message):
    """Answers `get_passkey_options`."""

    type: Literal["passkey_options"] = "passkey_options"
    re: RequestId
    options: str = Field(
        description="JSON for `PublicKeyCredential.parseCreationOptionsFromJSON`, or `parseRequestOptionsFromJSON` to sign in"
    )


class Ok(Message):
    """Answers a request that needs no other answer."""

    type: Literal["ok"] = "ok"
    re: RequestId


class Advice(Message):
    """Answers `get_advice`, by what the server's solver, which knows all cards, has found out within its budget."""

    type: Literal["advice"] = "advice"
    re: RequestId
    verdict: Literal["won", "lost", "unknown"] = Field(
        description="won: the board can still be won; lost: it can't, which is proved; unknown: neither is known"
    )
    move: Move | None = Field(None, description="with `won`: the next move of a line that wins; null: the game is won")
    back: int | None = Field(
        None,
        ge=1,
        description="with `lost`: the number of moves after which the board was known to be winnable for the last time, "
        "counted back from now; null: that is not known",
    )
    since: Move | None = Field(None, description="with `back`: the move that was made there")
    exact: bool = Field(
        False,
        description="with `since`: true if this move is proved to have lost the game; false if a later one may have",
    )
    may_take_back: bool = Field(
        False, description="with `back`: true if all these moves can be taken back in this room"
    )
    asks_again: bool = Field(
        False, description="true if the solver is busy, or still at work on this board: another request may learn more"
    )


class Pong(Message):
    """Answers `ping`."""

    type: Literal["pong"] = "pong"
    re: RequestId
    now: Millis = Field(description="the server's clock")


class Error(Message):
    """Says why a request, or an invalid message, was refused. Nothing has changed by it.

    Without `re` it answers a frame in which no id could be read, or says that the room was closed (`unknown_room`) or
    is paused while the store is away (`store_down`). In a pause no clock runs, until an `update` of `paused` ends it.
    With `busy` and without `re` it says that the room's server does not answer now; the next message withdraws that.
    """

    type: Literal["error"] = "error"
    re: RequestId | None = None
    code: Annotated[ErrorCode, BeforeValidator(lambda value: ErrorCode(value))]
    message: str = Field(description="a sentence: what was wrong, with which value, and what to do")
    retry: bool = Field(description="true if the same request may succeed later")
    wait: int | None = Field(None, ge=0, description="the seconds after which it may, if known")
    rule: BrokenRule | None = Field(None, description="with `illegal_move`: the rule that forbids the move")


class Games(Message):
    """Answers `list_games` with the catalogue; games that race well come first."""

    type: Literal["games"] = "games"
    re: RequestId
    games: tuple[GameInfo, ...]


class Rooms(Message):
    """Answers `list_rooms`."""

    type: Literal["rooms"] = "rooms"
    re: RequestId
    rooms: tuple[ListedRoom, ...]
    played: tuple[str, ...] = Field(
        (),
        description="the games played most at this server lately, the most played first, at most eight",
    )


class Rules(Message):
    """Answers `get_rules` with an explanation of the game for players."""

    type: Literal["rules"] = "rules"
    re: RequestId
    game: str
    title: str
    text: str = Field(description="paragraphs with an empty line between them; `**` encloses emphasised words")
    language: Language = Field(description="the language of the text: English if it is missing in the wanted one")
    source: str


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


class RoomSnapshot(Message):
    """The snapshot of stream 0 up to its number."""

    type: Literal["room"] = "room"
    seq: Seq
    state: RoomState


class BoardSnapshot(Message):
    """The snapshot of a board's stream up to its number."""

    type: Literal["board"] = "board"
    stream: Stream
    seq: Seq
    table: TableState


class Delta(HotMessage):
    """The changes of a board: events to apply in order. It also gives the progress of the board's racer.

    `change`: a number is the increase of that racer's `moves`, 1 after a move, -1 after one that was taken back, 0 if
    no move was made; a `Standing` replaces the racer's standing. In a duel it is 0.
    """

    tag: ClassVar[str | int] = 1
    open_ended: ClassVar[bool] = True
    stream: Stream
    seq: ShortSeq
    change: Change
    events: tuple[TableEvent, ...]


class Step(HotMessage):
    """Answers a move, or its taking back: the message `seq` of the player's own board, with the changes of the list of
    legal moves.

    `change` is as in a delta. `gone` holds the indexes, from 0 and ascending, of the moves in the list before that are
    no longer legal; the moves of `added` come after the rest. `undo` is as in `moved`.
    """

    tag: ClassVar[str | int] = 2
    open_ended: ClassVar[bool] = True
    re: int
    seq: ShortSeq
    change: Change
    gone: tuple[int, ...]
    added: tuple[Move, ...]
    undo: bool
    events: tuple[TableEvent, ...]


class Moved(HotMessage):
    """All legal moves after the board's message `seq`, for the board's player alone. `re` is 0 if it answers no
    request.

    `undo`: true if the last move can be taken back. No moves and no undo: nothing is left to do, or the other player is
    to play.
    """

    tag: ClassVar[str | int] = 3
    re: int
    seq: ShortSeq
    moves: tuple[Move, ...]
    undo: bool = False


class Progress(HotMessage):
    """The progress of racers: the current standings of some of them. It is part of no stream.

    A stuck racer has no legal move left, and may undo or give up.
    """

    tag: ClassVar[str | int] = 4
    open_ended: ClassVar[bool] = True
    lines: tuple[Standing, ...]


class RoomUpdate(Message):
    """A message of stream 0: every other change of a room. Absent fields stay as they were.

    The fields are those of [RoomState](#roomstate). When the host's seat becomes free, or a bot takes it, there is no
    host until an update names one. When a countdown is called off, `phase` is `lobby` again, and `starts` means
    nothing.
    """

    type: Literal["update"] = "update"
    seq: Seq
    seats: tuple[Seat, ...] | None = Field(None, description="all seats, if a seat or its player's state has changed")
    host: int | None = None
    phase: Literal["lobby", "countdown", "running", "finished"] | None = None
    called_off: int | None = None
    proof: DealProof | None = None
    starts: Millis | None = None
    ends: Millis | None = None
    watchers: int | None = None
    attempts: tuple[int, ...] | None = None
    results: Results | None = None
    onward: tuple[int, ...] | None = None
    rematch: str | None = None
    next: NextGame | None = None
    ballot: tuple[Candidate, ...] | None = None
    said: Said | None = None
    series: Series | None = None
    clock: Clock | None = None
    match: tuple[int, ...] | None = None
    locked: bool | None = None
    safe: bool | None = None
    lost: int | None = None
    paused: Millis | None = None


class ReplayBoard(Message):
    """One board of a replay: the deal, then each step with its moment from the start in milliseconds.

    A duel has one board, with `seat` 0, both names and both hands. The boards of ghosts come after all others.
    """

    seat: int = Field(description="ghosts have the numbers from `GHOST_SEATS` on, in the order of the room's `ghosts`")
    name: PlayerName
    start: TableState
    steps: tuple[tuple[Millis, tuple[TableEvent, ...]], ...]


class Replay(Message):
    """Answers `get_replay`."""

    type: Literal["replay"] = "replay"
    re: RequestId
    state: RoomState
    layout: TableLayout
    boards: tuple[ReplayBoard, ...]
    progress: tuple[tuple[Millis, int, int], ...] = Field(
        description="each change of a seat's progress in order, that of the deal first: "
        "moment from the start, seat, progress"
    )


class ReplayText(Message):
    """Answers `get_replay_text`."""

    type: Literal["replay_text"] = "replay_text"
    re: RequestId
    text: str = Field(description="the players, the deal, and the moves with their moments, in the notation of API.md")


class Analysis(Message):
    """Answers `get_analysis`. Of a race: on each board, from which positions it could still be won by a player who knows all cards.
    Of a duel: for each move, what the strong bot would have played and what the move lost in winning chances.
    """

    type: Literal["analysis"] = "analysis"
    re: RequestId
    status: AnalysisStatus
    progress: float = Field(ge=0, le=1, description="the share of the work that is done, 0 to 1")
    waiting: int | None = Field(None, ge=0, description="while `queued`: the number of analyses before this one")
    why: str | None = Field(None, description="why it has failed or is unavailable, as an English sentence")
    boards: tuple[AnalysedBoard, ...] = Field((), description="of a race: the boards that are done, by seat")
    moves: tuple[JudgedMove, ...] = Field((), description="of a duel: the moves that are judged, in order")


ClientMessage = (
    Hello
    | ListGames
    | ListRooms
    | GetRules
    | GetLeaderboard
    | Create
    | Join
    | Leave
    | Ready
    | Reveal
    | Play
    | Undo
    | GetAdvice
    | Stand
    | SeatBots
    | Unseat
    | Lock
    | Rename
    | GetTicket
    | GetAccount
    | GetHistory
    | GetPlayer
    | ListFriends
    | AddFriend
    | RemoveFriend
    | GetDay
    | GetCalendar
    | DeleteMe
    | GetPasskeyOptions
    | AddPasskey
    | RemovePasskey
    | SignIn
    | Onward
    | Rematch
    | Propose
    | SayEmote
    | Vote
    | RaceGhosts
    | PlayFrom
    | GetReplay
    | GetReplayText
    | GetAnalysis
    | Ping
)
ServerMessage = (
    Welcome
    | Ticket
    | Account
    | History
    | PlayerPage
    | Friends
    | DayTold
    | Calendar
    | PasskeyOptions
    | Ok
    | Advice
    | Pong
    | Error
    | Games
    | Rooms
    | Rules
    | Leaderboard
    | Joined
    | RoomSnapshot
    | BoardSnapshot
    | Delta
    | Step
    | Moved
    | Progress
    | RoomUpdate
    | Replay
    | ReplayText
    | Analysis
)

Wire = dict[str, Any] | list[Any]
"""A message between model and bytes: a map, or an array for a hot message."""
