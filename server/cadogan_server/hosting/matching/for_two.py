"""Rooms that the server opens for two players: the parts that open them, the rules of rated games, and the second seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cadogan_games import catalogue
from cadogan_games.solver.proof import found_soon
from cadogan_protocol.limits import MAX_NAME
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.background import Background
from cadogan_server.hosting.bots.seating import Seating
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.opener import Opener
from cadogan_server.hosting.registry import Registry
from cadogan_server.rooms.alike import same_name
from cadogan_server.store.log.journal import Journal


@dataclass(frozen=True)
class RoomsForTwo:
    """The parts with which a node opens such rooms, seats people and bots in them, and closes them.

    Attributes:
        opener, registry, seating, journal: rooms and bots.
        background: runs what nobody waits for.
        now: the rooms' clock, in ms.
    """

    opener: Opener
    registry: Registry
    seating: Seating
    journal: Journal
    background: Background
    now: Callable[[], int]


def rules_for_two(game: str, **more: Any) -> RoomOptions:
    """Return the options of a room for a rated game of two, with `more` of them."""
    deal = "winnable" if found_soon(catalogue.head_of(game).id) else "fresh"
    return RoomOptions(deal=deal, undo="covered", seats=2, **more)


def sit_beside(hub: Hub, first: int, player: str, name: str, now: int, program: str, origin: tuple[str, ...]) -> None:
    """Seat the second player, under a name that does not look like that of the first one.

    Args:
        hub: the room.
        first: the seat of the first player.
        player, name: the second one.
        now: the rooms' clock, in ms.
        program: the kind of program that plays; empty for a person.
        origin: marks of where the player comes from.

    Raises:
        Refused: no seat is free, or the room is moving to another node.
    """
    shown = name_beside(name, hub.room.state.occupants[first].name)
    with hub.change() as room:
        room.sit(player, shown, now, bot=program, origin=origin)


def name_beside(name: str, other: str) -> str:
    """Return a name for a seat beside another: a number follows if the two look alike."""
    if not same_name(name, other):
        return name
    numbered: Sequence[str] = [f"{name[: MAX_NAME - 2].rstrip()} {number}" for number in (2, 3, 4)]
    return next(candidate for candidate in numbered if not same_name(candidate, other))
