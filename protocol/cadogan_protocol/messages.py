"""Every message of the protocol, once. PROTOCOL.md and the page's types are generated from this file.

Most messages are maps with a `type`. The hot ones (`HotMessage`) are arrays: their tag, then their fields in order.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MAX_BOTS, MAX_CREDENTIAL, MAX_RACERS, MOST_CANDIDATES, MOST_COMPARED, MOST_GHOSTS
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
    Field(max_length=32, description="the key of a room that is by link only: the link's other part, beside the code"),
]
BotKind = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,23}$", description="what kind of bot this is, say `good`")]
Language = Annotated[
    str, Field(pattern=r"^[a-z]{2}$", description="a code of ISO 639-1; what there is not in it comes in English")
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
        description="0: the room itself; in a race 1 + seat: that seat's board, and where `spectators` is fair, 65 + seat: "
        "the same board as all others see it; in a duel 1 + seat: what that seat sees, 3: what spectators see",
    ),
]


HistoryPlace = Annotated[str, Field(pattern=r"^([1-9][0-9]{0,14}-[0-9]{1,15})?$")]
"""Where one is in a history, as the answer before has said; empty at its end."""


def _number_in(key: Any) -> Any:
    # A stream has three digits at most, and Python refuses to read thousands of them.
    return int(key) if isinstance(key, str) and key.isdecimal() and len(key) <= 3 else key


StreamKey = Annotated[Stream, BeforeValidator(_number_in)]
"""A stream as the key of a map: a string on the wire, since JSON has no other keys."""

Seq = Annotated[int, Field(ge=0, description="the number of the message in its stream; the next has one more")]
ShortSeq = Annotated[
    int, Field(ge=0, lt=SEQ_SPAN, description="the number of a message in its stream, modulo `SEQ_SPAN`")
]
Change = Standing | Annotated[int, Field(ge=-(2**31), lt=2**31)]
"""What a change of a board changes in its racer's standing: by how much `moves` has grown, or all of it where more is new."""


class Message(BaseModel):
    """Base of all messages: immutable, unknown fields are an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class HotMessage(Message):
    """A message that is an array on the wire: `[tag, field, field, ...]` in the order of the fields.

    Attributes:
        tag: what the array begins with.
        open_ended: whether the items of the last field, a list, stand in the array itself, one after the other.
    """

    tag: ClassVar[str | int]
    open_ended: ClassVar[bool] = False


# ---- from client to server -------------------------------------------------------------------------------------------


class Hello(Message):
    """The first message of a socket; answered by `welcome`. With the token of an earlier `welcome` the player is known again.

    A known player may come with another name: it is shown in rooms that are entered afterwards. On a socket that is open,
    `rename` does the same.
    """

    type: Literal["hello"] = "hello"
    id: RequestId
    name: NewName
    token: str | None = Field(None, max_length=64)
    ticket: str | None = Field(
        None,
        max_length=64,
        description="instead of a token: the one of `ticket`, by which the same player comes in on another device, which gets a "
        "token of its own. The name stays what it is there. Small letters, blanks and hyphens do not matter",
    )
    program: BotKind | None = Field(
        None, description="for a program that plays: it is shown as a bot, and not counted on the boards"
    )
    browser: Browser | None = Field(
        None,
        description="by which the page says that two players sit at one browser: what they win against each other does not "
        "count on the boards. Only a keyed hash of it is kept",
    )


class ListGames(Message):
    """Asks for the catalogue; answered by `games`."""

    type: Literal["list_games"] = "list_games"
    id: RequestId
    language: Language = "en"


class ListRooms(Message):
    """Asks for the public rooms in which something goes on: somebody is there to begin, or to play on; answered by `rooms`.

    Those that can still be joined come first, then those where the most play or watch, then the newest; of many rooms the
    list shows the first `MOST_ROOMS_LISTED`.
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
    """Asks for the best of a game, and for the own figures there; answered by `leaderboard`."""

    type: Literal["get_leaderboard"] = "get_leaderboard"
    id: RequestId
    game: str = Field(max_length=40)
    metric: BoardMetric = Field(
        "wins",
        description="`wins` of a race are its first places, of a duel the matches won; `best_time`, in milliseconds, is of "
        "races in which no move was taken back, `best_time_undo` of the others; "
        "`score`, points won, and `streak`, the most wins in a row, are of duels; `races` counts duels too",
    )
    count: int = Field(20, ge=1, le=100, description="how many rows at most")
    options: dict[OptionName, OptionValue] = Field(
        default_factory=dict,
        max_length=16,
        description="the game's own, of which each choice has its board; those not named have their defaults",
    )
    period: BoardPeriod = Field("ever", description="the present one: of the day, the week or the month (UTC), or ever")
    scope: BoardScope = Field(
        "game",
        description="family, all: the ratings in the game's family, or over all games; these are kept for ever alone",
    )
    view: BoardView = Field("top", description="which rows: the first, those around the own, or those of `players`")
    players: tuple[PlayerId, ...] = Field(
        (), max_length=MOST_COMPARED, description="with `among`: whose rows; the own is added to them"
    )
    after: int = Field(0, ge=0, lt=10**9, description="with `top`: so many rows are passed over, as `next` has said")


