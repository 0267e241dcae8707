"""A replay as a compact text: the players, the deal, and the moves with their moments. API.md describes it.

Everything else follows from the rules of the game, so a program with the rules can play it again and check it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, ValidationError

from cadogan_protocol.days import DealProof
from cadogan_protocol.limits import CODE_ALPHABET, CODE_LENGTH, MAX_RACERS, MOST_GAMES_TEXT
from cadogan_protocol.moves import Move
from cadogan_protocol.names import PlayerName
from cadogan_protocol.parts import Millis, OptionValue, Part, Sha256
from cadogan_protocol.room_options import RoomOptions
from cadogan_protocol.wording import of_fields, shown

FIRST = "cadogan replay 1"
"""The first line: the kind of text, and the version of the notation."""

MOST_CHARACTERS = 8_000_000
"""The most characters of a text: sixty-four racers with ten thousand moves each need six million."""

WIDTH = 100
"""The approximate length of lines of moves, in characters."""

MOST_SCALAR = MOST_GAMES_TEXT + len('""')
"""The most characters of an option's value, as JSON. The games of a series are the longest."""

SUM_DIGITS = 16
"""The hex digits of the checksum in the last line."""

SIGNED = "cadogan signed text\n"
"""The line before a signed text, so that the signature is valid for nothing else."""

EventKind = Literal["move", "undo", "stand", "late", "forfeit", "next", "on"]
"""The kind of an event: a move; an undo; a player gave up; in a duel, a player was late with an action, or used up the
time for the whole game; the next game of a match was dealt; a round at a shared table was moved on."""

SeatNumber = Annotated[int, Field(ge=0, lt=MAX_RACERS)]


class BadNotation(ValueError):
    """A text is not a replay. The message names the line, says what is wrong, and what to do."""


class NotByTheRules(ValueError):
    """A recording breaks the rules of its game. The message says where, and why."""


class Happened(NamedTuple):
    """An event: its moment in ms from the start, its seat, its kind, and the move if it is a move."""

    t: int
    seat: SeatNumber
    what: EventKind
    move: Move | None = None


class RecordedSeat(Part):
    """A player of the recorded room."""

    seat: SeatNumber
    name: PlayerName
    bot: str = Field(
        "", pattern=r"^([a-z][a-z0-9_]{0,23})?$", description="the level or kind of a bot; empty: a person"
    )
    nonce: str = Field(
        "", pattern=r"^([0-9a-f]{32})?$", description="the player's part of the seed, as hex; empty: none"
    )


class RecordedResult(Part):
    """A player's result, as the text claims it."""

    seat: SeatNumber
    rank: int = Field(ge=1)
    won: bool
    progress: int
    moves: int = 0
    undone: int = 0
    penalty: int = 0
    score: int | None = None
    time: Millis | None = None


