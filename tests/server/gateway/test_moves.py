"""The rank at which the input of a socket waits. Moves themselves are tested with the conversation and the fair queue."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import create_autospec

from cadogan_server.fair_queue import Rank
from cadogan_server.gateway.journey import Journey
from cadogan_server.gateway.limits.limits import Limits
from cadogan_server.gateway.moves import Moves
from cadogan_server.gateway.relays.relay import Relay
from cadogan_server.gateway.session import Session
from cadogan_server.settings import Settings

AT_ONCE = 3
"""Moves that a network may make at once: a tenth of what a socket may send in a second."""


def moves_of(where: Journey) -> Moves:
    """Return the moves of a socket whose player is there, under a clock that stands still."""
    settings = Settings(messages_per_second=10 * AT_ONCE, message_burst=100)
    limits = Limits(settings, lambda: 0.0, lambda *_: None, lambda *_: None)
    parts: Any = SimpleNamespace(runtime=SimpleNamespace(stats=None, load=None), store=SimpleNamespace(journal=None))
    session = SimpleNamespace(services=parts, limits=limits, outbox=None, journey=where)
    return Moves(cast(Session, session), "192.0.2.0/24")


def test_a_relayed_player_goes_before_strangers_within_the_pace() -> None:
    where = Journey()
    moves = moves_of(where)
    assert moves.rank() is Rank.OTHER
    where.carry(create_autospec(Relay, instance=True))
    assert [moves.rank() for _ in range(AT_ONCE + 1)] == [Rank.PLAYER] * AT_ONCE + [Rank.HASTY]
    where.set_out()
    assert moves.rank() is Rank.OTHER, "the input of one who is on the way waits anyway"
