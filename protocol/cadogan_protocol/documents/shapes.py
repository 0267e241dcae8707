"""The shapes of the models, for the programs that write documents and types from them."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from cadogan_protocol.days import Day, Month
from cadogan_protocol.messages import (
    BotKind,
    Browser,
    Change,
    ClientMessage,
    Code,
    HotMessage,
    Language,
    Message,
    Nonce,
    ReplayBoard,
    RequestId,
    RoomKey,
    Seq,
    ServerMessage,
    ShortSeq,
    Stream,
    StreamKey,
)
from cadogan_protocol.moves import CardCode, Move, PileIndex, TableEvent
from cadogan_protocol.names import NewName, PlayerId, PlayerName
from cadogan_protocol.parts import Millis, OptionValue, Part, Sha256
from cadogan_protocol.rooms import Standing


@dataclass(frozen=True)
class Named:
    """A small type that has its own name in documents and in TypeScript."""

    name: str
    annotation: Any
    meaning: str
    typescript: str


@dataclass(frozen=True)
class Attribute:
    """One field of a model: its annotation without null, its bounds, and true if it may be null or left out."""

    name: str
    annotation: Any
    info: FieldInfo
    nullable: bool

    @property
    def optional(self) -> bool:
        """True if a sender may leave the field out."""
        return not self.info.is_required()

    @property
    def description(self) -> str:
        """The meaning of the field, unless it says no more than the type does."""
        text = self.info.description or ""
        return "" if text == _own_description(self.annotation) else text

    @property
    def bounds(self) -> dict[str, Any]:
        """The bounds that `Field` sets: `Ge`, `Le`, `Lt`, `MinLen`, `MaxLen` with their numbers."""
        return bounds_in(self.info)


NAMED: tuple[Named, ...] = (
    Named("RequestId", RequestId, "the id of a request: 1 to 2147483647, chosen by the client", "number"),
    Named("Code", Code, "a room's code, 4 to 12 characters; small letters are taken as capitals", "string"),
    Named(
        "RoomKey",
        RoomKey,
        "the key in the link of a room by link only: 11 letters, digits, - and _",
        "string",
    ),
    Named("Nonce", Nonce, "16 random bytes as 32 hex digits, in small letters", "string"),
    Named("Browser", Browser, "16 random bytes as 32 hex digits, in small letters; a browser keeps them", "string"),
    Named("Sha256", Sha256, "a SHA-256 as 64 hex digits, in small letters", "string"),
    Named("Day", Day, "a day (UTC), such as `2026-11-21`", "string"),
    Named("Month", Month, "a month (UTC), such as `2026-11`", "string"),
    Named("Language", Language, "a language by its two small letters of ISO 639-1, such as `de`", "string"),
    Named("BotKind", BotKind, "the kind of a bot: 1 to 24 small letters, digits and _, a letter first", "string"),
    Named("Stream", Stream, "the number of a stream, see Streams", "number"),
    Named("Seq", Seq, "the number of a message in its stream", "number"),
    Named("ShortSeq", ShortSeq, "the number of a message in its stream, modulo 128, see Streams", "number"),
    Named(
        "Standing",
        Standing,
        "a racer's standing: `[seat, progress, moves, state, penalty, ended]`, the fields of the "
        "[Seat](#seat), where `state` is 0 playing, 1 stuck, 2 finished, 3 stood, 4 late, 5 left. At the "
        "end, 0 and null are left out after `moves`",
        "[seat: number, progress: number, moves: number, state?: number, penalty?: number, ended?: Millis]",
    ),
    Named(
        "Change",
        Change,
        "the change of a racer's standing by a change of the board: the increase of `moves` as a whole "
        "number, or the whole `Standing` if more has changed",
        "number | Standing",
    ),
    Named(
        "Millis",
        Millis,
        "milliseconds. A moment counts from 1970-01-01 UTC by the server's clock. A span, in the fields "
        "that say so, counts from the start of the race",
        "number",
    ),
    Named("PlayerId", PlayerId, "the public id of a player: 1 to 64 letters, digits, - and _", "string"),
    Named(
        "PlayerName",
        PlayerName,
        "1 to 24 visible characters; blanks around it are removed, and several blanks within become one",
        "string",
    ),
    Named(
        "NewName",
        NewName,
        "a `PlayerName` that may be chosen: a character of it carries at most two accents of a kind and "
        "four marks in all, besides those that form one Unicode character with their letter",
        "string",
    ),
    Named("CardCode", CardCode, "a card, see Cards", "number"),
    Named("PileIndex", PileIndex, "the index of a pile in the table's list of piles, from 0", "number"),
    Named(
        "OptionValue",
        OptionValue,
        "a game option's value: true or false, a whole number, or text of at most 40 characters",
        "boolean | number | string",
    ),
    Named("Move", Move, "a move, see Moves", "PlainMove | ActionMove"),
    Named("TableEvent", TableEvent, "a change of a table, see Table events", ""),
    Named("StreamKey", StreamKey, "the number of a stream, 0 to 199, as text: the key of a map", "string"),
)
"""The small types, in the order in which documents list them."""


def named(annotation: Any) -> Named | None:
    """Return the small type of an annotation, or None if it is not one."""
    return next((entry for entry in NAMED if entry.annotation == annotation), None)


def client_messages() -> tuple[type[Message], ...]:
    """Return the messages that clients send, in the order in which they are defined."""
    return get_args(ClientMessage)


def server_messages() -> tuple[type[Message], ...]:
    """Return the messages that servers send, in the order in which they are defined."""
    return get_args(ServerMessage)


def name_of(kind: type[Message]) -> str:
    """Return the `type` of a message, or its lower-case name if it is a hot message."""
    return kind.__name__.lower() if issubclass(kind, HotMessage) else str(kind.model_fields["type"].default)


@cache
def parts() -> tuple[type[BaseModel], ...]:
    """Return the models of which messages consist, each after the models that it needs."""
    found: list[type[BaseModel]] = []

    def visit(annotation: Any) -> None:
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            for attribute in attributes(annotation):
                visit(attribute.annotation)
            if annotation not in found and issubclass(annotation, (Part, ReplayBoard)):
                found.append(annotation)
        for inner in get_args(annotation):
            visit(inner)

    for kind in (*client_messages(), *server_messages()):
        visit(kind)
    return tuple(found)


def attributes(kind: type[BaseModel]) -> Iterator[Attribute]:
    """Yield the fields of a model in order, without the `type` of a message."""
    hints = get_type_hints(kind, include_extras=True)
    for name, info in kind.model_fields.items():
        if name == "type" and issubclass(kind, Message):
            continue
        annotation, nullable = without_null(hints[name])
        yield Attribute(name, annotation, info, nullable)


def without_null(annotation: Any) -> tuple[Any, bool]:
    """Return an annotation without `None`, and true if it had one."""
    if get_origin(annotation) not in (Union, types.UnionType):
        return annotation, False
    if named(annotation):
        return annotation, False
    inner = [part for part in get_args(annotation) if part is not type(None)]
    nullable = len(inner) < len(get_args(annotation))
    return (inner[0] if len(inner) == 1 else Union[tuple(inner)]), nullable  # noqa: UP007


def bare(annotation: Any) -> tuple[Any, dict[str, Any]]:
    """Return the type inside an `Annotated`, and the bounds that it sets."""
    if get_origin(annotation) is not Annotated:
        return annotation, {}
    inner, *extras = get_args(annotation)
    info = next((extra for extra in extras if isinstance(extra, FieldInfo)), None)
    return inner, bounds_in(info) if info else {}


def bounds_in(info: FieldInfo) -> dict[str, Any]:
    """Return the bounds that a `Field` sets, by the name of their kind."""
    names = {"Ge": "ge", "Le": "le", "Lt": "lt", "MinLen": "min_length", "MaxLen": "max_length"}
    return {
        type(entry).__name__: getattr(entry, names[type(entry).__name__])
        for entry in info.metadata
        if type(entry).__name__ in names
    }


def constants(module: ModuleType) -> list[tuple[str, Any, str]]:
    """Return the constants of a module, each with its value and the docstring beneath it (or "")."""
    body = ast.parse(inspect.getsource(module)).body
    found = []
    for line, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name) and line.targets[0].id.isupper():
            said = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            found.append((line.targets[0].id, getattr(module, line.targets[0].id), " ".join(str(said).split())))
    return found


def _own_description(annotation: Any) -> str | None:
    inner = get_args(annotation) if get_origin(annotation) is Annotated else ()
    return next((extra.description for extra in inner if isinstance(extra, FieldInfo)), None)
