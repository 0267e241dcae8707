"""What each player has played: the games one by one, figures of each game and of all, others met, and how ratings went."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import msgpack
from redis.asyncio import Redis

from cadogan_games import catalogue
from cadogan_protocol.limits import MOST_HISTORY
from cadogan_protocol.rooms import CurvePoint, Figures, HeadToHead, HistoryPlayer, HistoryRow, ResultRow, RoomOptions
from cadogan_server.rooms.counting import ON_NO_RECORD, board_of
from cadogan_server.rooms.room import Room
from cadogan_server.rooms.seats import Occupant
from cadogan_server.store import keys, logs
from cadogan_server.store.journal import Journal

COUNTED_MS = 30 * 24 * 3600 * 1000
"""How long it is remembered that a room has been counted for a player."""

MOST_MET = 1000
MOST_POINTS = 1000

SHOWN_OTHERS = 24
"""Of a race with more others these many are named in the history, the first of them first."""

LOOKED_AT = 500

OTHER_OPTIONS = "*"
"""Stands for the options of a game that have no board."""

_SCRIPT = (files(__package__) / "history.lua").read_text(encoding="utf-8")


class History:
    """Counts what people have played, and tells it.

    Args:
        redis: a client without `decode_responses`.
        journal: the way to the store.
        met: so many others are remembered with how one has done against them; of more those met longest ago go.
        points: so many points of the curves of ratings are kept.
        looked_at: so many games are looked at for one answer, however few of them are wanted.
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

    # ---- counting ----------------------------------------------------------------------------------------------------

    def count(self, room: Room, now: int) -> None:
        """Count the results of a room that is over for each person who has played in it; the second time this does nothing."""
        rows = room.results.rows if room.results else ()
        for row in rows:
            occupant = room.occupants[row.seat]
            if not occupant.bot and room.played:
                self._count(room, row, rows, now)

    def _count(self, room: Room, row: ResultRow, rows: tuple[ResultRow, ...], now: int) -> None:
        player = room.occupants[row.seat].player
        counts = row.why_not not in ON_NO_RECORD
        result: dict[str, Any] = {"won": _has_won(row, rows), "undone": row.undone > 0}
        if room.kind == "race" and row.won and row.time is not None:
            result["time"] = row.time
        others = [_met(room.occupants[other.seat], row, other) for other in rows if other.seat != row.seat]
        people = [other for other in others if other is not None and other["id"] != player]
        places = (
            keys.player(player),
            keys.history_counted(player),
            keys.history(player),
            keys.figures(player),
            keys.met_by(player),
        )
        self._journal.write(
            *("EVAL", _SCRIPT, len(places), *places),
            *(room.created.identity, now, now - COUNTED_MS),
            *(_packed(room, row, rows, now), MOST_HISTORY, _subject(room) if counts else "", self._most_met),
            *(json.dumps(result), json.dumps(people) if people else "[]"),
        )

    def rated(self, player: str, family: str, room: str, value: float, now: int, seconds: int) -> None:
        """Keep a rating after a game: in a family of games, or with "" over all. The second time this does nothing.

        Args:
            player: whose rating it is.
            family: the family.
            room: the identity of the room.
            value: the rating as it is shown.
            now: the moment, in ms since 1970.
            seconds: for how long the player is kept.
        """
        key = keys.curve(player)
        self._journal.write("ZADD", key, now, json.dumps([room, family, value]))
        self._journal.write("ZREMRANGEBYRANK", key, 0, -self._most_points - 1)
        self._journal.write("EXPIRE", key, seconds)

    # ---- telling -----------------------------------------------------------------------------------------------------

    async def page(
        self, player: str, now: int, *, before: str, count: int, game: str, against: str, won: bool | None
    ) -> tuple[tuple[HistoryRow, ...], str]:
        """Return games of a player, the last of them first, and before which one to go on; "" where there are no more.

        There may be more even where fewer have come than were asked for: no more than `looked_at` of them are looked at.

        Args:
            player: whose games.
            now: the moment, in ms since 1970.
            before: what was returned for the games before; "" for the last.
            count: how many at most.
            game: the id of the only game wanted; "" for all.
            against: the id of a player who has to be among the others; "" for anybody.
            won: whether only games that were won are wanted, or only others; None for all.

        Raises:
            redis.RedisError: the store does not answer.
        """
        entries: Any = await self._redis.xrevrange(
            keys.history(player), max=f"({before}" if before else "+", count=self._looked_at
        )
        rows: list[HistoryRow] = []
        for id, fields in entries:
            row = _unpacked(id.decode(), fields[b"g"], now)
            if (
                (not game or row.game == game)
                and (not against or any(other.player == against for other in row.others))
                and (won is None or row.won is won)
            ):
                rows.append(row)
                if len(rows) == count:
                    return tuple(rows), row.id if id != entries[-1][0] or len(entries) == self._looked_at else ""
        return tuple(rows), entries[-1][0].decode() if len(entries) == self._looked_at else ""

    async def figures(self, player: str) -> tuple[Figures, ...]:
        """Return the figures of a player over all games, and of each game that was played, the most played first.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hgetall(keys.figures(player))
        read = [_figures(subject.decode(), json.loads(text)) for subject, text in found.items()]
        return tuple(sorted(read, key=lambda one: (bool(one.game), -one.played, one.game)))

    async def against(self, player: str, other: str) -> HeadToHead | None:
        """Return how a player has done against another; None where the two have not met.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hget(keys.met_by(player), other)
        return _head_to_head(other, found) if found else None

    async def met(self, player: str, count: int) -> tuple[HeadToHead, ...]:
        """Return how a player has done against others, those met last first.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hgetall(keys.met_by(player))
        read = [_head_to_head(other.decode(), text) for other, text in found.items()]
        return tuple(sorted(read, key=lambda one: -one.last)[:count])

    async def curve(self, player: str) -> tuple[CurvePoint, ...]:
        """Return how the ratings of a player went, the oldest first.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.zrange(keys.curve(player), 0, -1, withscores=True)
        read = ((json.loads(text), int(at)) for text, at in found)
        return tuple(CurvePoint(at=at, family=family, value=value) for (_, family, value), at in read)


