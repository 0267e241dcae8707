"""Removes a player from the store and from the memory of nodes: all data of the player, and the lines on all boards."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence

from redis.asyncio import Redis

from cadogan_server.clock import Clock
from cadogan_server.rooms.fairness import day_of
from cadogan_server.store import keys
from cadogan_server.store.boards.erasing import BoardErasing
from cadogan_server.store.clubs.clubs import Clubs
from cadogan_server.store.games.contests import Contests
from cadogan_server.store.nodes.node_lease import NodeLease
from cadogan_server.store.nodes.orders import Orders
from cadogan_server.store.redis.servers import in_pieces

logger = logging.getLogger(__name__)

FORGET_SECONDS = 5.0
"""Seconds to wait for other nodes to forget a player. A slower node still carries out the order later."""

AT_ONCE = 10
"""Players whose keys are removed in one pipeline, which stops the event loop."""

LOOK_SECONDS = 0.1
"""Seconds between two checks of their answers."""


class Forgetting:
    """Removes players.

    Args:
        redis: a client.
        orders: orders other nodes to forget a player.
        lease: knows the living nodes.
        erasing: removes players from all boards and ratings.
        contests: boards and calendars of contests.
        clubs: clubs, and the tables of their seasons.
        clock: knows the day.
    """

    def __init__(
        self,
        redis: Redis,
        orders: Orders,
        lease: NodeLease,
        erasing: BoardErasing,
        contests: Contests,
        clubs: Clubs,
        clock: Clock,
    ) -> None:
        self._redis = redis
        self._orders = orders
        self._lease = lease
        self._erasing = erasing
        self._contests = contests
        self._clubs = clubs
        self._clock = clock

    async def forget(self, player: str) -> None:
        """Remove a player from all nodes and the store. Other players' histories and the logs of rooms stay.

        If the store fails midway, a second call does the rest.

        Raises:
            redis.RedisError: the store does not answer.
        """
        await self._let_nodes_forget(player)
        await self.erase([player])

    async def erase(self, players: Sequence[str]) -> None:
        """Remove at most a thousand players from the store only: nodes still remember them.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if not players:
            return
        now = self._clock.real()
        await self._erasing.erase(players, now)
        await self._contests.forget(players, day_of(now))
        await self._clubs.forget(players)
        await self._redis.srem(keys.PUSH_DAYS, *players)
        for some in in_pieces(players, AT_ONCE):
            await self._unlink(key for player in some for key in (*keys.of_player(player), *keys.passing(player)))
            await self._unlink(keys.player(player) for player in some)  # last, so that a failed call can be repeated

    async def _unlink(self, gone: Iterable[str]) -> None:
        async with self._redis.pipeline(transaction=False) as pipeline:
            for key in gone:
                pipeline.execute_command("UNLINK", key)  # redis-py has no `unlink` in a pipeline of a Cluster
            await pipeline.execute()

    async def _let_nodes_forget(self, player: str) -> None:
        """Have all nodes forget a player and all tokens, and write nothing about the player again."""
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
