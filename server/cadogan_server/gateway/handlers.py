"""Which function answers which message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from cadogan_protocol import messages as m
from cadogan_server.gateway import asking, entering, playing


class Handler(NamedTuple):
    """What answers a message. `writes`: whether it writes to the store, and so needs one that takes it."""

    handle: Callable[[Any, Any], Awaitable[None] | None]
    writes: bool


HANDLERS: dict[type[m.Message], Handler] = {
    m.Play: Handler(playing.play, True),
    m.Undo: Handler(playing.undo, True),
    m.Stand: Handler(playing.stand, True),
    m.Ready: Handler(playing.ready, True),
    m.SeatBots: Handler(playing.seat_bots, True),
    m.Unseat: Handler(playing.unseat, True),
    m.Create: Handler(entering.create, True),
    m.Join: Handler(entering.join, True),
    m.Leave: Handler(entering.leave, True),
    m.Rematch: Handler(entering.rematch, True),
    m.ListGames: Handler(asking.list_games, False),
    m.ListRooms: Handler(asking.list_rooms, False),
    m.GetRules: Handler(asking.get_rules, False),
    m.GetLeaderboard: Handler(asking.get_leaderboard, False),
    m.GetReplay: Handler(asking.get_replay, False),
    m.Ping: Handler(asking.ping, False),
}
