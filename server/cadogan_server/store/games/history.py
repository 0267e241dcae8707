"""The history of each player: the games, figures of each game and of all, results against others, and the curve of
ratings.

The games are the record; the figures are added up from them (`tally.py`).
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis

from cadogan_protocol.boards import OwnFigures
from cadogan_protocol.limits import MOST_HISTORY
from cadogan_protocol.people import CurvePoint, Figures, HeadToHead, HistoryRow
from cadogan_protocol.rooms import ResultRow
from cadogan_server.rooms.counting import ON_NO_RECORD
from cadogan_server.rooms.occupant import Occupant
from cadogan_server.rooms.room import Room
from cadogan_server.store import keys
from cadogan_server.store.games import past_games
from cadogan_server.store.games.tally import Tallies, subject_of
from cadogan_server.store.log.journal import Journal
from cadogan_server.tournaments.records import Opened

COUNTED_MS = 30 * 24 * 3600 * 1000
"""Milliseconds for which it is remembered that a room was counted for a player."""

MOST_MET = 1000
"""Opponents whose results against a player are kept; the ones met longest ago are dropped."""

MOST_POINTS = 1000
"""Points that are kept of each player's curve of ratings."""

LATELY_MS = 7 * 24 * 3600 * 1000
"""Milliseconds for which a correspondence duel that is over stays beside those that run."""

MOST_LATELY = 20
"""The most correspondence duels that are told."""

LATELY_LOOKED_AT = 100
"""The latest games among which they are looked for."""

LOOKED_AT = 500
"""The most games that are read for one page."""

_SCRIPT = (files(__package__) / "history.lua").read_text(encoding="utf-8")


