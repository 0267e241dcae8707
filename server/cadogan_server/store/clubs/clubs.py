"""All clubs, and the only way to change one: a decision is written only if nobody has changed the club meanwhile."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MOST_CLUBS_OF_ONE, MOST_OWN_CLUBS
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import keys
from cadogan_server.store.clubs.club import Club, packed, unpacked, without
from cadogan_server.store.clubs.season import season_of
from cadogan_server.store.clubs.seasons import Seasons
from cadogan_server.store.redis.existing import existing

LISTED_ID, LINK_ID = 8, 16
"""The lengths of ids. Nobody can guess the longer one, which is the only way to a club by link."""

MOST_CLUBS = 1000
"""Clubs on a store."""

MOST_LISTED = 100
"""Clubs in the list: those with the latest news."""

OF_A_NETWORK = 5
"""Clubs of one network that come before those of others with older news."""

LOOKED_AT = 300
"""Clubs that are looked at for the list, from which those by link are left out, and for one that nobody uses."""

UNUSED_MS = 86_400_000
"""Milliseconds without news after which a club of one makes way for another, if there are `MOST_CLUBS`."""

MOST_TOURNAMENTS = 50
"""Tournaments of a club that are remembered."""

KEPT_SECONDS = 180 * 86_400
"""Seconds for which a club is kept after its last news: a change, a counted game or tournament."""

ALONE_SECONDS = 7 * 86_400
"""The same for a club of one."""

TRIES = 50
"""Decisions in a row that come too late, after which a change is given up."""

MOST_REMEMBERED = 100
"""Clubs that a player has left with a line in a table, and those of which the player is a member."""

# Arguments: the version that the decision was made on, the next one, the club, the seconds for which it is kept, and what the
# list says of it. An empty club is removed. Returns 1 if it was written.
_CHANGE = """
if (redis.call('HGET', KEYS[1], 'version') or '0') ~= ARGV[1] then
  return 0
end
if ARGV[3] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('HSET', KEYS[1], 'version', ARGV[2], 'club', ARGV[3], 'about', ARGV[5])
  redis.call('EXPIRE', KEYS[1], ARGV[4])
