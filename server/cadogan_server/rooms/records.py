"""What a room's log is made of: every change of a room, once, in the order in which it happened.

A room *is* its records: applying them in order gives the same room again. Each is packed as an array, its tag first.
Moments are milliseconds since 1970; `t` of a move is counted from the start of the race, which is shorter.
`request` is the id of the player's request that caused the record, 0 where none did; it lets a repeated request be
recognised even by a server that has started again since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgpack

from cadogan_protocol.rooms import OptionValue


class Ghost(NamedTuple):
    """A run that was made in another room on the same deal. `player` is empty for a bot; `steps` are the moments, from the start,
    at which its progress changed, and what it was from then on. From a log it is a plain tuple."""

    room: str
    seat: int
    name: str
    player: str
    state: str
    ended: int
    steps: tuple[tuple[int, int], ...]


class Score(NamedTuple):
    """A line of a group's running score: the player, with an empty id for a bot; the name; the bot's level or kind, "" for a
    person; points and games. From a log it is a plain tuple."""

    player: str
    name: str
    bot: str
    points: int
    games: int


class Created(NamedTuple):
    """The room was opened. `rules` is a `RoomOptions` as plain data; `identity` differs even where a code comes again.

    `countdown` is the span from the moment when everybody is ready until the cards are shown, `between_games` the one
    between two games of a match, both in milliseconds. They are the server's settings as they were then: the room keeps
    them wherever it is taken up, and logs older than these fields mean the defaults. `key` is the SHA-256 of the key of a
    room by link only, else empty. With a deal of the day, `day` is that day (`2026-11-21`) and `day_secret` its secret; b""
    where the day had none yet. `contest` is "race" or "duel" where the room is for one of the day's own games. A race on the deal
    of another has that one's `seed`, and the `ghosts` that race in it (each a `Ghost`). `number` counts the games that a group
    plays one after the other, from 1, and `score` is its running score before this game (each a `Score`). `host` is the player who
    is the host as soon as they have a seat; "": whoever comes first.
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


class Seated(NamedTuple):
    """A player took a seat, or the one on seat `by` put a bot there. `bot` is the bot's level, "" for a person; `nonce` the
    part of the seed, as hex, of a bot that the server has seated. `origin` are marks of where a person came from, address and
    browser (`store/people/origins.py`): who shares one may be the same person. Empty where nobody knows, as in logs of
    before."""

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
    """A seat became free: its player left, was away too long, or seat `by` sent them away; `withheld`: its player has not
    shown the nonce that was promised."""

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
    """A player is ready, or no longer. `nonce_hash` promises that player's part of the seed, as hex, "" for none; before there
    were promises, `nonce` was that part itself."""

    at: int
    seat: int
    ready: bool
    nonce: str
    request: int
    nonce_hash: str = ""


class Revealed(NamedTuple):
    """A player has shown the nonce, as hex, that was promised."""

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


class Counting(NamedTuple):
    """The countdown runs until `starts`, or was called off (None): then all nonces that were promised are void."""

    at: int
    starts: int | None


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
    """A duel: this seat has not acted in time, and the rules have acted for it."""

    t: int
    seat: int


class Forfeited(NamedTuple):
    """A duel: this seat has used up its time for the whole game, and loses it."""

    t: int
    seat: int


class NextGame(NamedTuple):
    """A duel: the next game of the match has been dealt."""

    t: int


class Ended(NamedTuple):
    """The room is over. Why: "done" (all is played), "time", "first" (sudden death), "empty", or "left": the player of
    this seat has left a duel."""

    at: int
    why: str
    seat: int | None = None


class Onward(NamedTuple):
    """A player who is done would go on to the next deal, or no longer would."""

    t: int
    seat: int
    onward: bool
    request: int


