"""Evicts the least valuable data, step by step, in the order of `policy.py`."""

from __future__ import annotations

import heapq
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.games.running import RunningGames
from cadogan_server.store.people.players import (
    ACCOUNT_SECONDS,
    KEPT_SECONDS,
    REWRITTEN_SECONDS,
    SEATED_SECONDS,
    STRANGER_SECONDS,
)
from cadogan_server.store.redis.servers import Server, in_pieces
from cadogan_server.store.upkeep.policy import (
    ANALYSIS,
    ATTEMPT,
    CLUB,
    COUNTED,
    LOG,
    OUTCOME,
    PERIOD_LINE,
    PLAYER,
    RESULT,
    SEASON_LINE,
    TOURNAMENT,
    EvictionStep,
)

AT_ONCE = 200
"""Items evicted before the store's memory is checked again."""

PIPELINED = 25
"""Keys removed in one pipeline, which stops the event loop. After each, the store's memory is checked again, because
moves may wait for it."""

MOST = 20_000
"""Items evicted in one step at most."""

SHARE = 0.05
"""The share of the correspondence duels, at least one, that one step ends."""

DAY = 24 * 3600

KEPT_GAMES = 200
"""Latest games that stay in each player's history, and latest points that stay of the curve of ratings."""

PAST_TOURNAMENTS = 29 * DAY
"""Seconds: logs of tournaments with less time to live have been over for more than a day (`tournament_logs.KEPT_SECONDS`)."""

PAST_DAYS = 39 * DAY
"""Seconds: keys of contests with less time to live belong to days before yesterday (`contests.KEPT_DAYS`)."""

PAST_SEASONS = 729 * DAY
"""Seconds: tables of clubs with less time to live belong to earlier seasons (`seasons.py`): eight quarters have 730 days."""

QUIET_CLUBS = 150 * DAY
"""Seconds: clubs with less time to live have had no news for a month (`clubs.KEPT_SECONDS`), or one member alone."""

Enough = Callable[[], Awaitable[bool]]
"""Checks whether the store has space again."""

Erase = Callable[[Sequence[str]], Awaitable[None]]
"""Removes players from the store with all their data."""

KeepSums = Callable[[str], Awaitable[bool]]
"""Stores the figures of all games in a player's history; returns True if the store has them, so that games may be
evicted."""

Sitting = Callable[[Sequence[str]], Awaitable[set[str]]]
"""Returns the players, of those given, with a seat in a room that is not over."""

# Deletes a key only if it would expire within the given time: a new room may have started under the same code.
_LET_GO = """
local left = redis.call('PTTL', KEYS[1])
if left >= 0 and left <= tonumber(ARGV[1]) then
  return redis.call('UNLINK', KEYS[1])
end
return 0
"""


class StoredPlayer(NamedTuple):
    """The store's knowledge of a player.

    Attributes:
        away: seconds since the last visit.
        id: id of the player.
        played: True if the player has finished a game.
        days: seconds from the first finished game to the last visit; None if the first was before that was recorded.
    """

    away: float
    id: str
    played: bool
    days: float | None