class Create(Message):
    """Opens a room and takes its first seat; answered by `joined`."""

    type: Literal["create"] = "create"
    id: RequestId
    game: str = Field(max_length=40)
    options: dict[OptionName, OptionValue] = Field(
        default_factory=dict, max_length=16, description="the game's own; those not named have their defaults"
    )
    rules: RoomOptions = RoomOptions()


class Join(Message):
    """Enters a room by its code, or comes back to it; answered by `joined`.

    For who has not its `key` a room that is by link only (`by_link`) is no room; players who have a seat there need none while
    the room is in use. A player who has a seat gets it again, whatever `role` says. `last` holds the last number seen of each
    stream: what was missed follows, or a snapshot where that is smaller or the old messages are gone. On a socket that is in a
    room already only a `join` of the same room with a `last` that is not empty is taken; with `role` = player a spectator takes
    a seat by it.
    """

    type: Literal["join"] = "join"
    id: RequestId
    room: Code
    role: Literal["player", "spectator"] = "player"
    key: RoomKey | None = None
    preview: bool = Field(
        False,
        description="with `role` = spectator: only to show in passing what goes on there, or who sits there, to who may want to "
        "come in. Whoever does is not among the `watchers`",
    )
    last: dict[StreamKey, Seq] = Field(default_factory=dict, max_length=MAX_RACERS + 1)


class Leave(Message):
    """Leaves the room: in the lobby the seat is free again, in a race the player stands, a duel's match is lost."""

    type: Literal["leave"] = "leave"
    id: RequestId


class Ready(Message):
    """Ready or not, and the hash of a nonce that goes into the seed of a fresh deal, so that nobody alone could choose it.

    When all who sit there are ready, the countdown begins, of three seconds by default: one is enough for a race, two for a
    duel. Nobody can take a seat any more then, nor promise another nonce; all who have promised one now send it by `reveal`.
    Who is no longer ready until the cards are shown, or leaves, calls the countdown off: see
    [below](#was-the-deal-fixed-beforehand) what then becomes of the nonces.
    """

    type: Literal["ready"] = "ready"
    id: RequestId
    ready: bool = True
    nonce_hash: Sha256 | None = Field(
        None,
        description="SHA-256 of the 16 bytes of the nonce. Who sends none adds nothing to the seed, and can't tell whether "
        "the deal was chosen; of the server's own bots, and where the deal is not fresh, it means nothing",
    )


class Reveal(Message):
    """While the countdown runs: the nonce whose hash came with `ready`. Who has not sent it when the countdown has run for
    three seconds loses the seat.

    Send it only when the hashes of all who promised one stand in `seats`, with the own among them; keep them, and `commit`,
    to compare them with the results.
    """

    type: Literal["reveal"] = "reveal"
    id: RequestId
    nonce: Nonce


