"""The tables of clubs' seasons in the store. Each game and each tournament is counted once, whichever node does it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_protocol.limits import MOST_SEASON_LINES, SEASONS_KEPT
from cadogan_server.store import keys
from cadogan_server.store.clubs.season import Gain, before, ends, kept_seasons
from cadogan_server.store.redis.existing import existing

COUNTED_MS = 40 * 86_400_000
"""Time for which a game is remembered as counted, in ms. A room is counted within the 30 days of its log, if at all."""

# Arguments: the moment, the name of the game, the moment at which the table expires, how long to remember the
# game, the most lines, and for each player: id, name, points, tournaments, games, won. If there are too many lines, the
# last ones make way, of those who are not counted now. Returns 1 if the game was not counted before.
_COUNT = """
if redis.call('ZADD', KEYS[2], 'NX', ARGV[1], ARGV[2]) == 0 then
  return 0
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[1] - ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
local counted = {}
for at = 6, #ARGV, 6 do
  counted[ARGV[at]] = true
  local found = redis.call('HGET', KEYS[1], ARGV[at])
  local line = found and cjson.decode(found) or {'', 0, 0, 0, 0}
  line[1] = ARGV[at + 1]
  for place = 2, 5 do
    line[place] = line[place] + tonumber(ARGV[at + place])
  end
  redis.call('HSET', KEYS[1], ARGV[at], cjson.encode(line))
end
redis.call('PEXPIREAT', KEYS[1], ARGV[3])
local over = redis.call('HLEN', KEYS[1]) - ARGV[5]
if over > 0 then
  local lines, others = redis.call('HGETALL', KEYS[1]), {}
  for at = 1, #lines, 2 do
    if not counted[lines[at]] then
      local line = cjson.decode(lines[at + 1])
      table.insert(others, {player = lines[at], points = line[2], games = line[4], won = line[5]})
    end
  end
  table.sort(others, function(one, two)
    if one.points ~= two.points then return one.points < two.points end
    if one.won ~= two.won then return one.won < two.won end
    if one.games ~= two.games then return one.games > two.games end
    return one.player < two.player
  end)
  for at = 1, math.min(over, #others) do
    redis.call('HDEL', KEYS[1], others[at].player)
  end
end
return 1
"""


class Line(NamedTuple):
    """A line of the table of a season."""

    player: str
    name: str
    points: int
    tournaments: int
    games: int
    won: int


def ranked(lines: Sequence[Line]) -> list[tuple[int, Line]]:
    """Return the lines of a table, most points first, with their ranks: those with as many points share one."""
    found: list[tuple[int, Line]] = []
    for place, line in enumerate(lines, 1):
        shares = bool(found) and found[-1][1].points == line.points
        found.append((found[-1][0] if shares else place, line))
    return found


class Seasons:
    """The tables of all clubs. Every method raises redis.RedisError if the store does not answer.

    Args:
        redis: a client without `decode_responses`.
        most: lines of a table, at most.
    """

    def __init__(self, redis: Redis, most: int = MOST_SEASON_LINES) -> None:
        self._redis = redis
        self._most = most
        self._count = redis.register_script(_COUNT)

    async def count(self, club: str, season: str, game: str, gains: Mapping[str, Gain], now: int) -> bool:
        """Count a game or tournament for a season. Returns False if it was counted before.

        A table has at most `most` lines: the last one makes way for somebody new.

        Args:
            club, season: the club and its season.
            game: a name that no other game or tournament has.
            gains: player → gain.
            now: the time, in ms.
        """
        lines = [value for player, gain in gains.items() for value in (player, *gain)]
        until = ends(before(season, -SEASONS_KEPT))
        counted = await self._count(
            keys=[keys.club_season(club, season), keys.club_counted(club)],
            args=[now, game, until, COUNTED_MS, self._most, *lines],
        )
        return bool(counted)

    async def table(self, club: str, season: str) -> list[Line]:
        """Return the table of a season: most points first; between equal points most wins, then fewest games, then the name.
        One that a version without a limit has kept may be longer in the store."""
        found: Any = await self._redis.hgetall(keys.club_season(club, season))
        lines = [Line(player.decode(), *json.loads(line)) for player, line in found.items()]
        return sorted(lines, key=lambda one: (-one.points, -one.won, one.games, one.name, one.player))[: self._most]

    async def with_table(self, club: str, present: str) -> list[str]:
        """Return the earlier seasons of which there is a table, the latest first."""
        return await existing(self._redis, kept_seasons(present)[1:], partial(keys.club_season, club))

    async def forget(self, club: str, player: str, present: str) -> None:
        """Remove a player's lines from all tables of a club."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for season in kept_seasons(present):
                pipeline.hdel(keys.club_season(club, season), player)
            await pipeline.execute()

    async def drop(self, club: str, present: str) -> None:
        """Remove all tables of a club."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for season in kept_seasons(present):
                pipeline.delete(keys.club_season(club, season))
            pipeline.delete(keys.club_counted(club))
            await pipeline.execute()
