"""Takes a player out of the store, and out of what nodes remember: whatever is the player's own, and the lines on all boards."""

from __future__ import annotations

import asyncio
import logging

from redis.asyncio import Redis

from cadogan_server.rooms.fairness import day_of
from cadogan_server.store import keys
from cadogan_server.store.contests import Contests
from cadogan_server.store.leaderboard import Leaderboard
from cadogan_server.store.lease import Lease
from cadogan_server.store.orders import Orders

logger = logging.getLogger(__name__)

FORGET_SECONDS = 5.0
"""So long is waited for other nodes to forget a player; one that takes longer has the order yet, and does it then."""

LOOK_SECONDS = 0.1
"""Between two looks whether they have."""


async def let_nodes_forget(orders: Orders, lease: Lease, player: str) -> None:
    """Have all nodes know a player no more, by whatever token, and write nothing of the player again.

    Raises:
        redis.RedisError: the store does not answer.
    """
    if lease.alone:
        return
    order = await orders.give({"do": "forget", "player": player})
    try:
        async with asyncio.timeout(FORGET_SECONDS):
            while len(await orders.answers(order)) < len(lease.nodes):  # noqa: ASYNC110
                await asyncio.sleep(LOOK_SECONDS)
    except TimeoutError:
        logger.warning("not all nodes have answered that they have forgotten a player")
        return
    await orders.take_back(order)


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
