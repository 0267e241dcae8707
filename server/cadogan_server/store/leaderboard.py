"""The best of each game, among people: what counts there, `rooms/counting.py` decides."""

from __future__ import annotations

import asyncio
import json
import logging
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any, NamedTuple

from openskill.models import PlackettLuceRating
from redis.asyncio import Redis

from cadogan_games import catalogue
from cadogan_protocol.rooms import LeaderRow, OptionValue, OwnFigures
from cadogan_server.rooms.counting import Counted, board_of, counted
from cadogan_server.rooms.room import Room
from cadogan_server.rooms.seats import Occupant
from cadogan_server.store import STORE_AWAY, keys, players, ratings
from cadogan_server.store.journal import LATELY_SECONDS, Journal
from cadogan_server.store.writer import Argument

logger = logging.getLogger(__name__)

COUNTED_MS = 30 * 24 * 3600 * 1000
"""How long it is remembered that a room has been counted. No log is kept as long, so none can come again after it."""

METRICS = ("wins", "best_time", "best_time_undo", "races")
"""What is counted of a race."""

DUEL_METRICS = ("wins", "races", "score", "rating")
"""What is counted of a duel; `races` are the matches played, `score` the points won in them."""

ALL_METRICS = tuple(dict.fromkeys((*METRICS, *DUEL_METRICS)))

LOW_FIRST = ("best_time", "best_time_undo")

OLD_METRICS = ("wins", "best_time", "races", "score", "rating")
"""What was counted under the rule before."""

RULE = "2"
"""The rule by which results are counted. Rule 1 knew neither origins nor options, and bots could be beaten."""

WEIGHTS = (1, 0.5, 0.25, 0.125)
"""What the first, second, ... game of the same two counts in a day; what comes after them counts nothing. Such fractions are
summed without error."""

MET_SECONDS = 2 * 24 * 3600
"""How long it is remembered who has met whom on a day."""

MOST_BOARDS = 50
"""So many boards of a game are named."""

RETRY_SECONDS = 1.0
"""Between two tries to count a duel while the store does not answer."""

CERTAIN_SECONDS = LATELY_SECONDS
"""After this what the store has taken is no longer lost when it dies."""

_SCRIPT = (files(__package__) / "count.lua").read_text(encoding="utf-8")


class _Rating(NamedTuple):
    """A rating to write: what it was when it was read, what it is now, and how much the game weighed."""

    read: str
    new: PlackettLuceRating
    weight: float


class Leaderboard:
    """Counts results, and tells who leads."""

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal

    async def keep_old(self) -> None:
        """Set down what was counted under an earlier rule, unless that has been done: before anything is counted by this one.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if await self._redis.exists(keys.BOARDS_RULE):
            return
        async with self._redis.pipeline(transaction=False) as pipeline:
            for game in catalogue.ids():
                for metric in OLD_METRICS:
                    pipeline.zunionstore(keys.old_board(game, metric), [keys.board(game, metric)])
            await pipeline.execute()
        await self._redis.set(keys.BOARDS_RULE, RULE)

    def count(self, room: Room, now: int) -> None:
        """Count the results of a finished race; the second time this does nothing."""
        results = counted(room)
        _tell_of_the_fast(room)
        if results:
            places, arguments = _command(room, results, now, [None] * len(results))
            self._journal.write("EVAL", _SCRIPT, len(places), *places, *arguments)

    async def count_duel(self, room: Room, now: int) -> None:
        """Count the result of a finished duel; the second time this does nothing.

        Waits for the store where it is away, and begins anew where another duel has changed a rating meanwhile. Unlike all
        that goes through the journal, this is not written again by itself over a new connection, as the rating must be
        read anew. So it returns only when a store that has had the time to lose the result is seen to hold it.
        """
        results = counted(room)
        _tell_of_the_fast(room)
        while results:
            try:
                answer = await self._try_to_count(room, results, now)
                if answer == "known":
                    return
                if answer == "counted":
                    await asyncio.sleep(CERTAIN_SECONDS)
            except STORE_AWAY:
                await asyncio.sleep(RETRY_SECONDS)

    async def _try_to_count(self, room: Room, results: list[Counted], now: int) -> str:
        """Return "counted", "known" where that had been done before, or "stale" where a rating was no longer true."""
        new: list[_Rating | None] = [None] * len(results)
        if sum(bool(result.opponents) for result in results) > 1:  # else one of the two has played no rated game
            new = await self._new_ratings(room, results, now)
        places, arguments = _command(room, results, now, new)
        answer: Any = await self._redis.eval(_SCRIPT, len(places), *places, *arguments)
        return str(answer.decode())

    async def _new_ratings(self, room: Room, results: list[Counted], now: int) -> list[_Rating | None]:
        game = room.created.game
        found: Any = await self._redis.hmget(
            keys.ratings(game, board_of(room) or ""), [result.occupant.player for result in results]
        )
        read = [(text or b"").decode() for text in found]
        before = [ratings.parse(text) for text in read]
        after = ratings.after(before, [result.row.rank for result in results])
        weights = [await self._weight(game, result, now) for result in results]
        return [
            _Rating(text, ratings.between(old, new, min(weights)), weight)
            for text, old, new, weight in zip(read, before, after, weights, strict=True)
        ]

    async def _weight(self, game: str, result: Counted, now: int) -> float:
        """What a duel counts for one of the two."""
        (opponent,) = result.opponents
        ways = [f"{result.occupant.player} {known}" for known in _known(opponent)]
        found: Any = await self._redis.hmget(keys.met(game, _day(now)), ways)
        times = max(int(count or 0) for count in found)
        return WEIGHTS[times] if times < len(WEIGHTS) else 0

    async def best(self, game: str, metric: str, count: int, options: str = "") -> tuple[LeaderRow, ...]:
        """Return the first rows of a board, by its options as `catalogue.board` writes them. Equal values have equal ranks.

        Raises:
            redis.RedisError: the store does not answer.
        """
        low_first = metric in LOW_FIRST
        found: Any = await self._redis.zrange(
            keys.board(game, metric, options), 0, count - 1, desc=not low_first, withscores=True
        )
        if not found:
            return ()
        members = [member for member, _ in found]
        names: Any = await self._redis.hmget(keys.names(game), members)
        races: Any = await self._redis.zmscore(keys.board(game, "races", options), members)
        old: Any = [None] * len(members)
        if not options and metric in OLD_METRICS:
            old = await self._redis.zmscore(keys.old_board(game, metric), members)
        rows: list[LeaderRow] = []
        for place, ((_, value), name, raced, before) in enumerate(zip(found, names, races, old, strict=True), start=1):
            rank = rows[-1].rank if rows and rows[-1].value == value else place
            rows.append(
                LeaderRow(
                    rank=rank,
                    name=(name or b"?").decode(),
                    value=value,
                    races=int(raced or 0),
                    old_rule=before is not None and (not low_first or before == value),
                )
            )
        return tuple(rows)

    async def boards(self, game: str) -> tuple[dict[str, OptionValue], ...]:
        """Return the options of a game's boards that hold results, as far as they differ from the defaults: those with the
        most races first.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.zrange(keys.boards(game), 0, MOST_BOARDS - 1, desc=True)
        return tuple(catalogue.options_of(board.decode()) for board in found)

    async def own(self, game: str, options: str, player: str) -> OwnFigures:
        """Return what a player has done in a game with the options of a board.

        Raises:
            redis.RedisError: the store does not answer.
        """
        found: Any = await self._redis.hgetall(keys.own(game, options, player))
        return OwnFigures(**{name.decode(): int(value) for name, value in found.items()})


