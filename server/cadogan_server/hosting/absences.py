"""Finds the players of running games who must give up: they are away, or could act and do nothing."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from cadogan_protocol.limits import AWAY_SECONDS, STALL_SECONDS
from cadogan_server.hosting.hub import Hub
from cadogan_server.rooms.room import Room


@dataclass
class _Seen:
    """The latest act of a player of a running game, and its moment, in ms."""

    done: object
    since: int
    away: int | None = None


class Absences:
    """The latest acts of the players of games in which nobody may keep the opponent waiting."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, int], _Seen] = {}
        """By room and seat."""

    def gone(self, hub: Hub, now: int) -> list[int]:
        """Note the acts of the players of a running game, and return the seats of players who must give up."""
        return [seat for seat in list(hub.room.state.occupants) if self._is_gone(hub, seat, now)]

    def keep(self, codes: Container[str]) -> None:
        """Forget all rooms but these."""
        self._seen = {key: seen for key, seen in self._seen.items() if key[0] in codes}

    def _is_gone(self, hub: Hub, seat: int, now: int) -> bool:
        room = hub.room
        if room.state.occupants[seat].ours or room.mode.is_done(seat):
            return False
        seen = self._seen.setdefault((hub.code, seat), _Seen(None, now))
        done = _done(room, seat)
        if done is None or done != seen.done:
            seen.done, seen.since = done, now
        seen.away = None if seat in hub.attendance.seated else seen.away or now
        is_away = seen.away is not None and now - seen.away > 1000 * AWAY_SECONDS
        return is_away or now - seen.since > 1000 * STALL_SECONDS


def is_ready(hub: Hub, seat: int) -> bool:
    """Return True if the player of a seat is there and has said so."""
    return seat in hub.attendance.seated and hub.room.state.occupants[seat].ready


def _done(room: Room, seat: int) -> object:
    """Return what changes with each move of a player; None while the other one must act."""
    clock, standing = room.state.clock, room.mode.standing(seat)
    if clock is not None:
        return room.state.played if clock.seat == seat else None
    return (standing.moves, standing.progress) if standing is not None else room.state.played
