"""Chat in a room by link: what players write, and the host's switch."""

from __future__ import annotations

from cadogan_protocol.messages import Ok, SetChat, WriteChat
from cadogan_server.gateway.handlers.playing import seat_of
from cadogan_server.gateway.session import Session
from cadogan_server.rooms.room import set_chat as switch


def write_chat(session: Session, message: WriteChat) -> None:
    """Write a line to the other players."""
    hub, seat = seat_of(session)
    hub.room.seats.must_chat()
    session.limits.chats.spend(session.address)
    hub.write(seat, message.text)
    session.send(Ok(re=message.id))


def set_chat(session: Session, message: SetChat) -> None:
    """Let the players write to each other, or no longer. Earlier lines are forgotten then."""
    hub, seat = seat_of(session)
    with hub.change() as room:
        switch(room, seat, message.on, session.services.clock.now(), message.id)
    if hub.chat is not None and not message.on:
        hub.chat.lines.clear()
    session.send(Ok(re=message.id))
