"""The base of all parts of messages, and the types of their simplest fields."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="a SHA-256 as hex")]

Level = Literal["easy", "fair", "good", "master"]
"""The level of a bot."""

OptionValue = bool | Annotated[int, Field(ge=-(2**31), lt=2**31)] | Annotated[str, Field(max_length=40)]
"""A game option's value; yes/no options are booleans."""

Millis = Annotated[int, Field(ge=0)]
"""Milliseconds. A moment counts since 1970-01-01 UTC by the server's clock, a span from the start of the race."""


def _shortest(value: float) -> float | int:
    return int(value) if abs(value) < 2**31 and value == int(value) else value


Number = Annotated[float, Field(allow_inf_nan=False), PlainSerializer(_shortest, when_used="json")]
"""A number that need not be whole; a whole one is sent in a whole number's few bytes."""


class Part(BaseModel):
    """A part of a message: immutable, and without unknown fields."""

    # Each model is built when it is first used, in 2 ms at most: to build all took a fifth of a server's start.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)
