"""Finds rooms by code: rooms in use here, and rooms that are recovered because somebody asks for them or because they
are due.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import CODE_ALPHABET, CODE_LENGTH
from cadogan_server.background import Background
from cadogan_server.clock import Clock
from cadogan_server.hosting.bots.seating import Seating, has_bots
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.observers.in_use import ALL
from cadogan_server.hosting.recovery import Recovery, of_a_later_version
from cadogan_server.hosting.registry import Registry
from cadogan_server.rooms.records import NewerLog
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.seats import opened_by
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.log.due import DueRooms
from cadogan_server.store.log.logs import Logs
from cadogan_server.store.nodes.elsewhere import Elsewhere

logger = logging.getLogger(__name__)

NOWHERE = ""
"""A code that no room ever has."""

UNKNOWN_SECONDS = 0.05
"""Seconds after which an unknown code is answered. A constant time keeps secret which rooms by link exist."""


class Finder:
    """Finds rooms.

    Args:
        clock: the rooms' clock.
        registry: the rooms in use.
        recovery: recovers the others.
        logs: where first records are read.
        due: the moments at which rooms need attention.
        seating: brings the bots of a room back to their seats.
        background: runs that work.
        expected: seconds to wait for players who follow a room that was handed over, before they are shown as away.
        elsewhere: returns the node to ask for a room while this node leaves; None where there is none.
    """

    def __init__(
        self,
        clock: Clock,
        registry: Registry,
        recovery: Recovery,
        logs: Logs,
        due: DueRooms,
        seating: Seating,
        background: Background,
        expected: float,
        elsewhere: Callable[[str], Awaitable[str | None]],
    ) -> None:
        self._clock = clock
        self._registry = registry
        self._recovery = recovery
        self._logs = logs
        self._due = due
        self._seating = seating
        self._background = background
        self._expected = expected
        self.received = 0
        """The number of rooms that other nodes have handed over to this one."""
        self._loading: dict[str, asyncio.Task[Hub | None]] = {}
        self._elsewhere = elsewhere
        self._observers: list[Callable[[Hub], None]] = []

    def observe(self, recovered: Callable[[Hub], None]) -> None:
        """Call a function with each room that comes to this node from now on."""
        self._observers.append(recovered)

    async def find(self, code: str) -> Hub:
        """Return the room with this code, recovered from the store if needed. The caller must have checked that the
        client may know of it.

        Raises:
            Refused: there is none, or the store does not answer.
            Elsewhere: another node has it.
        """
        code = code.upper()
        hub = self._registry.hubs.get(code)
        if hub is None and _may_be_a_code(code):
            await self._must_not_be_handed_over(code)
            if self._registry.leaving:
                await self._must_ask_elsewhere(code)
            hub = await self._from_store(code)
        if hub is None:
            raise unknown_room(code)
        return hub

    async def take_over(self, code: str, facts: Mapping[str, Any]) -> None:
        """Recover a room that another node hands over, and add the facts about it that its log does not hold.

        Raises:
            Refused: this node leaves too, can't play the room, or the store does not answer.
            Elsewhere: a third node has it.
        """
        if self._registry.leaving:
            raise Refused(ErrorCode.BUSY, "this server is being updated too; ask again")
        hub = await self.find(code)
        self.received += 1
        hub.key = facts["key"] or hub.key
        hub.attendance.barring.add_known(facts["barred"])
        if hub.room.state.phase != "finished":  # nodes of earlier versions send no address
            self._registry.in_use.add(hub, facts.get("address", ALL))
        hub.attendance.expect(facts["present"])
        asyncio.get_running_loop().call_later(self._expected, hub.expect_nobody)

    async def _must_not_be_handed_over(self, code: str) -> None:
        """Wait while a room is being handed over.

        Raises:
            Elsewhere: another node has taken it.
        """
        new_owner = self._registry.handed.get(code)
        if new_owner is not None and (node := await asyncio.shield(new_owner)):
            raise Elsewhere(code, node)

    async def _must_ask_elsewhere(self, code: str) -> None:
        """Refuse to recover a room, as this node leaves.

        Raises:
            Elsewhere: another node may recover it.
            Refused: no such node is known, or the store does not answer.
        """
        with store_answering():
            node = await self._elsewhere(code)
        if node is None:
            raise Refused(ErrorCode.BUSY, "this server is being updated; ask again", wait=1)
        raise Elsewhere(code, node)

    async def find_for(self, player: str, code: str, key: str | None) -> Hub:
        """Return the room with this code if the player may enter it, with its key if it has one.

        A room that is closed to the player is answered like an unknown code, in the same time and by the same steps, so
        codes can't be probed. One command reads the beginning of a log, which holds the hash of the key and the players
        who have taken seats.

        Raises:
            Refused: as `find` does.
            Elsewhere: as `find` does.
        """
        loop = asyncio.get_running_loop()
        code, began = code.upper(), loop.time()
        hub = self._registry.hubs.get(code)
        if hub is not None and hub.room.seats.lets_in(player, key):
            return hub
        if not _may_be_a_code(code):
            raise unknown_room(code)
        try:
            with store_answering():
                lobby = await self._logs.lobby(code if hub is None else NOWHERE)
        except NewerLog as error:
            raise of_a_later_version(code) from error
        opened = lobby is not None and opened_by(lobby.created, key)
        if opened or (lobby is not None and lobby.has_seated(player)):
            hub = await self.find(code)
            if opened or hub.room.seats.lets_in(player, key):  # the player may have lost the seat
                return hub
        await asyncio.sleep(began + UNKNOWN_SECONDS - loop.time())
        raise unknown_room(code)

    async def take_up_due(self) -> None:
        """Recover some of the rooms that are due, one after the other.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if self._clock.paused_at is not None or self._registry.leaving:
            return
        for code in await self._due.claim(self._clock.now()):
            try:
                if code not in self._registry.hubs and await self._from_store(code) is None:
                    logger.info("room %s was due, but no longer exists", code)
            except Elsewhere:
                self._due.put_off(code, self._clock.now())
            except Refused as refused:
                logger.info("room %s is due: %s", code, refused.message)

    async def _from_store(self, code: str) -> Hub | None:
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._take_up(code), name=f"take up {code}")
            self._loading[code].add_done_callback(_retrieve_exception)
        try:
            with store_answering():
                return await asyncio.shield(self._loading[code])
        finally:
            self._loading.pop(code, None)

    async def _take_up(self, code: str) -> Hub | None:
        loop, registry = asyncio.get_running_loop(), self._registry
        began = loop.time()
        taken = await self._recovery.recover(code)
        if taken is None:
            return None
        room = taken.room
        hub = registry.add(room, taken.log, counted=not taken.due)
        hub.volatile.lost = taken.lost
        goes_on = room.state.phase != "finished"
        if goes_on:
            registry.chronicle.taken_up(hub, loop.time() - began)
        hub.flush()
        registry.changed(hub)
        for recovered in self._observers:
            recovered(hub)
        if goes_on and has_bots(room):
            self._background.do(self._seating.resume([hub]), f"bots of {code}")
        return hub


@contextmanager
def store_answering() -> Iterator[None]:
    """Turn a failure of the store into a refusal."""
    try:
        yield
    except STORE_AWAY as error:
        raise Refused(ErrorCode.STORE_DOWN, "the store does not answer right now; try again soon") from error


def _retrieve_exception(task: asyncio.Task[Hub | None]) -> None:
    """Keep asyncio from logging a failure as never retrieved, if everybody who waited for the room is gone."""
    if not task.cancelled():
        task.exception()


def _may_be_a_code(code: str) -> bool:
    return len(code) == CODE_LENGTH and all(letter in CODE_ALPHABET for letter in code)


def unknown_room(code: str) -> Refused:
    """Return the refusal of a code that no room has."""
    return Refused(ErrorCode.UNKNOWN_ROOM, f"there is no room {code!r}; it may have been closed, or the code mistyped")
