"""Opening, joining, watching and leaving a room."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.limits import TICKET_SECONDS
from cadogan_protocol.messages import Create, GetTicket, Join, Joined, Leave, Ok, Rename, Ticket
from cadogan_protocol.parts import OptionValue
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.delivery.audience import REPLACED
from cadogan_server.delivery.viewer import Moving, Viewer
from cadogan_server.gateway.handlers.correspondence import must_have_few, one_more
from cadogan_server.gateway.handlers.locating import look_up, must_not_spoil
from cadogan_server.gateway.session import Session
from cadogan_server.hosting.bots.names import shown
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.opener import Entrant, Inheritance
from cadogan_server.hosting.presence import Presence
from cadogan_server.mirrors.mirror import Mirror
from cadogan_server.mirrors.mirrors import NoLink
from cadogan_server.rooms.finished.ghosts import PlayedDeal
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.nodes.elsewhere import Elsewhere
from cadogan_server.store.people.players import Player

logger = logging.getLogger(__name__)

NOWHERE = "you are not in a room"


async def create(session: Session, message: Create) -> None:
    """Open a room, or enter the room that the same request opened before."""
    if message.rules.tournament:
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"`tournament` can't be {message.rules.tournament!r} here: a tournament opens its rooms itself",
        )
    if message.rules.matched:
        raise Refused(
            ErrorCode.BAD_OPTION, "`matched` can't be true here: `seek` lets the server bring people together"
        )
    if not await enters_again(session, message.id):
        await open_and_enter(session, message.id, message.game, message.options, message.rules)


async def enters_again(session: Session, request: int) -> bool:
    """Enter the room that the same request opened before; return False if there is none.

    Raises:
        Refused: the session is in a room, or that room is gone.
    """
    must_be_outside(session)
    player, services = known(session), session.services
    code = await services.rooms.requested.of(player.id, session.first_request, request)
    if code is None:
        return False
    hub = await services.rooms.finder.find(code)
    enter(session, hub, hub.room.state.seat_of(player.id), request, {}, hub.key)
    return True


async def open_and_enter(
    session: Session,
    request: int,
    game: str,
    options: Mapping[str, OptionValue],
    rules: RoomOptions,
    played: PlayedDeal | None = None,
) -> None:
    """Open a room and take the first seat. With `played`, the room gets that deal.

    Raises:
        Refused, NodeLeaving, CatalogueError: `Opener` can't open it, or the address may open no more rooms.
    """
    player, services = known(session), session.services
    inherited = Inheritance(played=played)
    async with one_more(session, rules) as place:
        await services.rooms.opener.prepare()
        hub, seat = opened(
            session,
            lambda: services.rooms.opener.open(game, options, rules, entrant(session, request), inherited),
        )
        if place is not None:
            place.id = hub.code
    services.rooms.requested.note(player.id, request, hub.room.code)
    enter(session, hub, seat, request, {}, hub.key)


async def join(session: Session, message: Join) -> None:
    """Enter a room. A player with a seat there gets it back, whatever role was requested.

    A join with `last` for the room that this socket is in requests the missed messages.
    """
    session.stop_searching()
    mirror = _existing_mirror(session, message)
    if mirror is None:
        try:
            hub = await look_up(session, message.room, message.key)
        except Elsewhere as elsewhere:
            must_be_outside(session, but=elsewhere.code if message.last else None)
            mirror = await _mirror(session, message, elsewhere)
            if mirror is None:
                raise
        else:
            await _join_here(session, message, hub)
            return
    await _look_on(session, message, mirror)


def stays(message: Join, player: Player) -> bool:
    """Return True if this client watches through a local mirror; players go to the owner, for which `Elsewhere` is
    raised."""
    return message.role == "spectator" and not player.bot


def _existing_mirror(session: Session, message: Join) -> Mirror | None:
    """Return the existing mirror of a public room for a spectator, without asking the store; None if there is none."""
    player = known(session)
    mirror = session.services.mirrors.get(message.room.upper()) if stays(message, player) else None
    return mirror if mirror is not None and mirror.is_public and not mirror.has_seat(player.id) else None


async def _mirror(session: Session, message: Join, elsewhere: Elsewhere) -> Mirror | None:
    """Return a mirror of another node's room for a spectator; None if the owner must answer, because the player has a
    seat there, is one of few spectators of another worker's room, or the room can't be mirrored.

    Raises:
        Refused: nobody may watch.
    """
    player = known(session)
    if stays(message, player) and not session.escort.giver.gives_spectator(elsewhere):
        try:
            mirror = await session.services.mirrors.of(elsewhere.code, elsewhere.node)
        except NoLink as error:
            logger.info("a spectator is relayed instead: %s", error, extra=session.about)
            return None
        if not mirror.has_seat(player.id):
            return mirror
    return None


async def _look_on(session: Session, message: Join, mirror: Mirror) -> None:
    """Watch a room of another node through its mirror."""
    must_be_outside(session, but=mirror.code if message.last else None)
    await must_not_spoil(session, mirror.room)
    if session.services.mirrors.get(mirror.code) is not mirror:
        raise Refused(ErrorCode.BUSY, f"room {mirror.code} is moving to another server; ask again", wait=1)
    mirror.must_not_be_out(known(session).id, session.address)
    enter(session, mirror, None, message.id, message.last, preview=message.preview)


async def _join_here(session: Session, message: Join, hub: Hub) -> None:
    """Enter a room of this node."""
    player = known(session)
    must_be_outside(session, but=hub.code if message.last else None)
    if hub.room.state.seat_of(player.id) is None:
        await must_not_spoil(session, hub.room.state.created)
        if message.role == "player" and hub.room.state.phase == "lobby":
            await must_have_few(session, hub.room.state.rules)
    with hub.change() as room:
        now = session.services.clock.now()
        room.tick(now)
        seat = room.state.seat_of(player.id)
        if seat is not None:
            room.commit(room.seats.returns(seat, session.first_request, now))
        elif player.bot:
            raise Refused(ErrorCode.NOT_SEATED, f"the seat of this bot in room {room.code} was taken away")
        elif message.role == "player":
            seat = sit(session, hub, message.id)
        elif room.state.phase != "finished":
            _must_not_be_out(session, hub)
        if seat is None:
            room.state.must_let_watch()
    enter(session, hub, seat, message.id, message.last, preview=message.preview)


async def follow(session: Session, moving: Moving) -> None:
    """Enter a room that has come here from another node, which had admitted this socket.

    If the player is here through another socket, that one came later, and this one is closed.

    Raises:
        Refused: the room is gone, or the seat is no longer the player's.
        Elsewhere: the room has gone on to another node.
    """
    hub = await session.services.rooms.finder.find(moving.code)
    player = known(session).id
    if hub.audience.has(player):
        session.close_after(CloseCode.REPLACED, REPLACED)
        return
    seat = None if moving.watches else hub.room.state.seat_of(player)
    if seat is None and not moving.watches:
        raise Refused(ErrorCode.NOT_SEATED, f"your seat in room {moving.code} was freed")
    hub.enter(_comes_in(session, hub, seat, preview=moving.preview), {})


def leave(session: Session, message: Leave) -> None:
    """Leave the room: free the seat, or give up."""
    presence = session.presence
    if presence is None:
        raise Refused(ErrorCode.NOT_IN_ROOM, NOWHERE)
    seat = presence.viewer.seat
    session.gone()
    if seat is not None:
        with presence.hub.change() as room:
            room.leave(seat, session.services.clock.now(), message.id)
    session.send(Ok(re=message.id))
    if (
        session.relayed_here and not session.renamed
    ):  # the node with the socket, where the player is in halls, answers again
        session.escort.send_home(session)


def rename(session: Session, message: Rename) -> None:
    """Change the player's name: at their own seat while its room waits, and in all rooms entered from now on."""
    player, presence = known(session), session.presence
    if player.bot:
        raise Refused(ErrorCode.NOT_SEATED, f"{player.name} is a bot of this server and keeps its name")
    name = shown(message.name)
    if presence is not None and presence.viewer.seat is not None and presence.hub.room.state.phase == "lobby":
        with presence.hub.change() as room:
            room.rename(presence.viewer.seat, name, session.services.clock.now(), message.id)
    session.player, session.renamed = session.services.people.players.rename(player, name), True
    session.send(Ok(re=message.id))


