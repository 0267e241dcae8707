"""Valid messages to begin with. hypothesis makes them from the models, so a new message is included by itself."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

from hypothesis import HealthCheck, Phase, given, seed, settings
from pydantic import BaseModel

from cadogan_protocol.messages import ClientMessage, Message, ServerMessage
from tests.protocol.strategies import models

CLIENTS, SERVERS = 30, 6
"""The number of examples of each kind of message, of clients and of the server. Only the server itself could break the
latter."""


@cache
def messages(number: int, share: int = 1) -> tuple[Message, ...]:
    """Return messages of both sides. The same number gives the same messages.

    Args:
        number: the seed of the messages.
        share: one example of this many is made, of each kind at least one. A whole corpus costs four seconds.
    """
    kinds = {**dict.fromkeys(get_args(ClientMessage), CLIENTS), **dict.fromkeys(get_args(ServerMessage), SERVERS)}
    return tuple(message for kind, count in kinds.items() for message in _some(kind, number, -(-count // share)))


def _some(kind: type[BaseModel], number: int, count: int) -> list[Any]:
    found: list[Any] = []

    @seed(number)
    @settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(models(kind))
    def collect(message: Any) -> None:
        found.append(message)

    collect()
    return found