class Recording(Part):
    """The recording of a finished room."""

    game: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")
    revision: int = Field(ge=1, lt=10**6, description="of the game's rules")
    options: dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")], OptionValue]
    rules: RoomOptions
    room: str = Field(pattern=f"^[{CODE_ALPHABET}]{{{CODE_LENGTH}}}$")
    starts: Annotated[int, Field(ge=0, lt=253402300800000)] = Field(
        description="the moment of the start, in ms since 1970"
    )
    seed: Sha256
    secret: Sha256 = Field(description="of the room")
    day: str = Field("", pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$", description="of a deal of the day")
    proof: DealProof | None = Field(None, description="of a deal that the solver was asked for")
    seats: tuple[RecordedSeat, ...] = Field(min_length=1, max_length=MAX_RACERS)
    results: tuple[RecordedResult, ...]
    happened: tuple[Happened, ...]
    end: Literal["done", "time", "first", "empty", "left"]
    left: SeatNumber | None = Field(None, description="with `end` = left: the seat of the player who left")
    lasted: Millis


# ---- to text ---------------------------------------------------------------------------------------------------------


def written(recording: Recording) -> str:
    """Return a recording as text."""
    text = "\n".join((*_head(recording), "moves", *_wrapped(_tokens(recording.happened)), _end(recording))) + "\n"
    return f"{text}check {checksum(text)}\n"


def _head(it: Recording) -> Iterator[str]:
    yield FIRST
    yield f"game {it.game}"
    yield f"revision {it.revision}"
    yield from (f"option {name} {_scalar(value)}" for name, value in it.options.items())
    changed = it.rules.model_dump(mode="json", exclude_defaults=True)
    yield from (f"rule {name} {_scalar(value)}" for name, value in changed.items())
    yield f"room {it.room}"
    yield f"starts {_moment(it.starts)}"
    yield f"seed {it.seed}"
    yield f"secret {it.secret}"
    if it.day:
        yield f"day {it.day}"
    if it.proof is not None:
        number, nodes, revision, effort = it.proof.number, it.proof.nodes, it.proof.revision, it.proof.effort
        yield f"proof {'-' if number is None else number} {nodes} {revision} {effort}"
    for seat in it.seats:
        yield f"seat {seat.seat} {seat.bot or '-'} {seat.nonce or '-'} {seat.name}"
    for result in it.results:
        values = result.model_dump(exclude_defaults=True, exclude={"seat"})
        yield f"result {result.seat} " + " ".join(f"{name}={_scalar(value)}" for name, value in values.items())


def _end(it: Recording) -> str:
    return f"end {it.end} {it.lasted}" + (f" {it.left}" if it.left is not None else "")


def _tokens(happened: Iterable[Happened]) -> Iterator[str]:
    t, seat = 0, None
    for one in happened:
        whose = "" if one.seat == seat else f"{one.seat}."
        yield f"{whose}{one.t - t}:{_word(one)}"
        t, seat = one.t, one.seat


def _word(one: Happened) -> str:
    if one.what != "move":
        return f"!{one.what}"
    assert one.move is not None
    first, *spots = one.move
    if isinstance(first, str):
        return first + (f"({','.join(map(_spot, spots))})" if spots else "")
    to, count = spots
    return f"{first}-{to}" + (f"x{count}" if count != 1 else "")


def _spot(spot: Any) -> str:
    return "/".join(map(str, spot)) if isinstance(spot, tuple) else str(spot)


def _wrapped(tokens: Iterable[str]) -> Iterator[str]:
    line = ""
    for token in tokens:
        if line and len(line) + len(token) >= WIDTH:
            yield line
            line = ""
        line += f" {token}" if line else token
    if line:
        yield line


def _scalar(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _moment(at: int) -> str:
    whole = datetime.fromtimestamp(at // 1000, UTC)
    return f"{whole:%Y-%m-%dT%H:%M:%S}.{at % 1000:03}Z"


def checksum(text: str) -> str:
    """Return the digits of the last line, which find a text that was changed by accident."""
    return sha256(text.encode()).hexdigest()[:SUM_DIGITS]


# ---- signatures ------------------------------------------------------------------------------------------------------


class Signed(NamedTuple):
    """A text with the server's signature: the key's id and the signature as hex, both empty if unsigned."""

    text: str
    key: str = ""
    signature: str = ""


def signed_bytes(text: str) -> bytes:
    """Return the bytes of a text that a server signs."""
    return (SIGNED + text).encode()


def with_signature(signed: Signed) -> str:
    """Return a text followed by its signature in a line of its own."""
    return f"{signed.text}signed {signed.key} {signed.signature}\n" if signed.key else signed.text


def parted(text: str) -> Signed:
    """Return a text and the signature behind it, if there is one."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    rest, found, last = text.rstrip("\n").rpartition("\nsigned ")
    key, space, signature = last.partition(" ")
    return Signed(rest + "\n", key, signature) if found and space and "\n" not in last else Signed(text)


# ---- from text -------------------------------------------------------------------------------------------------------


def read(text: str) -> Recording:
    """Return the recording of a text; a signature behind it is ignored.

    Raises:
        BadNotation: it is not a whole and undamaged text of this notation. Nothing else is raised, whatever the text.
    """
    if len(text) > MOST_CHARACTERS:
        raise BadNotation(f"the text has {len(text)} characters, more than any replay: {MOST_CHARACTERS}")
    lines = parted(text).text.rstrip("\n").split("\n")
    if lines[0] != FIRST:
        raise BadNotation(f"line 1 is {shown(lines[0])}, but a replay begins with {FIRST!r}")
    name, _, claimed = lines[-1].partition(" ")
    if name != "check":
        raise BadNotation(
            f"line {len(lines)} is the last, but is not a `check` line: the text was cut off; get it anew"
        )
    if claimed != checksum("\n".join(lines[:-1]) + "\n"):
        raise BadNotation(f"line {len(lines)}: the sum does not fit: the text was changed or damaged; get it anew")
    return _Reader(lines[1:-1]).recording()


class _Reader:
    """Reads the lines between the first and the last."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._number = 1
        self._single: dict[str, Any] = {}
        self._options: dict[str, Any] = {}
        self._rules: dict[str, Any] = {}
        self._seats: list[dict[str, Any]] = []
        self._results: list[dict[str, Any]] = []
        self._happened: list[dict[str, Any]] = []
        self._t = 0
        self._seat: int | None = None

    def recording(self) -> Recording:
        """Return the recording of the lines.

        Raises:
            BadNotation: a line is wrong.
        """
        in_moves = False
        for number, line in enumerate(self._lines, 2):
            self._number = number
            name, _, rest = line.partition(" ")
            if in_moves and name != "end":
                for token in line.split(" "):
                    self._take_token(token)
            elif line == "moves":
                in_moves = True
            elif (take := self._TAKE.get(name)) is not None:
                take(self, rest)
            else:
                self._take_single(name, rest)
        return self._whole()

    def _whole(self) -> Recording:
        fields = {
            **self._single,
            "options": self._options,
            "rules": self._rules,
            "seats": tuple(self._seats),
            "results": tuple(self._results),
            "happened": tuple(self._happened),
        }
        try:
            return Recording.model_validate(fields)
        except ValidationError as error:
            raise BadNotation(of_fields(error, "the replay")) from None

    def _wrong(self, what: str) -> BadNotation:
        return BadNotation(f"line {self._number}: {what}")

    def _take_single(self, name: str, rest: str) -> None:
        if name not in ("game", "revision", "room", "starts", "seed", "secret", "day"):
            raise self._wrong(f"{shown(name)} begins no line of a replay")
        if name in self._single:
            raise self._wrong(f"a second line `{name}`")
        if name == "revision":
            self._single[name] = self._whole_number(rest)
        elif name == "starts":
            self._single[name] = self._moment(rest)
        else:
            self._single[name] = rest

    def _take_proof(self, rest: str) -> None:
        parts = rest.split(" ")
        if len(parts) != 4:
            raise self._wrong(
                "a proof has the number of a deal or -, the budget, the solver's revision, and the effort"
            )
        number, nodes, revision, effort = parts
        self._single["proof"] = {
            "number": None if number == "-" else self._whole_number(number),
            "nodes": self._whole_number(nodes),
            "revision": self._whole_number(revision),
            "effort": self._whole_number(effort),
        }

    def _take_option(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        self._options[name] = self._scalar(value)

    def _take_rule(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        self._rules[name] = self._scalar(value)

    def _take_seat(self, rest: str) -> None:
        parts = rest.split(" ", 3)
        if len(parts) != 4:
            raise self._wrong("a seat has a number, a bot or -, a nonce or -, and a name")
        seat, bot, nonce, name = parts
        self._seats.append(
            {
                "seat": self._whole_number(seat),
                "bot": bot.removeprefix("-"),
                "nonce": nonce.removeprefix("-"),
                "name": name,
            }
        )

    def _take_result(self, rest: str) -> None:
        seat, *pairs = rest.split(" ")
        found: dict[str, Any] = {"seat": self._whole_number(seat)}
        for pair in pairs:
            name, _, value = pair.partition("=")
            found[name] = self._scalar(value)
        self._results.append(found)

    def _take_end(self, rest: str) -> None:
        if self._number != len(self._lines) + 1:
            raise self._wrong("more follows the line `end`")
        parts = rest.split(" ")
        if not 2 <= len(parts) <= 3:
            raise self._wrong("the end has a reason, milliseconds, and for `left` the seat")
        self._single["end"] = parts[0]
        self._single["lasted"] = self._whole_number(parts[1])
        if len(parts) == 3:
            self._single["left"] = self._whole_number(parts[2])

    def _take_token(self, token: str) -> None:
        found = _TOKEN.fullmatch(token)
        if found is None:
            raise self._wrong(f"{shown(token)} is no event: write it as 0.812:3-9")
        if found["seat"] is not None:
            self._seat = int(found["seat"])
        if self._seat is None:
            raise self._wrong(f"{shown(token)} is the first event, and has no seat: write it as 0.{token[:20]}")
        self._t += int(found["dt"])
        one: dict[str, Any] = {"t": self._t, "seat": self._seat, "what": found["special"] or "move"}
        if found["src"] is not None:
            one["move"] = (int(found["src"]), int(found["dst"]), int(found["count"] or 1))
        elif found["action"] is not None:
            spots = found["spots"]
            one["move"] = (found["action"], *(map(_spot_of, spots.split(",")) if spots else ()))
        self._happened.append(one)

    def _scalar(self, text: str) -> Any:
        try:
            value = json.loads(text) if len(text) <= MOST_SCALAR else None
        except ValueError:
            value = None
        if not isinstance(value, bool | int | str):
            raise self._wrong(f"{shown(text)} is no value: a whole number, true, false, or text in quotes")
        return value

    def _whole_number(self, text: str) -> int:
        if not _NUMBER.fullmatch(text):
            raise self._wrong(f"{shown(text)} is no whole number")
        return int(text)

    def _moment(self, text: str) -> int:
        try:
            if not _MOMENT.fullmatch(text):
                raise ValueError
            whole = datetime.strptime(text[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=UTC)
        except ValueError:
            raise self._wrong(f"{shown(text)} is no moment: write it as 2026-11-22T14:00:00.000Z") from None
        return int(whole.timestamp()) * 1000 + int(text[20:23])

    _TAKE = {  # noqa: RUF012 - what it holds are functions of this class
        "proof": _take_proof,
        "option": _take_option,
        "rule": _take_rule,
        "seat": _take_seat,
        "result": _take_result,
        "end": _take_end,
    }


_NUMBER = re.compile(r"[0-9]{1,15}")
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
_TOKEN = re.compile(
    r"(?:(?P<seat>[0-9]{1,2})\.)?(?P<dt>-?[0-9]{1,12}):"
    r"(?:!(?P<special>undo|stand|late|forfeit|next|on)"
    r"|(?P<src>[0-9]{1,3})-(?P<dst>[0-9]{1,3})(?:x(?P<count>[0-9]{1,3}))?"
    r"|(?P<action>[A-Za-z_]\w{0,23})(?:\((?P<spots>[0-9]{1,3}(?:/[0-9]{1,3})?(?:,[0-9]{1,3}(?:/[0-9]{1,3})?){0,7})\))?)",
    re.ASCII,
)


def _spot_of(text: str) -> int | tuple[int, int]:
    pile, slash, card = text.partition("/")
    return (int(pile), int(card)) if slash else int(pile)
