"""Invitations of friends, and which players are connected and would hear of them.

Everything expires within minutes. An invitation is in the store of the invited player, one of each friend; a stream tells
the nodes whose invitations to read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_protocol.limits import INVITATION_SECONDS
from cadogan_server.store import keys
from cadogan_server.store.redis.existing import existing

HERE_SECONDS = 60
"""Seconds for which a player counts as connected."""

KEPT = 1000
"""Number of calls that are kept, roughly."""


class Sent(NamedTuple):
    """An invitation: where to, and when (ms since 1970)."""

    room: str
    key: str | None
    game: str
    title: str
    at: int


class Invitations:
    """The invitations of all players.

    Args:
        redis: a client without `decode_responses`.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def send(self, player: str, by: str, sent: Sent) -> None:
        """Invite a player in the name of another one, and call the nodes. It replaces the last invitation by that one.

        Raises:
            redis.RedisError: the store does not answer.
        """
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.hset(keys.invitations(player), by, json.dumps(sent))
            pipeline.expire(keys.invitations(player), INVITATION_SECONDS)
            pipeline.xadd(keys.CALLS, {"player": player}, maxlen=KEPT)
            pipeline.expire(keys.CALLS, INVITATION_SECONDS)
            await pipeline.execute()

    async def of(self, player: str, now: int) -> dict[str, Sent]:
        """Return the invitations that hold at the time `now` (ms since 1970), by the id of who invites, the latest first.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hgetall(keys.invitations(player))
        read = {by.decode(): Sent(*json.loads(sent)) for by, sent in found.items()}
        held = [(by, sent) for by, sent in read.items() if now < sent.at + 1000 * INVITATION_SECONDS]
        return dict(sorted(held, key=lambda one: -one[1].at))

    async def calls(self, last: str) -> tuple[str, set[str]]:
        """Return the players who were invited after the call with this id, and the id of the last call.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.xrange(keys.CALLS, min=f"({last}")
        return (found[-1][0].decode() if found else last), {fields[b"player"].decode() for _, fields in found}

    async def note_here(self, players: Iterable[str]) -> None:
        """Note that these players are connected now.

        Raises:
            redis.RedisError: the store does not answer.
        """
        async with self._redis.pipeline(transaction=False) as pipeline:
            for player in players:
                pipeline.set(keys.here(player), "", ex=HERE_SECONDS)
            await pipeline.execute()

    async def who_is_here(self, players: Sequence[str]) -> set[str]:
        """Return those of these players who are connected, or were a moment ago.

        Raises:
            redis.RedisError: the store does not answer.
        """
        return set(await existing(self._redis, players, keys.here))
