"""The records of a room's log: every change of a room, once, in order.

A room *is* its records: applying them in order gives the same room again. Each record is packed as an array, its tag
first. Moments are milliseconds since 1970; the shorter `t` of a move counts from the start of the race. `request` is
the id of the player's request that caused the record, 0 if none did. It identifies a repeated request even after a
restart of the server.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgpack

from cadogan_protocol.parts import OptionValue


class Ghost(NamedTuple):
    """A run from another room on the same deal. `player` is empty for a bot. `steps` are the moments, from the start,
    at which its progress changed, with the new progress. In a log it is a plain tuple.
    """

    room: str
    seat: int
    name: str
    player: str
    state: str
    ended: int
    steps: tuple[tuple[int, int], ...]


class Score(NamedTuple):
    """A line of a group's running score: the player's id, empty for a bot; the name; the bot's level or kind, "" for a
    person; points and games. In a log it is a plain tuple.
    """

    player: str
    name: str
    bot: str
    points: int
    games: int


class RowProof(NamedTuple):
    """The solver's findings in a row of deals: the number of the first deal that it won, None if none; the budget for each deal;
    its revision; and the nodes that this deal took it. In a log it is a plain tuple.
    """

    number: int | None
    nodes: int
    revision: int
    effort: int = 0


class Start(NamedTuple):
    """The start of a practice room: the board of `seat` in the finished race of `room`, after the first `step` steps of its
    replay. `moves` lead there from the deal, without those that were taken back. In a log it is a plain tuple.
    """

    room: str
    seat: int
    step: int
    moves: tuple[tuple[Any, ...], ...]


class Line(NamedTuple):
    """A line of the standings of a series: the player's id, empty for a bot; the name; the bot's level or kind, "" for a
    person; points, races, and the points of the last race, None without it. In a log it is a plain tuple.
    """

    player: str
    name: str
    bot: str
    points: int
    races: int
    last: int | None


class Leg(NamedTuple):
    """A race of a series, from the second on: its number, all games of the series, the options of the first game, the standings
    before it (each a `Line`), and the players who were present when it was called. In a log it is a plain tuple.
    """

    race: int
    games: tuple[str, ...]
    options: dict[str, OptionValue]
    lines: tuple[Line, ...]
    expected: tuple[str, ...]


class Created(NamedTuple):
    """The room was opened.

    `rules` is a `RoomOptions` as plain data; `identity` differs even if a code is used again. `countdown` is the time
    from the moment when everybody is ready until the cards are shown, `between_games` the time between two games of a
    match, both in milliseconds. They are copies of the server's settings at that time: the room keeps them at every
    owner, and logs older than these fields mean the defaults.

    `key` is the SHA-256 of the key of a room by link only, else empty. With a deal of the day, `day` is that day
    (`2026-11-21`) and `day_secret` its secret; b"" if the day had none yet. `contest` is "race" or "duel" if the room
    is for one of the day's own games. A race on the deal of another has the other's `seed`, and the `ghosts` that race in it
    (each a `Ghost`). `number` counts the games that a group plays one after the other, from 1, and `score` is its running score
    before this game (each a `Score`). `host` is the player who becomes host on taking a seat; "": the first player does. `proof`
    has the solver's findings in the row of deals of the day's own race. Empty: the day's deal is of no row. `start` is where a
    practice room begins; empty: at the deal. `leg` is the race of a series; empty: its first race, or a room by itself.
    """

    at: int
    identity: str
    code: str
    game: str
    revision: int
    options: dict[str, OptionValue]
    rules: dict[str, Any]
    secret: bytes
    countdown: int = 3000
    between_games: int = 8000
    key: bytes = b""
    day: str = ""
    day_secret: bytes = b""
    contest: str = ""
    seed: bytes = b""
    ghosts: tuple[Ghost, ...] = ()
    number: int = 1
    score: tuple[Score, ...] = ()
    host: str = ""
    proof: RowProof | tuple[()] = ()
    start: Start | tuple[()] = ()
    leg: Leg | tuple[()] = ()


class Seated(NamedTuple):
    """A player took a seat, or the player on seat `by` put a bot there. `bot` is the bot's level, "" for a person;
    `nonce` the part of the seed, as hex, of a bot of the server. `origin` are marks of a person's address and browser
    (`store/people/origins.py`): two players who share one may be the same person. It is empty if unknown, as in earlier
    logs.
    """

    at: int
    seat: int
    player: str
    name: str
    bot: str
    by: int
    request: int
    origin: tuple[str, ...] = ()
    nonce: str = ""


class Unseated(NamedTuple):
    """A seat became free: its player left, was away too long, or seat `by` put the player out. `withheld`: the player
    has not shown the promised nonce, or was not ready for the next race of a series in time.
    """

    at: int
    seat: int
    by: int
    request: int
    withheld: bool = False


class Renamed(NamedTuple):
    """A player has taken another name before the countdown."""

    at: int
    seat: int
    name: str
    request: int


class Readied(NamedTuple):
    """A player is ready, or no longer. `nonce_hash` promises that player's part of the seed, as hex, "" for none.
    Before there were promises, `nonce` was that part itself.
    """

    at: int
    seat: int
    ready: bool
    nonce: str
    request: int
    nonce_hash: str = ""


class Revealed(NamedTuple):
    """A player has shown the promised nonce, as hex."""

    at: int
    seat: int
    nonce: str
    request: int


class Locked(NamedTuple):
    """The host, on seat `by`, has locked the room, or opened it again."""

    at: int
    locked: bool
    by: int
    request: int


class ChatSet(NamedTuple):
    """The host, on seat `by`, lets the players write to each other, or no longer. Their lines are in no record."""

    at: int
    on: bool
    by: int
    request: int


class CountingDown(NamedTuple):
    """The countdown runs until `starts`, or was called off (None), which voids all promised nonces."""

    at: int
    starts: int | None


class Proved(NamedTuple):
    """The search for a winnable deal is over: `number` is the first deal of the seed's row that the solver won within
    `nodes`, None if there was none in time; `revision` is the solver's, `effort` the nodes that this deal took it.
    """

    at: int
    number: int | None
    nodes: int
    revision: int
    effort: int = 0


class Began(NamedTuple):
    """The cards are on the table. `starts` is moment 0 of every later `t`; `ends` is when time is up, if ever."""

    starts: int
    ends: int | None
    seed: bytes


class Played(NamedTuple):
    """A move, as it came over the wire."""

    t: int
    seat: int
    request: int
    move: tuple[Any, ...]


class Undone(NamedTuple):
    """The last move of this seat was taken back."""

    t: int
    seat: int
    request: int


class GaveUp(NamedTuple):
    """A racer gave up."""

    t: int
    seat: int
    request: int


class TimedOut(NamedTuple):
    """A duel: this seat has not acted in time, so the rules have acted for it."""

    t: int
    seat: int


class Forfeited(NamedTuple):
    """A duel: this seat has used up its time for the whole game, and loses it."""

    t: int
    seat: int


class Reminded(NamedTuple):
    """A correspondence duel: a quarter of this seat's time for the turn is left, and its player is reminded."""

    t: int
    seat: int