class Play(HotMessage):
    """A move on the own board; answered by `step`, or by `moved` where it was made before."""

    tag: ClassVar[str | int] = "m"
    id: RequestId
    move: Move


class Undo(Message):
    """Takes the own last move back; answered by `step`, or by `moved`, as a move is."""

    type: Literal["undo"] = "undo"
    id: RequestId


class Stand(Message):
    """Gives up and keeps the progress made; in a duel, resigns the game that is played."""

    type: Literal["stand"] = "stand"
    id: RequestId


class SeatBots(Message):
    """Asks the server to seat bots; only in the lobby, and only the host. They are ready by themselves."""

    type: Literal["seat_bots"] = "seat_bots"
    id: RequestId
    count: int = Field(1, ge=1, le=MAX_BOTS)
    level: Literal["easy", "fair", "good"] = "fair"


class Unseat(Message):
    """Frees the seat of a bot or of another player, whose socket is closed; only in the lobby, and only the host.

    A person stays out for `PUT_OUT_SECONDS`, and so does who else comes from the same address, unless it is the host's own or
    they have a seat.
    """

    type: Literal["unseat"] = "unseat"
    id: RequestId
    seat: int = Field(ge=0, le=63)


class Lock(Message):
    """Locks the room, or opens it again: nobody new takes a seat, but for bots that the host asks for; only the host."""

    type: Literal["lock"] = "lock"
    id: RequestId
    locked: bool = True


class Rename(Message):
    """Takes another name; answered by `ok`.

    In the lobby of a room the own seat has it at once, for everybody. Once the cards are on their way the seat keeps the name
    that it had, and the new one is shown in rooms that are entered afterwards. The server's own bots keep theirs.
    """

    type: Literal["rename"] = "rename"
    id: RequestId
    name: NewName


class GetTicket(Message):
    """Asks for a way in for the same player on another device, where the seat is then taken over; answered by `ticket`.

    Any ticket that was made before is no longer good.
    """

    type: Literal["get_ticket"] = "get_ticket"
    id: RequestId


class GetAccount(Message):
    """Asks what the server keeps of who the player is; answered by `account`."""

    type: Literal["get_account"] = "get_account"
    id: RequestId


class GetHistory(Message):
    """Asks for the games that the player has played, the last first; answered by `history`."""

    type: Literal["get_history"] = "get_history"
    id: RequestId
    before: HistoryPlace = Field("", description="`next` of the answer before")
    count: int = Field(20, ge=1, le=100, description="how many at most")
    game: str = Field("", max_length=40, description="of this game alone")
    against: str = Field("", max_length=64, description="with this player among the others alone")
    won: bool | None = Field(None, description="only games that were won, or that were not; null: all")
    first: bool | None = Field(None, description="only games in which the player came first, or did not; null: all")


class GetPlayer(Message):
    """Asks for what all may know of a player; answered by `player`."""

    type: Literal["get_player"] = "get_player"
    id: RequestId
    player: PlayerId


class ListFriends(Message):
    """Asks for the player's friends, and where they are; answered by `friends`."""

    type: Literal["list_friends"] = "list_friends"
    id: RequestId


class AddFriend(Message):
    """Takes somebody for a friend, who is not told; answered by `friends`."""

    type: Literal["add_friend"] = "add_friend"
    id: RequestId
    player: PlayerId


class RemoveFriend(Message):
    """Takes somebody for a friend no longer; answered by `friends`."""

    type: Literal["remove_friend"] = "remove_friend"
    id: RequestId
    player: PlayerId


class GetDay(Message):
    """Asks for the contests of a day, and how people did in them; answered by `day`."""

    type: Literal["get_day"] = "get_day"
    id: RequestId
    day: Day | None = Field(None, description="up to today; null: today")
    count: int = Field(20, ge=1, le=100, description="how many rows of each board at most")
    rival: PlayerId | None = Field(
        None, description="a player whose rows are wanted too, wherever they are on the boards"
    )


