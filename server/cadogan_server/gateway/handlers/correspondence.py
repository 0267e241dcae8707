"""Correspondence duels from outside their rooms: giving up, and how many there may be."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MOST_CORRESPONDENCE
from cadogan_protocol.messages import Ok, Resign
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.gateway.handlers.locating import look_up
from cadogan_server.gateway.limits.limits import spend_each
from cadogan_server.gateway.session import Session
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.holdings import Place


async def resign(session: Session, message: Resign) -> None:
    """Give up a correspondence duel, or the seat in its lobby.

    Raises:
        Refused: there is no such room, the player has no seat in it, it is none, or its game is over.
        Elsewhere: another node has it.
    """
    assert session.player is not None
    hub = await look_up(session, message.room, None)
    seat = hub.room.state.seat_of(session.player.id)
    if seat is None:
        raise Refused(ErrorCode.NOT_SEATED, f"you have no seat in room {hub.code}")
    if not hub.room.state.by_days:
        raise Refused(
            ErrorCode.BAD_OPTION, f"room {hub.code} is no correspondence duel: enter it, and give up there by `stand`"
        )
    now = session.services.clock.now()
    with hub.change() as room:
        room.tick(now)
        if room.state.phase == "lobby":
            room.leave(seat, now)
        else:
            room.give_up(seat, now)
    session.send(Ok(re=message.id))


async def must_have_few(session: Session, rules: RoomOptions) -> None:
    """Check that a player may have one more correspondence duel, if a room with these rules is one.

    Raises:
        Refused: the player has as many as possible.
        redis.RedisError: the store does not answer.
    """
    if rules.days_per_turn is None:
        return
    assert session.player is not None
    count = await session.services.store.running.count(session.player.id)
    if count >= MOST_CORRESPONDENCE:
        raise Refused(
            ErrorCode.TOO_MANY_DUELS, f"you have {count} correspondence duels, which is the maximum: finish one first"
        )


@asynccontextmanager
async def one_more(session: Session, rules: RoomOptions) -> AsyncIterator[Place | None]:
    """Check that a player may open one more room, if it is a correspondence duel, and count it for the address. The context opens
    the room and names it in the place.

    Raises:
        Refused: the player, the address, its network or the server has as many as possible.
        redis.RedisError: the store does not answer.
    """
    if rules.days_per_turn is None:
        yield None
        return
    await must_have_few(session, rules)
    services, player = session.services, session.player
    assert player is not None
    make_way = partial(services.store.running.make_way, services.clock.now())
    async with services.store.holdings.correspondence.place(session.address, make_way) as place:
        spend_each(session.address, session.limits.correspondence, session.limits.correspondence_a_week)
        services.people.players.note_seat(player)  # the list of the player's duels lasts as long as the player
        yield place