end
return 1
"""

Decision = Callable[[Club], Club | None]
"""Returns the club that follows; None: it is closed. May raise `Refused`."""


ASKS, LEFT = "asks", "left"
"""The roles of a player who is no member of a club: waits for approval, or was a member."""


class About(NamedTuple):
    """The entry of a club in the list.

    Attributes:
        name, emblem, entry, opened: as in `Club`.
        members: the number of members.
    """

    name: str
    emblem: tuple[str, str, str]
    entry: str
    opened: int
    members: int


class Face(NamedTuple):
    """The present entry of a player in the store: the name, None if the player no longer exists; and whether connected."""

    name: str | None
    online: bool


class Clubs:
    """All clubs. Every method raises redis.RedisError if the store does not answer.

    Args:
        redis: a client without `decode_responses`.
        now: the clock, in ms since 1970.

    Attributes:
        seasons: the tables of their seasons.
    """

    def __init__(self, redis: Redis, now: Callable[[], int]) -> None:
        self.seasons = Seasons(redis)
        self._redis = redis
        self._now = now
        self._change = redis.register_script(_CHANGE)

    async def open(self, id: str, club: Club) -> bool:
        """Open a club; return False if there is one with this id."""
        if not await self._write(id, 0, club):
            return False
        (owner,) = club.members
        await self._remember(owner, id, "owner")
        return True

    async def read(self, ids: Iterable[str]) -> dict[str, Club]:
        """Return those of these clubs that exist."""
        asked = list(ids)
        async with self._redis.pipeline(transaction=False) as pipeline:
            for id in asked:
                pipeline.hget(keys.club(id), "club")
            answers: Any = await pipeline.execute()
        return {id: unpacked(raw) for id, raw in zip(asked, answers, strict=True) if raw is not None}

    async def get(self, id: str) -> Club:
        """Return a club.

        Raises:
            Refused: there is none.
        """
        found = await self.read([id])
        if id not in found:
            raise _unknown(id)
        return found[id]

    async def change(self, id: str, decide: Decision) -> Club | None:
        """Change a club as `decide` wants, on its newest state; return it, None if it is closed.

        Raises:
            Refused: there is none, `decide` refuses, or others were faster again and again.
        """
        for _ in range(TRIES):
            found: Any = await self._redis.hmget(keys.club(id), "version", "club")
            version, raw = found
            if raw is None:
                raise _unknown(id)
            before = unpacked(raw)
            after = decide(before)
            if after == before:
                return before
            if await self._write(id, int(version), after):
                await self._note_members(id, before, after)
                return after
        raise Refused(ErrorCode.BUSY, f"too much happens in the club {id} just now; ask again", wait=1)

    async def must_have_space(self, player: str, *, own: bool) -> None:
        """Check that a player may become a member of one more club, or with `own` open one.

        Raises:
            Refused: it is too many.
        """
        roles = await self._roles(player)
        held = {id: role for id, role in roles.items() if role != LEFT}
        there = await self.abouts(held)
        if len(there) >= MOST_CLUBS_OF_ONE:
            raise Refused(
                ErrorCode.BUSY,
                f"you are in {len(there)} clubs, or wait to be, and {MOST_CLUBS_OF_ONE} is the most: leave one first",
            )
        if len(roles) >= MOST_REMEMBERED:
            raise Refused(
                ErrorCode.BUSY,
                f"you have been in {len(roles)} clubs within half a year, and {MOST_REMEMBERED} is the most: stay where you are",
            )
        if not own:
            return
        owned = sum(held[id] == "owner" for id in there)
        if owned >= MOST_OWN_CLUBS:
            raise Refused(ErrorCode.BUSY, f"you own {owned} clubs, which is the most: hand one over, or close one")

    async def make_way(self) -> bool:
        """Close a club that nobody uses: its founder has been alone in it for `UNUSED_MS`. Of several, the one without news for
        longest. Return False if there is none."""
        before = self._now() - UNUSED_MS
        ids: Any = await self._redis.zrangebyscore(keys.CLUBS, "-inf", before, start=0, num=LOOKED_AT)
        for id, club in (await self.read(id.decode() for id in ids)).items():
            if is_unused(club):
                await self.change(id, lambda club: None if is_unused(club) else club)
                return True
        return False

    async def mine(self, player: str) -> dict[str, About]:
        """Return the clubs of which a player is a member."""
        return await self.abouts(id for id, role in (await self._roles(player)).items() if role not in (LEFT, ASKS))

    async def shared(self, players: Sequence[str]) -> dict[str, list[str]]:
        """Return the clubs of which at least two of these players are members, each with those players."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for player in players:
                pipeline.hgetall(keys.clubs_of(player))
            answers: Any = await pipeline.execute()
        found: dict[str, list[str]] = {}
        for player, roles in zip(players, answers, strict=True):
            for id, role in roles.items():
                if role.decode() not in (LEFT, ASKS):
                    found.setdefault(id.decode(), []).append(player)
        return {id: those for id, those in found.items() if len(those) > 1}

    async def listed(self) -> dict[str, About]:
        """Return the clubs that are in the list, those with the latest news first. The further ones of a network come behind those
        of all others, so nobody fills the list."""
        ids: Any = await self._redis.zrevrange(keys.CLUBS, 0, -1)
        numbers: Any = await self._redis.zmscore(keys.CLUB_NETWORKS, ids) if ids else []
        count: Counter[float] = Counter()
        first: list[str] = []
        further: list[str] = []
        for id, number in zip(ids, numbers, strict=True):
            (further if number is not None and count[number] >= OF_A_NETWORK else first).append(id.decode())
            count[number] += 1
        found = await self.abouts([*first, *further][:LOOKED_AT])
        return dict([one for one in found.items() if one[1].entry != "link"][:MOST_LISTED])

    async def abouts(self, ids: Iterable[str]) -> dict[str, About]:
        """Return the entries in the list of those of these clubs that exist."""
        asked = list(ids)
        async with self._redis.pipeline(transaction=False) as pipeline:
            for id in asked:
                pipeline.hget(keys.club(id), "about")
            answers: Any = await pipeline.execute()
        return {id: About(*json.loads(raw)) for id, raw in zip(asked, answers, strict=True) if raw is not None}

    async def faces(self, players: Sequence[str]) -> dict[str, Face]:
        """Return the present entries of players."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for player in players:
                pipeline.hget(keys.player(player), "name")
                pipeline.exists(keys.here(player))
            answers: Any = await pipeline.execute()
        names, online = answers[::2], answers[1::2]
        return {
            player: Face(name.decode() if name is not None else None, bool(here))
            for player, name, here in zip(players, names, online, strict=True)
        }

    async def note_tournament(self, id: str, tournament: str, starts: int) -> None:
        """Note a tournament of a club."""
        key = keys.club_tournaments(id)
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.zadd(key, {tournament: starts})
            pipeline.zremrangebyrank(key, 0, -MOST_TOURNAMENTS - 1)
            pipeline.expire(key, KEPT_SECONDS)
            await pipeline.execute()

    async def tournaments(self, id: str) -> list[str]:
        """Return the ids of a club's tournaments, the latest first."""
        found: Any = await self._redis.zrevrange(keys.club_tournaments(id), 0, -1)
        return [one.decode() for one in found]

    async def news(self, id: str) -> None:
        """Note that a game or tournament of a club was counted, so that the club is kept."""
        if await self._redis.expire(keys.club(id), KEPT_SECONDS):
            await self._redis.zadd(keys.CLUBS, {id: self._now()}, xx=True)

    async def forget(self, players: Sequence[str]) -> None:
        """Remove players from all clubs, and from their tables. A club of which nobody is left is closed."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for player in players:
                pipeline.hkeys(keys.clubs_of(player))
            answers: Any = await pipeline.execute()
        season = season_of(self._now())
        for player, found in zip(players, answers, strict=True):
            for id in map(bytes.decode, found):
                await self.seasons.forget(id, player, season)
                if await self.read([id]):
                    await self.change(id, partial(without, gone=[player]))
                await self._redis.delete(keys.clubs_of(player))

    async def _roles(self, player: str) -> dict[str, str]:
        """Return the role of a player in each remembered club: that of a member, `ASKS`, or `LEFT`."""
        found: Any = await self._redis.hgetall(keys.clubs_of(player))
        return {id.decode(): role.decode() for id, role in found.items()}

    async def _write(self, id: str, version: int, club: Club | None) -> bool:
        lasts = KEPT_SECONDS if club is not None and len(club.members) > 1 else ALONE_SECONDS
        args: list[int | bytes] = [version, version + 1, b"", lasts, b""]
        if club is not None:
            args[2], args[4] = packed(club), json.dumps(about_of(club)).encode()
        if club is not None:  # first, so that no club is without the index
            await self._redis.zadd(keys.CLUBS, {id: self._now()})
        return bool(await self._change(keys=[keys.club(id)], args=args))

    async def _note_members(self, id: str, before: Club, after: Club | None) -> None:
        """Note with each player whose membership has changed."""
        was, now = roles_of(before), roles_of(after)
        season = season_of(self._now())
        for player, role in now.items():
            if was.get(player) != role:
                await self._remember(player, id, role)
        for player in was.keys() - now.keys():
            # A line in a table must be found again when the player is deleted.
            await self._remember(player, id, LEFT)
        if after is None:
            await self._redis.zrem(keys.CLUBS, id)
            await self.seasons.drop(id, season)
            await self._redis.delete(keys.club_tournaments(id))
            for player in was:
                await self._redis.hdel(keys.clubs_of(player), id)

    async def _remember(self, player: str, id: str, how: str) -> None:
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.hset(keys.clubs_of(player), id, how)
            pipeline.expire(keys.clubs_of(player), KEPT_SECONDS)
            await pipeline.execute()

    async def drop_gone(self) -> bool:
        """Take clubs that no longer exist off the index; return False if there are none."""
        ids: Any = await self._redis.zrange(keys.CLUBS, 0, -1)
        names = [id.decode() for id in ids]
        there = set(await existing(self._redis, names, keys.club))
        gone = [id for id in names if id not in there]
        if gone:
            await self._redis.zrem(keys.CLUBS, *gone)
        return bool(gone)


def is_by_link(id: str) -> bool:
    """Return True for the id of a club by link, which only people know who were given it."""
    return len(id) >= LINK_ID


def is_unused(club: Club) -> bool:
    """Return True for a club that nobody but its founder has entered, or wants to enter."""
    return len(club.members) == 1 and not club.asking


def about_of(club: Club) -> About:
    """Return the entry of a club in the list."""
    return About(club.name, club.emblem, club.entry, club.opened, len(club.members))


def roles_of(club: Club | None) -> dict[str, str]:
    """Return what everybody in a club is: a role, or `ASKS`."""
    if club is None:
        return {}
    return {player: member.role for player, member in club.members.items()} | dict.fromkeys(club.asking, ASKS)


def _unknown(id: str) -> Refused:
    return Refused(ErrorCode.UNKNOWN_CLUB, f"there is no club {id}, or it was closed; look at the list")
