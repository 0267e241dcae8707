"""Caches frequent reads for a moment: however many clients ask, the store is asked once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, ParamSpec, TypeVar

KEPT = 1000
"""Maximum number of cached answers."""

P = ParamSpec("P")
T = TypeVar("T")


class Recent(Generic[P, T]):
    """A reading function with its latest results by arguments. Concurrent calls share one read. An exception goes to
    all waiting callers and is not cached.

    Args:
        read: the function; its arguments are hashable.
        time: a clock in seconds.
        lasts: maximum age of an answer in seconds.
    """

    def __init__(self, read: Callable[P, Awaitable[T]], time: Callable[[], float], lasts: float) -> None:
        self._read = read
        self._time = time
        self._lasts = lasts
        self._answers: dict[object, tuple[float, asyncio.Task[T]]] = {}

    async def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the function's result for these arguments, at most `lasts` seconds old."""
        key = (args, tuple(sorted(kwargs.items())))
        until, task = self._answers.get(key, (0.0, None))
        if task is None or (
            task.done() and (self._time() >= until or task.cancelled() or task.exception() is not None)
        ):
            task = asyncio.ensure_future(self._run(*args, **kwargs))
            self._answers.pop(key, None)
            self._answers[key] = self._time() + self._lasts, task
            if len(self._answers) > KEPT:
                del self._answers[next(iter(self._answers))]
        return await asyncio.shield(task)

    async def _run(self, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._read(*args, **kwargs)
