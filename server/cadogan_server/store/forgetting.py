"""Takes a player out of the store: whatever is the player's own, and the lines on all boards."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_server.rooms.fairness import day_of
from cadogan_server.store import keys
from cadogan_server.store.contests import Contests
from cadogan_server.store.leaderboard import Leaderboard


async def forget(redis: Redis, leaderboard: Leaderboard, contests: Contests, player: str, now: int) -> None:
    """Take a player out of the store, at a moment in ms since 1970. What others have seen, their own histories and the logs of
    rooms, is theirs.

    Done a second time, after the store was away in the middle, it does what is left to do.

    Raises:
        redis.RedisError: the store does not answer.
    """
    await leaderboard.forget(player, now)
    await contests.forget(player, day_of(now))
    for key in (*keys.of_player(player), keys.last_ticket(player), keys.opening(player)):
        await redis.unlink(key)
    await redis.unlink(keys.player(player))
