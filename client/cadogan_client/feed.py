"""Passes events on to all tasks that wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Generic, TypeVar

from cadogan_client.errors import Disconnected, Lagging

Item = TypeVar("Item")

MOST_WAITING = 10_000
"""The default of the largest number of items that wait for a slow iterator."""


class Feed(Generic[Item]):
    """Items for any number of iterators, with a way to wait for a condition that depends on them.

    Args:
        most: the largest number of items that wait for a slow iterator.
    """

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._most = most
        self._queues: set[asyncio.Queue[Item | Exception | None]] = set()
        self._changed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._ended = False
        self._error: Disconnected | None = None

    def tell(self, item: Item) -> None:
        """Pass an item on to every iterator. An iterator too far behind gets `Lagging` instead of the items that it
        missed."""
        for queue in list(self._queues):
            if queue.full():
                self._queues.discard(queue)
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(Lagging(f"more than {self._most} updates were waiting"))
            else:
                queue.put_nowait(item)

    def wake(self) -> None:
        """Let all tasks that wait for a condition check it again."""
        self._changed.set_result(None)
        self._changed = asyncio.get_running_loop().create_future()

    def end(self, error: Disconnected | None) -> None:
        """End the feed, with an error, or with None because the client was closed."""
        if self._ended:
            return
        self._ended, self._error = True, error
        for queue in self._queues:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(error)
        self.wake()

    async def items(self) -> AsyncIterator[Item]:
        """Yield every item from now on until the end. Raises the error that ended the feed, or Lagging."""
        queue: asyncio.Queue[Item | Exception | None] = asyncio.Queue(self._most)
        if self._ended:
            queue.put_nowait(self._error)
        self._queues.add(queue)
        try:
            while (item := await queue.get()) is not None:
                if isinstance(item, Exception):
                    raise item
                yield item
        finally:
            self._queues.discard(queue)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds. Raises Disconnected if the feed ends before."""
        while not condition():
            if self._ended:
                raise self._error or Disconnected("the client was closed")
            await asyncio.shield(self._changed)