class NextGame(NamedTuple):
    """The next game of a duel's match has been dealt, or the next round at a shared table."""

    t: int


class MovedOn(NamedTuple):
    """A shared table: nothing has happened for long, so the rules have moved the round on."""

    t: int


class Ended(NamedTuple):
    """The room is over. `why` is "done" (everything is played), "time", "first" (sudden death), "empty", "left": the
    player of this seat has left a duel, or "off": this seat's player has called a correspondence duel off, or never began.
    """

    at: int
    why: str
    seat: int | None = None


class Onward(NamedTuple):
    """A player who is done wants to go on to the next deal, or no longer does."""

    t: int
    seat: int
    onward: bool
    request: int


class CalledNext(NamedTuple):
    """The next race of the series is called: all who are present want it, or the pause is over."""

    at: int


class Followed(NamedTuple):
    """The following room was opened with this code, by the player on this seat (None in earlier logs), for this game
    ("": the same). `vote` is "majority" or "tie" if a vote chose that game, `decided` the seat whose vote broke the
    tie.
    """

    at: int
    code: str
    seat: int | None = None
    game: str = ""
    vote: str = ""
    decided: int | None = None


class Proposed(NamedTuple):
    """A player has put games, each with all its options, to the vote for the following room. No games: the vote was
    called off.
    """

    at: int
    seat: int
    games: tuple[tuple[str, dict[str, OptionValue]], ...]
    request: int


class Voted(NamedTuple):
    """A player has voted for the game at this index of the ballot."""

    at: int
    seat: int
    choice: int
    request: int


class RatingChange(NamedTuple):
    """A rating after a game, on the scale on which it is shown: its uncertainty, the number of its games, and its
    change by this game.
    """

    value: int
    uncertainty: int
    games: int
    change: int