class Shedding:
    """The steps that need only the store.

    Args:
        redis: a client without `decode_responses`.
        erase: removes players from the store.
        sitting: returns the players who must stay.
        keep_sums: stores the figures of a player whose games are to be evicted.
        now: returns seconds since 1970.
        running: the correspondence duels; None: there are none.

    Attributes:
        at_once: items evicted before the store's memory is checked again, at most.
    """

    def __init__(
        self,
        redis: Redis,
        erase: Erase,
        sitting: Sitting,
        keep_sums: KeepSums,
        now: Callable[[], float],
        running: RunningGames | None = None,
    ) -> None:
        self._redis = redis
        self._erase = erase
        self._sitting = sitting
        self._keep_sums = keep_sums
        self._now = now
        self._running = running
        self.at_once = AT_ONCE

    async def shed(self, step: EvictionStep, server: Server, enough: Enough) -> int:
        """Evict the data of a step from a server until that is enough; return how much was evicted.

        Raises:
            redis.RedisError: the store does not answer.
        """
        match step:
            case EvictionStep.LOGS:
                gone = await self._soonest(server, ANALYSIS.patterns[0], enough)
                return gone if await enough() else gone + await self._soonest(server, LOG.patterns[0], enough)
            case EvictionStep.COUNTED:
                gone = await self._soonest(server, OUTCOME.patterns[0], enough)
                return gone if await enough() else gone + await self._counted(server)
            case EvictionStep.NEVER_PLAYED:
                return await self._players(server, lambda one: not one.played, enough)
            case EvictionStep.STRAYS:
                return await self._strays(enough)
            case EvictionStep.PAST:
                return await self._past(server, enough)
            case EvictionStep.HISTORIES:
                return await self._histories(server, enough)
            case EvictionStep.ONE_DAY:
                return await self._players(server, lambda one: one.days is not None and one.days < DAY, enough)
            case EvictionStep.PLAYERS:
                return await self._players(server, lambda one: True, enough)
            case EvictionStep.RESTING:
                return await self._resting()
        return 0

    async def _resting(self) -> int:
        """Evict a share of the correspondence duels that no node has. Then the store's memory is read again."""
        if self._running is None:
            return 0
        most = max(1, int(SHARE * await self._running.all()))
        return sum([await self._running.evict(code) for code in await self._running.untouched(most)])

    async def _past(self, server: Server, enough: Enough) -> int:
        """Evict what belongs to days, periods and tournaments that have been over for more than a day, to earlier seasons of
        clubs, and clubs without news."""
        gone = 0
        past = (
            (ATTEMPT, PAST_DAYS),
            (PERIOD_LINE, DAY),
            (TOURNAMENT, PAST_TOURNAMENTS),
            (SEASON_LINE, PAST_SEASONS),
            (CLUB, QUIET_CLUBS),
        )
        for kind, most_left in past:
            gone += await self._soonest(server, kind.patterns[0], enough, most_left)
            if await enough():
                break
        return gone

    async def _soonest(self, server: Server, pattern: str, enough: Enough, most_left: float | None = None) -> int:
        """Evict keys that expire, the soonest first, but none with more than `most_left` seconds to live."""
        most = None if most_left is None else int(1000 * most_left)
        soonest = heapq.nsmallest(MOST, [found async for found in self._expiring(server, pattern, most)])
        gone = 0
        for piece in in_pieces(soonest, min(self.at_once, PIPELINED)):
            async with self._redis.pipeline(transaction=False) as pipe:
                for left, key in piece:
                    pipe.eval(_LET_GO, 1, key, left)
                gone += sum(await pipe.execute())
            if await enough():
                break
        return gone

    async def _expiring(self, server: Server, pattern: str, most: int | None) -> AsyncIterator[tuple[int, bytes]]:
        """Yield the time to live in ms and the key of all keys that expire."""
        async for found in server.keys(pattern):
            async with self._redis.pipeline(transaction=False) as pipe:
                for key in found:
                    pipe.pttl(key)
                left: list[int] = await pipe.execute()
            for time, key in zip(left, found, strict=True):
                if time >= 0 and (most is None or time <= most):
                    yield time, key

    async def _counted(self, server: Server) -> int:
        """Forget the rooms that were counted more than a day ago: none of them will be counted again."""
        gone = 0
        async for found in server.keys(COUNTED.patterns[0]):
            async with self._redis.pipeline(transaction=False) as pipe:
                for key in found:
                    pipe.zremrangebyscore(key, "-inf", 1000 * (self._now() - DAY))
                gone += sum(await pipe.execute())
        return gone

    async def _players(self, server: Server, goes: Callable[[StoredPlayer], bool], enough: Enough) -> int:
        """Evict players without a seat, those longest away first."""
        away = heapq.nlargest(
            MOST,
            [one[:2] async for one in self._known(server) if one.away > 2 * REWRITTEN_SECONDS and goes(one)],
        )
        gone = 0
        for piece in in_pieces(away, self.at_once):
            players = [id for _, id in piece]
            sitting = await self._sitting(players)
            leave = [player for player in players if player not in sitting]
            await self._erase(leave)
            gone += len(leave)
            if await enough():
                break
        return gone

    async def _known(self, server: Server) -> AsyncIterator[StoredPlayer]:
        async for found in server.keys(PLAYER.patterns[0]):
            async with self._redis.pipeline(transaction=False) as pipe:
                for key in found:
                    pipe.ttl(key)
                    pipe.hmget(key, "played", "account", "stranger", "since")
                    pipe.exists(keys.history(keys.id_of_player(key)))
                answers: list[Any] = await pipe.execute()
            for at, key in enumerate(found):
                left, (played, account, stranger, since), history = answers[3 * at : 3 * at + 3]
                # Earlier versions left out `played` for a player with an account.
                has_played = played is not None or (account == b"1" and bool(history))
                kept = _kept(left, played=has_played, account=account is not None, stranger=stranger is not None)
                away = kept - left if left >= 0 else kept
                days = None if since is None else self._now() - away - int(since)
                yield StoredPlayer(away, keys.id_of_player(key), has_played, days)

    async def _strays(self, enough: Enough) -> int:
        """Remove players who no longer exist from boards."""
        cursor: Any = 0
        found: Any
        gone = 0
        while True:
            cursor, found = await self._redis.hscan(keys.NAMES, cursor, count=self.at_once)
            players = [player.decode() for player in found]
            strays = [stray for piece in in_pieces(players) for stray in await self._unknown(piece)]
            for leave in in_pieces(strays, self.at_once):
                await self._erase(leave)
            gone += len(strays)
            if not cursor or (strays and await enough()):
                return gone

    async def _unknown(self, players: Sequence[str]) -> list[str]:
        """Return the players whom the store does not know."""
        async with self._redis.pipeline(transaction=False) as pipe:
            for player in players:
                pipe.exists(keys.player(player))
            known: list[int] = await pipe.execute()
        return [player for player, there in zip(players, known, strict=True) if not there]

    async def _histories(self, server: Server, enough: Enough) -> int:
        """Evict all but the latest games of each player. If the store does not take a player's figures, that player's
        games stay."""
        gone = 0
        async for found in server.keys(RESULT.patterns[0]):
            cut = {key for key in await self._longer(found) if await self._keep_sums(keys.id_of_player(key))}
            async with self._redis.pipeline(transaction=False) as pipe:
                for key in found:
                    player = keys.id_of_player(key)
                    if key in cut:
                        pipe.xtrim(key, maxlen=KEPT_GAMES, approximate=False)
                    pipe.zremrangebyrank(keys.curve(player), 0, -KEPT_GAMES - 1)
                    pipe.zremrangebyscore(keys.history_counted(player), "-inf", 1000 * (self._now() - DAY))
                trimmed = sum(await pipe.execute())
            gone += trimmed
            if trimmed and await enough():
                break
        return gone

    async def _longer(self, histories: Sequence[bytes]) -> list[bytes]:
        """Return the histories with more games than are to stay."""
        async with self._redis.pipeline(transaction=False) as pipe:
            for key in histories:
                pipe.xlen(key)
            lengths: list[int] = await pipe.execute()
        return [key for key, length in zip(histories, lengths, strict=True) if length > KEPT_GAMES]


def _kept(left: int, *, played: bool, account: bool, stranger: bool) -> int:
    """Return the seconds for which a player was to be kept at the last visit, from the seconds left now."""
    if account and (played or left > KEPT_SECONDS):  # earlier versions kept every account for as long
        return ACCOUNT_SECONDS
    if played:
        return KEPT_SECONDS
    return STRANGER_SECONDS if stranger else SEATED_SECONDS
