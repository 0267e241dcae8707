"""Tournaments: the list, the hall, entering, and what hosts may do."""

from __future__ import annotations

import secrets
from functools import partial
from itertools import islice
from typing import TypeVar

from cadogan_games import catalogue
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import (
    Attend,
    EnterTournament,
    GetTournamentGames,
    GetTournaments,
    GetTournamentStandings,
    LeaveTournament,
    ManageTournament,
    Ok,
    OpenTournament,
    StopAttending,
    TournamentGames,
    TournamentStandings,
)
from cadogan_server.gateway.handlers.entering import known, person
from cadogan_server.gateway.limits.limits import spend_each
from cadogan_server.gateway.session import Session
from cadogan_server.hosting.tournaments.guests import Guest
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.boards.skill import estimate
from cadogan_server.store.matching.seeker import without_network
from cadogan_server.store.tournaments.known import Contended, Decision, UnknownTournament
from cadogan_server.tournaments import orders
from cadogan_server.tournaments.records import Opened, Record
from cadogan_server.tournaments.state import Tournament

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits of ids, without those that look alike."""

PUBLIC_ID, PRIVATE_ID = 8, 16
"""The lengths of ids. Nobody can guess the longer one, which is the only way into a private tournament."""

HOUR_MS = 3_600_000

Given = TypeVar("Given")


def get_tournaments(session: Session, message: GetTournaments) -> None:
    """List the public tournaments."""
    session.send_large(session.services.tournaments.director.answer, message.id)


async def open_tournament(session: Session, message: OpenTournament) -> None:
    """Open a tournament."""
    player, part, now = person(session), session.services.tournaments, session.services.clock.real()
    terms = message.terms
    if terms.club:
        await _must_belong(session, terms.club, leads=True)
    opened = orders.opened(
        now,
        kind=terms.kind,
        game=terms.game,
        options=terms.options,
        title=terms.title,
        text=terms.text,
        host=player.id,
        host_name=player.name,
        starts=message.starts if message.starts is not None else now + HOUR_MS,
        minutes=terms.minutes,
        rounds=terms.rounds,
        time_limit=terms.time_limit,
        private=terms.private or bool(terms.club),
        bots=terms.bots,
        fill=terms.fill,
        club=terms.club,
        emblem=(terms.emblem.motif, terms.emblem.ground, terms.emblem.figure) if terms.emblem is not None else (),
    )
    await part.space.must_be_free(player.id)
    async with session.services.store.holdings.tournaments.place(session.address, part.space.make_way) as place:
        spend_each(session.address, session.limits.tournaments, session.limits.tournaments_a_week)
        place.id = id = await _opened(session, opened)
    if terms.club:
        await session.services.store.clubs.note_tournament(terms.club, id, opened.starts)
    session.services.people.players.note_seat(player)
    await _tell(session, id, message.id)


async def _must_belong(session: Session, id: str, *, leads: bool) -> None:
    """Check that the player is a member of a club, or with `leads` an officer or the owner.

    Raises:
        Refused: it is not so, or there is no such club.
    """
    club, player = await session.services.store.clubs.get(id), known(session).id
    if player not in club.members:
        raise Refused(ErrorCode.NOT_MEMBER, f"this tournament is for the members of {club.name}: join the club first")
    if leads and not club.leads(player):
        raise Refused(ErrorCode.NOT_MEMBER, f"only the owner and the officers of {club.name} open its tournaments")


async def _opened(session: Session, opened: Opened) -> str:
    """Open a tournament under a new id, and return the id."""
    length = PRIVATE_ID if opened.private else PUBLIC_ID
    while True:
        id = "".join(secrets.choice(ALPHABET) for _ in range(length))
        if await session.services.tournaments.known.open(id, opened):
            return id


async def attend(session: Session, message: Attend) -> None:
    """Come into the hall of a tournament."""
    player = person(session)
    await _read(session, message.tournament)
    guest = Guest(
        player.id,
        is_free=lambda: session.presence is None and session.journey.answers_here,
        tell=session.send,
        show=lambda shared: session.send_data(shared.data(session.outbox.fmt)),
    )
    session.services.tournaments.guests.come(session.journey, message.tournament, guest)
    await _tell(session, message.tournament, message.id)


def stop_attending(session: Session, message: StopAttending) -> None:
    """Leave the hall."""
    session.services.tournaments.guests.go(session.journey)
    session.send(Ok(re=message.id))


async def enter(session: Session, message: EnterTournament) -> None:
    """Take part. It counts as a seat."""
    player, services = person(session), session.services
    now = services.clock.real()
    state = await _read(session, message.tournament)
    if state.terms.club:
        await _must_belong(session, state.terms.club, leads=False)
    family = catalogue.head_of(state.terms.game).family
    found = await services.store.boards.ratings(family, [player.id])

    def decide(state: Tournament) -> list[Record]:
        rating, origin = estimate(found.get(player.id)), session.origin(now)
        apart = tuple(without_network(origin))
        return orders.enter(state, now, player.id, player.name, rating, session.program, apart, origin)

    with session.limits.seats.taking(session.address):
        await _change(session, message.tournament, decide)
    services.people.players.note_seat(player)
    session.send(Ok(re=message.id))
    _show(session, message.tournament)


async def leave(session: Session, message: LeaveTournament) -> None:
    """Take part no longer."""
    player, now = known(session), session.services.clock.real()
    await _change(session, message.tournament, lambda state: orders.leave(state, now, player.id))
    session.send(Ok(re=message.id))
    _show(session, message.tournament)


async def manage(session: Session, message: ManageTournament) -> None:
    """Do what the host has ordered. It counts as a seat, since the log keeps it."""
    session.limits.seats.spend(session.address)
    await _change(session, message.tournament, _order(session, message))
    session.send(Ok(re=message.id))
    _show(session, message.tournament)


def _order(session: Session, message: ManageTournament) -> Decision:
    """Return the decision that carries out an order of a host."""
    host, now = known(session).id, session.services.clock.real()
    match message.order:
        case "start":
            return partial(orders.start_now, now=now, by=host)
        case "move":
            return partial(orders.move_start, now=now, by=host, starts=_given(message.starts, "starts", message))
        case "pause" | "resume":
            return partial(orders.pause, now=now, by=host, on=message.order == "pause")
        case "remove":
            return partial(orders.remove, now=now, by=host, player=_given(message.player, "player", message))
        case "void":
            return partial(orders.void, now=now, by=host, number=_given(message.number, "number", message))
        case "cancel":
            return partial(orders.cancel, now=now, by=host)


def _given(value: Given | None, name: str, message: ManageTournament) -> Given:
    if value is None:
        raise Refused(ErrorCode.BAD_MESSAGE, f"the order {message.order!r} needs `{name}`; say which")
    return value


async def get_standings(session: Session, message: GetTournamentStandings) -> None:
    """Send a page of the standings."""
    state = await _read(session, message.tournament)
    told = session.services.tournaments.director.telling.of(state)
    session.send(
        TournamentStandings(
            re=message.id,
            tournament=state.id,
            total=len(told),
            lines=told.lines(message.after, message.count),
        )
    )


async def get_games(session: Session, message: GetTournamentGames) -> None:
    """Send games, the latest first."""
    state = await _read(session, message.tournament)
    told = session.services.tournaments.director.telling.of(state)
    wanted = (
        pairing
        for pairing in reversed(state.pairings.values())
        if (message.before is None or pairing.number < message.before)
        and (message.player is None or message.player in pairing.players)
        and (message.round is None or pairing.round == message.round)
    )
    games = told.games(islice(wanted, message.count))
    session.send(TournamentGames(re=message.id, tournament=state.id, games=games))


# ---- the tournament of a message -----------------------------------------------------------------------------------------


async def _read(session: Session, id: str) -> Tournament:
    try:
        return await session.services.tournaments.known.read(id)
    except UnknownTournament:
        raise unknown(id) from None


async def _change(session: Session, id: str, decide: Decision) -> None:
    try:
        await session.services.tournaments.known.change(id, decide)
    except UnknownTournament:
        raise unknown(id) from None
    except Contended:
        raise Refused(ErrorCode.BUSY, f"too much happens in the tournament {id} just now; ask again", wait=1) from None


def unknown(id: str) -> Refused:
    """Return the refusal of an id that no tournament has."""
    return Refused(
        ErrorCode.UNKNOWN_TOURNAMENT, f"there is no tournament {id}, or it has been over for a month; look at the list"
    )


async def _tell(session: Session, id: str, request: int) -> None:
    """Answer with a tournament, and with the player's own part of it."""
    director, player = session.services.tournaments.director, known(session)
    told = director.telling.of(session.services.tournaments.known[id])
    session.send_large(told.answer(director.waiting(id)), request)
    session.send(told.mine(player.id))


def _show(session: Session, id: str) -> None:
    """Show the player at once what has become of a tournament, if the player is in its hall."""
    part = session.services.tournaments
    hall, guest = part.guests.of(session.journey)
    if guest is not None and hall == id:
        part.director.show(id, guest)
