"""Clubs: the list, one club, joining, and what its officers may do."""

from __future__ import annotations

import secrets
from functools import partial

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import (
    Club,
    Clubs,
    ClubSeason,
    ClubTerms,
    GetClub,
    GetClubs,
    GetClubSeason,
    JoinClub,
    LeaveClub,
    ListedClub,
    ListedTournament,
    ManageClub,
    Ok,
    OpenClub,
)
from cadogan_protocol.messages.clubs import ClubMember, SeasonLine
from cadogan_server.gateway.handlers.entering import known, person
from cadogan_server.gateway.limits.limits import spend_each
from cadogan_server.gateway.session import Session
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.clubs import club as orders
from cadogan_server.store.clubs.club import Member
from cadogan_server.store.clubs.clubs import LINK_ID, LISTED_ID, About, Decision, Face, about_of
from cadogan_server.store.clubs.season import season_of
from cadogan_server.store.clubs.seasons import Line, ranked

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits of ids, without those that look alike."""

SETTLED_MS = 600_000
"""A member who is unknown to the store after this time no longer exists. A new player may not be stored yet."""


async def get_clubs(session: Session, message: GetClubs) -> None:
    """List clubs, and the player's own."""
    clubs = session.services.store.clubs
    mine = await clubs.mine(known(session).id)
    listed = await clubs.listed()
    session.send(
        Clubs(
            re=message.id,
            mine=tuple(listed_club(id, about) for id, about in mine.items()),
            clubs=tuple(listed_club(id, about) for id, about in listed.items()),
        )
    )


async def open_club(session: Session, message: OpenClub) -> None:
    """Open a club."""
    player, services, terms = person(session), session.services, message.terms
    club = orders.opened(
        terms.name, terms.text, _emblem(terms), terms.entry, player.id, player.name, services.clock.real()
    )
    clubs = services.store.clubs
    await clubs.must_have_space(player.id, own=True)
    length = LINK_ID if terms.entry == "link" else LISTED_ID
    async with services.store.holdings.clubs.place(session.address, clubs.make_way) as place:
        spend_each(session.address, session.limits.clubs, session.limits.clubs_a_week)
        while not place.id:
            id = "".join(secrets.choice(ALPHABET) for _ in range(length))
            if await clubs.open(id, club):
                place.id = id
    services.people.players.note_seat(player)
    await _tell(session, place.id, message.id)


async def get_club(session: Session, message: GetClub) -> None:
    """Show a club."""
    await _tell(session, message.club, message.id)


async def join(session: Session, message: JoinClub) -> None:
    """Become a member, or ask to. It counts as a seat."""
    player, services = person(session), session.services
    now = services.clock.real()
    club = await services.store.clubs.get(message.club)
    if player.id not in club.members and player.id not in club.asking:
        await services.store.clubs.must_have_space(player.id, own=False)
    with session.limits.seats.taking(session.address):
        await services.store.clubs.change(
            message.club, partial(orders.join, player=player.id, name=player.name, now=now)
        )
    services.people.players.note_seat(player)
    await _tell(session, message.club, message.id)


async def leave(session: Session, message: LeaveClub) -> None:
    """Be no member any more."""
    await session.services.store.clubs.change(message.club, partial(orders.leave, player=known(session).id))
    session.send(Ok(re=message.id))


async def manage(session: Session, message: ManageClub) -> None:
    """Do what an officer or the owner has ordered. It counts as a seat, since the store keeps it."""
    session.limits.seats.spend(session.address)
    after = await session.services.store.clubs.change(message.club, _order(session, message))
    if after is None:
        session.send(Ok(re=message.id))
    else:
        await _tell(session, message.club, message.id)


