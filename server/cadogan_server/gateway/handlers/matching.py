"""Finding somebody to play with."""

from __future__ import annotations

from asyncio import gather
from collections.abc import Iterable

from cadogan_games import catalogue
from cadogan_games.daily import WELL_KNOWN
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Ok, Seek, StopSeeking
from cadogan_protocol.room_options import RoomKind
from cadogan_server.gateway.handlers.entering import must_be_outside, person
from cadogan_server.gateway.session import Session
from cadogan_server.hosting.matching.matchmaker import Search
from cadogan_server.rooms.kinds.registry import is_for, kind_named, kind_of
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.boards.skill import estimate
from cadogan_server.store.matching.seeker import without_network


async def seek(session: Session, message: Seek) -> None:
    """Search for somebody to play with. A search counts as a new room and a seat, unless none comes of it."""
    must_be_outside(session)
    player, services = person(session), session.services
    heads = [catalogue.head_of(game) for game in message.games or well_known(message.kind)]
    for head in heads:
        if not is_for(head, 2):
            raise Refused(
                ErrorCode.BAD_OPTION, f"{head.title} is not for two, and you are brought together with one other player"
            )
    strengths = await _strengths(session, player.id, {head.family for head in heads})
    now = services.clock.now()
    held = await services.store.leavers.held([player.id, *without_network(session.origin(now))])
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
        games={head.id: strengths[head.family] for head in heads},
        origin=session.origin,
        program=session.program,
        address=address,
        bot=message.bot,
        tell=session.send,
        over=over,
        began=services.runtime.time(),
        held=max(0, held.until - now) / 1000,
        left=held.games,
    )
    await services.rooms.matchmaker.begin(search)
    session.send(Ok(re=message.id))


async def _strengths(session: Session, player: str, families: Iterable[str]) -> dict[str, int]:
    """Return for each family of games how strong a player is thought to be in it: as in all games together, where the player has
    never played one of it."""
    boards = session.services.store.boards
    asked = ["", *families]
    everything, *found = [each.get(player) for each in await gather(*(boards.ratings(one, [player]) for one in asked))]
    return {family: estimate(rating or everything) for family, rating in zip(asked[1:], found, strict=True)}


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
    return [id for id in sorted(ids) if kind_of(catalogue.head_of(id)) is wanted and is_for(catalogue.head_of(id), 2)]
