"""Removes players from all boards and ratings.

A server has hundreds of boards for each game, and few players are on many of them. One command per board took a second
of the server's time for a single player. So one script per game removes any number of players from all of its boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from redis.asyncio import Redis

from cadogan_games import catalogue
from cadogan_server.store import keys
from cadogan_server.store.boards.metrics import ALL_METRICS, OLD_METRICS
from cadogan_server.store.boards.periods import GRACE_SECONDS, periods_of
from cadogan_server.store.boards.waiting import Sorting
from cadogan_server.store.redis.servers import AT_ONCE, in_pieces

UNLINKED = 500
"""Keys that one command removes. Writing a command with many more stops the event loop."""

# KEYS: boards, then hashes by player. ARGV: number of boards among the keys, then the players.
_ERASE = """
local boards, players = tonumber(ARGV[1]), {unpack(ARGV, 2)}
for i, key in ipairs(KEYS) do
  redis.call(i <= boards and 'ZREM' or 'HDEL', key, unpack(players))
end
"""


class BoardErasing:
    """Removes players from boards.

    Args:
        redis: a client without `decode_responses`.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._erase = redis.register_script(_ERASE)
        self._sorting = Sorting(redis)

    async def erase(self, players: Sequence[str], now: int) -> None:
        """Remove at most a thousand players from all boards that exist at the time `now` (ms since 1970), with their
        ratings and figures.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if not players:
            return
        waiting = [group.waiting for group in await self._sorting.behind()]
        families = {"", *(catalogue.head_of(game).family for game in catalogue.ids())}
        await self._take_off(
            [keys.rating_board(family) for family in families],
            [*waiting, keys.NAMES, keys.CIRCLES, keys.PLAYING, *(keys.ratings(family) for family in families)],
            players,
        )
        periods = {period.key for when in (now, now - 1000 * GRACE_SECONDS) for period in periods_of(when)}
        own = await self._figures_of(players)
        for game, options in (await self._played()).items():  # one at a time, so that nobody waits for all
            await self._take_off(*_places(game, options, periods), players)
            own |= {keys.earlier_own(game, board, player) for board in options for player in players}
            if len(own) >= UNLINKED:
                await self._unlink(own)
                own.clear()
        await self._unlink(own)

    async def _played(self) -> dict[str, set[str]]:
        """Return game → options of its boards, for games with boards; "" stands for the defaults."""
        played: dict[str, set[str]] = {}
        for games in in_pieces(catalogue.ids(), AT_ONCE // 2):  # two questions about each
            played |= await self._played_of(games)
        return played

    async def _played_of(self, games: Sequence[str]) -> dict[str, set[str]]:
        async with self._redis.pipeline(transaction=False) as pipeline:
            for game in games:
                pipeline.zrange(keys.boards(game), 0, -1)
            for game in games:
                pipeline.exists(*(key(game, metric) for key in (keys.board, keys.old_board) for metric in OLD_METRICS))
            found: list[Any] = await pipeline.execute()
        boards, old = found[: len(games)], found[len(games) :]
        return {
            game: {"", *(board.decode() for board in lines)}
            for game, lines, before in zip(games, boards, old, strict=True)
            if lines or before
        }

    async def _figures_of(self, players: Sequence[str]) -> set[str]:
        """Return the keys of players' own figures, by their histories. A game against nobody is on no board."""
        own: set[str] = set()
        for piece in in_pieces(players):
            async with self._redis.pipeline(transaction=False) as pipeline:
                for player in piece:
                    pipeline.hkeys(keys.earlier_figures(player))
                found: list[Any] = await pipeline.execute()
            for player, subjects in zip(piece, found, strict=True):
                for subject in subjects:
                    game, _, options = subject.decode().partition(" ")
                    own |= {keys.earlier_own(game, options, player), keys.earlier_own(game, "", player)}
        return own

    async def _take_off(self, boards: list[str], hashes: list[str], players: Sequence[str]) -> None:
        await self._erase(keys=[*boards, *hashes], args=[len(boards), *players])

    async def _unlink(self, found: Iterable[str]) -> None:
        for piece in in_pieces(sorted(found), UNLINKED):
            await self._redis.unlink(*piece)  # all in one slot of a Cluster


def _places(game: str, options: set[str], periods: set[str]) -> tuple[list[str], list[str]]:
    """Return the boards of a game, and its hashes by player."""
    boards = [
        keys.board(game, metric, board, period) for board in options for metric in ALL_METRICS for period in periods
    ]
    old = [keys.old_board(game, metric) for metric in OLD_METRICS]
    hashes = [key(game, board) for board in options for key in (keys.streaks, keys.solo_streaks, keys.old_ratings)]
    return [*boards, *old], hashes
