"""Where a race was lost: who may ask, and what is answered."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_protocol.messages import Analysis, GetAnalysis
from cadogan_server.gateway.handlers.locating import look_up, must_not_spoil
from cadogan_server.gateway.session import Session
from cadogan_server.rooms.room import Room


async def get_analysis(session: Session, message: GetAnalysis) -> None:
    """Answer `get_analysis`."""
    hub = await look_up(session, message.room, message.key)
    hub.room.state.must_be_over()
    assert session.player is not None
    if hub.room.state.seat_of(session.player.id) is None:
        await must_not_spoil(session, hub.room.state.created)
    why = why_none(hub.room, session.services.store.days.today)
    if why is None:
        why = "this server analyses no races"
    session.send(Analysis(re=message.id, status="unavailable", progress=0, why=why))


def why_none(room: Room, today: str) -> str | None:
    """Return why there is no analysis of a room that is over, as a sentence; None if there may be one.

    Args:
        room: the room.
        today: the day (UTC), as `2026-11-21`.
    """
    created, mode = room.state.created, room.mode
    if not mode.kind.own_boards:
        return f"room {room.code} was a {mode.kind.name}: only races are analysed"
    if created.day and created.day >= today:
        return f"room {room.code} has the deal of {created.day}, which others still play: ask again when the day is over (UTC)"
    head = catalogue.head_of(created.game)
    if created.revision != head.revision:
        return (
            f"room {room.code} was played by revision {created.revision} of the rules of {head.title}, and the solver "
            f"knows revision {head.revision} alone"
        )
    return None