def _order(session: Session, message: ManageClub) -> Decision:
    """Return the decision that carries out an order."""
    by = known(session).id
    if message.order == "close":

        def close(club: orders.Club) -> None:
            orders.must_own(club, by)

        return close
    if message.order == "change":
        terms = message.terms
        if terms is None:
            raise Refused(ErrorCode.BAD_MESSAGE, "the order 'change' needs `terms`; say which")
        return partial(orders.change, by=by, name=terms.name, text=terms.text, emblem=_emblem(terms), entry=terms.entry)
    player = message.player
    if player is None:
        raise Refused(ErrorCode.BAD_MESSAGE, f"the order {message.order!r} needs `player`; say who")
    match message.order:
        case "accept":
            return partial(orders.accept, by=by, player=player)
        case "refuse":
            return partial(orders.refuse, by=by, player=player)
        case "remove":
            return partial(orders.remove, by=by, player=player)
        case "promote" | "demote":
            return partial(orders.promote, by=by, player=player, officer=message.order == "promote")
        case "hand_over":
            return partial(orders.hand_over, by=by, player=player)


async def get_season(session: Session, message: GetClubSeason) -> None:
    """Send the table of a season."""
    clubs = session.services.store.clubs
    await clubs.get(message.club)
    season = message.season or season_of(session.services.clock.real())
    lines = await clubs.seasons.table(message.club, season)
    session.send(ClubSeason(re=message.id, club=message.club, season=season, table=told_table(lines)))


async def _tell(session: Session, id: str, request: int) -> None:
    """Answer with a club, as far as the player may see it."""
    services = session.services
    clubs, me = services.store.clubs, known(session).id
    club = await clubs.get(id)
    faces = await clubs.faces([*club.members, *club.asking])
    now = services.clock.real()
    gone = [
        player
        for player, member in {**club.members, **club.asking}.items()
        if faces[player].name is None and now - member.since > SETTLED_MS
    ]
    if gone:
        left = await clubs.change(id, partial(orders.without, gone=gone))
        club = left if left is not None else await clubs.get(id)
    inside, season = me in club.members, season_of(now)
    session.send(
        Club(
            re=request,
            about=listed_club(id, about_of(club), club.text),
            role=club.role_of(me),
            asked=me in club.asking,
            members=tuple(_member(player, one, faces.get(player), inside) for player, one in club.ordered),
            asking=tuple(_member(player, one, faces.get(player), inside) for player, one in club.asking.items())
            if club.leads(me)
            else (),
            tournaments=await _tournaments(session, id) if inside else (),
            season=season,
            seasons=tuple(await clubs.seasons.with_table(id, season)),
            table=told_table(await clubs.seasons.table(id, season)),
        )
    )


async def _tournaments(session: Session, id: str) -> tuple[ListedTournament, ...]:
    part = session.services.tournaments
    ids = await session.services.store.clubs.tournaments(id)
    await part.known.refresh(ids)
    return tuple(part.director.telling.of(part.known[one]).listed for one in ids if one in part.known)


def listed_club(id: str, about: About, text: str = "") -> ListedClub:
    """Return the line of a club in the list."""
    emblem = dict(zip(("motif", "ground", "figure"), about.emblem, strict=True))
    terms = {"name": about.name, "text": text, "emblem": emblem, "entry": about.entry}
    return ListedClub(id=id, terms=ClubTerms.model_validate(terms), members=about.members, opened=about.opened)


def told_table(lines: list[Line]) -> tuple[SeasonLine, ...]:
    """Return the lines of a table with their ranks."""
    return tuple(SeasonLine(rank=rank, **line._asdict()) for rank, line in ranked(lines))


def _member(player: str, member: Member, face: Face | None, inside: bool) -> ClubMember:
    name = face.name if face is not None and face.name is not None else member.name
    online = inside and face is not None and face.online
    return ClubMember(player=player, name=name, role=member.role, since=member.since, online=online)


def _emblem(terms: ClubTerms) -> tuple[str, str, str]:
    return terms.emblem.motif, terms.emblem.ground, terms.emblem.figure
