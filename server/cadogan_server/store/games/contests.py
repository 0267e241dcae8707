"""Contests of days in the store: which attempts count, each day's boards, and players' calendars.

A player's attempt is the first room in which the contest's cards were dealt to that player, on whichever node. `claim`
records it if there is none yet, and only results from that room count. All keys of a day lie in one slot of a Cluster,
those of a player in another. A calendar is kept as long as its player, boards for a while.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from importlib.resources import files
from typing import Any, NamedTuple

import msgpack
from redis.asyncio import Redis

from cadogan_games.daily import ContestKind
from cadogan_protocol.days import DayDone, DayRow, DayStreak, UnlistedWhy
from cadogan_server.rooms.finished.contest import Attempt
from cadogan_server.store import keys
from cadogan_server.store.recent import Recent
from cadogan_server.store.redis.existing import existing

KEPT_DAYS = 40
"""Days for which the boards of a day are kept: longer than the logs of its rooms."""

KINDS: tuple[ContestKind, ...] = ("race", "duel")

FIRST_DAY = date(2026, 1, 1)
"""Day of the first bits in a calendar."""

BITS = 4
"""Bits of a day: race played, race won, duel played, duel won."""

MOST = 100
"""Maximum rows of a board in one answer."""

_COUNT = (files(__package__) / "contest.lua").read_text(encoding="utf-8")
_KEEP = (files(__package__) / "calendar.lua").read_text(encoding="utf-8")


class AttemptRoom(NamedTuple):
    """The room of an attempt: its identity, which no other room ever has, and its code."""

    identity: str
    code: str


class KnownAttempt(NamedTuple):
    """A player's attempt at a contest.

    Attributes:
        room: the code of its room.
        over: True if it was over within its day.
        why_not: the reason why it is on no board and in no calendar; None if it is on them, or is not over.
    """

    room: str
    over: bool
    why_not: UnlistedWhy | None = None


class DayBoard(NamedTuple):
    """The first rows of a day's board, and the number of all rows."""

    rows: tuple[DayRow, ...]
    total: int


class Contests:
    """The contests of days. All methods raise redis.RedisError if the store does not answer.

    Args:
        redis: a client without `decode_responses`.
        time: returns seconds.
        lasts: seconds for which rows that were read are cached.
    """

    def __init__(self, redis: Redis, time: Callable[[], float], lasts: float = 0) -> None:
        self._redis = redis
        self._count = redis.register_script(_COUNT)
        self._keep = redis.register_script(_KEEP)
        self._rows = Recent(self._read, time, lasts)

    # ---- writing -----------------------------------------------------------------------------------------------------

    async def claim(self, day: str, kind: str, player: str, room: AttemptRoom) -> bool:
        """Make a room a player's attempt if there is none yet; return True if it is. The same room may ask again."""
        attempts, mine = keys.attempts(day, kind), f"{room.identity} {room.code}"
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.hsetnx(attempts, player, mine)
            pipeline.hget(attempts, player)
            pipeline.expireat(attempts, _until(day))
            _, found, _ = await pipeline.execute()
        return bool(found.decode() == mine)

    async def count(self, day: str, kind: str, room: AttemptRoom, attempt: Attempt) -> bool:
        """Count the result of an attempt on its day's board and in its player's calendar; return True if this attempt
        counts. Repeating it changes nothing."""
        done = [attempt.won, attempt.time, attempt.progress, attempt.score, attempt.moves, attempt.room]
        kept = [attempt.name, *done, *([attempt.why_not] if attempt.why_not else [])]
        answer: Any = await self._count(
            keys=[keys.attempts(day, kind), keys.attempts_over(day, kind), keys.day_board(day, kind)],
            args=[
                *(attempt.player, f"{room.identity} {room.code}", msgpack.packb(kept)),
                *("" if attempt.value is None else attempt.value, _until(day)),
            ],
        )
        if answer == b"practice":
            return False
        if attempt.value is not None:
            player = attempt.player
            await self._keep(
                keys=[keys.player(player), keys.days(player), keys.day_bits(player)],
                args=[f"{day} {kind}", msgpack.packb(done), _bit(day, kind), int(attempt.won)],
            )
        return True

    async def forget(self, players: Sequence[str], today: str) -> None:
        """Remove players from the boards of all kept days. Their calendars are deleted with their other keys."""
        days = [(date.fromisoformat(today) - timedelta(ago)).isoformat() for ago in range(-1, KEPT_DAYS + 1)]
        contests = [(day, kind) for day in days for kind in KINDS]
        held = await existing(self._redis, contests, lambda contest: keys.attempts(*contest))
        async with self._redis.pipeline(transaction=False) as pipeline:
            for day, kind in held:
                pipeline.hdel(keys.attempts(day, kind), *players)
                pipeline.hdel(keys.attempts_over(day, kind), *players)
                pipeline.zrem(keys.day_board(day, kind), *players)
            await pipeline.execute()

    # ---- boards ------------------------------------------------------------------------------------------------------

    async def best(self, day: str, kind: str, count: int) -> DayBoard:
        """Return the first rows of a board, at most `MOST`, possibly cached."""
        rows, total = await self._rows(day, kind)
        return DayBoard(rows[:count], total)

    async def rows_of(self, day: str, kind: str, players: list[str]) -> tuple[DayRow, ...]:
        """Return the rows of those of these players who are on a board, the best first."""
        if not players:
            return ()
        board = keys.day_board(day, kind)
        values: Any = await self._redis.zmscore(board, players)
        there = sorted((value, player) for player, value in zip(players, values, strict=True) if value is not None)
        if not there:
            return ()
        async with self._redis.pipeline(transaction=False) as pipeline:
            for value, _ in there:
                pipeline.zcount(board, "-inf", f"({int(value)}")
            pipeline.hmget(keys.attempts_over(day, kind), [player for _, player in there])
            *better, done = await pipeline.execute()
        found = zip(there, better, done, strict=True)
        return tuple(_row(1 + before, player, kept) for (_, player), before, kept in found if kept)

    async def attempt(self, day: str, kind: str, player: str) -> KnownAttempt | None:
        """Return a player's attempt; None if there is none."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.hget(keys.attempts(day, kind), player)
            pipeline.hget(keys.attempts_over(day, kind), player)
            found, over = await pipeline.execute()
        if not found:
            return None
        return KnownAttempt(found.decode().partition(" ")[2], over is not None, _why_unlisted(over) if over else None)

    async def _read(self, day: str, kind: str) -> DayBoard:
        board = keys.day_board(day, kind)
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.zrange(board, 0, MOST - 1, withscores=True)
            pipeline.zcard(board)
            first, total = await pipeline.execute()
        if not first:
            return DayBoard((), 0)
        done: Any = await self._redis.hmget(keys.attempts_over(day, kind), [player for player, _ in first])
        rows, rank, before = [], 0, None
        for place, ((player, value), kept) in enumerate(zip(first, done, strict=True), 1):
            if value != before:
                rank, before = place, value
            if kept:  # a player who has just been forgotten has no row
                rows.append(_row(rank, player.decode(), kept))
        return DayBoard(tuple(rows), total)

    # ---- calendars ---------------------------------------------------------------------------------------------------

    async def month(self, player: str, month: str) -> dict[tuple[str, ContestKind], DayDone]:
        """Return a player's results in the contests of a month (`2026-11`), by day and contest."""
        wanted = [(day, kind) for day in days_of(month) for kind in KINDS]
        found: Any = await self._redis.hmget(keys.days(player), [f"{day} {kind}" for day, kind in wanted])
        return {where: _done(kept) for where, kept in zip(wanted, found, strict=True) if kept}

    async def streaks(self, player: str, today: str) -> tuple[DayStreak, ...]:
        """Return, for each contest, how many days in a row a player has played and won it."""
        bits: Any = await self._redis.get(keys.day_bits(player))
        return tuple(_streak(bits or b"", kind, today) for kind in KINDS)


