"""Caches the first rows of each board: however many clients ask, the store is asked once in a while."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cadogan_protocol.boards import LeaderRow, Ranking
from cadogan_protocol.parts import OptionValue
from cadogan_protocol.rooms import Rating
from cadogan_server.store.boards.board_reader import Board, BoardReader, Rows
from cadogan_server.store.recent import Recent

MOST = 100
"""Maximum rows in one answer."""


class Boards:
    """Returns leaders, possibly cached, and players' present ranks. All methods raise StoreBusy if too much is read at
    once, and redis.RedisError if the store does not answer.

    Args:
        reader: reads the boards.
        time: returns seconds.
        lasts: seconds for which first rows are cached.
    """

    def __init__(self, reader: BoardReader, time: Callable[[], float], lasts: float) -> None:
        self._reader = reader
        self._rows = Recent(self._read, time, lasts)
        self._boards = Recent(reader.boards, time, lasts)

    async def best(self, board: Board, count: int, after: int = 0) -> Rows:
        """Return the first `count` rows of a board behind the first `after`; at most `MOST`."""
        if after + count > MOST:
            return await self._reader.top(board, count, after)
        rows, total = await self._rows(board)
        return Rows(rows[after : after + count], total)

    async def around(self, board: Board, player: str, count: int) -> Rows:
        """Return the rows around a player's; none if the player is not on the board."""
        return await self._reader.around(board, player, count)

    async def among(self, board: Board, players: Sequence[str], count: int) -> Rows:
        """Return the rows of those of these players who are on a board, ranked among each other."""
        return await self._reader.among(board, players, count)

    async def row_of(self, board: Board, player: str) -> LeaderRow | None:
        """Return a player's row of a board; None without one."""
        rows, _ = await self._reader.around(board, player, 1)
        return rows[0] if rows else None

    async def boards(self, game: str) -> tuple[dict[str, OptionValue], ...]:
        """Return the options of a game's boards with results."""
        return await self._boards(game)

    async def ranking(self, player: str | None) -> Ranking:
        """Return the conditions for ranked ratings, and how much of them a player fulfils, if one is given."""
        return await self._reader.ranking(player)

    async def ratings(self, family: str, players: Sequence[str]) -> dict[str, Rating]:
        """Return the ratings of those of these players who have one in a family, or with "" over all."""
        return await self._reader.ratings(family, players)

    async def _read(self, board: Board) -> Rows:
        return await self._reader.top(board, MOST)
