"""The tournaments that this node knows, each the sum of its log, and the only way to change one."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from cadogan_server.store.tournaments.tournament_logs import TournamentLogs
from cadogan_server.tournaments.records import Decided, Opened, Over, Record, RoomOpened, all_unpacked, packed
from cadogan_server.tournaments.state import Tournament, folded

logger = logging.getLogger(__name__)

MOST_KNOWN = 400
"""Tournaments that a node holds in memory; those read longest ago are read anew when needed."""

TRIES = 50
"""Decisions that come too late in a row, after which a change is given up."""

Decision = Callable[[Tournament], list[Record]]
"""Returns the records that follow from a state; none: nothing is to be done. May raise `Refused`."""


class UnknownTournament(Exception):
    """There is no tournament with this id, or it is long over."""


class Contended(Exception):
    """Other nodes have changed a tournament again and again, before this one could."""


@dataclass
class _Known:
    """A tournament and its packed records; a change of it holds the lock."""

    state: Tournament
    log: list[bytes]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def extend(self, new: Iterable[bytes]) -> None:
        """Apply further packed records."""
        for raw in new:
            (record,) = all_unpacked([raw])
            self.log.append(raw)
            self.state.apply(record)


Write = Callable[[str, _Known, int, list[Record]], Awaitable[bool]]
"""Writes records that were decided on a log of this length, and returns True if they stand in the log."""


class _Notes:
    """Decisions about the games in different rooms, which are written together."""

    def __init__(self) -> None:
        self.decisions: dict[str, Decision] = {}
        self.written: asyncio.Task[Tournament]


class KnownTournaments:
    """The tournaments that this node knows. Every method raises redis.RedisError if the store does not answer.

    Args:
        logs: their logs.
        on_over: called with each tournament that has ended, perhaps more than once, before it leaves the index.
    """

    def __init__(self, logs: TournamentLogs, on_over: Callable[[Tournament], Awaitable[None]] | None = None) -> None:
        self.logs = logs
        self._on_over = on_over
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._unreadable: set[str] = set()
        self._notes: dict[str, _Notes] = {}
        """The notes to which further ones may be added."""

    def __contains__(self, id: str) -> bool:
        """Return True if a tournament was read."""
        return id in self._known

    def __getitem__(self, id: str) -> Tournament:
        """Return a tournament as last read; KeyError if it was not."""
        return self._known[id].state

    def get(self, id: str) -> Tournament | None:
        """Return a tournament as last read; None if it was not."""
        known = self._known.get(id)
        return known.state if known is not None else None

    async def open(self, id: str, record: Opened) -> bool:
        """Open a tournament; return False if there is one with this id."""
        first = packed(record)
        if not await self.logs.open(id, first, record.starts):
            return False
        self._keep(id, [first])
        return True

    async def read(self, id: str) -> Tournament:
        """Return a tournament as it is now.

        Raises:
            UnknownTournament: there is none.
        """
        await self.refresh([id])
        if id not in self._known:
            raise UnknownTournament(id)
        return self._known[id].state

    async def refresh(self, ids: Iterable[str]) -> None:
        """Read what is new of these tournaments. Those without a log are forgotten, and one that can't be read, because a newer
        server has written to it, is left as it was."""
        asked = {id: len(self._known[id].log) if id in self._known else 0 for id in ids}
        for id, found in (await self.logs.read(asked)).items():
            try:
                await self._take(id, asked[id], found)
            except ValueError as error:
                if id not in self._unreadable:
                    logger.error("the tournament %s can't be read here: %s", id, error)
                self._unreadable.add(id)

    async def _take(self, id: str, asked: int, found: list[bytes]) -> None:
        """Take what the log of a tournament has from the last of the first `asked` records on.

        Raises:
            ValueError: it can't be read.
        """
        known = self._known.get(id)
        if known is None:
            if found:
                self._keep(id, found)
            else:
                await self.logs.forget(id)
        elif found and asked and found[0] == known.log[asked - 1]:
            known.extend(found[1 + len(known.log) - asked :])  # without those that were applied meanwhile
            self._known.move_to_end(id)
        else:
            await self._compare(id, known)

    async def change(self, id: str, decide: Decision) -> Tournament:
        """Change a tournament as `decide` wants, on its newest state; return it.

        A decision that comes too late, because another node was first, is taken again on the newer state.

        Raises:
            UnknownTournament: there is none.
            Contended: this fails again and again.
        """
        for _ in range(TRIES):
            if (state := await self._attempt(id, decide, self._append)) is not None:
                return state
        raise Contended(id)

    async def note(self, id: str, room: str, decide: Decision) -> Tournament:
        """Change what concerns the game in one room alone, as `change` does. `decide` refuses nothing.

        What comes while the store is asked is written together, as games do not depend on each other. Hundreds of rooms open
        and end at once, and of two nodes that wrote them one by one, one would always come too late.

        What only says that a room is open, or how a game has ended, is never too late: it is appended whatever other nodes have
        appended since, and changes nothing if the game was decided meanwhile.
        """
        while (notes := self._notes.get(id)) is not None and room in notes.decisions:
            await asyncio.wait([notes.written])  # what was decided of this game first comes first
        if notes is None:
            notes = self._notes[id] = _Notes()
            notes.written = asyncio.create_task(self._written(id, notes), name="games of a tournament")
            notes.written.add_done_callback(
                lambda done: done.cancelled() or done.exception()
            )  # nobody may be left to ask
        notes.decisions[room] = decide
        return await asyncio.shield(notes.written)

    async def _written(self, id: str, notes: _Notes) -> Tournament:
        """Write what was noted until the decision was taken."""

        def closed() -> None:
            if self._notes.get(id) is notes:
                del self._notes[id]

        def decide(state: Tournament) -> list[Record]:
            closed()
            return [record for each in notes.decisions.values() for record in each(state)]

        try:
            if (state := await self._attempt(id, decide, self._add)) is not None:
                return state
            return await self.change(id, decide)
        finally:
            closed()

    async def _attempt(self, id: str, decide: Decision, write: Write) -> Tournament | None:
        """Decide on what is known now, and write it. Return the state then, or None if it was not written."""
        await self.read(id)
        known = self._known[id]
        async with known.lock:
            length, records = len(known.log), decide(known.state)
            return known.state if not records or await write(id, known, length, records) else None

    async def _append(self, id: str, known: _Known, length: int, records: list[Record]) -> bool:
        """Append records that were decided on a log of this length; return False if it is longer meanwhile."""
        new, over = [packed(record) for record in records], any(isinstance(one, Over) for one in records)
        if not await self.logs.append(id, known.log[:length], new, over=over):
            return False
        known.extend(new[len(known.log) - length :])
        if over:
            await self.close(known.state)
        return True

    async def _add(self, id: str, known: _Known, length: int, records: list[Record]) -> bool:
        """Append records behind what other nodes have appended since; return False if one of them may come too late."""
        if not all(isinstance(record, RoomOpened | Decided) for record in records):
            return False
        found = await self.logs.add(id, known.log[:length], [packed(record) for record in records])
        if found is None:
            return False
        known.extend(found[len(known.log) - length :])
        return True

    async def close(self, known: Tournament) -> None:
        """Take a tournament that is over off the index of those to come."""
        if self._on_over is not None:
            await self._on_over(known)
        await self.logs.over(known.id, known.ended, listed=not known.terms.private and known.phase == "over")

    async def _compare(self, id: str, known: _Known) -> None:
        """Mend the log of a tournament of which the store has lost the last records, or take what the store has instead."""
        found = (await self.logs.read({id: 0}))[id]
        shorter = min(len(found), len(known.log))
        if known.log[:shorter] != found[:shorter]:
            logger.warning("the store has another log of the tournament %s than this node knew; it holds", id)
            self._keep(id, found)
        elif len(found) > shorter:  # two have read it for the first time at once, and it has grown between
            known.extend(found[shorter:])
        elif known.state.ended and not found:  # it has expired
            del self._known[id]
        elif len(found) < len(known.log):
            logger.warning("the store has lost records of the tournament %s; they are written again", id)
            await self.logs.append(id, found, known.log[len(found) :])
            if not known.state.ended:
                await self.logs.listed_again(id, known.state.starts)

    def _keep(self, id: str, log: list[bytes]) -> None:
        self._known[id] = _Known(folded(id, all_unpacked(log)), list(log))
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
