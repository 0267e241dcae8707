"""Replays from a room's log: every board of a finished room, from deal to end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Generator,
    Hashable,
    Iterable,
    Iterator,
    Sequence,
)
from typing import NamedTuple

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.games import TableState
from cadogan_protocol.limits import GHOST_SEATS
from cadogan_protocol.messages import Replay, ReplayBoard, ReplayText
from cadogan_protocol.moves import TableEvent
from cadogan_protocol.notation import written
from cadogan_protocol.streams import BOARDS
from cadogan_server.delivery import describe
from cadogan_server.delivery.frame import ANY_REQUEST, SharedAnswer
from cadogan_server.fair_queue import FairQueue
from cadogan_server.hosting.hub import Hub
from cadogan_server.rooms.effects import BoardChanged, Progressed
from cadogan_server.rooms.finished.retelling import recorded
from cadogan_server.rooms.opening import at_once, open_room
from cadogan_server.rooms.records import BadLog, Began, Created, Ended, Record
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.store.log.logs import KEPT_SECONDS, FoundLog, Logs

logger = logging.getLogger(__name__)

DAY_SECONDS = 24 * 3600

KEPT = 32
"""Replays that are kept."""

Steps = list[tuple[int, tuple[TableEvent, ...]]]
Reached = tuple[int, int, int]
"""A moment in ms from the start, a seat, and the progress of the seat from then on."""

Scored = tuple[int, tuple[int, ...]]
"""A moment in ms from the start, and the score of the match from then on, by seat."""


class Story(NamedTuple):
    """The boards of a room from deal to end, and how its players got on: their progress, and the score of a match."""

    boards: tuple[ReplayBoard, ...]
    progress: tuple[Reached, ...]
    scores: tuple[Scored, ...]


class Replays:
    """The replays of finished rooms. The most recently requested ones are kept, encoded for sending.

    Args:
        logs: the logs of rooms.
        now: the time in milliseconds.
        queue: decides when the next step runs. A replay is made in many small steps, so that players are not delayed.
        connect_anew: closes the connections to the store, as the servers behind them may no longer be masters.
        again: seconds to wait before each further reading of an incomplete log.
        kept: the number of replays that are kept. The longest, of sixty-four boards, takes some megabytes.

    Attributes:
        most_kept: the number of replays that are kept.
    """

    def __init__(
        self,
        logs: Logs,
        now: Callable[[], int],
        queue: FairQueue,
        connect_anew: Callable[[], Awaitable[None]],
        again: Sequence[float] = (),
        kept: int = KEPT,
    ) -> None:
        self._logs = logs
        self._now = now
        self._queue = queue
        self._connect_anew = connect_anew
        self._again = again
        self.most_kept = kept
        self._kept: dict[Hashable, asyncio.Task[SharedAnswer]] = {}
        self._making = asyncio.Lock()
        """Held while one log is read or one replay is made."""

    def __len__(self) -> int:
        """The number of replays that are kept."""
        return len(self._kept)

    async def of(self, hub: Hub) -> SharedAnswer:
        """Return the replay of a finished room, from its log.

        Raises:
            Refused: the log is not in the store, or not completely, or not yet.
            redis.RedisError: the store does not answer.
        """
        now = self._now()
        results = describe.results(hub.room, now)
        room = hub.room
        key = room.state.created.identity, room.state.rematch, room.state.rated, results.day_secret if results else None
        return await self._shared(key, hub, lambda: self._make(hub, now))

    async def text_of(self, hub: Hub) -> SharedAnswer:
        """Return the replay as text.

        Raises:
            Refused, redis.RedisError: as `of` does.
        """
        return await self._shared(("text", hub.room.state.created.identity), hub, lambda: self._write(hub))

    async def _shared(
        self, key: Hashable, hub: Hub, make: Callable[[], Coroutine[None, None, SharedAnswer]]
    ) -> SharedAnswer:
        """Return the answer kept under a key, or make it."""
        making = self._kept.pop(key, None) or asyncio.create_task(make(), name=f"replay {hub.room.code}")
        self._kept[key] = making
        if len(self._kept) > self.most_kept:
            del self._kept[next(iter(self._kept))]
        try:
            return await asyncio.shield(making)
        except Exception:
            if self._kept.get(key) is making:
                del self._kept[key]
            raise

    async def _make(self, hub: Hub, now: int) -> SharedAnswer:
        records = await self._records(hub)
        async with self._making:
            try:
                told = await self._queue.through(telling(records))
                shown = told.boards + tuple([board async for board in self._of_ghosts(hub.room)])
            except Exception as error:  # a broken log may raise anything
                raise _not_to_be_made(hub.room.code, error) from error
        state = describe.state(hub.room, hub.volatile, now)
        return SharedAnswer(
            Replay(
                re=ANY_REQUEST,
                state=state,
                layout=hub.layout,
                boards=shown,
                progress=told.progress,
                scores=told.scores,
            )
        )

    async def _write(self, hub: Hub) -> SharedAnswer:
        records = await self._records(hub)
        async with self._making:
            text = await self._queue.through(_writing(hub.room, records))
        return SharedAnswer(ReplayText(re=ANY_REQUEST, text=text))

    async def _of_ghosts(self, room: Room) -> AsyncIterator[ReplayBoard]:
        """Yield the boards of a room's ghosts, from the logs of the rooms where they raced. A ghost whose log is gone
        has none.
        """
        for number, ghost in enumerate(describe.ghosts(room.state.created)):
            try:
                found = await self._logs.read_in_steps(ghost.room, self._queue)
            except BadLog:
                continue
            if found is None or found.hole is not None:
                continue
            for board in (await self._queue.through(telling(found.records))).boards:
                if board.seat == ghost.seat:
                    yield board.model_copy(update={"seat": GHOST_SEATS + number})

    async def _records(self, hub: Hub) -> list[Record]:
        """Return the records of a room.

        Raises:
            Refused: the store does not have them, or not all of them.
            redis.RedisError: the store does not answer.
        """
        code = hub.room.code
        if hub.log.lacks:
            raise _lost(code, hub.log.lacks)
        if not hub.saved:
            raise Refused(ErrorCode.STORE_DOWN, f"the log of room {code} is not in the store yet; try again")
        found = await self._read(code)
        for seconds in self._again:
            if found is not None and found.last >= hub.log.last:
                break
            # The server that answered may no longer be a master, and not know it yet.
            await asyncio.sleep(seconds)
            await self._connect_anew()
            found = await self._read(code)
        if found is None:
            raise Refused(
                ErrorCode.LOG_LOST,
                f"the log of room {code} is no longer in the store: logs are kept for at most {KEPT_SECONDS // DAY_SECONDS} days",
            )
        if found.hole is not None:
            raise _lost(code, found.lost)
        if found.last < hub.log.last:
            raise _lost(code, hub.log.last[1] - (found.last[1] if found.last[0] == hub.log.last[0] else 0))
        return found.records

    async def _read(self, code: str) -> FoundLog | None:
        try:
            async with self._making:
                return await self._logs.read_in_steps(code, self._queue)
        except BadLog as error:
            raise _not_to_be_made(code, error) from error


def _writing(room: Room, records: list[Record]) -> Generator[None, None, str]:
    yield
    recording = recorded(room, records)
    yield
    return written(recording)


def _lost(code: str, entries: int) -> Refused:
    logger.error("the replay of room %s can't be made: the store has lost %d entries of its log", code, entries)
    return Refused(
        ErrorCode.LOG_LOST,
        f"the replay of room {code} can't be made: the store has lost {entries} of the changes in its log",
    )


def _not_to_be_made(code: str, error: Exception) -> Refused:
    logger.error("the replay of room %s can't be made: %r", code, error)
    return Refused(
        ErrorCode.LOG_LOST, f"the replay of room {code} can't be made: this server can't read the room's log"
    )


def story(records: Iterable[Record]) -> Story:
    """Return the story of a log."""
    return at_once(telling(records))


def telling(records: Iterable[Record]) -> Generator[None, None, Story]:
    """Find the story of a log, with a step for each record and board."""
    log = iter(records)
    created = next(log)
    assert isinstance(created, Created)
    return (yield from telling_of(open_room(created), log))


def telling_of(room: Room, log: Iterable[Record]) -> Generator[None, None, Story]:
    """Find the story of a room that has just been opened, and of its further log."""
    room.state.laid_open = True
    starts: dict[int, TableState] = {}
    steps: dict[int, Steps] = {}
    reached: list[Reached] = []
    scores: list[Scored] = []
    for record in log:
        room.commit(record)
        effects, t = room.take_outcome().effects, getattr(record, "t", None)
        if isinstance(record, Began):
            starts = {stream: room.mode.views.board(stream) for stream in room.mode.views.replayed}
            steps = {stream: [] for stream in starts}
            reached = [(0, seat, progress_of(room, seat)) for seat in sorted(room.state.occupants)]
        elif t is not None:
            for effect in effects:
                if isinstance(effect, BoardChanged) and effect.stream in steps:
                    steps[effect.stream].append((t, effect.events))
                elif isinstance(effect, Progressed):
                    reached.append((t, effect.seat, progress_of(room, effect.seat)))
        if room.state.match is not None and (not scores or room.state.match != scores[-1][1]):
            if t is None:
                t = record.at - (room.state.starts or 0) if isinstance(record, Ended) else 0
            scores.append((t, room.state.match))
        yield
    shown = []
    for stream in starts:
        shown.append(
            ReplayBoard(
                seat=stream - BOARDS if room.mode.kind.own_boards else 0,
                name=room.mode.views.name(stream),
                start=starts[stream],
                steps=tuple(steps[stream]),
            )
        )
        yield
    return Story(tuple(shown), tuple(changes(reached)), tuple(scores))


def progress_of(room: Room, seat: int) -> int:
    """Return the progress of a seat."""
    standing = room.mode.standing(seat)
    return standing.progress if standing else 0


def changes(reached: Iterable[Reached]) -> Iterator[Reached]:
    """Yield the entries in which the progress of a seat has changed: its standing also changes in other ways."""
    before: dict[int, int] = {}
    for moment, seat, progress in reached:
        if before.get(seat) != progress:
            before[seat] = progress
            yield moment, seat, progress