def days_of(month: str) -> Iterator[str]:
    """Yield the days of a month such as `2026-11`.

    Raises:
        ValueError: it is not a month.
    """
    first = date.fromisoformat(f"{month}-01")
    for day in range(calendar.monthrange(first.year, first.month)[1]):
        yield (first + timedelta(day)).isoformat()


def begins(day: str) -> int:
    """Return the start of a day (UTC) in ms since 1970. A day ends when the next one starts."""
    return int(datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp()) * 1000


def _until(day: str) -> int:
    """Return when the keys of a day expire, in seconds since 1970."""
    return begins(day) // 1000 + (1 + KEPT_DAYS) * 24 * 3600


def _bit(day: str, kind: str) -> int:
    """Return the position of the bit for having played a contest of a day; the next bit is for having won it."""
    return BITS * (date.fromisoformat(day) - FIRST_DAY).days + 2 * KINDS.index(kind)


def _streak(bits: bytes, kind: ContestKind, today: str) -> DayStreak:
    now = (date.fromisoformat(today) - FIRST_DAY).days
    played, won = (_runs(bits, _bit(FIRST_DAY.isoformat(), kind) + which, now) for which in (0, 1))
    return DayStreak(kind=kind, played=played[0], longest_played=played[1], won=won[0], longest_won=won[1])


def _runs(bits: bytes, place: int, now: int) -> tuple[int, int]:
    """Return how many days in a row have a bit, up to day number `now` or the one before, and the longest such run."""
    length = longest = before = 0
    for day in range(now + 1):
        at = place + BITS * day
        is_set = at // 8 < len(bits) and bits[at // 8] >> (7 - at % 8) & 1
        before, length = length, length + 1 if is_set else 0
        longest = max(longest, length)
    return length or before, longest


def _why_unlisted(kept: bytes) -> UnlistedWhy | None:
    """Return the reason that stands behind the result of an attempt on no board."""
    _, _, _, _, _, _, _, *why_not = msgpack.unpackb(kept)
    return why_not[0] if why_not else None


def _row(rank: int, player: str, kept: bytes) -> DayRow:
    name, *done = msgpack.unpackb(kept)
    return DayRow(rank=rank, player=player, name=name, **_done([*done]).model_dump())


def _done(kept: bytes | list[Any]) -> DayDone:
    won, time, progress, score, moves, room = msgpack.unpackb(kept) if isinstance(kept, bytes) else kept
    return DayDone(won=won, time=time, progress=progress, score=score, moves=moves, room=room)