def _has_won(row: ResultRow, rows: tuple[ResultRow, ...]) -> bool:
    """Whether a person has come in before somebody, and nobody before; alone, whether all cards came home."""
    if len(rows) == 1:
        return row.won
    return row.rank == 1 < max(other.rank for other in rows)


def _met(occupant: Occupant, row: ResultRow, other: ResultRow) -> dict[str, str] | None:
    if occupant.bot:
        return None
    outcome = "won" if row.rank < other.rank else "lost" if row.rank > other.rank else "drawn"
    return {"id": occupant.player, "name": other.name, "outcome": outcome}


def _subject(room: Room) -> str:
    """Return what the figures of a room are of: the game, and its options as far as they are not the usual ones."""
    board = board_of(room)
    return " ".join(filter(None, (room.created.game, OTHER_OPTIONS if board is None else board)))


def _packed(room: Room, row: ResultRow, rows: tuple[ResultRow, ...], now: int) -> bytes:
    """Return a game as a player's history keeps it: what `_unpacked` reads."""
    others = [
        (room.occupants[other.seat].player, other.name, other.bot, other.rank)
        for other in sorted(rows, key=lambda one: one.rank)
        if other.seat != row.seat
    ][:SHOWN_OTHERS]
    packed: bytes = msgpack.packb(
        [
            *(room.code, room.created.game, dict(room.created.options), room.kind, now, row.rank, len(rows)),
            *(_has_won(row, rows), row.won, row.time, row.undone, row.moves, row.progress, room.game.progress_max),
            *(row.score, row.why_not, others, room.rules.model_dump(exclude_defaults=True), room.played > logs.HARDLY),
        ]
    )
    return packed


def _unpacked(id: str, packed: bytes, now: int) -> HistoryRow:
    it: list[Any] = msgpack.unpackb(packed)
    code, game, options, kind, at, rank, of, won, home, time, undone, moves, progress, most = it[:14]
    score, why_not, others, rules, is_kept = it[14:19]
    kept = is_kept and now < at + 1000 * logs.KEPT_SECONDS and not rules.get("by_link")
    return HistoryRow(
        id=id,
        room=code,
        game=game,
        options=options,
        kind=kind,
        at=at,
        rank=rank,
        of=of,
        won=won,
        home=home,
        time=time,
        undone=undone,
        moves=moves,
        progress=progress,
        progress_max=most,
        score=score,
        why_not=why_not,
        others=tuple(HistoryPlayer(player=p, name=n, bot=b or None, rank=r) for p, n, b, r in others),
        rules=RoomOptions(**rules),
        replay=bool(kept),
    )


def _figures(subject: str, kept: Mapping[str, Any]) -> Figures:
    game, _, board = subject.partition(" ")
    mean = round(kept["sum"] / kept["home"]) if kept["home"] else None
    return Figures(
        game=game,
        options=_options(board),
        played=int(kept["played"]),
        won=int(kept["won"]),
        best=_whole(kept.get("best")),
        best_without_undo=_whole(kept.get("best_without_undo")),
        average=mean,
        streak=int(kept["streak"]),
        longest=int(kept["longest"]),
        last=int(kept["last"]),
    )


def _options(board: str) -> dict[str, Any] | None:
    return None if board == OTHER_OPTIONS else catalogue.options_of(board)


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)


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