def _tell_of_the_fast(room: Room) -> None:
    """Tell whoever runs the server whose moves no hands can have made."""
    for row in room.results.rows if room.results else ():
        if row.why_not == "fast":
            player = room.occupants[row.seat].player
            logger.info("room %s: player %s moved faster than hands can, and is not counted", room.code, player)


def _command(
    room: Room, results: list[Counted], now: int, new: list[_Rating | None]
) -> tuple[list[str], list[Argument]]:
    """Return the keys and the arguments of the script that counts a room."""
    game, options = room.created.game, board_of(room) or ""
    metrics = ("wins", "races", "score", "best_time", "best_time_undo", "rating")
    places = [
        keys.counted(game),
        keys.names(game),
        keys.boards(game),
        keys.met(game, _day(now)),
        keys.ratings(game, options),
        *(keys.board(game, metric, options) for metric in metrics),
        *(keys.own(game, options, result.occupant.player) for result in results),
    ]
    seats = sorted(room.occupants)
    known = [_known(room.occupants[seat]) for seat in seats]
    rows = [_row(room, seats, result, rating) for result, rating in zip(results, new, strict=True)]
    arguments: list[Argument] = [
        room.created.identity,
        now,
        now - COUNTED_MS,
        options,
        MET_SECONDS,
        players.KEPT_SECONDS,
        json.dumps(WEIGHTS),
        json.dumps(known),
        json.dumps(rows),
    ]
    return places, arguments


def _row(room: Room, seats: list[int], result: Counted, rating: _Rating | None) -> dict[str, Any]:
    """Return one result for the script: who, against whom (places in the list of seats, from 1), whether it is a win on the
    board (`won`) and in the own figures (`first`), the time of a finished race, a duel's points."""
    occupant, row = result.occupant, result.row
    written: dict[str, Any] = {
        "player": occupant.player,
        "name": row.name,
        "first": result.first,
        "won": result.won,
        "undone": row.undone > 0,
        "opponents": [1 + seats.index(opponent.seat) for opponent in result.opponents],
    }
    if room.kind == "race" and row.won and row.time is not None:
        written["time"] = row.time
    if room.kind == "duel":
        written["score"] = row.score or 0
    if rating is not None:
        written |= {
            "weight": rating.weight,
            "rating_read": rating.read,
            "rating": ratings.keep(rating.new),
            "rating_shown": str(ratings.shown(rating.new)),
        }
    return written


def _known(occupant: Occupant) -> list[str]:
    """Return by what somebody is known again who may come under another name: the own id, and where from."""
    return [occupant.player, *occupant.origin]


def _day(now: int) -> str:
    return datetime.fromtimestamp(now / 1000, UTC).strftime("%Y-%m-%d")