class GetCalendar(Message):
    """Asks for the days of a month, and what the player has done on each; answered by `calendar`."""

    type: Literal["get_calendar"] = "get_calendar"
    id: RequestId
    month: Month | None = Field(None, description="null: the present one")


class DeleteMe(Message):
    """Deletes the player, with all that is the player's own and the lines on boards; answered by `ok`.

    The tokens and passkeys are good for nothing any more. Not while the player has a seat in a game that is not over. Others keep
    what they have seen: the name in their own histories, and in replays until these are forgotten.
    """

    type: Literal["delete_me"] = "delete_me"
    id: RequestId


class GetPasskeyOptions(Message):
    """Asks what a page gives its browser, so that it makes a passkey or uses one; answered by `passkey_options`.

    For sockets that a page has opened, at a host that has a name. Each answer of a browser wants options of its own, which are
    good for five minutes.
    """

    type: Literal["get_passkey_options"] = "get_passkey_options"
    id: RequestId
    purpose: Literal["add", "sign_in"]


class AddPasskey(Message):
    """Gives the player a passkey, and so an account that is known on every device that has it; answered by `account`."""

    type: Literal["add_passkey"] = "add_passkey"
    id: RequestId
    credential: str = Field(
        max_length=MAX_CREDENTIAL, description="what `navigator.credentials.create` has returned, as JSON"
    )
    label: PasskeyLabel = Field("Passkey", description="what to call it, as the device that has it")


class RemovePasskey(Message):
    """Takes a passkey away; answered by `account`."""

    type: Literal["remove_passkey"] = "remove_passkey"
    id: RequestId
    passkey: str = Field(max_length=1400, description="its `id`")


class SignIn(Message):
    """Shows a passkey of a player; answered by a `ticket`, by which that player says `hello` on a new socket."""

    type: Literal["sign_in"] = "sign_in"
    id: RequestId
    credential: str = Field(
        max_length=MAX_CREDENTIAL, description="what `navigator.credentials.get` has returned, as JSON"
    )


class Onward(Message):
    """Says that the player would go on to the next deal, or no longer would; answered by `ok`, and told as `onward` of the room.

    In a race it is for who is done while others still play: once two would go on, `rematch` is open to them, and then to all who
    are done. Who races against nobody but bots needs no such word. In a duel it is for the time between two games of a match:
    once all people would go on, the next game is dealt at once.
    """

    type: Literal["onward"] = "onward"
    id: RequestId
    onward: bool = True


class Rematch(Message):
    """After the end: opens the room that follows this one, or joins it where somebody else has opened it.

    For all who have played, from the room that they are in; answered by `joined`. Bots follow by themselves. In a race those who
    are done may go on before the end, see `onward`; the race itself goes on without them.

    The room that follows has the same game and options, unless the chooser names another `game`. The chooser is the host; while
    the host is away, the person on the lowest seat who is here. During a vote (see `propose`) only the chooser may open the room
    before everybody has voted, and it gets the game that leads.
    """

    type: Literal["rematch"] = "rematch"
    id: RequestId
    game: str | None = Field(
        None,
        max_length=40,
        description="another game to go on with, from the chooser alone; null: the same, or the one voted for",
    )
    options: dict[OptionName, OptionValue] = Field(
        default_factory=dict,
        max_length=16,
        description="the options of that `game`; those that are absent get their defaults",
    )


class SayEmote(Message):
    """Says one of a fixed set of faces and phrases to all in the room; answered by `ok`, and told as `said` of the room.

    For those who have a seat, at any time. A player may say three at once and then one every three seconds, all players of a room
    together eight at once and two a second; more is refused with `too_fast`. It stands in no log: a server that takes the room up
    has forgotten it.
    """

    type: Literal["emote"] = "emote"
    id: RequestId
    emote: Emote


class Candidacy(Part):
    """A game that is proposed."""

    game: str = Field(max_length=40)
    options: dict[OptionName, OptionValue] = Field(default_factory=dict, max_length=16)


