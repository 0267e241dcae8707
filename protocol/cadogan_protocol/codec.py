"""Converts bytes to models and back, in two formats of one structure: msgpack, and JSON text for people and quick
scripts.

A message is a map with a `type`, or, if it is frequent, an array: its tag, then its fields in order.

- Maps leave null values out, both ways; every other field is written, even with its default value. Senders may leave
  out a field with a default.
- Arrays leave out trailing fields with their default values, and readers fill them in. If a message ends with a list of
  unknown length, the items of that list stand in the array itself.
- Keys are strings everywhere, as in JSON: `Join.last` has `"0"`, not 0.
- A reader of server messages ignores unknown fields, so that a newer server can say more. A client's message must be
  exact: a misspelt option should be noticed, not ignored.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, Literal, cast, get_args, overload

import msgpack
from pydantic import ValidationError

from cadogan_protocol import wording
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MAX_MESSAGE_BYTES, SUBPROTOCOL_JSON, SUBPROTOCOL_MSGPACK
from cadogan_protocol.messages import (
    ClientMessage,
    Delta,
    HotMessage,
    Message,
    Moved,
    Progress,
    ServerMessage,
    Step,
    Wire,
)
from cadogan_protocol.moves import Move, TableEvent, check_move
from cadogan_protocol.rooms import Standing
from cadogan_protocol.streams import SEQ_SPAN
from cadogan_protocol.wording import MOST_ECHOED, shown

MOST_LISTED = 12
"""The number of types of messages that a refusal names, at most."""

WireStanding = list[int]
"""A `Standing` in wire form: between model and bytes."""

WireChange = int | WireStanding
"""A `Change` in wire form."""

PLAY_BEGINS = b"\x93\xa1m"
"""The first bytes of a `Play` in msgpack: an array of three items, then the tag."""

ARRAY, LONG_ARRAY, LAST_LONG_ARRAY, ONE_BYTE = 0x90, 0xDC, 0xDD, 0xCC
"""First bytes in msgpack: of an array of fewer than 16 items, of a longer one, of a very long one, and of a number from
128 to 255."""

LONGEST_PLAY = 128
"""The most bytes of a `Play` that the fast reader takes. The moves of all games take fewer."""

MOST_NESTED = 16
"""The most nested levels of maps and arrays in JSON. The reader of msgpack has its own limit."""

MOST_DIGITS = 20
"""The most characters of a whole number in JSON: 64 bits, with the sign. Python refuses to parse thousands."""


class Format(StrEnum):
    """The two formats. The value is the WebSocket subprotocol that selects the format."""

    MSGPACK = SUBPROTOCOL_MSGPACK
    JSON = SUBPROTOCOL_JSON


class BadMessage(Exception):
    """Received data is not a message.

    Attributes:
        code: `bad_message`, or `unknown_type` if the type or tag is unknown.
        message: a sentence for people: what is wrong, with which value, and what to do.
        re: the id of the request, if it could be read.
    """

    def __init__(self, message: str, re: int | None = None, code: ErrorCode = ErrorCode.BAD_MESSAGE) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.re = re


class _Side:
    """The messages that one side may send, by their type or tag."""

    def __init__(self, messages: Any, what: str, extra: Literal["forbid", "ignore"]) -> None:
        members: tuple[type[Message], ...] = get_args(messages)
        self.what = what
        self.extra = extra
        self.hot = {m.tag: (m, tuple(m.model_fields)) for m in members if issubclass(m, HotMessage)}
        self.maps = {m.model_fields["type"].default: m for m in members if not issubclass(m, HotMessage)}


_CLIENT = _Side(ClientMessage, "a client", "forbid")
_SERVER = _Side(ServerMessage, "the server", "ignore")


# ---- models to bytes -------------------------------------------------------------------------------------------------


# The server sends these with every move, so it builds their wire form directly, without a model.


_DELTA, _STEP, _MOVED, _PROGRESS = Delta.tag, Step.tag, Moved.tag, Progress.tag


def delta(stream: int, seq: int, change: WireChange, events: Iterable[TableEvent]) -> Wire:
    """Return the wire form of a `Delta`; `seq` is the full number, `change` a number or made by `standing`."""
    return [_DELTA, stream, seq % SEQ_SPAN, change, *events]


def step(
    re: int,
    seq: int,
    change: WireChange,
    gone: Sequence[int],
    added: Sequence[Move],
    undo: bool,
    events: Iterable[TableEvent],
) -> Wire:
    """Return the wire form of a `Step`; the arguments are as in `delta`."""
    return [_STEP, re, seq % SEQ_SPAN, change, gone, added, undo, *events]


def moved(re: int, seq: int, moves: Sequence[Move], undo: bool) -> Wire:
    """Return the wire form of a `Moved`; `seq` is the full number."""
    return [_MOVED, re, seq % SEQ_SPAN, moves, True] if undo else [_MOVED, re, seq % SEQ_SPAN, moves]


def progress(standings: Iterable[WireStanding]) -> Wire:
    """Return the wire form of a `Progress`; its standings are made by `standing`."""
    return [_PROGRESS, *standings]


def standing(seat: int, progress: int, moves: int, state: int, penalty: int, ended: int | None) -> WireStanding:
    """Return the wire form of a `Standing` with these fields."""
    if ended is not None:
        return [seat, progress, moves, state, penalty, ended]
    if penalty:
        return [seat, progress, moves, state, penalty]
    return [seat, progress, moves, state] if state else [seat, progress, moves]


def _change(change: Standing | int) -> WireChange:
    return change if isinstance(change, int) else _standing(change)


def _standing(of: Standing) -> WireStanding:
    return standing(of.seat, of.progress, of.moves, of.state, of.penalty, of.ended)


_DIRECT: dict[type[Message], Callable[[Any], Wire]] = {
    Delta: lambda m: delta(m.stream, m.seq, _change(m.change), m.events),
    Step: lambda m: step(m.re, m.seq, _change(m.change), m.gone, m.added, m.undo, m.events),
    Moved: lambda m: moved(m.re, m.seq, m.moves, m.undo),
    Progress: lambda m: progress(map(_standing, m.lines)),
}

packed: Callable[[Wire], bytes] = msgpack.Packer().pack
"""Converts a wire form to the payload of a msgpack frame. One packer keeps its buffer; `packb` would make a packer for
each message."""


def as_json(payload: bytes) -> str:
    """Return a message of our own from msgpack to JSON."""
    return _json(msgpack.unpackb(payload))


def to_wire(message: Message) -> Wire:
    """Return the wire form of a message: a list if it is frequent, else a map without nulls."""
    direct = _DIRECT.get(type(message))
    if direct is not None:
        return direct(message)
    if isinstance(message, HotMessage):
        fields = type(message).model_fields
        values = [getattr(message, name) for name in fields]
        for field in reversed(list(fields.values())):
            if field.is_required() or values[-1] != field.default:
                break
            values.pop()
        return [message.tag, *values]
    return message.model_dump(mode="json", exclude_none=True)


def is_map(payload: bytes) -> bool:
    """Return True if one of our own messages in msgpack is a map with a `type`, and so not a frequent one."""
    return payload[0] < ARRAY or payload[0] > LAST_LONG_ARRAY


def delta_head(payload: bytes) -> tuple[int, int] | None:
    """Return the stream and the short number of one of our own messages in msgpack if it is a `Delta`, else None."""
    first = payload[0]
    tag = 1 if ARRAY <= first < ARRAY + 16 else 3 if first == LONG_ARRAY else 5 if first == LAST_LONG_ARRAY else 0
    if not tag or payload[tag] != _DELTA:
        return None
    place = tag + 2 if payload[tag + 1] == ONE_BYTE else tag + 1
    return payload[place], payload[place + 1]


@overload
def encode(message: Message, fmt: Literal[Format.MSGPACK]) -> bytes: ...
@overload
def encode(message: Message, fmt: Literal[Format.JSON]) -> str: ...
@overload
def encode(message: Message, fmt: Format) -> bytes | str: ...
def encode(message: Message, fmt: Format) -> bytes | str:
    """Return the frame that carries `message`: bytes for a binary frame, or text for a text frame."""
    if fmt is Format.MSGPACK:
        return packed(to_wire(message))
    return _json(to_wire(message))


def in_pieces(message: Message, fmt: Format) -> Iterator[bytes]:
    """Yield the payload of a large message with a `type` in pieces: if a field is a list of models, one piece for each
    of them.
    """
    fields = [(name, getattr(message, name)) for name in type(message).model_fields]
    fields = [(name, value) for name, value in fields if value is not None]
    packer = msgpack.Packer()
    json_too = fmt is Format.JSON
    yield b"{" if json_too else packer.pack_map_header(len(fields))
    for number, (name, value) in enumerate(fields):
        yield (f'{"," if number else ""}"{name}":').encode() if json_too else packer.pack(name)
        if isinstance(value, tuple) and value and all(isinstance(one, Message) for one in value):
            yield b"[" if json_too else packer.pack_array_header(len(value))
            for place, one in enumerate(value):
                data = encode(one, fmt)
                yield data if isinstance(data, bytes) else f"{',' if place else ''}{data}".encode()
            if json_too:
                yield b"]"
        else:
            wire = message.model_dump(mode="json", exclude_none=True, include={name})[name]
            yield _json(wire).encode() if json_too else packer.pack(wire)
    if json_too:
        yield b"}"


def _json(wire: Wire) -> str:
    return json.dumps(wire, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


# ---- bytes to models -------------------------------------------------------------------------------------------------


def decode_client(data: bytes | str, fmt: Format) -> ClientMessage:
    """Return the message of a client in a frame.

    Raises:
        BadMessage: the frame has no valid message. Nothing else is raised, whatever the bytes.
    """
    size = len(data) if isinstance(data, bytes) else len(data.encode(errors="replace"))
    if size > MAX_MESSAGE_BYTES:
        raise BadMessage(f"the message has {size} bytes; send at most {MAX_MESSAGE_BYTES}")
    return cast(ClientMessage, _to_model(_unpack(data, fmt), _CLIENT))


def decode_play(data: bytes) -> tuple[int, Move] | None:
    """Return the id and the move of a `Play` in msgpack, the most frequent message by far.

    Returns None for anything else. Then `decode_client` reads it, or says what is wrong with it.
    """
    if data[:3] != PLAY_BEGINS or len(data) > LONGEST_PLAY:
        return None
    try:
        _, id, move = msgpack.unpackb(data, use_list=False)
        if type(id) is int and 1 <= id < 2**31 and type(move) is tuple:
            return id, check_move(move)
    except (ValueError, msgpack.UnpackException):
        pass
    return None


def decode_server(data: bytes | str, fmt: Format) -> ServerMessage:
    """Return the message of a server in a frame. Limit the size when you read the frame.

    Raises:
        BadMessage: the frame has no valid message, or one of a newer protocol. Nothing else is raised, whatever the bytes.
    """
    return cast(ServerMessage, _to_model(_unpack(data, fmt), _SERVER))


def _unpack(data: bytes | str, fmt: Format) -> Any:
    """Return the plain structure in `data`, with tuples for arrays."""
    try:
        if fmt is Format.MSGPACK:
            if isinstance(data, str):
                raise BadMessage(f"{fmt.value} has binary frames; send bytes, or ask for {Format.JSON.value}")
            return msgpack.unpackb(data, use_list=False, raw=False, strict_map_key=True, ext_hook=_no_extension)
        if isinstance(data, bytes):
            raise BadMessage(f"{fmt.value} has text frames; send text, or ask for {Format.MSGPACK.value}")
        return _with_tuples(json.loads(data, parse_constant=_no_constant, parse_int=_whole, parse_float=_finite))
    except (ValueError, RecursionError, msgpack.UnpackException) as error:
        name, why = ("msgpack", wording.of_msgpack) if fmt is Format.MSGPACK else ("JSON", wording.of_json)
        raise BadMessage(f"this is no {name}: {why(error)}; send one whole message a frame") from None


def _no_extension(code: int, _: bytes) -> Any:
    raise ValueError(f"extension type {code} is not part of the protocol")


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _whole(digits: str) -> int:
    """Return a whole number of JSON that msgpack could carry too."""
    number = int(digits) if len(digits) <= MOST_DIGITS else 2**64
    if not -(2**63) <= number < 2**64:
        raise ValueError("a number has too many digits; whole numbers have 64 bits")
    return number


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{shown(text, 20, quoted=False)} is larger than numbers can be")
    return number


def _with_tuples(value: Any, depth: int = 0) -> Any:
    """Return `value` with tuples in place of lists, like the reader of msgpack."""
    if depth > MOST_NESTED:
        raise ValueError(f"more than {MOST_NESTED} levels of maps and arrays")
    if isinstance(value, list):
        return tuple(_with_tuples(item, depth + 1) for item in value)
    if isinstance(value, dict):
        return {key: _with_tuples(item, depth + 1) for key, item in value.items()}
    return value


def _to_model(wire: Any, side: _Side) -> Message:
    """Return the message of `wire`, one of those that `side` may send."""
    if isinstance(wire, tuple):
        return _hot_model(wire, side)
    if not isinstance(wire, dict):
        raise BadMessage(f"a message is a map with a `type`, or an array that begins with a tag, not {shown(wire)}")
    name = wire.get("type")
    kind = side.maps.get(name) if isinstance(name, str) else None
    if kind is None:
        if any(isinstance(key, bytes) for key in wire):
            raise BadMessage("the keys of a map are binary; write keys and texts as text, not as binary strings")
        raise _unknown(name, side.maps, side, _id_in(wire.get("id", wire.get("re"))))
    try:
        return kind.model_validate(wire, strict=True, extra=side.extra)
    except ValidationError as error:
        raise BadMessage(wording.of_fields(error, f"`{name}`"), _id_in(wire.get("id", wire.get("re")))) from None


def _hot_model(wire: tuple[Any, ...], side: _Side) -> Message:
    tag = wire[0] if wire else None
    found = side.hot.get(tag) if isinstance(tag, str | int) and not isinstance(tag, bool) else None
    second = _id_in(wire[1]) if len(wire) > 1 else None
    if found is None:
        raise _unknown(tag, side.hot, side, second)
    kind, names = found
    if kind.open_ended:
        most = len(names)  # with the tag, without the last field
        wire = (*wire[:most], wire[most:]) if len(wire) >= most else wire
    elif len(wire) > len(names) + 1 and side.extra == "forbid":
        raise BadMessage(
            f"`{tag}` has {len(names)} fields after its tag ({', '.join(names)}), not {len(wire) - 1}", second
        )
    try:
        return kind.model_validate(dict(zip(names, wire[1:], strict=False)), strict=True)
    except ValidationError as error:
        raise BadMessage(wording.of_fields(error, f"`{tag}`"), second) from None


def _id_in(value: Any) -> int | None:
    """Return `value` if it can be the id of a request, else None."""
    return value if type(value) is int and 1 <= value < 2**31 else None


def _unknown(name: Any, known: Mapping[Any, Any], side: _Side, re: int | None) -> BadMessage:
    if name is None:
        text = "the message has no `type`; a map needs one, and an array begins with its tag"
    else:
        near = (
            get_close_matches(name, map(str, known), n=1) if isinstance(name, str) and len(name) <= MOST_ECHOED else []
        )
        hint = (
            f"; did you mean {shown(near[0])}?"
            if near
            else f"; {side.what} may send {_listed(sorted(map(str, known)))}"
        )
        text = f"{shown(name)} is no type of message here{hint}"
    return BadMessage(text, re, ErrorCode.UNKNOWN_TYPE)


def _listed(names: list[str]) -> str:
    """Return names for the end of a sentence: some of them, if there are many."""
    if len(names) <= MOST_LISTED:
        return ", ".join(names)
    return f"{', '.join(names[:MOST_LISTED])} and {len(names) - MOST_LISTED} more, which PROTOCOL.md lists"
