"""Takes over ratings of rule 3, which ranked all of them at once.

Derives from the history whom each player has met and on how many days, and removes players from the boards of ratings
who have not played long enough or met enough people.
"""

from __future__ import annotations

from typing import Any

from redis.asyncio import Redis

from cadogan_games import catalogue
from cadogan_server.rooms.fairness import day_of
from cadogan_server.store import keys
from cadogan_server.store.boards.circles import MOST_PEOPLE, Circle
from cadogan_server.store.boards.periods import PERIODS, period_of

AT_ONCE = 500
"""Players handled in one go."""


async def adopt_ratings(redis: Redis, now: int) -> None:
    """Make the circle of each rated player without one, and remove players who are not ranked from the boards of
    ratings.

    Raises:
        redis.RedisError: the store does not answer.
    """
    if not await redis.exists(keys.ratings("")):
        return
    boards = await _boards(redis, now)
    players: list[str] = []
    async for player, _ in redis.hscan_iter(keys.ratings(""), count=AT_ONCE):
        players.append(player.decode())
        if len(players) == AT_ONCE:
            await _adopt(redis, players, boards)
            players.clear()
    await _adopt(redis, players, boards)


async def _adopt(redis: Redis, players: list[str], boards: list[str]) -> None:
    if not players:
        return
    made = [Circle.unpack(kept) if kept else None for kept in await _circles(redis, players)]
    unmade = [player for player, circle in zip(players, made, strict=True) if circle is None]
    for player in unmade:
        await redis.hsetnx(keys.CIRCLES, player, (await _made(redis, player)).pack())
    kept = await _circles(redis, players)
    unranked = [player for player, text in zip(players, kept, strict=True) if not Circle.unpack(text).is_ranked]
    if unranked:
        async with redis.pipeline(transaction=False) as pipeline:
            for board in boards:
                pipeline.zrem(board, *unranked)
            await pipeline.execute()


async def _circles(redis: Redis, players: list[str]) -> list[Any]:
    found: Any = await redis.hmget(keys.CIRCLES, players)
    return list(found)


async def _made(redis: Redis, player: str) -> Circle:
    """Return a player's circle from its stored parts: the moments at which the rating over all has changed, and the
    players met."""
    async with redis.pipeline(transaction=False) as pipeline:
        pipeline.zrange(keys.curve(player), 0, -1, withscores=True)
        pipeline.hkeys(keys.met_by(player))
        curve, others = await pipeline.execute()
    days = sorted({day_of(int(at)) for _, at in curve})
    return Circle(days[-1] if days else "", len(days), [other.decode() for other in others][:MOST_PEOPLE], [])


async def _boards(redis: Redis, now: int) -> list[str]:
    """Return all boards of ratings that may exist."""
    families = {"", *(catalogue.head_of(game).family for game in catalogue.ids())}
    games = catalogue.ids()
    async with redis.pipeline(transaction=False) as pipeline:
        for game in games:
            pipeline.zrange(keys.boards(game), 0, -1)
        played = await pipeline.execute()
    return [keys.rating_board(family) for family in families] + [
        keys.board(game, "rating", options.decode(), period_of(period, now).key)
        for game, found in zip(games, played, strict=True)
        for options in found
        for period in PERIODS
    ]