class Propose(Message):
    """After the end: puts games to the vote for the room that follows; answered by `ok`, and told as `ballot` of the room.

    From the chooser alone, see `rematch`. Two or three games begin a vote, in place of any vote before; none calls it off. Once
    all people who are here have voted, everybody may send `rematch`, and the game with the most votes is played. Among games
    with equally many votes the one that the chooser has voted for is played, else the first of them.
    """

    type: Literal["propose"] = "propose"
    id: RequestId
    games: tuple[Candidacy, ...] = Field(max_length=MOST_CANDIDATES)


class Vote(Message):
    """Votes for one of the games in the `ballot`; answered by `ok`. The last vote counts."""

    type: Literal["vote"] = "vote"
    id: RequestId
    choice: int = Field(ge=0, lt=MOST_CANDIDATES, description="its place in the `ballot`, from 0")


class Run(Part):
    """Somebody's part in a race that is over."""

    room: Code
    key: RoomKey | None = Field(None, description="as in `join`")
    seat: int | None = Field(
        None,
        ge=0,
        lt=MAX_RACERS,
        description="null: the player's own, where there is one, else that of who came in first",
    )


class RaceGhosts(Message):
    """Opens a room for a race alone, on the deal of a race that is over, against runs that were made on it; answered by `joined`.

    Several runs must be of one deal. Those of today's deal of the day may be raced by who has made the own attempt at it. The
    race counts for nothing.
    """

    type: Literal["race_ghosts"] = "race_ghosts"
    id: RequestId
    runs: tuple[Run, ...] = Field(min_length=1, max_length=MOST_GHOSTS)


class GetReplay(Message):
    """After the end: asks for every board from deal to end; answered by `replay`."""

    type: Literal["get_replay"] = "get_replay"
    id: RequestId
    room: Code
    key: RoomKey | None = Field(None, description="as in `join`")


class GetReplayText(Message):
    """After the end: asks for the same as a compact text of moves; answered by `replay_text`."""

    type: Literal["get_replay_text"] = "get_replay_text"
    id: RequestId
    room: Code
    key: RoomKey | None = Field(None, description="as in `join`")


class Ping(Message):
    """Asks for the server's clock; answered by `pong`."""

    type: Literal["ping"] = "ping"
    id: RequestId


# ---- from server to client -------------------------------------------------------------------------------------------


class Welcome(Message):
    """Answers `hello`. The token is the secret of the player on this device: whoever shows it is this player."""

    type: Literal["welcome"] = "welcome"
    re: RequestId
    player: str
    name: PlayerName
    token: str
    server: str = Field(description="version of the server")
    now: Millis = Field(description="the server's clock")


class Ticket(Message):
    """Answers `get_ticket` and `sign_in`. With the ticket one `hello` is said, and soon: it is a secret like the token, for a
    short time.
    """

    type: Literal["ticket"] = "ticket"
    re: RequestId
    ticket: str = Field(description="`TICKET_LENGTH` characters in groups of four, as `ABCD-EFGH-JKLM`")
    seconds: int = Field(description="for so long it is taken")


class Account(Message):
    """Answers `get_account`, `add_passkey` and `remove_passkey`."""

    type: Literal["account"] = "account"
    re: RequestId
    player: PlayerId
    name: PlayerName
    passkeys: tuple[PasskeyInfo, ...] = Field(description="the first added first; a player who has one has an account")


class History(Message):
    """Answers `get_history`."""

    type: Literal["history"] = "history"
    re: RequestId
    games: tuple[HistoryRow, ...]
    next: str = Field(
        description="for `before` of the next question; empty: there are no more. Where few fit what was asked for, fewer may come "
        "than `count`, and more with the next"
    )


class PlayerPage(Message):
    """Answers `get_player`."""

    type: Literal["player"] = "player"
    re: RequestId
    player: PlayerId
    name: PlayerName
    figures: tuple[Figures, ...] = Field(description="over all games first, then of those played most")
    curve: tuple[CurvePoint, ...] = Field(description="how the ratings went, the oldest first")
    friend: bool = Field(description="whether the player who asks has taken this one for a friend")
    against: HeadToHead | None = Field(None, description="how the player who asks has done against this one")
    met: tuple[HeadToHead, ...] = Field(
        (), description="to the player alone: how it went against others, those met last first, a hundred at most"
    )


