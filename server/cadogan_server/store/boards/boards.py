"""The boards as they are read: however many ask for their first rows, the store is asked once in a while for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cadogan_protocol.rooms import LeaderRow, OptionValue, Ranking, Rating
from cadogan_server.store.boards.board_reader import Board, BoardReader, Rows
from cadogan_server.store.recent import Recent

MOST = 100
"""The most rows that anybody may ask for."""


class Boards:
    """Tells who leads, as it was lately, and how a player stands, as it is now.

    Args:
        reader: reads the boards.
        time: a clock in seconds.
        lasts: for how many seconds the first rows that were read are good.

    What is raised by all: StoreBusy, where too much is read at once; redis.RedisError, where the store does not answer.
    """

    def __init__(self, reader: BoardReader, time: Callable[[], float], lasts: float) -> None:
        self._reader = reader
        self._rows = Recent(self._read, time, lasts)
        self._boards = Recent(reader.boards, time, lasts)

    async def best(self, board: Board, count: int, after: int = 0) -> Rows:
        """Return the first rows of a board, or those after so many; at most `MOST`."""
        if after + count > MOST:
            return await self._reader.top(board, count, after)
        rows, total = await self._rows(board)
        return Rows(rows[after : after + count], total)

    async def around(self, board: Board, player: str, count: int) -> Rows:
        """Return the rows around a player's; none where the player is not on the board."""
        return await self._reader.around(board, player, count)

    async def among(self, board: Board, players: Sequence[str], count: int) -> Rows:
        """Return the rows of those of these players who are on a board, with their ranks among each other."""
        return await self._reader.among(board, players, count)

    async def row_of(self, board: Board, player: str) -> LeaderRow | None:
        """Return a player's row of a board."""
        rows, _ = await self._reader.around(board, player, 1)
        return rows[0] if rows else None

    async def boards(self, game: str) -> tuple[dict[str, OptionValue], ...]:
        """Return which boards of a game hold results."""
        return await self._boards(game)

    async def ranking(self, player: str | None) -> Ranking:
        """Return from when on ratings are ranked, and how far a player is, if one is meant."""
        return await self._reader.ranking(player)

    async def ratings(self, family: str, players: Sequence[str]) -> dict[str, Rating]:
        """Return the ratings in a family, or with "" over all, of those of these players who have one."""
        return await self._reader.ratings(family, players)

    async def _read(self, board: Board) -> Rows:
        return await self._reader.top(board, MOST)