async def get_ticket(session: Session, message: GetTicket) -> None:
    """Make a ticket by which the same player enters on another device. A player with a ticket is stored."""
    player = person(session)
    session.limits.tickets.spend(session.address)
    session.services.people.players.note_seat(player)
    ticket = await session.services.people.tickets.make(player.id)
    session.send(Ticket(re=message.id, ticket=ticket, seconds=TICKET_SECONDS))


def entrant(session: Session, request: int) -> Entrant:
    """Return the player of a socket, who opens a room."""
    return Entrant(known(session), session.address, request, session.origin, session.program)


def opened(session: Session, open: Callable[[], tuple[Hub, int]]) -> tuple[Hub, int]:
    """Open a room if the address may open one more."""
    with session.limits.rooms.taking(session.address), session.limits.seats.taking(session.address):
        found = open()
    session.services.people.players.note_seat(known(session))
    return found


def sit(session: Session, hub: Hub, request: int) -> int:
    """Take a seat for the player in a room that is being changed; return its number."""
    player = known(session)
    _must_not_be_out(session, hub)
    session.services.store.memory.must_take_more()
    now, origin = session.services.clock.now(), session.origin(hub.room.state.created.at)
    with session.limits.seats.taking(session.address):
        seat = hub.room.sit(player.id, player.name, now, bot=session.program, request=request, origin=origin)
    session.services.people.players.note_seat(player)
    return seat


