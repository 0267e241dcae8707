"""Hypothesis strategies for every message, made from the models' own annotations."""

from __future__ import annotations

import types
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from cadogan_protocol import ClientMessage, Move, NewName, PlayerName, ServerMessage, TableEvent
from cadogan_protocol.days import Day, Month
from cadogan_protocol.messages import (
    BotKind,
    Browser,
    ChatText,
    HistoryPlace,
    Language,
    Nonce,
    PushPublicKey,
    PushSecret,
    StreamKey,
)
from cadogan_protocol.messages.clubs import ClubName, Season
from cadogan_protocol.messages.tournaments import ClubId, TournamentId
from cadogan_protocol.parts import Sha256
from cadogan_protocol.people import PasskeyLabel
from cadogan_protocol.rooms import Standing

LETTERS = st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs"])
UNMARKED = st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs", "Mn", "Mc", "Me"])
SMALL = st.integers(0, 999)
SPOTS = SMALL | st.tuples(SMALL, SMALL)

moves = st.one_of(
    st.tuples(SMALL, SMALL, SMALL),
    st.lists(SPOTS, max_size=8).map(lambda spots: ("discard", *spots)),
)
cards = st.lists(st.integers(-1, 52), max_size=5).map(tuple)
table_events = st.one_of(
    st.tuples(st.just(0), SMALL, SMALL, SMALL),
    st.tuples(st.just(1), SMALL, SMALL, cards),
    st.tuples(st.just(2), SMALL, SMALL, SMALL, SMALL, cards),
    st.tuples(st.just(3), SMALL, SMALL, st.integers(-1, 52)),
    st.tuples(st.just(4), SMALL, cards),
    st.tuples(st.just(5), SMALL, SMALL),
)
NAMED: list[tuple[Any, st.SearchStrategy[Any]]] = [
    (Move, moves),
    (TableEvent, table_events),
    (
        Standing,
        st.builds(
            Standing,
            *(st.integers(0, 63), st.integers(0, 200), st.integers(0, 2**31)),
            *(st.integers(0, 5), st.integers(0, 9), st.none() | st.integers(0, 2**40)),
        ),
    ),
    (PlayerName, st.text(LETTERS, min_size=1, max_size=24)),
    (HistoryPlace, st.from_regex(r"\A([1-9][0-9]{0,14}-[0-9]{1,15})?\Z")),
    (PasskeyLabel, st.text(LETTERS, min_size=1, max_size=40)),
    (NewName, st.text(UNMARKED, min_size=1, max_size=24)),
    (ChatText, st.text(UNMARKED, min_size=1, max_size=200)),
    (BotKind, st.from_regex(r"\A[a-z][a-z0-9_]{0,23}\Z")),
    (Language, st.from_regex(r"\A[a-z]{2}\Z")),
    (Nonce, st.from_regex(r"\A[0-9a-f]{32}\Z")),
    (TournamentId, st.from_regex(r"\A[0-9a-z-]{6,24}\Z")),
    (ClubId, st.from_regex(r"\A[0-9a-z]{8,16}\Z")),
    (ClubName, st.text(LETTERS, min_size=1, max_size=40)),
    (Season, st.from_regex(r"\A[0-9]{4}-[1-4]\Z")),
    (Browser, st.from_regex(r"\A[0-9a-f]{32}\Z")),
    (PushPublicKey, st.from_regex(r"\A[A-Za-z0-9_-]{87}\Z")),
    (PushSecret, st.from_regex(r"\A[A-Za-z0-9_-]{22}\Z")),
    (Sha256, st.from_regex(r"\A[0-9a-f]{64}\Z")),
    (Day, st.from_regex(r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")),
    (Month, st.from_regex(r"\A[0-9]{4}-[0-9]{2}\Z")),
    (StreamKey, st.integers(0, 199)),
]


def values(annotation: Any, bounds: FieldInfo | None = None) -> st.SearchStrategy[Any]:
    """Return values that the annotation allows. `bounds` holds the bounds that `Field` sets."""
    for named, strategy in NAMED:
        if annotation == named:
            return strategy
    origin, parts = get_origin(annotation), get_args(annotation)
    limits = {type(m).__name__: m for m in bounds.metadata} if bounds else {}
    most = limits["MaxLen"].max_length if "MaxLen" in limits else 12
    if origin is Annotated:
        return values(parts[0], next((p for p in parts[1:] if isinstance(p, FieldInfo)), None))
    if origin is Literal:
        return st.sampled_from(parts)
    if origin in (Union, types.UnionType):
        return st.one_of(*(values(part, bounds) for part in parts))
    if origin is tuple:
        if parts[-1] is Ellipsis:
            least = limits["MinLen"].min_length if "MinLen" in limits else 0
            most = limits["MaxLen"].max_length if "MaxLen" in limits else 4
            return st.lists(values(parts[0]), min_size=least, max_size=min(most, 4)).map(tuple)
        return st.tuples(*(values(part) for part in parts))
    if origin is dict:
        return st.dictionaries(values(parts[0]), values(parts[1]), max_size=3)
    if annotation is type(None):
        return st.none()
    if annotation is bool:
        return st.booleans()
    if annotation is int:
        low = limits["Ge"].ge if "Ge" in limits else -(2**40)
        high = limits["Le"].le if "Le" in limits else limits["Lt"].lt - 1 if "Lt" in limits else 2**40
        return st.integers(low, max(low, high))
    if annotation is float:
        least, highest = limits.get("Ge"), limits.get("Le")
        return st.floats(least and least.ge, highest and highest.le, allow_nan=False, allow_infinity=False)
    if annotation is str:
        least = limits["MinLen"].min_length if "MinLen" in limits else 0
        return st.text(LETTERS, min_size=least, max_size=min(most, 40))
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return st.sampled_from(list(annotation))
    assert issubclass(annotation, BaseModel), annotation
    return models(annotation)


def models(kind: type[BaseModel]) -> st.SearchStrategy[Any]:
    """Return whole models of one kind; a field's bounds may stand in its annotation or beside its default."""
    hints = get_type_hints(kind, include_extras=True)
    return st.builds(kind, **{name: values(hints[name], info) for name, info in kind.model_fields.items()})


# Made when the first test draws from them: every worker collects this module, and one uses it.
client_messages = st.deferred(lambda: st.one_of(*(models(kind) for kind in get_args(ClientMessage))))
server_messages = st.deferred(lambda: st.one_of(*(models(kind) for kind in get_args(ServerMessage))))

plain_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.integers(0, 9), inner, max_size=4),
    max_leaves=12,
)
