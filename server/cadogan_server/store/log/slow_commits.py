"""The journal's waits: for a new connection, a lease in doubt, a store without memory, and its own end.

The journal itself has no coroutine, so that it can be compiled (`build_compiled.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from cadogan_server.store import STORE_AWAY
from cadogan_server.store.log.batch import Callback
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.log.log_connection import LogConnection
from cadogan_server.store.log.unwritten import JournalObserver, Unwritten
from cadogan_server.store.redis.trouble import lacks_memory
from cadogan_server.store.redis.writer import BatchResult, ErrorReply


class SlowCommits:
    """Writes batches that callbacks alone can't write.

    Args:
        connection: writes them.
        bounds: limits and times.
        observers: asked for memory in the store.
    """

    def __init__(self, connection: LogConnection, bounds: Bounds, observers: Sequence[JournalObserver]) -> None:
        self._connection = connection
        self._bounds = bounds
        self._observers = observers

    async def commit(self, commands: list[bytes], outcome: BatchResult | None) -> None:
        """Write commands, or deal with the outcome of a batch that was sent.

        Raises:
            LeaseLost: this server may not write.
            Exception: the store does not take them now.
        """
        try:
            await self._connection.finish(commands, outcome)
        except ErrorReply as refusal:
            if not lacks_memory(str(refusal)):
                raise
            await self._write_with_more_room(commands, refusal)

    async def _write_with_more_room(self, commands: list[bytes], refusal: ErrorReply) -> None:
        """Write commands to a store whose memory is full, after evicting less valuable data. The store was filled
        faster than its memory is checked (`upkeep/eviction.py`)."""
        try:
            async with asyncio.timeout(self._bounds.hang):
                for observer in self._observers:
                    await observer.lacks_memory()
        except STORE_AWAY as error:
            raise refusal from error
        async with asyncio.timeout(self._bounds.hang):
            await self._connection.write(commands)


async def close(
    connection: LogConnection, unwritten: Unwritten, in_turn: Callable[[Callback], None], busy: Callable[[], bool]
) -> None:
    """Write everything that a journal has collected, call the callbacks that wait, then close its connections.

    Args:
        connection, unwritten, in_turn: the journal's.
        busy: returns True while there is a batch that has not been released.
    """
    unwritten.last_attempt()
    while busy():
        released = asyncio.Event()
        in_turn(released.set)
        await released.wait()
    await unwritten.close()
    await connection.close()
