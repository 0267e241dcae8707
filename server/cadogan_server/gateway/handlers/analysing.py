"""Answers players who ask where their race was lost, or which moves of their duel were mistakes."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Analysis, GetAnalysis
from cadogan_server.delivery.frame import ANY_REQUEST, SharedAnswer
from cadogan_server.gateway.handlers.locating import look_up, must_not_spoil
from cadogan_server.gateway.session import Session
from cadogan_server.hosting.hub import Hub
from cadogan_server.replays.analysing import Analysing
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.store.games.analyses import FULL, RUNNING
from cadogan_server.store.games.days import Days

MOST_MOVES = 20_000
"""Most moves of a game, of all players together: the solver's process keeps their positions in memory."""


async def get_analysis(session: Session, message: GetAnalysis) -> None:
    """Answer `get_analysis`, and have the game analysed if it is not yet."""
    hub = await look_up(session, message.room, message.key)
    hub.room.state.must_be_over()
    assert session.player is not None
    if hub.room.state.seat_of(session.player.id) is None:
        await must_not_spoil(session, hub.room.state.created)
    why = why_none(hub.room, session.services.store.days)
    if why is None:
        analysis = await _known(session, hub)
    else:
        analysis = Analysis(re=ANY_REQUEST, status="unavailable", progress=0, why=why)
    answer = SharedAnswer(analysis)
    await session.services.queue.through(answer.encoding(session.outbox.fmt), session.address)
    session.send_large(answer, message.id)


async def _known(session: Session, hub: Hub) -> Analysis:
    """Return what is known about a game that is over.

    Raises:
        Refused: it has yet to be analysed, and the address has begun too many, or too many wait.
        redis.RedisError: the store does not answer.
    """
    analyses, code = session.services.store.analyses, hub.room.code
    place = await analyses.place(code)
    kept = await analyses.kept(code, hub.room.state.created.identity)
    if kept is not None and (kept.status == "done" or (place is None and kept.status == "failed")):
        return kept
    if place is None:
        why = _why_not_here(session.services.rooms.analysing, hub.room)
        if why is not None:
            return Analysis(re=ANY_REQUEST, status="unavailable", progress=0, why=why)
        with session.limits.analyses.taking(session.address):
            place = await _added(session, code)
        session.services.rooms.analysing.wake()
    progress, boards = (kept.progress, kept.boards) if kept is not None else (0, ())
    if place == RUNNING:
        return Analysis(re=ANY_REQUEST, status="running", progress=progress, boards=boards)
    return Analysis(re=ANY_REQUEST, status="queued", progress=progress, waiting=place, boards=boards)


async def _added(session: Session, code: str) -> int:
    """Let a room's game wait to be analysed; return what `Analyses.add` does.

    Raises:
        Refused: too many games wait, or too many of the player's network.
        redis.RedisError: the store does not answer.
    """
    analyses = session.services.store.analyses
    async with session.services.store.holdings.analyses.place(session.address) as held:
        place = await analyses.add(code, held.theirs)
        if place == FULL:
            raise Refused(ErrorCode.BUSY, f"{analyses.most} games wait to be analysed already", wait=60)
        held.id = code
    return place


def _why_not_here(analysing: Analysing, room: Room) -> str | None:
    """Return why this server can't analyse a game, as a sentence; None if it can."""
    if not analysing.works:
        return "this server has no solvers, so it analyses nothing"
    if room.mode.judged and not analysing.judges:
        return f"no bots are installed at this server that could judge the moves of a {room.mode.kind.name}"
    return None


def why_none(room: Room, days: Days) -> str | None:
    """Return why there is no analysis of a room that is over, as a sentence; None if there may be one."""
    created, mode = room.state.created, room.mode
    if not mode.kind.own_boards and not mode.judged:
        return f"nothing can tell good moves from bad ones at {room.state.game.head.title}, so it is not analysed"
    if mode.judged and not room.state.played:
        return f"nobody has made a move in room {room.code}, so there is nothing to analyse"
    todays = days.seeds_of_today(created.game)
    if todays is None:
        return f"the deals of {days.today} are not known here, so nothing is analysed now: ask again soon"
    if created.day >= days.today or room.state.seed in todays:
        return f"room {room.code} has the deal of a day that others still play: ask again when the day is over (UTC)"
    head = catalogue.head_of(created.game)
    if created.revision != head.revision:
        return (
            f"room {room.code} was played by revision {created.revision} of the rules of {head.title}, and the analysis "
            f"knows revision {head.revision} alone"
        )
    if room.state.played > MOST_MOVES:
        return f"the {mode.kind.name} in room {room.code} had {room.state.played} moves: at most {MOST_MOVES:,} are analysed"
    return None
