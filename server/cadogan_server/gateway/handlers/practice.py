"""Rooms on the deals of finished races: races against ghosts, and practice from a position."""

from __future__ import annotations

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import PlayFrom, RaceGhosts, Run
from cadogan_server.gateway.handlers.entering import enters_again, known, open_and_enter
from cadogan_server.gateway.handlers.locating import must_not_spoil
from cadogan_server.gateway.session import Session
from cadogan_server.hosting.finder import unknown_room
from cadogan_server.rooms.finished.ghosts import GHOST_RULES, PastRun, finding_past_run, on_one_deal
from cadogan_server.rooms.finished.practice import PRACTICE_RULES, PastPosition, finding_past_position
from cadogan_server.rooms.records import BadLog, Record
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.seats import opened_by


async def race_ghosts(session: Session, message: RaceGhosts) -> None:
    """Open a room for a race against ghosts, or enter the room that the same request opened before."""
    if await enters_again(session, message.id):
        return
    with session.limits.replays.holding(session.address):
        runs = [await _past_run(session, run) for run in message.runs]
    made = runs[0].created
    await open_and_enter(session, message.id, made.game, made.options, GHOST_RULES, on_one_deal(runs))


async def play_from(session: Session, message: PlayFrom) -> None:
    """Open a practice room at a position of a finished race, or enter the room that the same request opened before."""
    if await enters_again(session, message.id):
        return
    with session.limits.replays.holding(session.address):
        records = await _log(session, message.room.upper(), message.key)
        found = await session.services.queue.through(
            finding_past_position(records, message.seat, known(session).id, message.step, message.moves),
            session.address,
        )
    _must_not_be_todays(session, found)
    await _must_not_be_raced(session, found)
    await open_and_enter(session, message.id, found.created.game, found.created.options, PRACTICE_RULES, found.deal)


async def _past_run(session: Session, run: Run) -> PastRun:
    """Return a run in a race that is over.

    Raises:
        Refused: there is no such room or run, it is not over, or it shows today's deal, which the client's player has
            yet to play.
    """
    records = await _log(session, run.room.upper(), run.key)
    found = finding_past_run(records, run.seat, known(session).id)
    return await session.services.queue.through(found, session.address)


async def _log(session: Session, code: str, key: str | None) -> list[Record]:
    """Return the log of a room that is open to this client, whichever node owns the room.

    Raises:
        Refused: there is no such room, its log is incomplete, or it shows today's deal, which the client's player has yet
            to play.
    """
    services = session.services
    session.limits.guesses.spend(session.address)
    try:
        first = await services.store.logs.first(code)
    except BadLog as error:
        raise _lost(code) from error
    if first is None or not opened_by(first, key):
        raise unknown_room(code)
    session.limits.guesses.give_back(session.address)
    await must_not_spoil(session, first)
    try:
        found = await services.store.logs.read_in_steps(code, services.queue)
    except BadLog as error:
        raise _lost(code) from error
    if found is None or found.hole is not None:
        raise _lost(code)
    return found.records


def _lost(code: str) -> Refused:
    return Refused(ErrorCode.LOG_LOST, f"the log of room {code} is incomplete: its deal can't be played again")


def _must_not_be_todays(session: Session, found: PastPosition) -> None:
    """Check that a deal is none of today's, in whatever room it was played: anybody could look under its cards by
    practising, and tell others.

    Raises:
        Refused: it is, or today's deals are not known here.
    """
    days, created, seed = session.services.store.days, found.created, found.deal.seed
    today = days.today
    todays = days.seeds_of_today(created.game)
    if todays is None:
        raise Refused(
            ErrorCode.STORE_DOWN,
            f"the deals of {today} are not known here, so nobody can practise now; try again soon",
        )
    if created.day == today or seed in todays:
        raise Refused(
            ErrorCode.NOT_FINISHED,
            f"room {created.code} has the deal of {today}, which others have yet to play: practise on it from tomorrow (UTC) on",
        )


async def _must_not_be_raced(session: Session, found: PastPosition) -> None:
    """Check that this client's player is not racing on a deal at this moment, at any node.

    Raises:
        Refused: the player is.
        redis.RedisError: the store does not answer.
    """
    services, player = session.services, known(session).id
    for seat in (await services.rooms.seat_lookup.of([player]))[player]:
        if seat.room.game != found.created.game:
            continue
        first = await services.store.logs.first(seat.room.code)
        if first is not None and first.seed == found.deal.seed and not first.start:
            raise Refused(
                ErrorCode.NOT_FINISHED,
                f"you are racing on this deal in room {first.code}: finish that race, or give up, before you practise on it",
            )
