"""Writes the messages as TypeScript types, for the page."""

from __future__ import annotations

import json
import types
from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from cadogan_protocol import errors, limits, moves, streams
from cadogan_protocol.documents import shapes
from cadogan_protocol.messages import HotMessage, Message
from cadogan_protocol.moves import EVENTS

HEAD = """\
// The messages of the protocol. Written by `python -m cadogan_protocol.generate` from the models in
// protocol/cadogan_protocol: change those, not this file. protocol/PROTOCOL.md explains them.
"""

MOVES = """\
/** A pile's number, or the k-th card of a pile, counted from the bottom and from 0. */
export type Spot = number | [pile: number, k: number];

/** Takes the top cards of one pile to another. */
export type PlainMove = [from: number, to: number, count: number];

/** Any other action: its name, and its spots. */
export type ActionMove = [action: string, ...spots: Spot[]];
"""


def typescript() -> str:
    """Return the whole of the file of types."""
    blocks = [HEAD, *_constants(), *_small_types(), *map(_model, shapes.parts()), *_sides()]
    return "\n".join(block if block.endswith("\n") else f"{block}\n" for block in blocks)


def _constants() -> Iterator[str]:
    for name, value, said in (entry for module in (limits, streams, moves) for entry in shapes.constants(module)):
        yield "\n".join([*([_comment(said)] if said else []), f"export const {name} = {json.dumps(value)};"])
    yield "\n".join(
        [
            "/** The first item of each message that is an array. */",
            "export const Tag = {",
            *(f"  {kind.__name__}: {json.dumps(kind.tag)}," for kind in _hot()),
            "} as const;",
        ]
    )
    yield f"export type ErrorCode =\n{_members(code.value for code in errors.ErrorCode)};"
    yield "\n".join(
        [
            "/** True if the same request may succeed later. */",
            "export const RETRY: Record<ErrorCode, boolean> = {",
            *(f"  {code.value}: {json.dumps(retry)}," for code, retry in errors.RETRY.items()),
            "};",
        ]
    )
    yield "\n".join(
        [
            "/** The reason why the server closed a socket. */",
            "export const CloseCode = {",
            *(f"  /** {errors.CLOSE_MEANING[code]} */\n  {code.name}: {code.value}," for code in errors.CloseCode),
            "} as const;",
        ]
    )
    yield "\n".join(
        [
            "/** True if a client should reconnect automatically after this close code. After any other code it may. */",
            "export const RECONNECT: Record<number, boolean> = {",
            *(f"  {int(code)}: {json.dumps(again)}," for code, again in errors.RECONNECT.items()),
            "};",
        ]
    )


def _hot() -> Iterator[type[HotMessage]]:
    for kind in (*shapes.client_messages(), *shapes.server_messages()):
        if issubclass(kind, HotMessage):
            yield kind


def _small_types() -> Iterator[str]:
    yield MOVES
    for entry in shapes.NAMED:
        lines = entry.typescript or "\n" + "\n".join(f"  | {_event(text)}" for text, _ in EVENTS)
        yield f"/** {entry.meaning[0].upper()}{entry.meaning[1:]}. */\nexport type {entry.name} = {lines};".replace(
            "= \n", "=\n"
        )


def _event(text: str) -> str:
    """Return the labelled tuple for the array of a table event, such as `[3, pile, i, card]`."""
    kind, *fields = text.replace("[cards]", "cards").strip("[]").split(", ")
    labels = [f"{name}: {'CardCode[]' if name == 'cards' else 'number'}" for name in fields]
    return f"[kind: {kind}, {', '.join(labels)}]"


def _sides() -> Iterator[str]:
    for title, kinds in (("ClientMessage", shapes.client_messages()), ("ServerMessage", shapes.server_messages())):
        yield from map(_model, kinds)
        yield f"export type {title} =\n" + "\n".join(f"  | {kind.__name__}" for kind in kinds) + ";"


def _model(kind: type[BaseModel]) -> str:
    comment = _comment(kind.__doc__ or "")
    if issubclass(kind, HotMessage):
        fields = [f"{a.name}{'?' if a.optional else ''}: {_type(a.annotation)}" for a in shapes.attributes(kind)]
        if kind.open_ended:
            fields[-1] = f"...{fields[-1]}"
        return f"{comment}\nexport type {kind.__name__} = [tag: {json.dumps(kind.tag)}, {', '.join(fields)}];"
    lines = [comment, f"export interface {kind.__name__} {{"]
    if issubclass(kind, Message) and "type" in kind.model_fields:
        lines.append(f"  type: {json.dumps(shapes.name_of(kind))};")
    sent = kind in shapes.client_messages()
    for attribute in shapes.attributes(kind):
        if attribute.description:
            lines.append(_comment(attribute.description, "  "))
        lines.append(f"  {_field(attribute, sent)};")
    return "\n".join([*lines, "}"])


def _field(attribute: shapes.Attribute, sent: bool) -> str:
    """Return a field. A server sends it unless it is null; a client may leave out a field that has a default."""
    missing = attribute.nullable or (sent and attribute.optional)
    written = _type(attribute.annotation)
    if sent and attribute.optional and isinstance(attribute.annotation, type):
        written = f"Partial<{written}>" if issubclass(attribute.annotation, BaseModel) else written
    return f"{attribute.name}{'?' if missing else ''}: {written}"


def _type(annotation: Any) -> str:
    entry = shapes.named(annotation)
    if entry:
        return entry.name
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _type(parts[0])
    if origin is Literal:
        return " | ".join(json.dumps(part) for part in parts)
    if origin in (Union, types.UnionType):
        return " | ".join("null" if part is type(None) else _type(part) for part in parts)
    if origin is tuple:
        if parts[-1] is Ellipsis:
            inner = _type(parts[0])
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        return f"[{', '.join(map(_type, parts))}]"
    if origin is dict:
        return f"Record<string, {_type(parts[1])}>"
    if isinstance(annotation, type) and issubclass(annotation, (BaseModel, Enum)):
        return annotation.__name__
    return {bool: "boolean", int: "number", float: "number", str: "string"}[annotation]


def _members(values: Iterator[str]) -> str:
    return "\n".join(f"  | {json.dumps(value)}" for value in values)


def _comment(text: str, indent: str = "") -> str:
    lines = [line.strip() for line in text.strip().splitlines()]
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */"
    return "\n".join([f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"])