class SeatRating(NamedTuple):
    """The change of the ratings of a seat's player by a game: in the game's family, and overall."""

    seat: int
    family: RatingChange
    overall: RatingChange


class Rated(NamedTuple):
    """The results were counted, and have changed these ratings. For the seats `elsewhere` they do not count, because their players
    played another game at the same moment. If the store has lost that and they were counted again, the last record holds.
    """

    at: int
    ratings: tuple[SeatRating, ...]
    elsewhere: tuple[int, ...] = ()


class Attempted(NamedTuple):
    """The store has decided for whom a contest of a day counts here: for the players of these seats this game is the
    attempt.
    """

    at: int
    seats: tuple[int, ...]


class Returned(NamedTuple):
    """A player came back with a client that counts its requests anew, so earlier ids mean nothing any more."""

    at: int
    seat: int


class Reopened(NamedTuple):
    """A node recovered the room from its log. Streams continue with numbers from a new base (see `stream.py`), and
    clocks continue from the last event.
    """

    at: int


class Resumed(NamedTuple):
    """Play goes on at moment `at` after a pause that began at moment `paused`, in which nothing happened and no clock
    ran.
    """

    at: int
    paused: int


Record = (
    Created
    | Seated
    | Unseated
    | Renamed
    | Readied
    | Locked
    | ChatSet
    | Revealed
    | CountingDown
    | Proved
    | Began
    | Played
    | Undone
    | GaveUp
    | TimedOut
    | Forfeited
    | Reminded
    | NextGame
    | MovedOn
    | Ended
    | Onward
    | CalledNext
    | Followed
    | Proposed
    | Voted
    | Rated
    | Attempted
    | Returned
    | Reopened
    | Resumed
)

_TAGS: dict[type[Record], str] = {
    Created: "create",
    Seated: "seat",
    Unseated: "unseat",
    Renamed: "rename",
    Readied: "ready",
    Locked: "lock",
    ChatSet: "chat",
    Revealed: "reveal",
    CountingDown: "count",
    Proved: "prove",
    Began: "begin",
    Played: "m",
    Undone: "u",
    GaveUp: "stand",
    TimedOut: "late",
    Forfeited: "forfeit",
    Reminded: "remind",
    NextGame: "next",
    MovedOn: "on",
    Ended: "end",
    Onward: "onward",
    CalledNext: "race",
    Followed: "follow",
    Proposed: "propose",
    Voted: "vote",
    Rated: "rate",
    Attempted: "attempt",
    Returned: "return",
    Reopened: "reopen",
    Resumed: "resume",
}
_pack = msgpack.Packer().pack  # keeps its buffer; `packb` makes one for every record
_KINDS: dict[str, type[Record]] = {tag: kind for kind, tag in _TAGS.items()}
_DEFAULTS: dict[type[Record], tuple[object, ...]] = {
    kind: tuple(reversed(kind._field_defaults.values())) for kind in _TAGS if kind._field_defaults
}
"""By record type: the defaults of its fields, from the last field on."""


class BadLog(Exception):
    """A log can't be read or replayed; the message says what is wrong with it."""


class NewerLog(BadLog):
    """A later version has written this log, so a newer node can read it."""


def pack(record: Record) -> bytes:
    """Return the bytes of one record; records may be joined end to end.

    Trailing fields with their default values are left out. So a node of an earlier version reads every record that uses
    nothing new, and can take rooms over in a rolling upgrade.
    """
    fields = (_TAGS[type(record)], *record)
    defaults = _DEFAULTS.get(type(record), ())
    given = len(fields)
    for default in defaults:
        if fields[given - 1] != default:
            break
        given -= 1
    packed: bytes = _pack(fields[:given])
    return packed


def unpack(chunks: Iterable[bytes]) -> Iterator[Record]:
    """Yield the records in chunks of whole records.

    Raises:
        BadLog: the chunks hold something else.
        NewerLog: they hold a record of a later version.
    """
    for chunk in chunks:
        unpacker = msgpack.Unpacker(use_list=False, raw=False)
        unpacker.feed(chunk)
        try:
            while unpacker.tell() < len(chunk):
                tag, *fields = unpacker.unpack()
                kind = _KINDS.get(tag)
                if isinstance(tag, str) and (kind is None or len(fields) > len(kind._fields)):
                    raise NewerLog(
                        f"a log holds a record {tag!r} of {len(fields)} fields, which this version does not know"
                    )
                yield _KINDS[tag](*fields)
        except (KeyError, TypeError, ValueError, msgpack.UnpackException) as error:
            raise BadLog(f"a log holds something that is no record: {error!r}") from error
