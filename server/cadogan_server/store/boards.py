"""The leaderboards as they are read: however many ask, and for however many lines, the store is asked once a second for each."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_protocol.rooms import LeaderRow
from cadogan_server.store.leaderboard import Leaderboard
from cadogan_server.store.recent import Recent

MOST = 100
"""The most lines that anybody may ask for."""


class Boards:
    """Tells who leads, as it was within the last second."""

    def __init__(self, leaderboard: Leaderboard, time: Callable[[], float]) -> None:
        self._leaderboard = leaderboard
        self._lines = Recent(self._read, time)

    async def best(self, game: str, metric: str, count: int) -> tuple[LeaderRow, ...]:
        """Return the first lines of a board, at most `MOST`.

        Raises:
            StoreBusy: too much is read at once.
            redis.RedisError: the store does not answer.
        """
        return (await self._lines(game, metric))[:count]

    async def _read(self, game: str, metric: str) -> tuple[LeaderRow, ...]:
        return await self._leaderboard.best(game, metric, MOST)
