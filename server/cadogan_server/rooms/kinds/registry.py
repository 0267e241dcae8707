"""The modes by kind: the one place that names them all."""

from __future__ import annotations

from collections.abc import Mapping

from cadogan_games.engine.head import Head
from cadogan_protocol.room_options import RoomKind
from cadogan_server.rooms.kinds.duel import Duel
from cadogan_server.rooms.kinds.mode import Kind, Mode
from cadogan_server.rooms.kinds.race import Race
from cadogan_server.rooms.kinds.shared import SharedTable

Modes = Mapping[RoomKind, type[Mode]]

MODES: Modes = {mode.kind.name: mode for mode in (Race, Duel, SharedTable)}


def mode_of(head: Head) -> type[Mode]:
    """Return the mode of a room with this game."""
    return MODES[head.kind]


def kind_of(head: Head) -> Kind:
    """Return the facts about a room with this game."""
    return MODES[head.kind].kind


def most_of(head: Head) -> int:
    """Return the most players of a room with this game."""
    kind = kind_of(head)
    return kind.most if kind.own_boards else min(kind.most, head.players)


def is_for(head: Head, players: int) -> bool:
    """True if this number of players can play this game against each other in one room."""
    return max(kind_of(head).fewest, head.fewest) <= players <= most_of(head)


def kind_named(name: RoomKind) -> Kind:
    """Return the facts about a kind of room."""
    return MODES[name].kind
