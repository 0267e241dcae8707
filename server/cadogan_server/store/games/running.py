"""The running correspondence duels of each player, and all of them together, for the time when no node has their rooms."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.redis.existing import existing

LASTS_SECONDS = 30 * 24 * 3600
"""Seconds for which a player is kept after each action in one of the player's duels: longer than two turns last."""

UNUSED_MS = 86_400_000
"""Milliseconds after which a lobby in which a player waits alone makes way for another duel, if there are too many."""

LOOKED_AT = 100
"""Lobbies that are looked at for one that makes way."""

# Keys: the player's own duels, the player, and all other keys of the player. Arguments: code, duel, and the seconds for which all
# is kept at least, if the player exists.
_NOTE = """
if redis.call('EXISTS', KEYS[2]) == 0 then
  return
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
for _, key in ipairs(KEYS) do
  redis.call('EXPIRE', key, ARGV[3], 'NX')
  redis.call('EXPIRE', key, ARGV[3], 'GT')
end
"""

# Keys: the lease and the log of a room. Deletes them unless a node owns the room; returns 1 if it did.
_EVICT = """
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('UNLINK', KEYS[2])
return 1
"""


class RunningGame(NamedTuple):
    """A correspondence duel as one of its players finds it.

    Attributes:
        room: the code of its room.
        game: the id of its game.
        days: the days for each turn.
        opponent: the other player's name; empty: nobody has come yet.
        player: the other player's id.
        turn: true if it is the player's turn.
        deadline: the moment at which the turn ends, in ms since 1970; None: the game has not begun.
        off: true if giving up calls the game off, because the other player has not acted yet.
    """

    room: str
    game: str
    days: int
    opponent: str = ""
    player: str = ""
    turn: bool = False
    deadline: int | None = None
    off: bool = False


class RunningGames:
    """Keeps and reads the duels of all players.

    Args:
        redis: a client without `decode_responses`.
        journal: writes to the store.
    """

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal

    # ---- for the owner of a room ---------------------------------------------------------------------------------------

    def note(self, player: str, game: RunningGame) -> None:
        """Note how a player finds a duel now."""
        theirs = (keys.running(player), keys.player(player), *keys.of_player(player))
        self._journal.write("EVAL", _NOTE, len(theirs), *theirs, game.room, json.dumps(game[1:]), LASTS_SECONDS)

    def drop(self, player: str, code: str) -> None:
        """Note that a player plays no longer in a room."""
        self._journal.write("HDEL", keys.running(player), code)

    def touch(self, code: str, now: int, *, alone: bool) -> None:
        """Note that something has happened in a room at this moment (ms), and whether a player waits alone in it."""
        self._journal.write("ZADD", keys.CORRESPONDENCE, now, code)
        if alone:
            self._journal.write("ZADD", keys.CORRESPONDENCE_LOBBIES, now, code)
        else:
            self._journal.write("ZREM", keys.CORRESPONDENCE_LOBBIES, code)

    def over(self, code: str) -> None:
        """Note that a duel is over."""
        self._journal.write("ZREM", keys.CORRESPONDENCE, code)
        self._journal.write("ZREM", keys.CORRESPONDENCE_LOBBIES, code)

    # ---- for everybody -------------------------------------------------------------------------------------------------

    async def of(self, player: str) -> list[RunningGame]:
        """Return a player's duels: first those that await the player, then those that end soonest.

        A room that the store no longer has is passed over, and forgotten.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hgetall(keys.running(player))
        games = [RunningGame(code.decode(), *json.loads(rest)) for code, rest in found.items()]
        async with self._redis.pipeline(transaction=False) as pipeline:
            for game in games:
                pipeline.zscore(keys.DUE, game.room)
            known = await pipeline.execute() if games else []
        for game, due in zip(games, known, strict=True):
            if due is None:
                self.drop(player, game.room)
        left = [game for game, due in zip(games, known, strict=True) if due is not None]
        return sorted(left, key=lambda game: (not game.turn, game.deadline is None, game.deadline or 0, game.room))

    async def waiting(self, duels: Sequence[tuple[str, str]]) -> set[tuple[str, str]]:
        """Return those of these players and rooms in which the player waits alone.

        Raises:
            redis.RedisError: the store does not answer.
        """
        async with self._redis.pipeline(transaction=False) as pipeline:
            for player, code in duels:
                pipeline.hget(keys.running(player), code)
                pipeline.zscore(keys.DUE, code)
            found: Any = await pipeline.execute() if duels else []
        return {
            duel
            for duel, raw, due in zip(duels, found[::2], found[1::2], strict=True)
            if raw is not None and due is not None and not RunningGame(duel[1], *json.loads(raw)).opponent
        }

    async def count(self, player: str) -> int:
        """Return how many duels a player has running.

        Raises:
            redis.RedisError: the store does not answer.
        """
        return int(await self._redis.hlen(keys.running(player)))

    async def who_plays(self, players: Sequence[str]) -> set[str]:
        """Return those of these players who have a duel running.

        Raises:
            redis.RedisError: the store does not answer.
        """
        return set(await existing(self._redis, players, keys.running))

    async def all(self) -> int:
        """Return how many duels run, of all players.

        Raises:
            redis.RedisError: the store does not answer.
        """
        return int(await self._redis.zcard(keys.CORRESPONDENCE))

    # ---- when the store is full, or there are too many -------------------------------------------------------------------

    async def make_way(self, now: int) -> bool:
        """Remove a lobby that nobody uses: a player has waited alone in it for `UNUSED_MS`, and no node has it. Of several, the
        oldest. Return False if there is none.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.zrangebyscore(
            keys.CORRESPONDENCE_LOBBIES, "-inf", now - UNUSED_MS, start=0, num=LOOKED_AT
        )
        for code in found:
            if await self.evict(code.decode()):
                return True
        return False

    async def untouched(self, most: int) -> list[str]:
        """Return the codes of rooms in which nothing has happened for longest.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.zrange(keys.CORRESPONDENCE, 0, most - 1)
        return [code.decode() for code in found]

    async def evict(self, code: str) -> bool:
        """Remove a room that no node has; return False if one has it.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if not await self._redis.eval(_EVICT, 2, keys.room(code), keys.log(code)):
            return False
        await self._redis.zrem(keys.DUE, code)
        await self._redis.zrem(keys.CORRESPONDENCE, code)
        await self._redis.zrem(keys.CORRESPONDENCE_LOBBIES, code)
        return True
