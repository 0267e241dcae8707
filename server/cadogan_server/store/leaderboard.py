"""The best of each game, among people: bots are not counted."""

from __future__ import annotations

import asyncio
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis

from cadogan_protocol.rooms import LeaderRow, ResultRow
from cadogan_server.rooms.room import Room
from cadogan_server.store import STORE_AWAY, keys, ratings
from cadogan_server.store.journal import LATELY_SECONDS, Journal
from cadogan_server.store.writer import Argument

COUNTED_MS = 30 * 24 * 3600 * 1000
"""How long it is remembered that a room has been counted. No log is kept as long, so none can come again after it."""

METRICS = ("wins", "best_time", "races")
"""What is counted of a race."""

DUEL_METRICS = ("wins", "races", "score", "rating")
"""What is counted of a duel; `races` are the matches played, `score` the points won in them."""

ALL_METRICS = tuple(dict.fromkeys((*METRICS, *DUEL_METRICS)))

RETRY_SECONDS = 1.0
"""Between two tries to count a duel while the store does not answer."""

CERTAIN_SECONDS = LATELY_SECONDS
"""After this what the store has taken is no longer lost when it dies."""

_SCRIPT = (files(__package__) / "count_results.lua").read_text(encoding="utf-8")
_DUEL_SCRIPT = (files(__package__) / "count_duel.lua").read_text(encoding="utf-8")


class Leaderboard:
    """Counts results, and tells who leads."""

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal

    def count(self, room: Room, now: int) -> None:
        """Count the results of a finished race; the second time this does nothing."""
        lines = counted_lines(room)
        if lines:
            game = room.created.game
            places = [keys.counted(game), keys.names(game), *(keys.board(game, metric) for metric in METRICS)]
            head: list[Argument] = [room.created.identity, now, now - COUNTED_MS]
            self._journal.write("EVAL", _SCRIPT, len(places), *places, *head, *lines)

    async def count_duel(self, room: Room, now: int) -> None:
        """Count the result of a finished duel; the second time this does nothing.

        Waits for the store where it is away, and begins anew where another duel has changed a rating meanwhile. Unlike all
        that goes through the journal, this is not written again by itself over a new connection, as the rating must be
        read anew. So it returns only when a store that has had the time to lose the result is seen to hold it.
        """
        people = [row for row in rows_that_count(room) if not room.chairs[row.seat].bot]
        while people:
            try:
                answer = await self._try_to_count(room, people, now)
                if answer == "known":
                    return
                if answer == "counted":
                    await asyncio.sleep(CERTAIN_SECONDS)
            except STORE_AWAY:
                await asyncio.sleep(RETRY_SECONDS)

    async def _try_to_count(self, room: Room, people: list[ResultRow], now: int) -> str:
        """Return "counted", "known" where that had been done before, or "stale" where a rating was no longer true."""
        game = room.created.game
        players = [room.chairs[row.seat].player for row in people]
        found: Any = await self._redis.hmget(keys.ratings(game), players)
        old = [(text or b"").decode() for text in found]
        rated = len(people) > 1  # a game against a bot says nothing of a rating among people
        new = ratings.after([ratings.parse(text) for text in old], [row.rank for row in people]) if rated else []
        head: list[Argument] = [room.created.identity, now, now - COUNTED_MS]
        lines: list[Argument] = []
        for place, (row, player) in enumerate(zip(people, players, strict=True)):
            rating, shown = (ratings.keep(new[place]), str(ratings.shown(new[place]))) if rated else ("", "")
            lines += [player, row.name, int(row.won), row.score or 0, old[place], rating, shown]
        boards = [keys.board(game, metric) for metric in DUEL_METRICS]
        places = [keys.counted(game), keys.names(game), *boards, keys.ratings(game)]
        answer: Any = await self._redis.eval(_DUEL_SCRIPT, len(places), *places, *head, *lines)
        return str(answer.decode())

    async def best(self, game: str, metric: str, count: int) -> tuple[LeaderRow, ...]:
        """Return the first lines of a board. Equal values have equal ranks.

        Raises:
            redis.RedisError: the store does not answer.
        """
        low_first = metric == "best_time"
        found: Any = await self._redis.zrange(
            keys.board(game, metric), 0, count - 1, desc=not low_first, withscores=True
        )
        if not found:
            return ()
        members = [member for member, _ in found]
        names: Any = await self._redis.hmget(keys.names(game), members)
        races: Any = await self._redis.zmscore(keys.board(game, "races"), members)
        rows: list[LeaderRow] = []
        for place, ((_, value), name, raced) in enumerate(zip(found, names, races, strict=True), start=1):
            rank = rows[-1].rank if rows and rows[-1].value == value else place
            rows.append(LeaderRow(rank=rank, name=(name or b"?").decode(), value=value, races=int(raced or 0)))
        return tuple(rows)


def rows_that_count(room: Room) -> tuple[ResultRow, ...]:
    """Return the results of a room that is over, where they count: only those of rated rooms with a fresh deal do, as the
    cards of another deal may have been known to some."""
    if room.results is None or not room.rules.rated or room.rules.deal != "fresh":
        return ()
    return room.results.rows


def counted_lines(room: Room) -> list[Argument]:
    """Return what counts of a room's results: for each person id, name, 1 for a win, and the time of a finished game.

    To win is to come before somebody, so a race alone counts as a race and may set a best time, but is no win.
    """
    rows = rows_that_count(room)
    last = max((row.rank for row in rows), default=0)
    lines: list[Argument] = []
    for row in rows:
        chair = room.chairs[row.seat]
        if not chair.bot:
            won = 1 if row.rank == 1 and last > 1 else 0
            time = row.time if row.won and row.time is not None else ""
            lines += [chair.player, chair.name, won, time]
    return lines
