"""Takes a player out of the store, and out of what nodes remember: whatever is the player's own, and the lines on all boards."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from redis.asyncio import Redis

from cadogan_server.clock import Clock
from cadogan_server.rooms.fairness import day_of
from cadogan_server.store import keys
from cadogan_server.store.boards.erasing import Erasing
from cadogan_server.store.games.contests import Contests
from cadogan_server.store.nodes.node_lease import NodeLease
from cadogan_server.store.nodes.orders import Orders

logger = logging.getLogger(__name__)

FORGET_SECONDS = 5.0
"""So long is waited for other nodes to forget a player; one that takes longer has the order yet, and does it then."""

LOOK_SECONDS = 0.1
"""Between two looks whether they have."""


class Forgetting:
    """Forgets players.

    Args:
        redis: a client.
        orders: what tells other nodes to forget somebody.
        lease: tells which nodes there are.
        erasing: takes players off all boards, and out of all ratings.
        contests: the boards and calendars of the days.
        clock: tells the day.
    """

    def __init__(
        self, redis: Redis, orders: Orders, lease: NodeLease, erasing: Erasing, contests: Contests, clock: Clock
    ) -> None:
        self._redis = redis
        self._orders = orders
        self._lease = lease
        self._erasing = erasing
        self._contests = contests
        self._clock = clock

    async def forget(self, player: str) -> None:
        """Take a player out of all nodes and the store. What others have seen, their histories and the logs of rooms, is theirs.

        Done a second time, after the store was away in the middle, it does what is left to do.

        Raises:
            redis.RedisError: the store does not answer.
        """
        await self._let_nodes_forget(player)
        await self.erase([player])

    async def erase(self, players: Sequence[str]) -> None:
        """Take players (at most a thousand) out of the store alone: nodes that know them still do.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if not players:
            return
        now = self._clock.real()
        await self._erasing.erase(players, now)
        await self._contests.forget(players, day_of(now))
        async with self._redis.pipeline(transaction=False) as pipeline:
            for player in players:
                for key in (*keys.of_player(player), keys.last_ticket(player), keys.opening(player)):
                    pipeline.execute_command("UNLINK", key)  # redis-py takes no `unlink` in a pipeline of a Cluster
            await pipeline.execute()
        async with self._redis.pipeline(transaction=False) as pipeline:
            for player in players:  # last, so that what fails before can be done again
                pipeline.execute_command("UNLINK", keys.player(player))
            await pipeline.execute()

    async def _let_nodes_forget(self, player: str) -> None:
        """Have all nodes know a player no more, by whatever token, and write nothing of the player again."""
        if self._lease.alone:
            return
        order = await self._orders.give({"do": "forget", "player": player})
        try:
            async with asyncio.timeout(FORGET_SECONDS):
                while len(await self._orders.answers(order)) < len(self._lease.nodes):  # noqa: ASYNC110
                    await asyncio.sleep(LOOK_SECONDS)
        except TimeoutError:
            logger.warning("not all nodes have answered that they have forgotten a player")
            return
        await self._orders.take_back(order)
