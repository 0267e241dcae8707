"""Finds the room of a code for a message."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from cadogan_games.daily import contest_of
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.rooms import RoomState
from cadogan_server.gateway.session import Session
from cadogan_server.hosting.hub import Hub
from cadogan_server.rooms.records import Created
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.nodes.elsewhere import Elsewhere
from cadogan_server.store.people.players import Player


async def look_up(session: Session, code: str, key: str | None) -> Hub:
    """Return the room with this code if it is open to this client.

    A client that asks for an unlisted room may be guessing codes. So the guess is charged before the lookup, since many
    lookups may run at once, and refunded if there is such a room. A player with a seat there has not guessed. That seat
    is also found if the address may not guess any more: hundreds of players may return at once from one school.

    Raises:
        Refused: there is no such room, or it needs a key that the client lacks; the address has guessed too often; or
            the store does not answer.
        Elsewhere: another node owns it.
    """
    assert session.player is not None
    player, finder, guesses = session.player, session.services.rooms.finder, session.limits.guesses
    hub = session.services.rooms.registry.hubs.get(code.upper())
    if player.bot or (hub is not None and (hub.room.state.rules.public or _has_the_right(hub, player.id, key))):
        return await finder.find_for(player.id, code, key)
    try:
        guesses.spend(session.address)
    except Refused as refused:
        return await _own_seat(session, player, code, key, refused)
    try:
        hub = await finder.find_for(player.id, code, key)
    except Refused as refused:
        if refused.code is not ErrorCode.UNKNOWN_ROOM:
            guesses.give_back(session.address)
        raise
    except BaseException:
        guesses.give_back(session.address)
        raise
    guesses.give_back(session.address)
    return hub


async def _own_seat(session: Session, player: Player, code: str, key: str | None, refused: Refused) -> Hub:
    """Return the room with this code if the player has a seat there.

    Everybody else gets the same answer at the same time after the request, whether there is such a room or not, so
    codes can't be probed.

    Raises:
        Refused: no seat of the player was found in time, or too many clients of the address look for one.
        Elsewhere: the player has a seat in that room of another node.
    """
    limits, loop = session.limits.returning, asyncio.get_running_loop()
    until = loop.time() + session.services.settings.own_seat
    limits.spend(session.address)
    elsewhere = None
    with suppress(Refused, TimeoutError, *STORE_AWAY):
        async with asyncio.timeout_at(until):
            try:
                hub = await session.services.rooms.finder.find_for(player.id, code, key)
                if hub.room.state.seat_of(player.id) is not None:
                    limits.give_back(session.address)
                    return hub
            except Elsewhere as found:
                seats = (await session.services.rooms.seat_lookup.of([player.id]))[player.id]
                elsewhere = found if any(seat.room.code == found.code for seat in seats) else None
    if elsewhere is not None:
        limits.give_back(session.address)
        raise elsewhere
    await asyncio.sleep(until - loop.time())
    raise refused


async def must_not_spoil(session: Session, room: Created | RoomState) -> None:
    """Protect today's contests from players who have yet to play them.

    Raises:
        Refused: the room, given by its first record or its state, shows a contest's deal, and the player's own attempt
            is not over; or it has the deal of another room, and today's deals are not known here.
        redis.RedisError: the store does not answer.
    """
    if session.player is None or session.player.bot:
        return
    day, contest = await _contest_of(session, room)
    if not contest or day < session.services.store.days.today:
        return
    attempt = await session.services.store.contests.attempt(day, contest, session.player.id)
    if attempt is None or not attempt.over:
        raise Refused(
            ErrorCode.NOT_FINISHED,
            f"room {room.code} has the deal of {day}: make your own attempt at it first",
        )


async def _contest_of(session: Session, room: Created | RoomState) -> tuple[str, str]:
    """Return the day and the kind of the contest whose deal a room has; both empty if it has none of today's.

    A room with the deal of another room, as a race against ghosts, is for no contest and names no day. Its seed tells,
    which the state of a mirrored room does not have.

    Raises:
        Refused: the room has the deal of another room, and today's deals are not known here.
        redis.RedisError: the store does not answer.
    """
    if room.contest:
        return room.day or "", room.contest
    days, created = session.services.store.days, room if isinstance(room, Created) else None
    if isinstance(room, RoomState) and (room.ghosts or room.practice):
        created = await session.services.store.logs.first(room.code)
    today = days.today
    contest = contest_of(today, room.game)
    if created is None or not created.seed or contest is None:
        return "", ""
    todays = days.seeds_of_today(room.game)
    if todays is None:
        raise Refused(
            ErrorCode.STORE_DOWN,
            f"the deals of {today} are not known here, and room {room.code} may have one of them; try again soon",
        )
    return (today, contest.kind) if created.seed in todays else ("", "")


def _has_the_right(hub: Hub, player: str, key: str | None) -> bool:
    """Return True if the client knows more than the code, and so has not guessed it."""
    return hub.room.state.seat_of(player) is not None or (
        hub.room.state.rules.by_link and hub.room.seats.lets_in(player, key)
    )