class History:
    """Adds games to the histories of players, and reads them.

    Args:
        redis: a client without `decode_responses`.
        journal: writes to the store.
        met: number of opponents that are remembered with results; the ones met longest ago are dropped.
        points: number of points kept of each curve of ratings.
        looked_at: number of games read for one answer, however few of them match.
    """

    def __init__(
        self,
        redis: Redis,
        journal: Journal,
        *,
        met: int = MOST_MET,
        points: int = MOST_POINTS,
        looked_at: int = LOOKED_AT,
    ) -> None:
        self._redis = redis
        self._journal = journal
        self._most_met = met
        self._most_points = points
        self._looked_at = looked_at
        self._tallies = Tallies(redis)

    # ---- counting ----------------------------------------------------------------------------------------------------

    def count(self, room: Room, now: int, terms: Opened | None = None) -> None:
        """Count the results of a finished room for each person who has played in it. Repeating it changes nothing.

        A room without a move counts for nobody, unless it is a tournament's, whose lines count it too. A game that was called
        off does not count either. `terms` are those of the room's tournament, if it is known.
        """
        rows = room.state.results.rows if room.state.results and not room.mode.is_void else ()
        for row in rows:
            occupant = room.state.occupants[row.seat]
            if not occupant.bot and (room.state.played or room.state.rules.tournament):
                self._count(room, row, rows, now, terms)

    def _count(self, room: Room, row: ResultRow, rows: tuple[ResultRow, ...], now: int, terms: Opened | None) -> None:
        player, side = room.state.occupants[row.seat].player, room.mode.side_of(row.seat)
        rivals = [other for other in rows if room.mode.side_of(other.seat) != side]
        others = [_met(room.state.occupants[other.seat], row, other) for other in rivals]
        people = [other for other in others if other is not None and other["id"] != player]
        counts = row.why_not not in ON_NO_RECORD
        places = (keys.player(player), keys.history_counted(player), keys.history(player), keys.met_by(player))
        self._journal.write(
            *("EVAL", _SCRIPT, len(places), *places),
            *(room.state.created.identity, now, now - COUNTED_MS),
            *(past_games.pack(room, row, rows, now, terms), MOST_HISTORY, self._most_met),
            json.dumps(people) if counts and people else "[]",
        )

    def rated(self, player: str, family: str, room: str, value: float, now: int, seconds: int) -> None:
        """Store a rating after a game, in a family of games or with "" over all. Repeating it changes nothing.

        Args:
            player: id of the player.
            family: the family, or "".
            room: identity of the room.
            value: the displayed rating.
            now: the time, in ms since 1970.
            seconds: the time for which the player is kept.
        """
        key = keys.curve(player)
        self._journal.write("ZADD", key, now, json.dumps([room, family, value]))
        self._journal.write("ZREMRANGEBYRANK", key, 0, -self._most_points - 1)
        self._journal.write("EXPIRE", key, seconds)

    # ---- reporting ---------------------------------------------------------------------------------------------------

    async def page(
        self,
        player: str,
        now: int,
        *,
        before: str,
        count: int,
        game: str,
        against: str,
        won: bool | None,
        first: bool | None = None,
    ) -> tuple[tuple[HistoryRow, ...], str]:
        """Return games of a player, the latest first, and the cursor of the next page; "" if there are no more.

        A page may be short although there are more games: at most `looked_at` games are read.

        Args:
            player: id of the player.
            now: the time, in ms since 1970.
            before: the previous page's cursor; "" for the first page.
            count: maximum number of games.
            game: id of the only game wanted; "" for all.
            against: id of a player who must have taken part; "" for anybody.
            won: True for games won, False for all others, None for both.
            first: the same for games in which the player came first.

        Raises:
            redis.RedisError: the store does not answer.
        """
        entries: Any = await self._redis.xrevrange(
            keys.history(player), max=f"({before}" if before else "+", count=self._looked_at
        )
        rows: list[HistoryRow] = []
        for id, fields in entries:
            row = past_games.unpack(fields[b"g"]).row(id.decode(), now)
            if (
                (not game or row.game == game)
                and (not against or any(other.player == against for other in row.others))
                and (won is None or row.won is won)
                and (first is None or row.first is first)
            ):
                rows.append(row)
                if len(rows) == count:
                    return tuple(rows), row.id if id != entries[-1][0] or len(entries) == self._looked_at else ""
        return tuple(rows), entries[-1][0].decode() if len(entries) == self._looked_at else ""

    async def lately_by_days(self, player: str, now: int) -> tuple[HistoryRow, ...]:
        """Return the correspondence duels of a player that ended within a week before `now` (ms), the latest first.

        Raises:
            redis.RedisError: the store does not answer.
        """
        since = now - LATELY_MS
        entries: Any = await self._redis.xrevrange(
            keys.history(player), min=max(0, since - LATELY_MS), count=LATELY_LOOKED_AT
        )
        found = [(id, past_games.unpack(fields[b"g"])) for id, fields in entries]
        by_days = [(id, game) for id, game in found if game.rules.get("days_per_turn") and game.at > since]
        return tuple(game.row(id.decode(), now) for id, game in by_days[:MOST_LATELY])

    async def figures(self, player: str) -> tuple[Figures, ...]:
        """Return a player's figures over all games, and of each game played, the most played first.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found = await self._tallies.of(player)
        figures = [tally.figures(subject) for subject, tally in found.items()]
        return tuple(sorted(figures, key=lambda one: (bool(one.game), -one.played, one.game)))

    async def own(self, player: str, game: str, board: str) -> OwnFigures:
        """Return a player's figures in a game with the options of a board, as `catalogue.board` writes them.

        Raises:
            redis.RedisError: the store does not answer.
        """
        return (await self._tallies.one(player, subject_of(game, board))).own

    async def against(self, player: str, other: str) -> HeadToHead | None:
        """Return a player's results against another; None if the two have not met.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hget(keys.met_by(player), other)
        return _head_to_head(other, found) if found else None

    async def met(self, player: str, count: int) -> tuple[HeadToHead, ...]:
        """Return a player's results against others, those met last first.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hgetall(keys.met_by(player))
        read = [_head_to_head(other.decode(), text) for other, text in found.items()]
        return tuple(sorted(read, key=lambda one: -one.last)[:count])

    async def curve(self, player: str) -> tuple[CurvePoint, ...]:
        """Return the curve of a player's ratings, the oldest point first.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.zrange(keys.curve(player), 0, -1, withscores=True)
        read = ((json.loads(text), int(at)) for text, at in found)
        return tuple(CurvePoint(at=at, family=family, value=value) for (_, family, value), at in read)


def _met(occupant: Occupant, row: ResultRow, other: ResultRow) -> dict[str, str] | None:
    if occupant.bot:
        return None
    outcome = "won" if row.rank < other.rank else "lost" if row.rank > other.rank else "drawn"
    return {"id": occupant.player, "name": other.name, "outcome": outcome}


def _head_to_head(other: str, text: bytes) -> HeadToHead:
    kept = json.loads(text)
    return HeadToHead(
        player=other,
        name=kept["name"],
        played=int(kept["played"]),
        won=int(kept["won"]),
        lost=int(kept["lost"]),
        last=int(kept["last"]),
    )
