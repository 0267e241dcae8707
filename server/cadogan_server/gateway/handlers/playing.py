"""Moves and everything else that a player does in a room."""

from __future__ import annotations

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import (
    Advice,
    GetAdvice,
    Lock,
    Ok,
    Onward,
    Play,
    Ready,
    Reveal,
    SayEmote,
    SeatBots,
    Stand,
    Undo,
    Unseat,
)
from cadogan_server.gateway.handlers.entering import own_seat
from cadogan_server.gateway.session import Session
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.solvers.lines import Lamp
from cadogan_server.rooms.refused import Refused


def play(session: Session, message: Play) -> None:
    """Make a move."""
    hub, seat = seat_of(session)
    hub.play(seat, message.move, message.id)


def undo(session: Session, message: Undo) -> None:
    """Take the last move back."""
    hub, seat = seat_of(session)
    hub.undo(seat, message.id)


def get_advice(session: Session, message: GetAdvice) -> None:
    """Tell a racer whether their own board can still be won."""
    hub, seat = seat_of(session)
    room = hub.room
    if not room.state.rules.advice:
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"nobody is advised in room {room.code}: open a room with the option `advice`, which is not rated",
        )
    room.state.must_be("running")
    if room.mode.is_done(seat):
        raise Refused(ErrorCode.WRONG_PHASE, "you are done, so your board stays as it is")

    def tell(lamp: Lamp) -> None:
        session.send(
            Advice(
                re=message.id,
                **lamp._asdict(),
                may_take_back=lamp.back is not None and lamp.back <= room.mode.most_back(seat),
            )
        )

    session.services.rooms.advising.advise(hub, seat, session.address, tell)


def give_up(session: Session, message: Stand) -> None:
    """Give up."""
    hub, seat = seat_of(session)
    with hub.change() as room:
        room.give_up(seat, session.services.clock.now(), message.id)
    session.send(Ok(re=message.id))


def go_onward(session: Session, message: Onward) -> None:
    """Vote for the next deal, or withdraw the vote."""
    hub, seat = seat_of(session)
    with hub.change() as room:
        room.go_onward(seat, message.onward, session.services.clock.now(), message.id, hub.volatile.present)
    session.send(Ok(re=message.id))


def ready(session: Session, message: Ready) -> None:
    """Become ready, or unready."""
    hub, seat = seat_of(session)
    with hub.change() as room:
        room.ready(seat, message.ready, message.nonce_hash or "", session.services.clock.now(), message.id)
    session.send(Ok(re=message.id))


def reveal(session: Session, message: Reveal) -> None:
    """Reveal the nonce that was promised with `ready`."""
    hub, seat = seat_of(session)
    with hub.change() as room:
        room.reveal(seat, message.nonce, session.services.clock.now(), message.id)
    session.send(Ok(re=message.id))


async def seat_bots(session: Session, message: SeatBots) -> None:
    """Seat bots."""
    hub, seat = seat_of(session)
    hub.room.seats.must_host(seat, bots=True)
    await session.services.rooms.seating.prepare()
    session.services.rooms.seating.seat(hub, seat, message.count, message.level, session.address, message.id)
    session.send(Ok(re=message.id))


def unseat(session: Session, message: Unseat) -> None:
    """Put a player out, who can't come back for a while."""
    hub, seat = seat_of(session)
    occupant = hub.room.state.occupants.get(message.seat)
    with hub.change() as room:
        room.unseat(seat, message.seat, session.services.clock.now(), message.id)
    if occupant is not None and occupant.player in hub.room.state.put_out:
        hub.attendance.stays_out(occupant.player, session.address)
    session.send(Ok(re=message.id))


def say_emote(session: Session, message: SayEmote) -> None:
    """Show an emote to everybody in the room."""
    hub, seat = seat_of(session)
    hub.say(seat, message.emote)
    session.send(Ok(re=message.id))


def lock(session: Session, message: Lock) -> None:
    """Close the room to newcomers, or open it again."""
    hub, seat = seat_of(session)
    with hub.change() as room:
        room.lock(seat, message.locked, session.services.clock.now(), message.id)
    session.send(Ok(re=message.id))


def seat_of(session: Session) -> tuple[Hub, int]:
    """Return the room and the seat of a player.

    Raises:
        Refused: the player is in no room, or only watches.
    """
    outside, watching = (
        "you are not in a room; join one first",
        "you are watching; only those who have a seat can do that",
    )
    return own_seat(session, outside, watching)