class Followed(NamedTuple):
    """The room that follows was opened with this code, by the player on this seat (None in logs of before), for this game (""
    there: the same). `vote` is "majority" or "tie" where a vote chose that game, `decided` the seat whose vote broke the tie."""

    at: int
    code: str
    seat: int | None = None
    game: str = ""
    vote: str = ""
    decided: int | None = None


class Proposed(NamedTuple):
    """A player has put games, each with all its options, to the vote for the room that follows. None: the vote was called off."""

    at: int
    seat: int
    games: tuple[tuple[str, dict[str, OptionValue]], ...]
    request: int


class Voted(NamedTuple):
    """A player has voted for the game in this place of the vote."""

    at: int
    seat: int
    choice: int
    request: int


class RatingChange(NamedTuple):
    """A rating after a game, on the scale on which it is shown: its uncertainty, of how many games it was made, and by how
    much this one has changed it."""

    value: int
    uncertainty: int
    games: int
    change: int


class SeatRating(NamedTuple):
    """What a game has changed for the player of a seat: in the game's family, and over all."""

    seat: int
    family: RatingChange
    overall: RatingChange


class Rated(NamedTuple):
    """The results were counted, and have changed these ratings. Where the store has lost that and it was counted again, the last
    of these holds."""

    at: int
    ratings: tuple[SeatRating, ...]


class Attempted(NamedTuple):
    """The store has decided for whom a contest of a day counts here: for the players of these seats it is the attempt."""

    at: int
    seats: tuple[int, ...]


class Returned(NamedTuple):
    """A player came back with a client that counts its requests anew, so the ids seen so far mean nothing any more."""

    at: int
    seat: int


class Reopened(NamedTuple):
    """A server took the room up from its log. Streams are numbered on from a new base (see `stream.py`), and the clock goes
    on from where it was when something last happened."""

    at: int


class Resumed(NamedTuple):
    """Play goes on at moment `at` after a pause that began at moment `paused`, in which nothing happened and no clock ran."""

    at: int
    paused: int


Record = (
    Created
    | Seated
    | Unseated
    | Renamed
    | Readied
    | Locked
    | Revealed
    | Counting
    | Began
    | Played
    | Undone
    | GaveUp
    | TimedOut
    | Forfeited
    | NextGame
    | Ended
    | Onward
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
    Revealed: "reveal",
    Counting: "count",
    Began: "begin",
    Played: "m",
    Undone: "u",
    GaveUp: "stand",
    TimedOut: "late",
    Forfeited: "forfeit",
    NextGame: "next",
    Ended: "end",
    Onward: "onward",
    Followed: "follow",
    Proposed: "propose",
    Voted: "vote",
    Rated: "rate",
    Attempted: "attempt",
    Returned: "return",
    Reopened: "reopen",
    Resumed: "resume",
}
_pack = msgpack.Packer().pack  # it keeps its buffer, where `packb` makes one for every record
_KINDS: dict[str, type[Record]] = {tag: kind for kind, tag in _TAGS.items()}
_DEFAULTS: dict[type[Record], tuple[object, ...]] = {
    kind: tuple(reversed(kind._field_defaults.values())) for kind in _TAGS if kind._field_defaults
}
"""Of records that have defaults, these, from the last field on."""


class BadLog(Exception):
    """Bytes of a log are no records of this version; says what was found."""


class NewerLog(BadLog):
    """A log was written by a later version than this: a newer node can make sense of it."""


def pack(record: Record) -> bytes:
    """Return the bytes of one record; records may be joined end to end.

    Fields at the end that have their defaults are left out. So a node of an earlier version reads every record that makes no use
    of what is new, and can take rooms over in a rolling upgrade.
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
        BadLog: they hold something else.
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
                        f"a log holds a record {tag!r} of {len(fields)} fields, which is none of this version"
                    )
                yield _KINDS[tag](*fields)
        except (KeyError, TypeError, ValueError, msgpack.UnpackException) as error:
            raise BadLog(f"a log holds what is no record: {error!r}") from error