class Friends(Message):
    """Answers `list_friends`, `add_friend` and `remove_friend`."""

    type: Literal["friends"] = "friends"
    re: RequestId
    friends: tuple[Friend, ...] = Field(description="the first added first")


class DayTold(Message):
    """Answers `get_day`."""

    type: Literal["day"] = "day"
    re: RequestId
    day: Day
    today: Day
    begins: Millis = Field(description="the moment at which the day begins")
    ends: Millis = Field(
        description="that at which it is over and the next begins: an attempt counts that is over by then"
    )
    commit: Sha256 | None = Field(None, description="SHA-256 of the day's secret; null: there was none")
    secret: str | None = Field(None, description="hex; the secret itself, once the day is over")
    contests: tuple[DayContest, ...] = Field(description="the race, then the duel")


class Calendar(Message):
    """Answers `get_calendar`."""

    type: Literal["calendar"] = "calendar"
    re: RequestId
    month: Month
    today: Day
    first: Day = Field(description="the first day that had contests")
    days: tuple[CalendarDay, ...] = Field(description="all days of the month, also those that come")
    streaks: tuple[DayStreak, ...]


class PasskeyOptions(Message):
    """Answers `get_passkey_options`."""

    type: Literal["passkey_options"] = "passkey_options"
    re: RequestId
    options: str = Field(
        description="JSON for `PublicKeyCredential.parseCreationOptionsFromJSON`, or `parseRequestOptionsFromJSON` to sign in"
    )


class Ok(Message):
    """Answers a request that has nothing else to say."""

    type: Literal["ok"] = "ok"
    re: RequestId


class Pong(Message):
    """Answers `ping`."""

    type: Literal["pong"] = "pong"
    re: RequestId
    now: Millis = Field(description="the server's clock")


class Error(Message):
    """Says why a request, or a message that was none, was refused. Nothing has changed by it.

    Without `re` it answers a frame in which no id could be read, or tells that the room was closed (`unknown_room`),
    or is paused while the store is away (`store_down`): then no clock runs until an `update` of `paused` says so. With
    `busy` and without `re` it tells that the room's server does not answer just now; the next message withdraws that.
    """

    type: Literal["error"] = "error"
    re: RequestId | None = None
    code: Annotated[ErrorCode, BeforeValidator(lambda value: ErrorCode(value))]
    message: str = Field(description="a sentence: what was wrong, with which value, and what to do")
    retry: bool = Field(description="whether the same request may succeed later")
    wait: int | None = Field(None, ge=0, description="the seconds after which it may, where that is known")
    rule: BrokenRule | None = Field(None, description="with `illegal_move`: the rule that forbids the move")


class Games(Message):
    """Answers `list_games`: the catalogue, games that race well first."""

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
        description="the games that have been played most at this server lately, the first of them first, eight at most",
    )


class Rules(Message):
    """Answers `get_rules`: how the game is played, for a player."""

    type: Literal["rules"] = "rules"
    re: RequestId
    game: str
    title: str
    text: str = Field(description="paragraphs with an empty line between them; `**` stands around what is emphasised")
    language: Language = Field(description="that of the text: English where there is none in the language asked for")
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
    total: int = Field(0, ge=0, description="how many players are on the board")
    next: int | None = Field(
        None, description="with `top`: the `after` of the rows that follow; null: these are the last"
    )
    mine: LeaderRow | None = Field(
        None, description="the own row, wherever on the board it is; null: the player who asks is not on it"
    )
    options: dict[str, OptionValue] = Field(
        default_factory=dict, description="the options of this board that differ from the defaults"
    )
    boards: tuple[dict[str, OptionValue], ...] = Field(
        (),
        description="the same of the game's boards that hold results, those with the most races first, fifty at most",
    )
    own: OwnFigures = Field(OwnFigures(), description="those of the player who asks")
    ranking: Ranking | None = Field(
        None, description="of a board of ratings: from when on a rating stands there, as a new one may be made up"
    )


