"""The records of a tournament's log: every change of a tournament, once, in order.

A tournament *is* its records: applying them in order gives the same tournament again. Each record is packed as an array, its
tag first. Moments are milliseconds since 1970. Players are named by their ids.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

import msgpack

from cadogan_protocol.parts import OptionValue

Kind = Literal["arena", "swiss", "knockout"]

Result = Literal["first", "second", "draw", "neither", "void"]
"""The winner among a pairing's two players; `neither`: both have lost; `void`: the game does not count, and the two may meet
again."""

Cause = Literal["played", "no_show", "left", "lot", "bye", "not_opened", "overdue", "host"]
"""The cause of a pairing's result.

played: on the table; no_show: a player was not there within a minute; left: a player gave up or stayed away; lot: drawn, and a
knockout needs a winner, so the better seed goes on; bye: nobody was left to play with; not_opened: its room was never opened;
overdue: the room vanished; host: the host decided it.
"""


class Opened(NamedTuple):
    """The first record: the terms of the tournament.

    Attributes:
        at: the moment.
        kind: how it pairs.
        game: the game's id.
        options: the options of the game that differ from the usual ones.
        title: its title; empty: the page makes one of game and kind.
        text: what its host says about it.
        host: the player who has opened it; empty: this server.
        host_name: the host's name.
        starts: the moment of its start.
        minutes: an arena: minutes from the start to the last pairing; else 0.
        rounds: Swiss: rounds; 0: as many as its players need; else 0.
        time_limit: seconds for a game, see `RoomOptions`.
        private: true if it is in no list: only its link leads there.
        bots: the level of the bots that fill it; empty: none.
        fill: competitors up to which bots fill it at the start.
        club: the club for whose members alone it is; empty: none.
        emblem: motif, ground and figure of its picture; empty: none.
    """

    at: int
    kind: Kind
    game: str
    options: dict[str, OptionValue]
    title: str
    text: str
    host: str
    host_name: str
    starts: int
    minutes: int
    rounds: int
    time_limit: int
    private: bool
    bots: str = ""
    fill: int = 0
    club: str = ""
    emblem: tuple[str, ...] = ()


class Entered(NamedTuple):
    """A player enters, or comes back. `rating` is the estimate of the strength, by which a knockout seeds; `bot` the level of a
    bot of this server, `program` the kind of a program; `marks` tell which players may be one person or of one home: a public
    arena does not pair them; `origin` has the marks for the rooms in which the player sits."""

    at: int
    player: str
    name: str
    rating: int
    bot: str = ""
    program: str = ""
    marks: tuple[str, ...] = ()
    origin: tuple[str, ...] = ()


class Left(NamedTuple):
    """A player is paired no more. `by` is the player, or the host who has removed the player; such a player can't come back."""

    at: int
    player: str
    by: str


class Started(NamedTuple):
    """The tournament has begun; `rounds` is the number of rounds, 0 in an arena."""

    at: int
    rounds: int


class Paired(NamedTuple):
    """Pairings of one moment. Each is (number, players, node): one player alone has a bye; the node opens the room."""

    at: int
    round: int
    pairings: tuple[tuple[int, tuple[str, ...], str], ...]


class RoomOpened(NamedTuple):
    """The room of a pairing may be entered."""

    at: int
    number: int
    room: str


class Decided(NamedTuple):
    """A pairing has its result. `cards` are the cards or points of its players, in their order, as the table of all games shows
    them."""

    at: int
    number: int
    result: Result
    cause: Cause
    cards: tuple[int, ...] = ()


class Paused(NamedTuple):
    """The host has stopped (`on`) or continued the pairing."""

    at: int
    on: bool


class Moved(NamedTuple):
    """The start was put off, or brought forward."""

    at: int
    starts: int


class Over(NamedTuple):
    """The tournament is over; `cancelled`: without a result."""

    at: int
    cancelled: bool = False


Record = Opened | Entered | Left | Started | Paired | RoomOpened | Decided | Paused | Moved | Over

_TAGS: dict[str, type[Any]] = {
    "o": Opened,
    "e": Entered,
    "l": Left,
    "s": Started,
    "p": Paired,
    "r": RoomOpened,
    "d": Decided,
    "h": Paused,
    "m": Moved,
    "x": Over,
}
_TAG_OF = {kind: tag for tag, kind in _TAGS.items()}


def packed(record: Record) -> bytes:
    """Return a record as bytes."""
    return msgpack.packb((_TAG_OF[type(record)], *record))  # type: ignore[no-any-return]


def unpacked(raw: bytes) -> Record:
    """Return the record of these bytes.

    Raises:
        ValueError: these bytes are no record.
    """
    tag, *fields = msgpack.unpackb(raw, use_list=False)
    kind = _TAGS.get(tag)
    if kind is None:
        raise ValueError(f"no record of a tournament has the tag {tag!r}; a newer server has written it")
    # A newer server may have written further fields.
    return kind(*fields[: len(kind._fields)])  # type: ignore[no-any-return]


def all_unpacked(raws: Iterable[bytes]) -> list[Record]:
    """Return the records of these bytes."""
    return [unpacked(raw) for raw in raws]
