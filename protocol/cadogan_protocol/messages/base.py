"""The base of every message, and the two answers that any request may get."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.games import BrokenRule
from cadogan_protocol.rooms import Standing
from cadogan_protocol.streams import SEQ_SPAN

RequestId = Annotated[int, Field(ge=1, le=2**31 - 1, description="chosen by the client; the answer repeats it as `re`")]
Code = Annotated[
    str, Field(min_length=4, max_length=12, description="a room's code; small letters are taken as capitals")
]
RoomKey = Annotated[
    str,
    Field(max_length=32, description="the key of a room by link only; the link has it beside the code"),
]
OptionName = Annotated[str, Field(max_length=40)]
Stream = Annotated[
    int,
    Field(
        ge=0,
        le=199,
        description="0: the room itself; in a race 1 + seat: that seat's board, and if `spectators` is fair, 65 + seat: "
        "the same board as everybody else sees it; in a duel 1 + seat: what that seat sees, 3: what spectators see; at a "
        "shared table 1 + seat for players, 65 for spectators",
    ),
]


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
"""The change of a racer's standing with a change of the board: the increase of `moves`, or the whole standing if more is new."""


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


class Ok(Message):
    """Answers a request that needs no other answer."""

    type: Literal["ok"] = "ok"
    re: RequestId


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


Wire = dict[str, Any] | list[Any]
"""A message between model and bytes: a map, or an array for a hot message."""