class Joined(Message):
    """Answers `create`, `join` and `rematch`. Snapshots or missed messages of each stream follow."""

    type: Literal["joined"] = "joined"
    re: RequestId
    room: Code
    role: Literal["player", "spectator"]
    seat: int | None = Field(None, description="the own seat, for a player")
    layout: TableLayout
    now: Millis = Field(description="the server's clock")
    key: RoomKey | None = Field(
        None,
        description="to who opens a room that is by link only, or a rematch of one, which has the same: its key, for the link",
    )


class RoomSnapshot(Message):
    """The whole of stream 0 up to its number."""

    type: Literal["room"] = "room"
    seq: Seq
    state: RoomState


class BoardSnapshot(Message):
    """The whole of a board's stream up to its number."""

    type: Literal["board"] = "board"
    stream: Stream
    seq: Seq
    table: TableState


class Delta(HotMessage):
    """What changed on a board: events to apply in order. It also says how far the racer is now whose board it is.

    `change`: a number says by how much `moves` of that racer has grown, 1 after a move, -1 after one that was taken back,
    0 where no move was made; a `Standing` takes the place of the racer's standing. In a duel it is 0.
    """

    tag: ClassVar[str | int] = 1
    open_ended: ClassVar[bool] = True
    stream: Stream
    seq: ShortSeq
    change: Change
    events: tuple[TableEvent, ...]


class Step(HotMessage):
    """Answers a move, or one taken back: the message `seq` of the own board's stream, and how the list of legal moves has
    changed by it.

    `change` is as in a delta. `gone`: the places, from 0 and ascending, of the moves that are no longer legal in the list as it
    was; those of `added` come behind what is left of it. `undo` is as in `moved`.
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
    """To the owner of a board alone: all legal moves after the board's message `seq`. `re` is 0 where nobody asked.

    `undo`: whether the last move can be taken back. No moves and no undo: nothing is left to do, or the other is to play.
    """

    tag: ClassVar[str | int] = 3
    re: int
    seq: ShortSeq
    moves: tuple[Move, ...]
    undo: bool = False


class Progress(HotMessage):
    """How far racers are: the standings of some of them, as they are now. It is part of no stream.

    A racer who is stuck has no legal move left, and may undo or give up.
    """

    tag: ClassVar[str | int] = 4
    open_ended: ClassVar[bool] = True
    lines: tuple[Standing, ...]


class RoomUpdate(Message):
    """A message of stream 0: whatever else changes in a room. Fields that are absent stay as they were.

    They are those of [RoomState](#roomstate). When nobody sits on the host's seat any more, or a bot, there is no host
    until an update names one. When a countdown is called off, `phase` is `lobby` again, and `starts` means nothing.
    """

    type: Literal["update"] = "update"
    seq: Seq
    seats: tuple[Seat, ...] | None = Field(None, description="all seats, when who sits where or how has changed")
    host: int | None = None
    phase: Literal["lobby", "countdown", "running", "finished"] | None = None
    called_off: int | None = None
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

    A duel has one board, with `seat` 0, both names and both hands. The boards of ghosts stand behind all others.
    """

    seat: int = Field(description="of a ghost `GHOST_SEATS` and on, in the order of the room's `ghosts`")
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
        description="each change of a seat's progress in the order in which they were made, the deal's first: "
        "moment from the start, seat, progress"
    )


class ReplayText(Message):
    """Answers `get_replay_text`."""

    type: Literal["replay_text"] = "replay_text"
    re: RequestId
    text: str = Field(description="who has played which moves on which deal, and when: API.md has the notation")


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
    | GetReplay
    | GetReplayText
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
)

Wire = dict[str, Any] | list[Any]
"""A message between model and bytes: a map, or for a hot message an array."""
