"""Finding somebody to play with."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.daily import WELL_KNOWN
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Ok, Seek, StopSeeking
from cadogan_protocol.room_options import RoomKind
from cadogan_server.gateway.handlers.entering import must_be_outside, person
from cadogan_server.gateway.session import Session
from cadogan_server.hosting.matchmaker import Search
from cadogan_server.rooms.kinds.registry import kind_named, kind_of
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.boards.skill import estimate


async def seek(session: Session, message: Seek) -> None:
    """Search for somebody to play with. A search counts as a new room and a seat, unless none comes of it."""
    must_be_outside(session)
    player, services = person(session), session.services
    heads = [catalogue.head_of(game) for game in message.games or well_known(message.kind)]
    # A search for any of several games compares the ratings over all games.
    family = heads[0].family if len(heads) == 1 else ""
    found = await services.store.boards.ratings(family, [player.id])
    session.stop_searching()
    limits, address = session.limits, session.address
    limits.searches.occupy(address)

    def over(found: bool) -> None:
        limits.searches.give_back(address)
        if not found:
            limits.rooms.give_back(address)
            limits.seats.give_back(address)

    try:
        with limits.rooms.taking(address):
            limits.seats.spend(address)
    except Refused:
        limits.searches.give_back(address)
        raise
    session.search = search = Search(
        player=player,
        games=dict.fromkeys((head.id for head in heads), estimate(found.get(player.id))),
        origin=session.origin,
        program=session.program,
        address=address,
        bot=message.bot,
        tell=session.send,
        over=over,
        began=services.runtime.time(),
    )
    await services.rooms.matchmaker.begin(search)
    session.send(Ok(re=message.id))


async def stop_seeking(session: Session, message: StopSeeking) -> None:
    """End the search, if there is one."""
    search = session.search
    if search is not None and not await session.services.rooms.matchmaker.end(search):
        raise Refused(ErrorCode.WRONG_PHASE, "somebody has just been found; join that room, and leave it if you must")
    session.search = None
    session.send(Ok(re=message.id))


def well_known(kind: RoomKind) -> list[str]:
    """Return the games of which any pleases a player who names none: of races those that most people know, else all."""
    wanted = kind_named(kind)
    ids = WELL_KNOWN if wanted.own_boards else catalogue.ids()
    return [id for id in sorted(ids) if kind_of(catalogue.head_of(id)) is wanted]
