"""The leaderboards as they are read: however many ask, and for however many rows, the store is asked once a second for each."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_protocol.rooms import LeaderRow, OptionValue, OwnFigures
from cadogan_server.store.leaderboard import Leaderboard
from cadogan_server.store.recent import Recent

MOST = 100
"""The most rows that anybody may ask for."""


class Boards:
    """Tells who leads, as it was within the last second."""

    def __init__(self, leaderboard: Leaderboard, time: Callable[[], float]) -> None:
        self._leaderboard = leaderboard
        self._rows = Recent(self._read, time)
        self._boards = Recent(leaderboard.boards, time)

    async def best(self, game: str, metric: str, count: int, options: str = "") -> tuple[LeaderRow, ...]:
        """Return the first rows of a board, at most `MOST`; of which one, as `Leaderboard.best` says.

        Raises:
            StoreBusy: too much is read at once.
            redis.RedisError: the store does not answer.
        """
        return (await self._rows(game, metric, options))[:count]

    async def boards(self, game: str) -> tuple[dict[str, OptionValue], ...]:
        """Return which boards of a game hold results; what is raised is as with `best`."""
        return await self._boards(game)

    async def own(self, game: str, options: str, player: str) -> OwnFigures:
        """Return a player's own figures, as they are now; what is raised is as with `best`."""
        return await self._leaderboard.own(game, options, player)

    async def _read(self, game: str, metric: str, options: str) -> tuple[LeaderRow, ...]:
        return await self._leaderboard.best(game, metric, MOST, options)