def _must_not_be_out(session: Session, hub: Hub) -> None:
    """Raise Refused if the host has recently put out this player, or another of the same address."""
    now = session.services.clock.now()
    hub.room.seats.must_not_be_out(known(session).id, now, session.origin(hub.room.state.created.at))
    hub.attendance.barring.must_not_be_out(hub.room.code, session.address, now)


def known(session: Session) -> Player:
    """Return the session's player; raise Refused before `hello`."""
    assert session.player is not None
    return session.player


def person(session: Session) -> Player:
    """Return the session's player, who must be a person or a foreign bot.

    Raises:
        Refused: it is one of the server's own bots.
    """
    player = known(session)
    if player.bot:
        raise Refused(ErrorCode.NOT_SEATED, f"{player.name} is a bot of this server; only people can do that")
    return player


def own_seat(session: Session, outside: str, watching: str) -> tuple[Hub, int]:
    """Return the room and the seat of a session's player.

    Raises:
        Refused: with the text `outside`, the session is in no room; with `watching`, its player has no seat there.
    """
    presence = session.presence
    if presence is None:
        raise Refused(ErrorCode.NOT_IN_ROOM, outside)
    if presence.viewer.seat is None:
        raise Refused(ErrorCode.NOT_SEATED, watching)
    return presence.hub, presence.viewer.seat


def must_be_outside(session: Session, but: str | None = None) -> None:
    """Raise Refused if a session is in a room other than `but`."""
    if session.presence is not None and session.presence.viewed.code != but:
        code = session.presence.viewed.code
        raise Refused(
            ErrorCode.IN_ROOM, f"this socket is in room {code} already; leave it first, or open another socket"
        )


def enter(
    session: Session,
    room: Hub | Mirror,
    seat: int | None,
    request: int,
    last: dict[int, int],
    key: str | None = None,
    *,
    preview: bool = False,
) -> None:
    """Let a session into a room. The answer contains the room's key only for a session that came with it."""
    viewer = _comes_in(session, room, seat, preview=preview)
    tournament = room.room.state.rules.tournament if isinstance(room, Hub) and seat is not None else ""
    session.send(
        Joined(
            re=request,
            room=room.code,
            role="spectator" if seat is None else "player",
            seat=seat,
            layout=room.layout,
            now=session.services.clock.real(),
            key=key,
            tournament=tournament or None,
        )
    )
    room.enter(viewer, last)


def _comes_in(session: Session, room: Hub | Mirror, seat: int | None, *, preview: bool) -> Viewer:
    """Leave the previous room, and return the viewer for this one."""
    session.gone()
    if seat is not None:
        barring = room.attendance.barring if isinstance(room, Hub) else room.barring
        barring.note_address(known(session).id, session.address)
    viewer = Viewer(known(session).id, session.outbox, seat, session, preview and seat is None)
    session.journey.enter(Presence(room, viewer))
    logger.debug("entered the room", extra=session.about)
    return viewer
