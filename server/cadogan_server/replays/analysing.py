"""Analyses finished games, one at a time. Any node may take any game that waits."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Iterable
from typing import NamedTuple

from cadogan_games.solver.lost.losing import Tried
from cadogan_games.solver.lost.timeline import Step
from cadogan_protocol.analysis import (
    AnalysedBoard,
    AnalysisMove,
    AnalysisSpan,
    AnalysisStatus,
    JudgedMove,
    TurningPoint,
)
from cadogan_protocol.messages import Analysis
from cadogan_server.background import cancelled
from cadogan_server.delivery.frame import ANY_REQUEST
from cadogan_server.fair_queue import FairQueue
from cadogan_server.hosting.solvers.judging import has_judge
from cadogan_server.hosting.solvers.solvers import NotSolved, Solvers
from cadogan_server.hosting.solvers.worker import LostAnswer, LostQuestion, LostRace
from cadogan_server.replays.duels import duelling, judged
from cadogan_server.rooms.opening import replaying
from cadogan_server.rooms.records import BadLog, Played, Record, Undone
from cadogan_server.rooms.room import Room
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.games.analyses import FAILED_SECONDS, MOST_TRIES, RENEWAL_SECONDS, Analyses, Job
from cadogan_server.store.log.logs import Logs

logger = logging.getLogger(__name__)

NODES = 480_000
"""The budget for a race, shared by its boards: with four boards less than a minute for one process, in all but the slowest
games."""

FEWEST_BOARDS = 4
"""Least number of boards among which the budget is shared. Else a race of one would take as long as a race of four."""

LOOK_SECONDS = 1.0
"""Seconds between two looks for a job of another node."""


class Course(NamedTuple):
    """The steps of a board: the moment of each, and the move; None: the last move was taken back."""

    seat: int
    steps: list[tuple[int, Step]]


class Findings(NamedTuple):
    """The findings so far: the share of the work that is done, the boards of a race, the moves of a duel."""

    share: float
    boards: tuple[AnalysedBoard, ...] = ()
    moves: tuple[JudgedMove, ...] = ()

    def as_message(self, status: AnalysisStatus, why: str | None = None) -> Analysis:
        """Return them as the message that tells of them."""
        return Analysis(
            re=ANY_REQUEST, status=status, progress=self.share, why=why, boards=self.boards, moves=self.moves
        )


class Analysing:
    """The analyses that this node works on.

    Args:
        jobs: the analyses of all nodes.
        logs: the logs of rooms.
        solvers: search; not those of rooms that wait for a deal. Without processes this node works on none.
        queue: decides when the next step of other work runs, so that players are not delayed.
        nodes: the budget for a race.
        renewal: seconds between two renewals of the lease of a job.
    """

    def __init__(
        self,
        jobs: Analyses,
        logs: Logs,
        solvers: Solvers,
        queue: FairQueue,
        nodes: int = NODES,
        renewal: float = RENEWAL_SECONDS,
    ) -> None:
        self.jobs = jobs
        self._logs = logs
        self._solvers = solvers
        self._queue = queue
        self._nodes = nodes
        self._renewal = renewal
        self._asked = asyncio.Event()

    @property
    def works(self) -> bool:
        """True if this node analyses games."""
        return bool(self._solvers.processes)

    @property
    def judges(self) -> bool:
        """True if this node can judge the moves of duels too, since bots are installed."""
        return has_judge()

    def wake(self) -> None:
        """Look for a job at once."""
        self._asked.set()

    async def run(self) -> None:
        """Work on one job after the other, until cancelled."""
        while self.works:
            try:
                while (job := await self.jobs.begin()) is not None:
                    renewals = asyncio.create_task(self._renew(job), name="lease of an analysis")
                    try:
                        await self._work(job)
                    finally:
                        await cancelled([renewals])
            except STORE_AWAY as error:
                logger.warning("analyses wait: the store is away: %s", error)
            self._asked.clear()
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._asked.wait()
            except TimeoutError:
                pass

    async def _renew(self, job: Job) -> None:
        """Renew the lease of a job again and again, until cancelled. A question to a process may take longer than the
        lease lasts."""
        while True:
            await asyncio.sleep(self._renewal)
            try:
                await self.jobs.renew(job.room)
            except STORE_AWAY as error:
                logger.debug("the lease of the analysis of room %s is not renewed: %s", job.room, error)

    async def _work(self, job: Job) -> None:
        """Analyse a game, and keep what is found.

        Raises:
            redis.RedisError: the store does not answer; the job is begun again later.
        """
        is_settled = True
        try:
            found = await self._logs.read_in_steps(job.room, self._queue)
            if found is None or found.hole is not None:
                logger.warning("room %s can't be analysed: its log is no longer complete", job.room)
            else:
                is_settled = await self._analyse(job, found.records)
        except BadLog as error:
            logger.error("room %s can't be analysed: %s", job.room, error)
        await (self.jobs.finish(job.room) if is_settled else self.jobs.give_back(job.room))

    async def _analyse(self, job: Job, records: list[Record]) -> bool:
        """Analyse a game. Return False if it must be begun again: a process has failed, but not yet `MOST_TRIES`."""
        room = await self._queue.through(replaying(records))
        identity, found = room.state.created.identity, Findings(0)
        try:
            if job.tries > MOST_TRIES:
                raise NotSolved("servers have begun with it, and none has finished")
            finding = self._boards if room.mode.kind.own_boards else self._moves
            async for found in finding(room, records):
                await self.jobs.store(job.room, identity, found.as_message("running"))
        except NotSolved as error:
            logger.warning("room %s can't be analysed, try %d of %d: %s", job.room, job.tries, MOST_TRIES, error)
            if job.tries < MOST_TRIES:
                return False
            failed = found._replace(share=0).as_message(
                "failed", f"it was tried {MOST_TRIES} times; the last time: {error}"
            )
            await self.jobs.store(job.room, identity, failed, FAILED_SECONDS)
        else:
            await self.jobs.store(job.room, identity, found._replace(share=1).as_message("done"))
        return True

    async def _moves(self, room: Room, records: list[Record]) -> AsyncIterator[Findings]:
        """Yield again and again what is found out about the moves of a duel.

        Raises:
            NotSolved: a process failed.
        """
        moves: tuple[JudgedMove, ...] = ()
        course = await self._queue.through(duelling(records))
        async for share, more in judged(self._solvers, room, course):
            moves += tuple(more)
            yield Findings(share, moves=moves)

    async def _boards(self, room: Room, records: list[Record]) -> AsyncIterator[Findings]:
        """Yield again and again what is found out about the boards of a race.

        Raises:
            NotSolved: a process failed.
        """
        boards: tuple[AnalysedBoard, ...] = ()
        state, courses = room.state, courses_of(room, records)
        nodes = self._nodes // max(len(courses), FEWEST_BOARDS)
        before = state.start.moves if state.start else ()
        steps: list[list[Step]] = [[*before, *(move for _, move in course.steps)] for course in courses]
        race = json.dumps(LostRace(dict(state.created.options), state.created.revision, steps, nodes))
        tried: list[Tried] = []
        for number, course in enumerate(courses):
            while True:
                question = LostQuestion(state.created.game, state.seed.hex(), race, number, tried)
                answer = await self._solvers.where_lost(question)
                tried += answer.tried
                if answer.is_done:
                    break
                yield Findings((number + answer.used) / len(courses), boards)
            boards = _by_seat((*boards, analysed(course, answer, len(before))))
            yield Findings((number + 1) / len(courses), boards)


def courses_of(room: Room, records: Iterable[Record]) -> list[Course]:
    """Return the course of each board of a race, those of people first."""
    steps: dict[int, list[tuple[int, Step]]] = {seat: [] for seat in room.state.occupants}
    for record in records:
        if isinstance(record, Played | Undone):
            steps[record.seat].append((record.t, record.move if isinstance(record, Played) else None))
    seats = sorted(steps, key=lambda seat: (bool(room.state.occupants[seat].bot), seat))
    return [Course(seat, steps[seat]) for seat in seats]


def analysed(course: Course, answer: LostAnswer, before: int = 0) -> AnalysedBoard:
    """Return what was found out about a board, as it is told. The solver's first `before` steps lead from the deal to the start
    of a practice room, where the replay begins.
    """
    spans = tuple(
        AnalysisSpan(first=max(first - before, 0), last=last - before, verdict=verdict)
        for first, last, verdict in answer.spans
        if last >= before
    )
    position = answer.last_won - before if answer.last_won is not None and answer.last_won >= before else None
    line = tuple(
        AnalysisMove(move=tuple(move), events=tuple(map(tuple, events)))
        for move, events in (answer.line if position is not None else ())
    )
    return AnalysedBoard(
        seat=course.seat, spans=spans, turning=_turning(course, spans, position, line), line_from=position, line=line
    )


def _turning(
    course: Course, spans: tuple[AnalysisSpan, ...], position: int | None, line: tuple[AnalysisMove, ...]
) -> TurningPoint | None:
    if position is None or position == len(course.steps):
        return None
    at, played = course.steps[position]
    after = next(span.verdict for span in spans if span.first <= position + 1 <= span.last)
    winning = line[0].move if line else None
    return TurningPoint(position=position, at=at, winning=winning, played=played, lost=after == "lost")


def _by_seat(boards: Iterable[AnalysedBoard]) -> tuple[AnalysedBoard, ...]:
    return tuple(sorted(boards, key=lambda board: board.seat))
