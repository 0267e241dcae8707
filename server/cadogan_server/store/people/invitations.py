"""Invitations of friends, and which players are connected and would hear of them.

An invitation is in the store of the invited player, and a stream tells the nodes whose invitations to read. It expires
within minutes, one of each friend; to a correspondence duel it stays as long as the friend waits in its lobby.
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

ASKED_SECONDS = 7 * 24 * 3600
"""Seconds for which an invitation to a correspondence duel is kept: nobody waits longer in its lobby."""

KEPT = 1000
"""Number of calls that are kept, roughly."""


class Sent(NamedTuple):
    """An invitation: where to, when (ms since 1970), and for a correspondence duel the days for each turn."""

    room: str
    key: str | None
    game: str
    title: str
    at: int
    days: int = 0


class Invitations:
    """The invitations of all players.

    Args:
        redis: a client without `decode_responses`.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def send(self, player: str, by: str, sent: Sent) -> None:
        """Invite a player in the name of another one, and call the nodes. It replaces the last invitation by that one, or to
        that correspondence duel.

        Raises:
            redis.RedisError: the store does not answer.
        """
        async with self._redis.pipeline(transaction=False) as pipeline:
            if sent.days:
                pipeline.hset(keys.asked(player), sent.room, json.dumps((by, *sent)))
                pipeline.expire(keys.asked(player), ASKED_SECONDS)
            else:
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

    async def asked(self, player: str) -> list[tuple[str, Sent]]:
        """Return the players who have invited a player to correspondence duels, and the rooms, the latest first. It does not
        look up whether they still wait there.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hvals(keys.asked(player))
        read = [(by, Sent(*sent)) for by, *sent in map(json.loads, found)]
        return sorted(read, key=lambda one: -one[1].at)

    async def forget(self, player: str, rooms: Sequence[str]) -> None:
        """Forget invitations of a player to correspondence duels.

        Raises:
            redis.RedisError: the store does not answer.
        """
        await self._redis.hdel(keys.asked(player), *rooms)

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
